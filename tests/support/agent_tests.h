/* Tests that every searching agent must pass, for cmocka_unit_test_prestate with a Roster. */
#ifndef BLASTBEAM_TESTS_SUPPORT_AGENT_TESTS_H
#define BLASTBEAM_TESTS_SUPPORT_AGENT_TESTS_H

#include <stdbool.h>

/* The agents of a test program, the settings that they must refuse, and their time. */
typedef struct Roster {
    const char *const *specs;  /* ends with NULL */
    const char *const *wrong;  /* so does this */
    double budget_ms, most_ms; /* a move with this budget may take at most so long */
    bool keep;                 /* one agent has several tries at that, else each has a new one */
} Roster;

/* In the middle of a game no command is refused, from a budget of one node to thousands, and the
 * search counts its nodes. */
void test_commands_are_legal(void **roster);

/* In the middle of a game new agents give the same answers and counts. The limit of nodes holds,
 * except for the last simulation or plan of each search and the first round of the root filter. */
void test_answers_repeat(void **roster);

/* The only escape is down, down, right: any other command dies in one of two blasts. One agent that
 * is kept finds it, and so does a new one in each round. */
void test_forced_escape_is_found(void **roster);

/* The shortest of some tries keeps the budget. Only time in which this thread ran counts, not other
 * load. */
void test_time_is_kept(void **roster);

/* Wrong settings are refused, with a message that says so. */
void test_settings_are_checked(void **roster);

#endif
