/* How long the bot may think, learned from what the engine wrote about earlier rounds. */
#ifndef BLASTBEAM_BOT_TIME_MANAGER_H
#define BLASTBEAM_BOT_TIME_MANAGER_H

enum {
    BUDGET_LIMIT_MS = 2000,   /* the engine's limit on the wall clock of the process */
    BUDGET_UNKNOWN_MS = 1500, /* without logs: room for a slow engine and a busy machine */
    BUDGET_MARGIN_MS = 400,   /* for the scheduler, the disk and the end of the process: on a busy
                               * machine one of 619 moves took 140 ms more than planned, and one of
                               * 5,199 over 700 ms; twice the margin costs a quarter of the search */
    BUDGET_GRACE_MS = 60,     /* a search that does not end is given up so much later */
    BUDGET_LEAST_MS = 100,
    BUDGET_ROUNDS = 8,   /* rounds whose logs are read */
    BUDGET_GRANT_MS = 60 /* the most of a calibration that is used: it is long where a machine
                          * is busy, and there moves take longer, too */
};

/* Milliseconds from the start of the process until the answer must be there: the limit, plus what
 * is used of the calibration that the engine granted, minus what it saw of the last rounds beyond
 * the bot's own measure, minus the margin; BUDGET_UNKNOWN_MS when the logs do not tell. `folder` is
 * the player's of this round. */
int budget_calibrate(const char *folder);

/* The milliseconds of "can run an additional 37ms" in a log.txt; -1 when it does not say. */
int budget_read_calibration(const char *log);

/* The milliseconds of "total execution time was 00:00:01.2345678"; -1 when it does not say. */
double budget_read_execution(const char *log);

/* The milliseconds that the bot itself measured, of "Output from bot: move=up(1) ... ms=1234 ...";
 * -1 when it does not say. */
int budget_read_own(const char *log);

#endif
