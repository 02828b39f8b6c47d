/* JSON that may stand anywhere in a page: pure ASCII, nothing in it can end a script element. */
#ifndef BLASTBEAM_REPLAY_JSON_TEXT_H
#define BLASTBEAM_REPLAY_JSON_TEXT_H

#include "platform/text.h"

/* Append a string in quotes. All but plain letters, digits and harmless signs is written as \uXXXX,
 * among them < > & ' and everything beyond ASCII. Bytes that are no UTF-8 become U+FFFD each. */
void json_add_string(Text *text, const char *string);

/* Begin an item of a list: append a comma unless it is the first one. *count starts as 0. */
void json_separate(Text *text, int *count);

#endif
