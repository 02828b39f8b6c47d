/* Clients of the network console, and a console without a match: the tests say what the game
 * would. Everything that does not come within a minute fails the test. */
#ifndef BLASTBEAM_TESTS_SUPPORT_CONSOLE_CLIENT_H
#define BLASTBEAM_TESTS_SUPPORT_CONSOLE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "console/console.h"
#include "console/message.h"

/* Connect from 127.0.0.1, or from 127.0.0.`machine`. The caller closes the socket. */
int client_connect(int port);
int client_connect_from(int machine, int port);

/* Write a text as the console's two bytes for each character; "^" is U+D83D, "_" U+DE00. Returns
 * the number of bytes. */
size_t client_units(uint8_t *bytes, const char *text);

/* Send bytes, or a message. False when the console has closed the connection. */
bool client_send(int client, const void *bytes, size_t size);
bool client_say(int client, MessageType type, const char *text);

/* The next message; MESSAGE_MALFORMED when the console closes the connection. Reads no byte of the
 * one behind it. */
MessageType client_hear(int client, char *text, size_t size);

/* Fail unless the next message is of this type and has `wanted` in it. */
void client_expect(int client, MessageType type, const char *wanted);

/* Fail unless the console closes the connection; close the socket. */
void client_expect_close(int client);

/* Fail when anything comes in the next 0.3 s. */
void client_expect_silence(int client);

typedef struct Room {
    Seats *seats;
    Console *console;
    HostListener game;
    Snapshot snapshot;
} Room;

Room room_open(int people);
void room_close(Room *room);

/* A round as the game reports it; `waiting`: people have not all come yet. */
HostRound room_round(const Room *room, int number, bool waiting, const char *map);

/* Report a round, or the end of the match. */
void room_play(Room *room, int number, const char *map);
void room_end(Room *room, const char *map);

/* Register and return the port that the registration answers with. */
int room_register(const Room *room, const char *name);

void room_wait_for_seat(const Room *room, int seat, SeatState state);

/* Register, connect to the seat, and wait until it is taken. The caller closes the socket. */
int room_join(const Room *room, const char *name, int seat);

/* Wait for the command of a seat, and fail when it is another one. */
void room_expect_command(const Room *room, int seat, Command command);

#endif
