/* Files of drawn boards with text under each of them: tests/data/rules.txt and tactics.txt.
 *
 *   // A comment. It may stand above a board or below one, but not inside it.
 *   position NAME
 *   ...                 a board as engine/notation.h describes it
 *   end
 *   TEXT                lines that mean something to the test that runs the file
 *   TEXT
 *
 * A case is a board and the text below it, up to the next board. Empty lines are skipped.
 */
#ifndef BLASTBEAM_TESTS_SUPPORT_CASES_H
#define BLASTBEAM_TESTS_SUPPORT_CASES_H

#include "engine/notation.h"

enum { CASE_LINE = 256 };

typedef struct Case {
    const char *file;
    char name[NOTATION_NAME];
    Game game;
    State state;
    const char *text; /* below the board, up to `end` */
    const char *end;
    int line; /* the number of the first line of `text`, from 1 */
} Case;

/* A line of a case's text, with its number in the file. */
typedef struct CaseLine {
    int number;
    char text[CASE_LINE];
} CaseLine;

/* Run `test` for each case of the file as a test of its own, with the Case as its state. Returns
 * what main returns: 0 when all pass and there are at least `least` of them. */
int run_cases(const char *file, int least, void (*test)(void **state));

/* Copy the case's next line into *line and remove it from its text. Returns false when no line is
 * left. Fails the test when the line is too long. */
bool next_case_line(Case *the_case, CaseLine *line);

/* Print where a case fails and why; the test goes on, and has to fail at its end. */
__attribute__((format(printf, 3, 4))) void report_case(const Case *the_case, int line,
                                                       const char *format, ...);

#endif
