/* Pictures in SVG that gnuplot draws from a script. */
#ifndef BLASTBEAM_EXPERIMENTS_GNUPLOT_H
#define BLASTBEAM_EXPERIMENTS_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum GnuplotEnd {
    GNUPLOT_DRAWN,
    GNUPLOT_MISSING, /* it is not installed */
    GNUPLOT_FAILED   /* see `why` */
} GnuplotEnd;

/* Write the picture that the script sends to its standard output into the file `path`, all or
 * nothing. On failure the file stays as it was, and `why` is the last line of gnuplot's errors, or
 * what else is wrong. */
GnuplotEnd gnuplot_draw(const char *script, const char *path, char *why, size_t size);

/* True when the file is a picture that gnuplot_draw has made from this script. */
bool gnuplot_drew(const char *script, const char *path);

#endif
