/* What is special about a player's move of a round: the run of its bot failed, or the harness chose
 * the command.
 */
#ifndef BLASTBEAM_RECORDS_MOVE_NOTE_H
#define BLASTBEAM_RECORDS_MOVE_NOTE_H

#include <stdbool.h>

enum { MOVE_REASON = 160 };

typedef enum MoveFailure {
    MOVE_IN_TIME, /* no failure; the move may be "nothing" */
    MOVE_LATE,    /* the run took too long; its move was dropped */
    MOVE_MISSING, /* the run left no command in move.txt, or the bot was not started */
    MOVE_CRASHED  /* the run ended with an error or was killed; its move, if any, counts */
} MoveFailure;

typedef struct MoveNote {
    MoveFailure failure;
    bool forced;              /* the harness played the command in place of the bot */
    char reason[MOVE_REASON]; /* why the run failed, printable; "" when that is not known */
} MoveNote;

/* "late", "missing" or "crashed"; "" when the run did not fail. Static text. */
const char *move_failure_name(MoveFailure failure);

#endif
