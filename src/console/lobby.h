/* What the network console says to its clients. This knows nothing of sockets, and nothing of
 * threads: console.h brings the bytes, the connections and the rounds.
 *
 *            a connection               its message          a connection to that port
 *   (none) ---------------> REGISTERING -----------> CLOSING  - - - - - - - - - - -+
 *                                         gets a port                              |
 *                                          of its own                              v
 *                                           CLOSING <------------------------- PLAYING
 *                                                    game complete, or refused
 *
 * A registration reserves the seat for the next connection to the seat's port that comes from the
 * same address. When all seats are taken, the registration gets the port of the refusals: whoever
 * connects there is told so, because the engine's client shows a text only in a match.
 */
#ifndef BLASTBEAM_CONSOLE_LOBBY_H
#define BLASTBEAM_CONSOLE_LOBBY_H

#include "console/outbox.h"
#include "host/listener.h"
#include "host/seat.h"

enum {
    LOBBY_PORTS = MAX_PLAYERS + 1, /* one for each seat, and that of the refusals */
    LOBBY_REFUSALS = MAX_PLAYERS,  /* its index */
    MESSAGES_A_SECOND = 50,        /* a client that sends more is dropped */
    BAD_MESSAGES = 10              /* the last of so many drops a client */
};

typedef enum ClientState {
    CLIENT_REGISTERING,
    CLIENT_PLAYING,
    CLIENT_CLOSING /* gets what is in the outbox and is not listened to */
} ClientState;

/* Initialize with {0} and the address. */
typedef struct Client {
    ClientState state;
    uint32_t address;
    int seat;             /* while it plays */
    char key[TOKEN_SIZE]; /* of the seat */
    int match;            /* the last match of which it has heard; 0: none */
    MessageReader reader;
    Outbox outbox;
    int64_t second; /* clock_now when the counting of messages began */
    int messages;   /* since then */
    int bad_messages;
} Client;

typedef struct Reservation {
    char key[TOKEN_SIZE]; /* "" for none */
    uint32_t address;
} Reservation;

typedef struct Lobby {
    Seats *seats;
    int port[LOBBY_PORTS];
    Reservation reserved[MAX_PLAYERS];

    /* The match, of which the first round has begun. */
    bool playing;
    int match;
    unsigned dead;   /* players, as bits */
    unsigned killed; /* those who died in the last round and have not been told */
    Blob *map;       /* MESSAGE_MAP of the present round */
    Blob *killed_map;
} Lobby;

/* `seats` must live longer; the caller sets the ports. Free it with lobby_close. */
void lobby_open(Lobby *lobby, Seats *seats);
void lobby_close(Lobby *lobby);

/* The client has sent these bytes. */
void lobby_receive(Lobby *lobby, Client *client, const uint8_t *bytes, size_t size, int64_t now);

/* The client has connected to port[index]. Afterwards it plays or is closing. */
void lobby_sit(Lobby *lobby, Client *client, int index);

/* The connection of the client has ended. */
void lobby_leave(Lobby *lobby, Client *client);

/* What the game says, see HostListener. After lobby_set_round each client is told by lobby_inform
 * or, at the end of the match, lobby_complete; then lobby_end_round is called. */
void lobby_set_killed(Lobby *lobby, int seat);
void lobby_set_round(Lobby *lobby, const HostRound *round);
void lobby_inform(Lobby *lobby, Client *client);
void lobby_complete(Lobby *lobby, Client *client);
void lobby_end_round(Lobby *lobby, bool is_last);

/* The client's command had no effect in the round just played. */
void lobby_fail_command(Client *client, Command command);

#endif
