/* Secrets: random texts that nobody can guess. */
#ifndef BLASTBEAM_HOST_TOKEN_H
#define BLASTBEAM_HOST_TOKEN_H

#include <stdbool.h>

enum { TOKEN_LENGTH = 32, TOKEN_SIZE = TOKEN_LENGTH + 1 };

/* Make a token of 128 random bits, as hexadecimal digits. Returns false when the system has no
 * random numbers. */
bool token_make(char token[TOKEN_SIZE]);

/* True when `text`, a string of any length, is the token. The time that this takes tells nothing
 * about the token. An empty token equals nothing. */
bool token_equals(const char token[TOKEN_SIZE], const char *text);

#endif
