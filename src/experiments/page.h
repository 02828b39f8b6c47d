/* The page of results, written in Markdown. */
#ifndef BLASTBEAM_EXPERIMENTS_PAGE_H
#define BLASTBEAM_EXPERIMENTS_PAGE_H

#include "experiments/trial.h"

/* Write a table for each section of the list. `trials` has one trial for each row of the list. A
 * row with missing games says how many it has. The file is replaced atomically. Returns false with
 * errno set. */
bool page_write(const ExperimentList *list, const Trial *trials, const char *path);

#endif
