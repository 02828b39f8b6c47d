/* A row of the list of experiments, with the games that have been played. */
#ifndef BLASTBEAM_EXPERIMENTS_TRIAL_H
#define BLASTBEAM_EXPERIMENTS_TRIAL_H

#include "arena/tournament.h"
#include "experiments/list.h"

enum { TRIAL_PATH = 1024, TRIAL_TEXT = 512 };

typedef struct Trial {
    const Experiment *row;
    bool is_valid;                    /* its agents exist or are outside, all its games can be
                                         counted, and its file holds its games alone */
    char why[TRIAL_TEXT];             /* why it is not valid, or why playing failed */
    char path[TRIAL_PATH];            /* the file of its games */
    char arguments[RECORD_ARGUMENTS]; /* the tournament points into it */
    Tournament tournament;
    TournamentTally tally; /* of the games in the file */
} Trial;

/* How a trial is played. */
typedef struct TrialPlay {
    const char *commit; /* of this program; NULL: not known */
    bool renew;         /* delete the games of the file first if another commit played them */
    bool progress;      /* show progress on standard error */
    const char *title;  /* in front of the progress; may be NULL */
    double rest_s;      /* seconds of the rows that follow, shown with the progress */
    const volatile sig_atomic_t *stop; /* may be NULL */
} TrialPlay;

/* How long games are expected to take. */
typedef struct TrialCost {
    double processor_s; /* processor seconds of all moves, with all threads */
    double wall_s;      /* with as many games at once as the tournament plays */
} TrialCost;

/* Prepare the trial of a row whose file of games is in `folder`, and read that file. */
void trial_open(Trial *trial, const Experiment *row, const char *folder);

/* True when the row is valid and is played here, with agents that are in this program. */
bool trial_is_played_here(const Trial *trial);

/* Read the file of a valid trial again. When it cannot be read, the trial is not valid any more. */
void trial_read(Trial *trial);

/* True when the row is between two agents in games of two players. */
bool trial_is_duel(const Trial *trial);

/* How many seats the agent has in each of its games. */
int trial_seats(const Trial *trial, int agent);

/* The number of games in the first `percent` (above 0, at most 100) of the row, rounded up to whole
 * maps. */
int trial_games(const Trial *trial, double percent);

/* True when the games that were played let the row stop before its last game. */
bool trial_has_stopped(const Trial *trial);

/* How many of the first `games` games have not been played and may be needed. */
int trial_missing(const Trial *trial, int games);

/* How many of them are expected to be needed: fewer when the row can stop early. */
int trial_expected(const Trial *trial, int games);

/* True when the row has games, and another commit than `commit` played them. */
bool trial_is_of_other_commit(const Trial *trial, const char *commit);

/* True when the row has games, and `commit` played them. */
bool trial_counts(const Trial *trial, const char *commit);

/* The commit that played most of the trials that have games; "" when none has or it is not known.
 */
void trials_commit(const Trial *trials, int count, char commit[RECORD_COMMIT]);

/* Forget the games that were read, as if there was no file. */
void trial_forget(Trial *trial);

/* Estimate the cost of the games that trial_expected counts. A game is expected to take as long as
 * the list says and as those that were played. Without both it is expected to last to the last
 * round, with moves that use up their limits. */
TrialCost trial_cost(const Trial *trial, int games);

/* Play the missing games among the first `games`, and read the file again. Returns false, with a
 * message in `why`, when it fails, also when another commit played the games of the file and
 * `renew` is not set. The tally then has the games that the file holds. */
bool trial_play(Trial *trial, int games, const TrialPlay *play);

#endif
