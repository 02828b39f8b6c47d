/* The page of results, written in Markdown. */
#ifndef BLASTBEAM_EXPERIMENTS_PAGE_H
#define BLASTBEAM_EXPERIMENTS_PAGE_H

#include "experiments/trial.h"

enum { PAGE_PATH = 1200 };

/* The file of a question's picture in the folder `results`. */
void page_picture(const char *results, const Question *question, char path[PAGE_PATH]);

/* Write the answers to the questions of the list, with the pictures in the folder `results` that
 * were drawn from the same figures, and a table for each section. `trials` has one trial for each
 * row of the list. A row with missing games says how many it has. The file is replaced atomically.
 * Returns false, with a message in `why`, when it cannot be written, or when an answer has an
 * unknown field; the page is written then, with the field as it stands. */
bool page_write(const ExperimentList *list, const Trial *trials, const char *results,
                const char *path, char *why, size_t size);

#endif
