/* The table of strength in README.md. */
#ifndef BLASTBEAM_EXPERIMENTS_README_H
#define BLASTBEAM_EXPERIMENTS_README_H

#include "experiments/trial.h"

typedef enum ReadmeEnd {
    README_WRITTEN,
    README_NO_ROWS, /* no row has the keyword `readme` */
    README_KEPT,    /* these rows are not fit for it, see `why` */
    README_FAILED   /* the file cannot be read or written, or has no marks; see `why` */
} ReadmeEnd;

/* Replace the lines between "<!-- strength -->" and "<!-- -->" in the file by a sentence and a
 * table of the rows with the keyword `readme`. All of them must be complete and played by one
 * commit without other changes. Otherwise the file stays as it is. Rows with bots outside are left
 * out when they are not complete or of another commit. */
ReadmeEnd readme_write(const ExperimentList *list, const Trial *trials, const char *path, char *why,
                       size_t size);

#endif
