/* Small bots in several languages, from which a competitor can start. Their files lie in a folder
 * for each language and are compiled into the program.
 */
#ifndef BLASTBEAM_STARTERS_STARTERS_H
#define BLASTBEAM_STARTERS_STARTERS_H

#include <stdbool.h>
#include <stddef.h>

/* Write the starter of `language` into `folder`, which is created when it is missing. Returns false
 * with a message when the language is unknown, the folder is not empty, or a file cannot be
 * written. */
bool starter_write(const char *language, const char *folder, char *error, size_t size);

/* The command that builds the starter in its folder; NULL when nothing must be built, or when the
 * language is unknown. */
const char *starter_build_command(const char *language);

/* Write the known languages, separated by ", ", into `text`. */
void starter_list_languages(char *text, size_t size);

#endif
