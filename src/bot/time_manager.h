/* The time that the bot may use in a round, from what the engine logged in earlier rounds. */
#ifndef BLASTBEAM_BOT_TIME_MANAGER_H
#define BLASTBEAM_BOT_TIME_MANAGER_H

#include "protocol/round_path.h"

enum {
    TIME_DEFAULT_MS = 1500, /* without logs: leaves room for a slow engine and a busy machine */
    TIME_MARGIN_MS = 400,   /* reserve for the scheduler, the disk and the exit of the process. On a
                             * busy machine single moves take much longer than planned; a larger
                             * margin would cost much of the search. */
    TIME_GRACE_MS = 60,     /* the watchdog ends the process this long after the budget */
    TIME_MIN_MS = 100,      /* the budget is never smaller */
    TIME_ROUNDS = 8,        /* number of earlier rounds whose logs are read */
    TIME_CALIBRATION_MAX_MS = 60 /* more of the calibration is not used: it is long when the machine
                                  * is busy, and moves take longer then, too */
};

/* Milliseconds from the start of the process until the move must be final: ENGINE_LIMIT_MS, plus
 * the calibration that the engine granted (at most TIME_CALIBRATION_MAX_MS), minus the second
 * largest difference between the engine's and the bot's own measurement in the last TIME_ROUNDS
 * rounds (the largest of fewer than three), minus TIME_MARGIN_MS. TIME_DEFAULT_MS when the logs
 * lack these figures. `path` is the player's folder of this round. */
int time_manager_budget_ms(const RoundPath *path);

#endif
