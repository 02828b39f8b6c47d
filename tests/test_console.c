/* The network console: messages, registration, seats, the match, and clients that are broken, slow
 * or hostile. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "console/console.h"
#include "console/message.h"
#include "console/outbox.h"
#include "host/game.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "support/scratch.h"
#include "test.h"

enum { PATIENCE_MS = 60000, QUIET_MS = 300 };

static const int64_t millisecond = 1000000;

/* ---- Clients. ---- */

/* Connect from 127.0.0.`machine`. */
static int connect_from(int machine, int port) {
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

static int connect_to(int port) {
    return connect_from(1, port);
}

/* False when the console has closed the connection. */
static bool send_bytes(int client, const void *bytes, size_t size) {
    return send(client, bytes, size, MSG_NOSIGNAL) == (ssize_t)size;
}

static bool say(int client, MessageType type, const char *text) {
    size_t size;
    char *bytes = message_write(type, text, &size);
    bool sent = send_bytes(client, bytes, size);
    free(bytes);
    return sent;
}

/* The next message; MESSAGE_MALFORMED when the console closes the connection. Reads no byte of the
 * one behind it. */
static MessageType hear(int client, char *text, size_t size) {
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

static void expect(int client, MessageType type, const char *wanted) {
    char text[20480];
    MessageType got = hear(client, text, sizeof text);
    if (got != type || !strstr(text, wanted))
        print_message("type %d: %s\n", got, text);
    assert_int_equal(got, type);
    assert_non_null(strstr(text, wanted));
}

static void expect_close(int client) {
    expect(client, MESSAGE_MALFORMED, "");
    close(client);
}

static void expect_silence(int client) {
    struct pollfd polled = {.fd = client, .events = POLLIN};
    assert_int_equal(poll(&polled, 1, QUIET_MS), 0);
}

/* ---- A console without a match: the tests say what the game would. ---- */

typedef struct Room {
    Seats *seats;
    Console *console;
    HostListener game;
    Snapshot snapshot;
} Room;

static Room open_room(int people) {
    static const ConsoleOptions options = {.register_ms = 0};
    Room room = {.seats = seats_create(people)};
    room.console = console_start(&options, room.seats);
    assert_non_null(room.console);
    room.game = console_listener(room.console);
    room.snapshot.player_count = people;
    return room;
}

static void close_room(Room *room) {
    console_stop(room->console);
    seats_destroy(room->seats);
}

static HostRound make_round(const Room *room, int number, bool waiting, const char *map) {
    return (HostRound){
        .number = number, .waiting = waiting, .snapshot = &room->snapshot, .map = map};
}

static void play_round(Room *room, int number, const char *map) {
    HostRound round = make_round(room, number, false, map);
    room->game.on_round(room->game.context, &round);
}

static void end_match(Room *room, const char *map) {
    HostRound round = make_round(room, 1, false, map);
    room->game.on_end(room->game.context, &round);
}

/* The port that the registration answers with. */
static int register_name(const Room *room, const char *name) {
    char text[64];
    int client = connect_to(console_port(room->console));
    assert_true(say(client, MESSAGE_REGISTER, name));
    assert_int_equal(hear(client, text, sizeof text), MESSAGE_REGISTRATION_PORT);
    expect_close(client);
    return atoi(text);
}

static void wait_for_seat(const Room *room, int seat, SeatState state) {
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (seats_view(room->seats, seat).state != state) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(2);
    }
}

static int join(const Room *room, const char *name, int seat) {
    int port = register_name(room, name);
    assert_int_equal(port, console_seat_port(room->console, seat));
    int client = connect_to(port);
    wait_for_seat(room, seat, SEAT_HERE);
    return client;
}

/* Wait for the command of a seat. */
static void expect_command(const Room *room, int seat, Command command) {
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (!seats_view(room->seats, seat).given) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(2);
    }
    assert_int_equal(seats_take(room->seats, seat), command);
}

/* ---- Messages. ---- */

/* The bytes of a text in which each character is one unit; "^" is U+D83D, "_" U+DE00. */
static size_t write_units(uint8_t *bytes, const char *text) {
    size_t size = 0;
    for (; *text; text++) {
        unsigned unit = *text == '^' ? 0xd83d : *text == '_' ? 0xde00 : (unsigned char)*text;
        bytes[size++] = (uint8_t)unit;
        bytes[size++] = (uint8_t)(unit >> 8);
    }
    return size;
}

static void assert_reads(const char *units, MessageType type, const char *text) {
    MessageReader reader = {0};
    Message message;
    uint8_t bytes[4096];
    const uint8_t *at = bytes;
    size_t size = write_units(bytes, units);
    assert_int_equal(message_read(&reader, &at, &size, &message), MESSAGE_READ);
    assert_int_equal(message.type, type);
    assert_string_equal(message.text, text);
}

TEST(test_messages_are_read) {
    assert_reads("5|Ann<", MESSAGE_REGISTER, "Ann");
    assert_reads("3|w<", MESSAGE_COMMAND, "w");
    assert_reads("3|<", MESSAGE_COMMAND, "");
    assert_reads("5|a|b<", MESSAGE_REGISTER, "a|b");
    assert_reads("5|\xe9<", MESSAGE_REGISTER, "\xc3\xa9");
    assert_reads("5|^_<", MESSAGE_REGISTER, "\xf0\x9f\x98\x80");
    assert_reads("5|^<", MESSAGE_REGISTER, "\xef\xbf\xbd");
    assert_reads("5|_^x<", MESSAGE_REGISTER, "\xef\xbf\xbd\xef\xbf\xbdx");
}

TEST(test_malformed_messages_are_known_as_such) {
    assert_reads("<", MESSAGE_MALFORMED, "");
    assert_reads("5<", MESSAGE_MALFORMED, "");
    assert_reads("5Ann<", MESSAGE_MALFORMED, "");
    assert_reads("|Ann<", MESSAGE_MALFORMED, "");
    assert_reads("0|Ann<", MESSAGE_MALFORMED, "");
    assert_reads("9|Ann<", MESSAGE_MALFORMED, "");
    assert_reads("55|Ann<", MESSAGE_MALFORMED, "");
    assert_reads("\xff|Ann<", MESSAGE_MALFORMED, "");
}

TEST(test_the_longest_message_is_read_and_a_longer_one_is_not) {
    MessageReader reader = {0};
    Message message;
    uint8_t bytes[MESSAGE_BYTES + 2];
    const uint8_t *at = bytes;
    size_t size = MESSAGE_BYTES;
    memset(bytes, 'a', sizeof bytes);
    write_units(bytes, "5|");
    write_units(bytes + MESSAGE_BYTES - 2, "<");
    assert_int_equal(message_read(&reader, &at, &size, &message), MESSAGE_READ);
    assert_int_equal(strlen(message.text), (MESSAGE_BYTES - 6) / 2 * 3);
    write_units(bytes + MESSAGE_BYTES - 2, "a<");
    at = bytes;
    size = sizeof bytes;
    assert_int_equal(message_read(&reader, &at, &size, &message), MESSAGE_TOO_LONG);
}

TEST(test_a_written_message_ends_only_at_its_end) {
    /* U+3C41 and U+013C have the byte of "<" in them, and so has the second half of U+1F03C. */
    static const char text[] = "a<b\xe3\xb1\x81\xc4\xbc\xf0\x9f\x80\xbc|\n";
    size_t size;
    char *bytes = message_write(MESSAGE_FAILED, text, &size);
    static const char wanted[] = "6\0|\0a\0?\0b\0?\0?\0?\0|\0\n\0<\0";
    assert_int_equal(size, sizeof wanted - 1);
    assert_memory_equal(bytes, wanted, size);
    free(bytes);
}

TEST(test_the_players_are_at_the_right_of_the_board) {
    char *text = message_lay_out("Map Width: 3\n###\n#A#\n###\n---\nPlayer Name: -\nKey: A\n---\n");
    assert_string_equal(text, "Map Width: 3\n###\t\t---\n#A#\t\tPlayer Name: -\n###\t\tKey: A\n"
                              "  \t\t---\n");
    free(text);
    text = message_lay_out("");
    assert_string_equal(text, "\n");
    free(text);
}

/* ---- The outbox. ---- */

/* What would be sent now, as "<type><first of the text>", and send it. */
static const char *take_from(Outbox *outbox, int64_t now) {
    static char taken[3];
    size_t size;
    const char *bytes = outbox_bytes(outbox, now, &size);
    if (!bytes)
        return "";
    snprintf(taken, sizeof taken, "%c%c", bytes[0], bytes[4]);
    outbox_sent(outbox, size, now);
    return taken;
}

TEST(test_messages_wait_for_each_other_and_new_ones_replace_old_ones) {
    Outbox outbox = {0};
    int64_t now = clock_now(), gap = OUTBOX_GAP_MS * millisecond;
    outbox_put_text(&outbox, MESSAGE_COMPLETE, "");
    outbox_put_text(&outbox, MESSAGE_MAP, "1");
    outbox_put_text(&outbox, MESSAGE_MAP, "2");
    outbox_put_text(&outbox, MESSAGE_REGISTERED, "A");
    assert_string_equal(take_from(&outbox, now), "8A");
    now += gap;
    assert_string_equal(take_from(&outbox, now), "");
    assert_int_equal(outbox_due(&outbox) - now,
                     (OUTBOX_FIRST_GAP_MS - OUTBOX_GAP_MS) * millisecond);
    now = outbox_due(&outbox);
    outbox_put_text(&outbox, MESSAGE_FAILED, "x");
    assert_string_equal(take_from(&outbox, now), "6x");
    assert_string_equal(take_from(&outbox, now + gap - 1), "");
    assert_string_equal(take_from(&outbox, now += gap), "22");
    assert_false(outbox_is_empty(&outbox));
    assert_string_equal(take_from(&outbox, now += gap), "7<");
    assert_true(outbox_is_empty(&outbox));
    assert_int_equal(outbox_due(&outbox), INT64_MAX);
    outbox_clear(&outbox);
}

TEST(test_a_message_that_is_not_taken_stalls_the_outbox) {
    Outbox outbox = {0};
    int64_t now = clock_now();
    size_t size;
    outbox_put_text(&outbox, MESSAGE_MAP, "map");
    assert_non_null(outbox_bytes(&outbox, now, &size));
    outbox_sent(&outbox, 2, now);
    outbox_put_text(&outbox, MESSAGE_MAP, "new");
    const char *rest = outbox_bytes(&outbox, now, &size);
    assert_int_equal(rest[2], 'm');
    now += OUTBOX_STALL_MS * millisecond;
    assert_false(outbox_is_stalled(&outbox, now));
    assert_true(outbox_is_stalled(&outbox, now + 1));
    outbox_clear(&outbox);
}

/* ---- Registration. ---- */

TEST(test_a_registration_leads_to_a_seat) {
    Room room = open_room(2);
    int ann = join(&room, "Ann", 0), bob = join(&room, "Bob", 1);
    assert_string_equal(seats_view(room.seats, 0).name, "Ann");
    assert_string_equal(seats_view(room.seats, 1).name, "Bob");
    HostRound waiting = make_round(&room, 1, true, "no");
    room.game.on_round(room.game.context, &waiting);
    expect_silence(ann);
    play_round(&room, 2, "round 0\n");
    expect(ann, MESSAGE_REGISTERED, "A");
    expect(ann, MESSAGE_MAP, "round 0");
    expect(bob, MESSAGE_REGISTERED, "B");
    play_round(&room, 2, "round 1\n");
    expect(ann, MESSAGE_MAP, "round 1");
    close(ann);
    close(bob);
    close_room(&room);
}

TEST(test_names_are_bounded_and_cleaned) {
    Room room = open_room(2);
    char name[600];
    memset(name, 'n', 400);
    strcpy(name + 400, "!");
    int client = join(&room, name, 0);
    assert_int_equal(strlen(seats_view(room.seats, 0).name), SEAT_NAME - 1);
    int other = join(&room, "a\x1b[2J\tb\nc", 1);
    assert_string_equal(seats_view(room.seats, 1).name, "a?[2J b?c");
    close(client);
    close(other);
    close_room(&room);
}

TEST(test_a_full_game_refuses_in_words) {
    Room room = open_room(1);
    int ann = join(&room, "Ann", 0);
    int port = register_name(&room, "Bob");
    assert_int_equal(port, console_seat_port(room.console, 1));
    int bob = connect_to(port);
    expect(bob, MESSAGE_FAILED, "All seats of the game are taken");
    expect_close(bob);
    close(ann);
    close_room(&room);
}

TEST(test_a_seat_takes_only_the_one_who_has_registered) {
    Room room = open_room(2);
    int port = console_seat_port(room.console, 0);
    int stranger = connect_to(port);
    expect(stranger, MESSAGE_FAILED, "register first");
    expect_close(stranger);
    int ann = join(&room, "Ann", 0);
    stranger = connect_to(port);
    expect(stranger, MESSAGE_FAILED, "register first");
    expect_close(stranger);
    assert_int_equal(seats_view(room.seats, 0).state, SEAT_HERE);
    close(ann);
    close_room(&room);
}

TEST(test_a_seat_is_reserved_for_the_address_that_has_registered) {
    Room room = open_room(1);
    int port = register_name(&room, "Ann");
    int stranger = connect_from(2, port);
    expect(stranger, MESSAGE_FAILED, "register first");
    expect_close(stranger);
    int ann = connect_to(port);
    wait_for_seat(&room, 0, SEAT_HERE);
    close(ann);
    close_room(&room);
}

TEST(test_a_registration_may_come_in_pieces) {
    Room room = open_room(1);
    int client = connect_to(console_port(room.console));
    size_t size;
    char *bytes = message_write(MESSAGE_REGISTER, "Ann", &size);
    for (size_t i = 0; i < size; i++) {
        assert_true(send_bytes(client, bytes + i, 1));
        clock_sleep_ms(3);
    }
    free(bytes);
    expect(client, MESSAGE_REGISTRATION_PORT, "");
    expect_close(client);
    assert_string_equal(seats_view(room.seats, 0).name, "Ann");
    close_room(&room);
}

TEST(test_a_registration_that_sends_no_more_is_answered) {
    Room room = open_room(1);
    int client = connect_to(console_port(room.console));
    assert_true(say(client, MESSAGE_REGISTER, "Ann"));
    shutdown(client, SHUT_WR);
    expect(client, MESSAGE_REGISTRATION_PORT, "");
    expect_close(client);
    close_room(&room);
}

TEST(test_other_messages_are_refused_at_the_registration) {
    static const char *const texts[] = {"3|w<", "1|20000<", "Ann<", "<", "GET / HTTP/1.1\r\n<"};
    Room room = open_room(1);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uint8_t bytes[64];
        size_t size = write_units(bytes, texts[i]);
        int client = connect_to(console_port(room.console));
        assert_true(send_bytes(client, bytes, size));
        expect(client, MESSAGE_FAILED, "Register first");
        expect_close(client);
    }
    assert_int_equal(seats_view(room.seats, 0).state, SEAT_EMPTY);
    close_room(&room);
}

TEST(test_a_registration_that_is_too_long_is_refused) {
    char bytes[MESSAGE_BYTES + 2];
    Room room = open_room(1);
    int client = connect_to(console_port(room.console));
    memset(bytes, 'A', sizeof bytes);
    assert_true(send_bytes(client, bytes, sizeof bytes));
    expect(client, MESSAGE_FAILED, "too long");
    expect_close(client);
    close_room(&room);
}

TEST(test_a_silent_registration_is_closed) {
    Seats *seats = seats_create(1);
    Console *console = console_start(&(ConsoleOptions){.register_ms = 50}, seats);
    int silent = connect_to(console_port(console));
    int half = connect_to(console_port(console));
    assert_true(send_bytes(half, "5\0|\0A\0", 6));
    expect_close(silent);
    expect_close(half);
    console_stop(console);
    seats_destroy(seats);
}

TEST(test_one_address_has_few_connections_that_do_not_play) {
    Room room = open_room(2);
    int idle[CONSOLE_VISITORS_OF_ADDRESS];
    int port = register_name(&room, "Ann");
    for (int i = 0; i < CONSOLE_VISITORS_OF_ADDRESS; i++)
        idle[i] = connect_to(console_port(room.console));
    expect_close(connect_to(console_port(room.console)));
    expect_silence(idle[CONSOLE_VISITORS_OF_ADDRESS - 1]);
    int ann = connect_to(port);
    wait_for_seat(&room, 0, SEAT_HERE);
    close(idle[0]);
    int bob = join(&room, "Bob", 1);
    for (int i = 1; i < CONSOLE_VISITORS_OF_ADDRESS; i++)
        close(idle[i]);
    close(ann);
    close(bob);
    close_room(&room);
}

/* ---- The match. ---- */

TEST(test_letters_are_commands) {
    static const struct {
        const char *text;
        Command command;
    } cases[] = {{"w", COMMAND_UP},       {"s", COMMAND_DOWN},    {"a", COMMAND_LEFT},
                 {"d", COMMAND_RIGHT},    {"z", COMMAND_BOMB},    {"x", COMMAND_TRIGGER},
                 {"W", COMMAND_UP},       {"X", COMMAND_TRIGGER}, {"", COMMAND_NOTHING},
                 {"ww", COMMAND_NOTHING}, {"7", COMMAND_NOTHING}, {"help", COMMAND_NOTHING}};
    Room room = open_room(1);
    int client = join(&room, "Ann", 0);
    play_round(&room, 1, "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(say(client, MESSAGE_COMMAND, cases[i].text));
        expect_command(&room, 0, cases[i].command);
    }
    close(client);
    close_room(&room);
}

TEST(test_commands_may_come_in_pieces_and_together) {
    Room room = open_room(1);
    int client = join(&room, "Ann", 0);
    uint8_t bytes[64];
    play_round(&room, 1, "");
    expect(client, MESSAGE_REGISTERED, "A");
    expect(client, MESSAGE_MAP, "");
    size_t size = write_units(bytes, "3|w<3|s<<");
    assert_true(send_bytes(client, bytes, 5));
    clock_sleep_ms(20);
    assert_false(seats_view(room.seats, 0).given);
    assert_true(send_bytes(client, bytes + 5, size - 5));
    expect(client, MESSAGE_FAILED, "no command");
    expect_command(&room, 0, COMMAND_DOWN);
    close(client);
    close_room(&room);
}

TEST(test_failed_commands_are_reported_before_the_map) {
    Room room = open_room(2);
    int ann = join(&room, "Ann", 0), bob = join(&room, "Bob", 1);
    play_round(&room, 1, "0\n");
    for (int i = 0; i < 2; i++)
        expect(i ? bob : ann, MESSAGE_REGISTERED, ""), expect(i ? bob : ann, MESSAGE_MAP, "0");
    room.game.on_failed(room.game.context, 1, COMMAND_LEFT);
    play_round(&room, 1, "1\n");
    expect(ann, MESSAGE_MAP, "1");
    expect(bob, MESSAGE_FAILED, "The way is blocked");
    expect(bob, MESSAGE_MAP, "1");
    close(ann);
    close(bob);
    close_room(&room);
}

TEST(test_death_is_reported_with_the_map_and_watching_goes_on) {
    Room room = open_room(2);
    int ann = join(&room, "Ann", 0), bob = join(&room, "Bob", 1);
    play_round(&room, 1, "0\n");
    expect(ann, MESSAGE_REGISTERED, "A");
    expect(ann, MESSAGE_MAP, "0");
    room.snapshot.players[0].killed = true;
    room.game.on_killed(room.game.context, 0);
    play_round(&room, 1, "1\n");
    expect(ann, MESSAGE_KILLED, "1");
    expect(ann, MESSAGE_MAP, "1");
    play_round(&room, 1, "2\n");
    expect(ann, MESSAGE_MAP, "2");
    assert_true(say(ann, MESSAGE_COMMAND, "w"));
    expect(ann, MESSAGE_FAILED, "killed");
    assert_false(seats_view(room.seats, 0).given);
    close(ann);
    close(bob);
    close_room(&room);
}

TEST(test_the_end_is_reported_and_the_seat_is_free) {
    Room room = open_room(2);
    int ann = join(&room, "Ann", 0), bob = join(&room, "Bob", 1);
    play_round(&room, 1, "0\n");
    for (int i = 0; i < 2; i++)
        expect(i ? bob : ann, MESSAGE_REGISTERED, ""), expect(i ? bob : ann, MESSAGE_MAP, "0");
    room.snapshot.players[1].killed = true;
    room.game.on_killed(room.game.context, 1);
    end_match(&room, "last\n");
    assert_int_equal(seats_view(room.seats, 0).state, SEAT_AWAY);
    expect(ann, MESSAGE_COMPLETE, "");
    expect_close(ann);
    expect(bob, MESSAGE_KILLED, "last");
    expect(bob, MESSAGE_COMPLETE, "");
    expect_close(bob);
    ann = join(&room, "Ann", 0);
    expect_silence(ann);
    assert_true(say(ann, MESSAGE_COMMAND, "w"));
    expect(ann, MESSAGE_FAILED, "not begun");
    assert_false(seats_view(room.seats, 0).given);
    close(ann);
    close_room(&room);
}

TEST(test_a_client_that_vanishes_comes_back_to_its_seat) {
    Room room = open_room(3);
    int ann = join(&room, "Ann", 0), bob = join(&room, "Bob", 1);
    play_round(&room, 1, "0\n");
    struct linger hard = {.l_onoff = 1};
    setsockopt(bob, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    close(bob);
    wait_for_seat(&room, 1, SEAT_AWAY);
    bob = join(&room, "Bob", 1);
    expect(bob, MESSAGE_REGISTERED, "B");
    expect(bob, MESSAGE_MAP, "0");
    assert_true(say(bob, MESSAGE_COMMAND, "z"));
    expect_command(&room, 1, COMMAND_BOMB);
    close(ann);
    wait_for_seat(&room, 0, SEAT_AWAY);
    room.snapshot.players[0].killed = true;
    play_round(&room, 1, "1\n");
    ann = join(&room, "Ann", 0);
    expect(ann, MESSAGE_REGISTERED, "A");
    expect(ann, MESSAGE_KILLED, "1");
    expect(ann, MESSAGE_MAP, "1");
    close(ann);
    close(bob);
    close_room(&room);
}

TEST(test_bad_messages_in_the_match_are_counted) {
    Room room = open_room(1);
    int client = join(&room, "Ann", 0);
    uint8_t bytes[64];
    play_round(&room, 1, "0\n");
    expect(client, MESSAGE_REGISTERED, "A");
    expect(client, MESSAGE_MAP, "0");
    assert_true(say(client, MESSAGE_COMMAND, "w"));
    expect_command(&room, 0, COMMAND_UP);
    assert_true(say(client, MESSAGE_REGISTER, "Eve"));
    expect(client, MESSAGE_FAILED, "no command");
    assert_false(seats_view(room.seats, 0).given);
    assert_string_equal(seats_view(room.seats, 0).name, "Ann");
    size_t size = write_units(bytes, "<<<<<<<<<");
    assert_true(send_bytes(client, bytes, size));
    expect(client, MESSAGE_FAILED, "Too many messages that are no commands");
    expect_close(client);
    assert_int_equal(seats_view(room.seats, 0).state, SEAT_AWAY);
    close_room(&room);
}

TEST(test_a_flooding_client_is_dropped_and_the_others_play) {
    Room room = open_room(2);
    int ann = join(&room, "Ann", 0), eve = join(&room, "Eve", 1);
    play_round(&room, 1, "0\n");
    expect(ann, MESSAGE_REGISTERED, "A");
    expect(ann, MESSAGE_MAP, "0");
    for (int i = 0; i < 100000 && say(eve, MESSAGE_COMMAND, "w"); i++)
        continue;
    wait_for_seat(&room, 1, SEAT_AWAY);
    assert_true(say(ann, MESSAGE_COMMAND, "d"));
    expect_command(&room, 0, COMMAND_RIGHT);
    play_round(&room, 1, "1\n");
    expect(ann, MESSAGE_MAP, "1");
    close(ann);
    close(eve);
    close_room(&room);
}

TEST(test_a_client_that_never_reads_delays_nobody) {
    Room room = open_room(2);
    static char map[8000];
    int eve = connect_to(register_name(&room, "Eve"));
    wait_for_seat(&room, 0, SEAT_HERE);
    int ann = join(&room, "Ann", 1);
    memset(map, 'm', sizeof map - 1);
    for (int i = 0; i < 1000; i++)
        play_round(&room, 1, map);
    expect(ann, MESSAGE_REGISTERED, "B");
    expect(ann, MESSAGE_MAP, "mmm");
    close(ann);
    close(eve);
    close_room(&room);
}

/* ---- Whole matches. ---- */

typedef struct HostedMatch {
    GameOptions options;
    Lineup lineup;
    Room room;
    Control *control;
    Feed *feed;
    HostGame *game;
    Thread *thread;
} HostedMatch;

static void host_match(HostedMatch *hosted, int people, int bots) {
    char error[256];
    *hosted =
        (HostedMatch){.options = {.session = {.humans = people, .seed = 7, .limits = engine_limits},
                                  .parent = scratch,
                                  .deputy = "random"},
                      .room = open_room(people)};
    for (int i = 0; i < bots; i++)
        hosted->options.session.bots[i] = "random";
    hosted->options.session.bot_count = bots;
    assert_true(lineup_make(&hosted->options.session, &hosted->lineup, error, sizeof error));
    hosted->control = control_create(SPEED_MAX, NULL, NULL);
    hosted->feed = feed_create(NULL, NULL);
    hosted->game = host_game_create(&hosted->options, &hosted->lineup, hosted->room.seats,
                                    hosted->control, hosted->feed);
    host_game_listen(hosted->game, &hosted->room.game);
    hosted->thread = thread_start(host_game_run, hosted->game);
}

static void close_match(HostedMatch *hosted) {
    control_end(hosted->control);
    seats_wake(hosted->room.seats);
    thread_join(hosted->thread);
    host_game_destroy(hosted->game);
    control_destroy(hosted->control);
    feed_destroy(hosted->feed);
    close_room(&hosted->room);
}

TEST(test_a_match_is_played_to_its_end) {
    HostedMatch hosted;
    char text[20480], wanted[32];
    int rounds = 0, deaths = 0;
    MessageType type;
    host_match(&hosted, 1, 1);
    int client = join(&hosted.room, "Ann", 0);
    expect(client, MESSAGE_REGISTERED, "A");
    while ((type = hear(client, text, sizeof text)) != MESSAGE_COMPLETE) {
        deaths += type == MESSAGE_KILLED;
        if (type == MESSAGE_KILLED)
            continue;
        assert_int_equal(type, MESSAGE_MAP);
        snprintf(wanted, sizeof wanted, "Current Round: %d,", rounds);
        assert_non_null(strstr(text, wanted));
        assert_non_null(strstr(text, "\t\tPlayer Name: Ann\n"));
        assert_true(say(client, MESSAGE_COMMAND, rounds++ ? "n" : "z"));
    }
    assert_true(rounds > 4 && deaths == 1);
    expect_close(client);
    close_match(&hosted);
}

TEST(test_a_host_that_ends_says_so) {
    HostedMatch hosted;
    host_match(&hosted, 2, 0);
    int ann = join(&hosted.room, "Ann", 0);
    close_match(&hosted);
    expect(ann, MESSAGE_COMPLETE, "");
    expect_close(ann);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages_are_read),
        cmocka_unit_test(test_malformed_messages_are_known_as_such),
        cmocka_unit_test(test_the_longest_message_is_read_and_a_longer_one_is_not),
        cmocka_unit_test(test_a_written_message_ends_only_at_its_end),
        cmocka_unit_test(test_the_players_are_at_the_right_of_the_board),
        cmocka_unit_test(test_messages_wait_for_each_other_and_new_ones_replace_old_ones),
        cmocka_unit_test(test_a_message_that_is_not_taken_stalls_the_outbox),
        cmocka_unit_test(test_a_registration_leads_to_a_seat),
        cmocka_unit_test(test_names_are_bounded_and_cleaned),
        cmocka_unit_test(test_a_full_game_refuses_in_words),
        cmocka_unit_test(test_a_seat_takes_only_the_one_who_has_registered),
        cmocka_unit_test(test_a_seat_is_reserved_for_the_address_that_has_registered),
        cmocka_unit_test(test_a_registration_may_come_in_pieces),
        cmocka_unit_test(test_a_registration_that_sends_no_more_is_answered),
        cmocka_unit_test(test_other_messages_are_refused_at_the_registration),
        cmocka_unit_test(test_a_registration_that_is_too_long_is_refused),
        cmocka_unit_test(test_a_silent_registration_is_closed),
        cmocka_unit_test(test_one_address_has_few_connections_that_do_not_play),
        cmocka_unit_test(test_letters_are_commands),
        cmocka_unit_test(test_commands_may_come_in_pieces_and_together),
        cmocka_unit_test(test_failed_commands_are_reported_before_the_map),
        cmocka_unit_test(test_death_is_reported_with_the_map_and_watching_goes_on),
        cmocka_unit_test(test_the_end_is_reported_and_the_seat_is_free),
        cmocka_unit_test(test_a_client_that_vanishes_comes_back_to_its_seat),
        cmocka_unit_test(test_bad_messages_in_the_match_are_counted),
        cmocka_unit_test(test_a_flooding_client_is_dropped_and_the_others_play),
        cmocka_unit_test(test_a_client_that_never_reads_delays_nobody),
        cmocka_unit_test(test_a_match_is_played_to_its_end),
        cmocka_unit_test(test_a_host_that_ends_says_so),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
