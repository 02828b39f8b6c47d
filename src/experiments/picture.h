/* Pictures of results, drawn by gnuplot. */
#ifndef BLASTBEAM_EXPERIMENTS_PICTURE_H
#define BLASTBEAM_EXPERIMENTS_PICTURE_H

#include "experiments/trial.h"
#include "platform/text.h"

typedef enum PictureEnd {
    PICTURE_DRAWN,
    PICTURE_EMPTY,      /* none of the rows was played by the commit */
    PICTURE_NO_PROGRAM, /* gnuplot is not installed */
    PICTURE_FAILED
} PictureEnd;

/* Append the script that draws the picture of a question into the file `path`. `trials` has one
 * trial for each row of the list; only those that `commit` played are drawn. Returns false when
 * there is none; then nothing is appended. */
bool picture_script(Text *out, const ExperimentList *list, const Question *question,
                    const Trial *trials, const char *commit, const char *path);

/* Draw that picture. */
PictureEnd picture_draw(const ExperimentList *list, const Question *question, const Trial *trials,
                        const char *commit, const char *path);

#endif
