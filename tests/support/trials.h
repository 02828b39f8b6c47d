/* Lists of experiments in the scratch folder, and their trials. */
#ifndef BLASTBEAM_TESTS_SUPPORT_TRIALS_H
#define BLASTBEAM_TESTS_SUPPORT_TRIALS_H

#include "experiments/page.h"
#include "support/scratch.h"

/* Two sections with the rows quick, four and missing, whose agent does not exist. */
extern const char three_rows[];

/* Write the text into list.txt of the folder and read it. Fails the test when it is wrong. */
void read_list(const char *text, ExperimentList *list);

/* The same, and open the trial of each row with its games in the folder. */
void open_list(const char *text, ExperimentList *list, Trial *trials);

/* Play the missing ones of the first `games` games as `commit` (NULL: not known). */
bool play_trial(Trial *trial, int games, const char *commit);

/* Write the page of results to `path`; fail unless it contains `what`. */
void assert_page_says(const ExperimentList *list, const Trial *trials, const char *path,
                      const char *what);

#endif
