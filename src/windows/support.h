/* What the files for Windows share: text in UTF-16, errors in errno, functions found at run time.
 */
#ifndef BLASTBEAM_WINDOWS_SUPPORT_H
#define BLASTBEAM_WINDOWS_SUPPORT_H

#include <stdbool.h>
#include <wchar.h>
#include <windows.h>

/* Convert a path from UTF-8 to UTF-16. A path that is too long for the system's functions is made
 * absolute and gets the prefix that lifts their limit of 260 characters. Returns malloced memory;
 * NULL with errno when memory is short or the text is not UTF-8. */
wchar_t *windows_widen(const char *text);

/* Convert UTF-16 to UTF-8. Returns malloced memory; NULL with errno when memory is short. */
char *windows_narrow(const wchar_t *text);

/* Set errno to the reason why the last system call failed. */
void windows_set_errno(void);

/* Look up a function that some versions of Windows lack, or whose library is rarely needed. Returns
 * NULL when it is missing. */
FARPROC windows_find_function(const char *library, const char *name);

/* True when the path refers to an existing folder. */
bool windows_is_folder(const wchar_t *path);

#endif
