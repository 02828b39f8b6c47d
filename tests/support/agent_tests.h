/* Tests that every agent that searches must stand, for cmocka_unit_test_prestate with a Roster. */
#ifndef BLASTBEAM_TESTS_SUPPORT_AGENT_TESTS_H
#define BLASTBEAM_TESTS_SUPPORT_AGENT_TESTS_H

#include <stdbool.h>

/* The agents of a test program, the settings that they must refuse, and their time. */
typedef struct Roster {
    const char *const *specs;  /* ends with NULL */
    const char *const *wrong;  /* so does this */
    double budget_ms, most_ms; /* a move with this budget may take so long */
    bool keep;                 /* one agent has several tries at that, else each has a new one */
} Roster;

/* In mid game no command is refused, from a budget for nothing to one of thousands of nodes, and
 * the search counts its nodes. */
void test_commands_are_legal(void **roster);

/* In mid game new agents answer and think the same. The limit of nodes is kept but for the last
 * simulation or plan of each search and a first round judged. */
void test_answers_repeat(void **roster);

/* Down at once, down again and right: anything else dies in one of two blasts. One agent that
 * is kept finds it, and so does a new one in each round. */
void test_forced_escape_is_found(void **roster);

/* The least of some tries, in time in which this thread ran: other load does not count. */
void test_time_is_kept(void **roster);

/* Wrong settings are refused, with a message that says so. */
void test_settings_are_checked(void **roster);

#endif
