/* The page of results, in Markdown. */
#ifndef BLASTBEAM_EXPERIMENTS_PAGE_H
#define BLASTBEAM_EXPERIMENTS_PAGE_H

#include "experiments/trial.h"

/* Write what the trials, one for each row of the list, came to: a table for each section. Rows that
 * miss games say how many they have. The file is replaced whole. Returns false with errno set. */
bool page_write(const ExperimentList *list, const Trial *trials, const char *path);

#endif
