/* The network console: people play with the engine's client, or another program that speaks its
 * protocol (see message.h). One thread serves all clients by poll.
 *
 * Nobody who connects can delay the match, or the other clients: what waits for a client is
 * bounded (outbox.h), and a client that is too slow, too fast or silent is dropped.
 */
#ifndef BLASTBEAM_CONSOLE_CONSOLE_H
#define BLASTBEAM_CONSOLE_CONSOLE_H

#include "host/listener.h"
#include "host/seat.h"

enum {
    CONSOLE_PORT = 19010,       /* of the engine's client */
    CONSOLE_PLAYERS_PORT = 990, /* added to it: the port of the first seat, if that is free */
    CONSOLE_VISITORS = 24,      /* connections that do not play */
    CONSOLE_VISITORS_OF_ADDRESS = 8
};

typedef struct ConsoleOptions {
    int port; /* 0: any that is free, for all ports */
    bool is_public;
    int register_ms; /* for a registration to arrive; 0: 10 seconds */
} ConsoleOptions;

typedef struct Console Console;

/* Listen, and start the thread. `seats` must live longer. Returns NULL with errno when the port
 * cannot be had or memory is short. The caller stops it with console_stop. */
Console *console_start(const ConsoleOptions *options, Seats *seats);

/* The listener for host_game_listen. */
HostListener console_listener(Console *console);

/* The port of the registration, of a seat, or, behind the last seat, of the refusals. */
int console_port(const Console *console);
int console_seat_port(const Console *console, int seat);

/* Tell the clients that the match is complete, end the thread and free the console. NULL is
 * allowed. The game must call the listener no longer. */
void console_stop(Console *console);

#endif
