/* What is true at the moment, as the value of the feed that all watchers get: the phase of the
 * match, the tempo, who sits where. */
#ifndef BLASTBEAM_WEB_STATUS_H
#define BLASTBEAM_WEB_STATUS_H

#include "host/game.h"

typedef struct StatusSource {
    const GameOptions *options;
    const Lineup *lineup;
    HostGame *game;
    Seats *seats;
    Control *control;
    bool has_folders; /* there is a list of played matches */
} StatusSource;

/* JSON, malloced; the caller frees it. NULL when memory is short. `watchers` are connected. */
char *status_write(const StatusSource *source, int watchers, size_t *size);

#endif
