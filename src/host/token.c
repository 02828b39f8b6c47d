#include "host/token.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

bool token_make(char token[TOKEN_SIZE]) {
    unsigned char bytes[TOKEN_LENGTH / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool token_equals(const char token[TOKEN_SIZE], const char *text) {
    volatile unsigned char differ = 0;
    if (strlen(text) != TOKEN_LENGTH || !token[0])
        return false;
    for (int i = 0; i < TOKEN_LENGTH; i++)
        differ |= (unsigned char)(token[i] ^ text[i]);
    return differ == 0;
}
