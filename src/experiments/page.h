/* The page of results, written in Markdown. */
#ifndef BLASTBEAM_EXPERIMENTS_PAGE_H
#define BLASTBEAM_EXPERIMENTS_PAGE_H

#include "experiments/trial.h"

enum { PAGE_PATH = 1200 };

/* The file of a question's picture in the folder `results`. */
void page_picture(const char *results, const Question *question, char path[PAGE_PATH]);

/* Write the answers to the questions of the list, with the pictures that are in the folder
 * `results`, and a table for each section. `trials` has one trial for each row of the list. A row
 * with missing games says how many it has. The file is replaced atomically. Returns false with
 * errno set. */
bool page_write(const ExperimentList *list, const Trial *trials, const char *results,
                const char *path);

#endif
