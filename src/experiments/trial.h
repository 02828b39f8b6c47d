/* A row of the list of experiments, with the games that have been played. */
#ifndef BLASTBEAM_EXPERIMENTS_TRIAL_H
#define BLASTBEAM_EXPERIMENTS_TRIAL_H

#include "arena/tournament.h"
#include "experiments/list.h"

enum { TRIAL_PATH = 1024, TRIAL_TEXT = 512 };

typedef struct Trial {
    const Experiment *row;
    bool is_valid;                    /* its agents exist and its file holds its games alone */
    char why[TRIAL_TEXT];             /* why it is not valid, or why playing failed */
    char path[TRIAL_PATH];            /* the file of its games */
    char arguments[RECORD_ARGUMENTS]; /* the tournament points into it */
    Tournament tournament;
    TournamentTally tally; /* of the games in the file */
} Trial;

/* True when the row has a commit (list.h): it is shown, and never played. */
bool trial_is_closed(const Trial *trial);

/* Prepare the trial of a row whose file of games is in `folder`, and read that file. The agents of
 * a closed row (list.h) need not exist; its file must. */
void trial_open(Trial *trial, const Experiment *row, const char *folder);

/* The number of games in the first `percent` (above 0, at most 100) of the row, rounded up to whole
 * maps. */
int trial_games(const Trial *trial, double percent);

/* How many of the first `games` games have not been played; 0 for a closed row. */
int trial_missing(const Trial *trial, int games);

/* Estimate the seconds that the missing games among the first `games` will take. A game is expected
 * to take as long as the mean of those played. Without any, it is expected to last to the last
 * round, with moves that use up their limits: duels of search agents end there or nearly there. */
double trial_seconds(const Trial *trial, int games);

/* Play the missing games among the first `games`, and read the file again. Returns false, with a
 * message in `why`, when it fails; the tally then has the games that the file holds. */
bool trial_play(Trial *trial, int games, bool progress, const volatile sig_atomic_t *stop);

#endif
