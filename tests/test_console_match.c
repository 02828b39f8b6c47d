/* A match over the network console, and clients that vanish, flood or never read. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "host/game.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "support/console_client.h"
#include "support/scratch.h"
#include "test.h"

TEST(test_letters_are_commands) {
    static const struct {
        const char *text;
        Command command;
    } cases[] = {{"w", COMMAND_UP},       {"s", COMMAND_DOWN},    {"a", COMMAND_LEFT},
                 {"d", COMMAND_RIGHT},    {"z", COMMAND_BOMB},    {"x", COMMAND_TRIGGER},
                 {"W", COMMAND_UP},       {"X", COMMAND_TRIGGER}, {"", COMMAND_NOTHING},
                 {"ww", COMMAND_NOTHING}, {"7", COMMAND_NOTHING}, {"help", COMMAND_NOTHING}};
    Room room = room_open(1);
    int client = room_join(&room, "Ann", 0);
    room_play(&room, 1, "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(client_say(client, MESSAGE_COMMAND, cases[i].text));
        room_expect_command(&room, 0, cases[i].command);
    }
    close(client);
    room_close(&room);
}

TEST(test_commands_may_come_in_pieces_and_together) {
    Room room = room_open(1);
    int client = room_join(&room, "Ann", 0);
    uint8_t bytes[64];
    room_play(&room, 1, "");
    client_expect(client, MESSAGE_REGISTERED, "A");
    client_expect(client, MESSAGE_MAP, "");
    size_t size = client_units(bytes, "3|w<3|s<<");
    assert_true(client_send(client, bytes, 5));
    clock_sleep_ms(20);
    assert_false(seats_view(room.seats, 0).given);
    assert_true(client_send(client, bytes + 5, size - 5));
    client_expect(client, MESSAGE_FAILED, "no command");
    room_expect_command(&room, 0, COMMAND_DOWN);
    close(client);
    room_close(&room);
}

TEST(test_failed_commands_are_reported_before_the_map) {
    Room room = room_open(2);
    int ann = room_join(&room, "Ann", 0), bob = room_join(&room, "Bob", 1);
    room_play(&room, 1, "0\n");
    for (int i = 0; i < 2; i++)
        client_expect(i ? bob : ann, MESSAGE_REGISTERED, ""),
            client_expect(i ? bob : ann, MESSAGE_MAP, "0");
    room.game.on_failed(room.game.context, 1, COMMAND_LEFT);
    room_play(&room, 1, "1\n");
    client_expect(ann, MESSAGE_MAP, "1");
    client_expect(bob, MESSAGE_FAILED, "The way is blocked");
    client_expect(bob, MESSAGE_MAP, "1");
    close(ann);
    close(bob);
    room_close(&room);
}

TEST(test_death_is_reported_with_the_map_and_watching_goes_on) {
    Room room = room_open(2);
    int ann = room_join(&room, "Ann", 0), bob = room_join(&room, "Bob", 1);
    room_play(&room, 1, "0\n");
    client_expect(ann, MESSAGE_REGISTERED, "A");
    client_expect(ann, MESSAGE_MAP, "0");
    room.snapshot.players[0].killed = true;
    room.game.on_killed(room.game.context, 0);
    room_play(&room, 1, "1\n");
    client_expect(ann, MESSAGE_KILLED, "1");
    client_expect(ann, MESSAGE_MAP, "1");
    room_play(&room, 1, "2\n");
    client_expect(ann, MESSAGE_MAP, "2");
    assert_true(client_say(ann, MESSAGE_COMMAND, "w"));
    client_expect(ann, MESSAGE_FAILED, "killed");
    assert_false(seats_view(room.seats, 0).given);
    close(ann);
    close(bob);
    room_close(&room);
}

TEST(test_the_end_is_reported_and_the_seat_is_free) {
    Room room = room_open(2);
    int ann = room_join(&room, "Ann", 0), bob = room_join(&room, "Bob", 1);
    room_play(&room, 1, "0\n");
    for (int i = 0; i < 2; i++)
        client_expect(i ? bob : ann, MESSAGE_REGISTERED, ""),
            client_expect(i ? bob : ann, MESSAGE_MAP, "0");
    room.snapshot.players[1].killed = true;
    room.game.on_killed(room.game.context, 1);
    room_end(&room, "last\n");
    assert_int_equal(seats_view(room.seats, 0).state, SEAT_AWAY);
    client_expect(ann, MESSAGE_COMPLETE, "");
    client_expect_close(ann);
    client_expect(bob, MESSAGE_KILLED, "last");
    client_expect(bob, MESSAGE_COMPLETE, "");
    client_expect_close(bob);
    ann = room_join(&room, "Ann", 0);
    client_expect_silence(ann);
    assert_true(client_say(ann, MESSAGE_COMMAND, "w"));
    client_expect(ann, MESSAGE_FAILED, "not begun");
    assert_false(seats_view(room.seats, 0).given);
    close(ann);
    room_close(&room);
}

TEST(test_a_client_that_vanishes_comes_back_to_its_seat) {
    Room room = room_open(3);
    int ann = room_join(&room, "Ann", 0), bob = room_join(&room, "Bob", 1);
    room_play(&room, 1, "0\n");
    struct linger hard = {.l_onoff = 1};
    setsockopt(bob, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    close(bob);
    room_wait_for_seat(&room, 1, SEAT_AWAY);
    bob = room_join(&room, "Bob", 1);
    client_expect(bob, MESSAGE_REGISTERED, "B");
    client_expect(bob, MESSAGE_MAP, "0");
    assert_true(client_say(bob, MESSAGE_COMMAND, "z"));
    room_expect_command(&room, 1, COMMAND_BOMB);
    close(ann);
    room_wait_for_seat(&room, 0, SEAT_AWAY);
    room.snapshot.players[0].killed = true;
    room_play(&room, 1, "1\n");
    ann = room_join(&room, "Ann", 0);
    client_expect(ann, MESSAGE_REGISTERED, "A");
    client_expect(ann, MESSAGE_KILLED, "1");
    client_expect(ann, MESSAGE_MAP, "1");
    close(ann);
    close(bob);
    room_close(&room);
}

TEST(test_bad_messages_in_the_match_are_counted) {
    Room room = room_open(1);
    int client = room_join(&room, "Ann", 0);
    uint8_t bytes[64];
    room_play(&room, 1, "0\n");
    client_expect(client, MESSAGE_REGISTERED, "A");
    client_expect(client, MESSAGE_MAP, "0");
    assert_true(client_say(client, MESSAGE_COMMAND, "w"));
    room_expect_command(&room, 0, COMMAND_UP);
    assert_true(client_say(client, MESSAGE_REGISTER, "Eve"));
    client_expect(client, MESSAGE_FAILED, "no command");
    assert_false(seats_view(room.seats, 0).given);
    assert_string_equal(seats_view(room.seats, 0).name, "Ann");
    size_t size = client_units(bytes, "<<<<<<<<<");
    assert_true(client_send(client, bytes, size));
    client_expect(client, MESSAGE_FAILED, "Too many messages that are no commands");
    client_expect_close(client);
    assert_int_equal(seats_view(room.seats, 0).state, SEAT_AWAY);
    room_close(&room);
}

TEST(test_a_flooding_client_is_dropped_and_the_others_play) {
    Room room = room_open(2);
    int ann = room_join(&room, "Ann", 0), eve = room_join(&room, "Eve", 1);
    room_play(&room, 1, "0\n");
    client_expect(ann, MESSAGE_REGISTERED, "A");
    client_expect(ann, MESSAGE_MAP, "0");
    for (int i = 0; i < 100000 && client_say(eve, MESSAGE_COMMAND, "w"); i++)
        continue;
    room_wait_for_seat(&room, 1, SEAT_AWAY);
    assert_true(client_say(ann, MESSAGE_COMMAND, "d"));
    room_expect_command(&room, 0, COMMAND_RIGHT);
    room_play(&room, 1, "1\n");
    client_expect(ann, MESSAGE_MAP, "1");
    close(ann);
    close(eve);
    room_close(&room);
}

TEST(test_a_client_that_never_reads_delays_nobody) {
    Room room = room_open(2);
    static char map[8000];
    int eve = client_connect(room_register(&room, "Eve"));
    room_wait_for_seat(&room, 0, SEAT_HERE);
    int ann = room_join(&room, "Ann", 1);
    memset(map, 'm', sizeof map - 1);
    for (int i = 0; i < 1000; i++)
        room_play(&room, 1, map);
    client_expect(ann, MESSAGE_REGISTERED, "B");
    client_expect(ann, MESSAGE_MAP, "mmm");
    close(ann);
    close(eve);
    room_close(&room);
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
                      .room = room_open(people)};
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
    room_close(&hosted->room);
}

TEST(test_a_match_is_played_to_its_end) {
    HostedMatch hosted;
    char text[20480], wanted[32];
    int rounds = 0, deaths = 0;
    MessageType type;
    host_match(&hosted, 1, 1);
    int client = room_join(&hosted.room, "Ann", 0);
    client_expect(client, MESSAGE_REGISTERED, "A");
    while ((type = client_hear(client, text, sizeof text)) != MESSAGE_COMPLETE) {
        deaths += type == MESSAGE_KILLED;
        if (type == MESSAGE_KILLED)
            continue;
        assert_int_equal(type, MESSAGE_MAP);
        snprintf(wanted, sizeof wanted, "Current Round: %d,", rounds);
        assert_non_null(strstr(text, wanted));
        assert_non_null(strstr(text, "\t\tPlayer Name: Ann\n"));
        assert_true(client_say(client, MESSAGE_COMMAND, rounds++ ? "n" : "z"));
    }
    assert_true(rounds > 4 && deaths == 1);
    client_expect_close(client);
    close_match(&hosted);
}

TEST(test_a_host_that_ends_says_so) {
    HostedMatch hosted;
    host_match(&hosted, 2, 0);
    int ann = room_join(&hosted.room, "Ann", 0);
    close_match(&hosted);
    client_expect(ann, MESSAGE_COMPLETE, "");
    client_expect_close(ann);
}

int main(void) {
    const struct CMUnitTest tests[] = {
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
