/* JSON that can be inserted anywhere in an HTML page: it is pure ASCII and nothing in it can end a
 * script element. */
#ifndef BLASTBEAM_REPLAY_JSON_TEXT_H
#define BLASTBEAM_REPLAY_JSON_TEXT_H

typedef struct Text Text;

/* Append a string in quotes. Everything except ASCII letters, digits and harmless punctuation is
 * escaped as \uXXXX, among it < > & ' and all characters beyond ASCII. Each byte that is not valid
 * UTF-8 becomes U+FFFD. */
void json_add_string(Text *text, const char *string);

/* Begin the next item of a list: append a comma unless it is the first. *count starts as 0. */
void json_separate(Text *text, int *count);

#endif
