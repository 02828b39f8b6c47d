#include "console/lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t second = 1000000000;

void lobby_open(Lobby *lobby, Seats *seats) {
    *lobby = (Lobby){.seats = seats};
}

void lobby_close(Lobby *lobby) {
    blob_release(lobby->map);
    blob_release(lobby->killed_map);
    *lobby = (Lobby){0};
}

/* ---- The end of a client. ---- */

/* Listen to it no longer. Its seat is free from now on. */
static void begin_close(Lobby *lobby, Client *client) {
    if (client->state == CLIENT_PLAYING)
        seats_leave(lobby->seats, client->key);
    client->state = CLIENT_CLOSING;
}

static void refuse(Lobby *lobby, Client *client, const char *reason) {
    outbox_put_text(&client->outbox, MESSAGE_FAILED, reason);
    begin_close(lobby, client);
}

void lobby_leave(Lobby *lobby, Client *client) {
    begin_close(lobby, client);
    outbox_clear(&client->outbox);
}

/* ---- Registration. ---- */

static void register_client(Lobby *lobby, Client *client, const char *name, int64_t now) {
    char text[16], key[TOKEN_SIZE];
    int seat = 0, index = LOBBY_REFUSALS;
    if (seats_open_any(lobby->seats, name, &seat, key) == SEAT_ACCEPTED) {
        Reservation *reservation = &lobby->reserved[seat];
        memcpy(reservation->key, key, TOKEN_SIZE);
        reservation->address = client->address;
        index = seat;
    }
    snprintf(text, sizeof text, "%d", lobby->port[index]);
    outbox_put_text(&client->outbox, MESSAGE_REGISTRATION_PORT, text);
    outbox_delay(&client->outbox, now);
    begin_close(lobby, client);
}

/* Take the reservation of the seat, if it is that of the client. Returns the seat or SEAT_NONE. */
static int take_reservation(Lobby *lobby, Client *client, int seat) {
    Reservation *reservation = &lobby->reserved[seat];
    if (reservation->address != client->address)
        return SEAT_NONE;
    memcpy(client->key, reservation->key, TOKEN_SIZE);
    reservation->key[0] = 0;
    return seats_enter(lobby->seats, client->key);
}

void lobby_sit(Lobby *lobby, Client *client, int index) {
    if (index == LOBBY_REFUSALS) {
        refuse(lobby, client, "All seats of the game are taken, try again later");
        return;
    }
    client->seat = take_reservation(lobby, client, index);
    if (client->seat == SEAT_NONE) {
        refuse(lobby, client, "This seat is not reserved for you, register first");
        return;
    }
    client->state = CLIENT_PLAYING;
    if (lobby->playing)
        lobby_inform(lobby, client);
}

/* ---- What a client says. ---- */

static Command parse_command(const char *text) {
    static const struct {
        char letter;
        Command command;
    } letters[] = {{'w', COMMAND_UP},    {'s', COMMAND_DOWN}, {'a', COMMAND_LEFT},
                   {'d', COMMAND_RIGHT}, {'z', COMMAND_BOMB}, {'x', COMMAND_TRIGGER}};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if ((text[0] | 0x20) == letters[i].letter && !text[1])
            return letters[i].command;
    return COMMAND_NOTHING;
}

static void give_command(Lobby *lobby, Client *client, const char *text) {
    if (!lobby->playing)
        outbox_put_text(&client->outbox, MESSAGE_FAILED, "The match has not begun");
    else if (lobby->dead >> client->seat & 1)
        outbox_put_text(&client->outbox, MESSAGE_FAILED, "You have been killed");
    else if (seats_give(lobby->seats, client->key, ANY_ROUND, parse_command(text)) != SEAT_ACCEPTED)
        refuse(lobby, client, "Somebody else has taken your seat");
}

static void reject(Lobby *lobby, Client *client) {
    if (client->state == CLIENT_REGISTERING)
        refuse(lobby, client, "Register first, with a message of type 5");
    else if (++client->bad_messages >= BAD_MESSAGES)
        refuse(lobby, client, "Too many messages that are no commands");
    else
        outbox_put_text(&client->outbox, MESSAGE_FAILED, "This message is no command");
}

static void handle(Lobby *lobby, Client *client, const Message *message, int64_t now) {
    bool registers = client->state == CLIENT_REGISTERING;
    if (message->type != (registers ? MESSAGE_REGISTER : MESSAGE_COMMAND))
        reject(lobby, client);
    else if (registers)
        register_client(lobby, client, message->text, now);
    else
        give_command(lobby, client, message->text);
}

static bool is_flooding(Client *client, int64_t now) {
    if (now - client->second >= second) {
        client->second = now;
        client->messages = 0;
    }
    return ++client->messages > MESSAGES_A_SECOND;
}

void lobby_receive(Lobby *lobby, Client *client, const uint8_t *bytes, size_t size, int64_t now) {
    Message message;
    while (client->state != CLIENT_CLOSING && size > 0) {
        MessageResult result = message_read(&client->reader, &bytes, &size, &message);
        if (result == MESSAGE_TOO_LONG)
            refuse(lobby, client, "The message is too long");
        else if (result == MESSAGE_READ && is_flooding(client, now))
            refuse(lobby, client, "Too many messages");
        else if (result == MESSAGE_READ)
            handle(lobby, client, &message, now);
    }
}

/* ---- What the game says. ---- */

/* The map as a message of this type. */
static Blob *make_map(MessageType type, const char *map) {
    size_t size;
    char *text = message_lay_out(map);
    char *bytes = text ? message_write(type, text, &size) : NULL;
    free(text);
    return bytes ? blob_make(bytes, size) : NULL;
}

static unsigned find_dead(const Snapshot *snapshot) {
    unsigned dead = 0;
    for (int p = 0; p < snapshot->player_count && p < MAX_PLAYERS; p++)
        dead |= (unsigned)snapshot->players[p].killed << p;
    return dead;
}

void lobby_set_round(Lobby *lobby, const HostRound *round) {
    lobby->playing = !round->waiting;
    lobby->match = round->number;
    lobby->dead = find_dead(round->snapshot);
    blob_release(lobby->map);
    blob_release(lobby->killed_map);
    lobby->map = lobby->killed_map = NULL;
    if (!lobby->playing)
        return;
    lobby->map = make_map(MESSAGE_MAP, round->map);
    if (lobby->dead)
        lobby->killed_map = make_map(MESSAGE_KILLED, round->map);
}

void lobby_set_killed(Lobby *lobby, int seat) {
    lobby->killed |= 1u << seat;
}

void lobby_end_round(Lobby *lobby, bool is_last) {
    lobby->killed = 0;
    lobby->playing &= !is_last;
}

void lobby_fail_command(Client *client, Command command) {
    const char *reason = is_move(command)             ? "The way is blocked"
                         : command == COMMAND_BOMB    ? "No bomb can be placed here now"
                         : command == COMMAND_TRIGGER ? "There is no bomb to trigger"
                                                      : "It had no effect";
    outbox_put_text(&client->outbox, MESSAGE_FAILED, reason);
}

/* That the player is dead, if it does not know it. `is_new` is true for a client that has not
 * heard of this match. */
static void inform_of_death(Lobby *lobby, Client *client, bool is_new) {
    unsigned unaware = lobby->killed | (is_new ? lobby->dead : 0);
    if (unaware >> client->seat & 1)
        outbox_put(&client->outbox, MESSAGE_KILLED, lobby->killed_map);
}

void lobby_inform(Lobby *lobby, Client *client) {
    char key[] = {(char)('A' + client->seat), 0};
    bool is_new = client->match != lobby->match;
    if (client->state != CLIENT_PLAYING || !lobby->playing)
        return;
    if (is_new)
        outbox_put_text(&client->outbox, MESSAGE_REGISTERED, key);
    client->match = lobby->match;
    inform_of_death(lobby, client, is_new);
    outbox_put(&client->outbox, MESSAGE_MAP, lobby->map);
}

void lobby_complete(Lobby *lobby, Client *client) {
    if (client->state != CLIENT_PLAYING)
        return;
    if (lobby->playing)
        inform_of_death(lobby, client, false);
    outbox_put_text(&client->outbox, MESSAGE_COMPLETE, "");
    begin_close(lobby, client);
}
