/* Numbers in texts from users and files. The functions print nothing: the caller knows the name of
 * the option or the line of the file that its message needs. */
#ifndef BLASTBEAM_PLATFORM_NUMBER_H
#define BLASTBEAM_PLATFORM_NUMBER_H

#include <stdbool.h>

/* Read the number (see strtod) at the beginning of `text`. Returns the first character after it, or
 * NULL when there is no number or it is not in low..high; *value is undefined then. */
const char *number_begin(const char *text, double low, double high, double *value);

/* True when the whole of `text` is a number in low..high; then stores it in *value. */
bool number_real(const char *text, double low, double high, double *value);

/* The same for an integer written in decimal digits, with a sign or without: no "1e3". */
bool number_whole(const char *text, long long low, long long high, long long *value);

#endif
