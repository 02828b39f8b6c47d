/* The thread that plays: one match after the other, between bots, built-in agents and people.
 *
 * The match itself is that of referee/match.h. This file gives it the people's commands, keeps its
 * tempo, and reports to the feed and the listeners what happens.
 */
#ifndef BLASTBEAM_HOST_GAME_H
#define BLASTBEAM_HOST_GAME_H

#include "host/control.h"
#include "host/feed.h"
#include "host/hints.h"
#include "host/lineup.h"
#include "host/listener.h"
#include "host/seat.h"

enum { LISTENERS_MAX = 4, GAME_ERROR = 512, TURN_S_MAX = 3600 };

typedef struct GameOptions {
    Session session;    /* players, first seed, limits; people have the first seats */
    const char *parent; /* the seed folders are created in here */
    int tick_ms;        /* real time: milliseconds for a round; 0: turns */
    int turn_s;         /* turns: seconds for a command; 0: no limit */
    int wait_s;         /* for the person of an empty seat, then an agent plays; 0: no limit */
    const char *deputy; /* the built-in agent that does so */
    bool hints;
} GameOptions;

typedef enum GamePhase {
    GAME_WAITING, /* for people; the board is shown */
    GAME_PLAYING,
    GAME_OVER,
    GAME_FAILED /* the match could not begin, or go on */
} GamePhase;

/* What everybody may know. */
typedef struct GameView {
    GamePhase phase;
    int match; /* its number in the feed */
    int round, seed;
    int people;       /* seats in the match */
    int chosen_count; /* bots and agents: indices of the lineup */
    int chosen[MAX_PLAYERS];
    int64_t deadline; /* clock_now at which the turns of people end; 0: none */
    bool has_page;
    char error[GAME_ERROR];
} GameView;

typedef struct HostGame HostGame;

/* Returns NULL when memory is short. `options` and all others must live longer; `lineup` has the
 * players for matches that are asked for. The caller frees the result with host_game_destroy, which
 * accepts NULL. */
HostGame *host_game_create(const GameOptions *options, const Lineup *lineup, Seats *seats,
                           Control *control, Feed *feed);
void host_game_destroy(HostGame *game);

/* Add a listener, before the first match; at most LISTENERS_MAX. */
void host_game_listen(HostGame *game, const HostListener *listener);

/* For a thread of its own, with a HostGame: play the session's match, and then those that are asked
 * for, until the control ends it. Nothing is added to the feed afterwards. */
void host_game_run(void *context);

GameView host_game_view(HostGame *game);

/* The last match that is over, as the page of `bin/replay html`; the caller releases it. NULL when
 * there is none yet. */
Blob *host_game_page(HostGame *game);

#endif
