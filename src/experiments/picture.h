/* Pictures of results, drawn by gnuplot. */
#ifndef BLASTBEAM_EXPERIMENTS_PICTURE_H
#define BLASTBEAM_EXPERIMENTS_PICTURE_H

#include "experiments/trial.h"
#include "platform/text.h"

typedef enum PictureEnd {
    PICTURE_DRAWN,
    PICTURE_EMPTY,      /* none of the rows was played by the commit */
    PICTURE_NO_PROGRAM, /* gnuplot is not installed */
    PICTURE_FAILED      /* see `why` */
} PictureEnd;

/* Append the script with which gnuplot writes the picture of a question to its standard output.
 * `trials` has one trial for each row of the list; only those that `commit` played are drawn.
 * Returns false when there is none; then nothing is appended. */
bool picture_script(Text *out, const ExperimentList *list, const Question *question,
                    const Trial *trials, const char *commit);

/* Draw that picture into the file `path`, which is replaced atomically. When there is nothing to
 * draw the file is removed; when drawing fails it stays. */
PictureEnd picture_draw(const ExperimentList *list, const Question *question, const Trial *trials,
                        const char *commit, const char *path, char *why, size_t size);

/* True when the file `path` is that picture, drawn from the same figures. */
bool picture_is_current(const ExperimentList *list, const Question *question, const Trial *trials,
                        const char *commit, const char *path);

#endif
