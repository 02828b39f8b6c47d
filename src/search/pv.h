/* The principal variation: what a player means to do, round by round. */
#ifndef BLASTBEAM_SEARCH_PV_H
#define BLASTBEAM_SEARCH_PV_H

#include <stdint.h>
#include <string.h>

enum { PV_LENGTH = 40 };

/* A length of 0 means that nothing is planned. */
typedef struct Pv {
    int length;
    uint8_t command[PV_LENGTH];
} Pv;

/* The rest of `pv` after its first command; empty when there is none. */
static inline Pv pv_rest(const Pv *pv) {
    Pv rest = {0};
    if (pv->length > 1) {
        rest.length = pv->length - 1;
        memcpy(rest.command, pv->command + 1, (size_t)rest.length);
    }
    return rest;
}

#endif
