#include "support/console_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform/clock.h"
#include "test.h"

enum { PATIENCE_MS = 60000, QUIET_MS = 300 };

static const int64_t millisecond = 1000000;

int client_connect_from(int machine, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in own = {.sin_family = AF_INET,
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + (unsigned)machine)};
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(client, (struct sockaddr *)&own, sizeof own), 0);
    assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    return client;
}

int client_connect(int port) {
    return client_connect_from(1, port);
}

size_t client_units(uint8_t *bytes, const char *text) {
    size_t size = 0;
    for (; *text; text++) {
        unsigned unit = *text == '^' ? 0xd83d : *text == '_' ? 0xde00 : (unsigned char)*text;
        bytes[size++] = (uint8_t)unit;
        bytes[size++] = (uint8_t)(unit >> 8);
    }
    return size;
}

bool client_send(int client, const void *bytes, size_t size) {
    return send(client, bytes, size, MSG_NOSIGNAL) == (ssize_t)size;
}

bool client_say(int client, MessageType type, const char *text) {
    size_t size;
    char *bytes = message_write(type, text, &size);
    bool sent = client_send(client, bytes, size);
    free(bytes);
    return sent;
}

MessageType client_hear(int client, char *text, size_t size) {
    char bytes[20480];
    size_t count = 0;
    *text = 0;
    while (true) {
        struct pollfd polled = {.fd = client, .events = POLLIN};
        assert_int_equal(poll(&polled, 1, PATIENCE_MS), 1);
        if (recv(client, bytes + count, 2, MSG_WAITALL) != 2)
            return MESSAGE_MALFORMED;
        if (bytes[count] == '<' && bytes[count + 1] == 0)
            break;
        count += 2;
        assert_true(count < sizeof bytes);
    }
    assert_true(count >= 4 && bytes[2] == '|' && bytes[1] == 0 && bytes[3] == 0);
    size_t length = 0;
    for (size_t i = 4; i < count && length + 1 < size; i += 2)
        text[length++] = bytes[i + 1] ? '~' : bytes[i];
    text[length] = 0;
    return (MessageType)(bytes[0] - '0');
}

void client_expect(int client, MessageType type, const char *wanted) {
    char text[20480];
    MessageType got = client_hear(client, text, sizeof text);
    if (got != type || !strstr(text, wanted))
        print_message("type %d: %s\n", got, text);
    assert_int_equal(got, type);
    assert_non_null(strstr(text, wanted));
}

void client_expect_close(int client) {
    client_expect(client, MESSAGE_MALFORMED, "");
    close(client);
}

void client_expect_silence(int client) {
    struct pollfd polled = {.fd = client, .events = POLLIN};
    assert_int_equal(poll(&polled, 1, QUIET_MS), 0);
}

Room room_open(int people) {
    static const ConsoleOptions options = {.register_ms = 0};
    Room room = {.seats = seats_create(people)};
    room.console = console_start(&options, room.seats);
    assert_non_null(room.console);
    room.game = console_listener(room.console);
    room.snapshot.player_count = people;
    return room;
}

void room_close(Room *room) {
    console_stop(room->console);
    seats_destroy(room->seats);
}

HostRound room_round(const Room *room, int number, bool waiting, const char *map) {
    return (HostRound){
        .number = number, .waiting = waiting, .snapshot = &room->snapshot, .map = map};
}

void room_play(Room *room, int number, const char *map) {
    HostRound round = room_round(room, number, false, map);
    room->game.on_round(room->game.context, &round);
}

void room_end(Room *room, const char *map) {
    HostRound round = room_round(room, 1, false, map);
    room->game.on_end(room->game.context, &round);
}

int room_register(const Room *room, const char *name) {
    char text[64];
    int client = client_connect(console_port(room->console));
    assert_true(client_say(client, MESSAGE_REGISTER, name));
    assert_int_equal(client_hear(client, text, sizeof text), MESSAGE_REGISTRATION_PORT);
    client_expect_close(client);
    return atoi(text);
}

void room_wait_for_seat(const Room *room, int seat, SeatState state) {
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (seats_view(room->seats, seat).state != state) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(2);
    }
}

int room_join(const Room *room, const char *name, int seat) {
    int port = room_register(room, name);
    assert_int_equal(port, console_seat_port(room->console, seat));
    int client = client_connect(port);
    room_wait_for_seat(room, seat, SEAT_HERE);
    return client;
}

void room_expect_command(const Room *room, int seat, Command command) {
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (!seats_view(room->seats, seat).given) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(2);
    }
    assert_int_equal(seats_take(room->seats, seat), command);
}
