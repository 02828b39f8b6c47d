/* A board of tests/data/tactics.txt while the lines below it are read. The head of that file lists
 * the lines.
 */
#ifndef BLASTBEAM_TESTS_SUPPORT_SCENE_H
#define BLASTBEAM_TESTS_SUPPORT_SCENE_H

#include "search/agent.h"
#include "support/cases.h"

enum { MOST_WORDS = 12, FOUND = 256 };

/* The board of a case with the changes of the lines read so far, and the line at hand. */
typedef struct Scene {
    const Case *drawn;
    State state;
    uint8_t last_command[MAX_PLAYERS];
    Trail trail;
    bool repeated;
    int failures;

    CaseLine line;
    char text[CASE_LINE]; /* of the line, cut into words */
    char *word[MOST_WORDS];
    int words;
    unsigned read;        /* bit i: somebody has read word i */
    const char *expected; /* what follows the colon; else the last word */
    char found[FOUND];
} Scene;

/* Begin with the board as it is drawn. */
void scene_begin(Scene *scene, const Case *drawn);

/* Read the next line below the board. Returns false when there is none. */
bool scene_next_line(Scene *scene, Case *drawn);

/* Change the board as the line says. Returns false when the line is no change. */
bool scene_change(Scene *scene);

/* Fail the test: `what` has a meaning that is not known. */
void unreadable(const Scene *scene, const char *what);

/* ---- The words of the line. Each function fails the test when the word is wrong or missing. ----
 */

const char *word_at(Scene *scene, int index);
int number_at(Scene *scene, int index);
int player_at(Scene *scene, int index);
bool has_word(Scene *scene, const char *word);

/* The number of a word NAME=NUMBER, or `otherwise`. */
double option(Scene *scene, const char *name, double otherwise);

/* One of the names, which end with NULL, as its index. */
int choice_in(const Scene *scene, const char *word, const char *const *names);

Command command_in(const Scene *scene, const char *word);

/* Copy the next word of *text and move *text behind it. Returns false at the end. */
bool take_word(const char **text, char word[32]);

/* ---- Whether what was found is what the line expects. It is kept in `found`. ---- */

/* The expected commands as bits; "none" is no command. */
unsigned expected_commands(const Scene *scene);

void write_commands(Scene *scene, unsigned commands);
bool are_commands(Scene *scene, unsigned commands);
bool is_text(Scene *scene, const char *text);
bool is_yes_or_no(Scene *scene, bool found);
bool is_number(Scene *scene, double found);

#endif
