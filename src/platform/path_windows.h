/* Paths in the UTF-16 of Windows. */
#ifndef BLASTBEAM_PLATFORM_PATH_WINDOWS_H
#define BLASTBEAM_PLATFORM_PATH_WINDOWS_H

#include <wchar.h>

/* The path in UTF-16, `text` being UTF-8. One that is too long for the functions of the system is
 * made whole and given the prefix that lifts their limit of 260. Returns malloced memory; NULL,
 * with errno set, when memory is short or the text is no UTF-8. */
wchar_t *path_widen(const char *text);

/* UTF-16 in UTF-8, malloced; NULL, with errno set, when memory is short. */
char *path_narrow(const wchar_t *text);

/* Say in errno why the last call of the system failed. */
void set_errno_of_system(void);

#endif
