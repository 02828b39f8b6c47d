/* An experiment with what has been played of it. */
#ifndef BLASTBEAM_EXPERIMENTS_TRIAL_H
#define BLASTBEAM_EXPERIMENTS_TRIAL_H

#include "arena/tournament.h"
#include "experiments/list.h"

enum { TRIAL_PATH = 1024, TRIAL_TEXT = 512 };

typedef struct Trial {
    const Experiment *row;
    bool can_play;                    /* its agents exist and its file is its own */
    char why[TRIAL_TEXT];             /* else */
    char path[TRIAL_PATH];            /* of the file with its games */
    char arguments[RECORD_ARGUMENTS]; /* the tournament points into it */
    Tournament tournament;
    TournamentTally tally; /* of the games played */
} Trial;

/* Make the trial of a row whose games are in `folder`, and read them. */
void trial_open(Trial *trial, const Experiment *row, const char *folder);

/* The games that `percent` (above 0, at most 100) of the row are: whole maps. */
int trial_games(const Trial *trial, double percent);

/* Of the first `games`, those that have not been played. */
int trial_missing(const Trial *trial, int games);

/* Seconds that the games still missing among the first `games` will take: as long as those played,
 * or where there are none, whole matches of moves that use up their limits: duels of the searches
 * are played to the end, or nearly. Those in which somebody dies early take less. */
double trial_seconds(const Trial *trial, int games);

/* Play what is missing among the first `games`, and read all again, those of before too when it
 * fails. Returns false, with a message in `why`, then. */
bool trial_play(Trial *trial, int games, bool progress, const volatile sig_atomic_t *stop);

#endif
