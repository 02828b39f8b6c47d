/* How people come to a seat of the network console, and clients that are broken, slow or hostile
 * there. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform/clock.h"
#include "support/console_client.h"
#include "test.h"

TEST(test_a_registration_leads_to_a_seat) {
    Room room = room_open(2);
    int ann = room_join(&room, "Ann", 0), bob = room_join(&room, "Bob", 1);
    assert_string_equal(seats_view(room.seats, 0).name, "Ann");
    assert_string_equal(seats_view(room.seats, 1).name, "Bob");
    HostRound waiting = room_round(&room, 1, true, "no");
    room.game.on_round(room.game.context, &waiting);
    client_expect_silence(ann);
    room_play(&room, 2, "round 0\n");
    client_expect(ann, MESSAGE_REGISTERED, "A");
    client_expect(ann, MESSAGE_MAP, "round 0");
    client_expect(bob, MESSAGE_REGISTERED, "B");
    room_play(&room, 2, "round 1\n");
    client_expect(ann, MESSAGE_MAP, "round 1");
    close(ann);
    close(bob);
    room_close(&room);
}

TEST(test_names_are_bounded_and_cleaned) {
    Room room = room_open(2);
    char name[600];
    memset(name, 'n', 400);
    strcpy(name + 400, "!");
    int client = room_join(&room, name, 0);
    assert_int_equal(strlen(seats_view(room.seats, 0).name), SEAT_NAME - 1);
    int other = room_join(&room, "a\x1b[2J\tb\nc", 1);
    assert_string_equal(seats_view(room.seats, 1).name, "a?[2J b?c");
    close(client);
    close(other);
    room_close(&room);
}

TEST(test_a_full_game_refuses_in_words) {
    Room room = room_open(1);
    int ann = room_join(&room, "Ann", 0);
    int port = room_register(&room, "Bob");
    assert_int_equal(port, console_seat_port(room.console, 1));
    int bob = client_connect(port);
    client_expect(bob, MESSAGE_FAILED, "All seats of the game are taken");
    client_expect_close(bob);
    close(ann);
    room_close(&room);
}

TEST(test_a_seat_takes_only_the_one_who_has_registered) {
    Room room = room_open(2);
    int port = console_seat_port(room.console, 0);
    int stranger = client_connect(port);
    client_expect(stranger, MESSAGE_FAILED, "register first");
    client_expect_close(stranger);
    int ann = room_join(&room, "Ann", 0);
    stranger = client_connect(port);
    client_expect(stranger, MESSAGE_FAILED, "register first");
    client_expect_close(stranger);
    assert_int_equal(seats_view(room.seats, 0).state, SEAT_HERE);
    close(ann);
    room_close(&room);
}

TEST(test_a_seat_is_reserved_for_the_address_that_has_registered) {
    Room room = room_open(1);
    int port = room_register(&room, "Ann");
    int stranger = client_connect_from(2, port);
    client_expect(stranger, MESSAGE_FAILED, "register first");
    client_expect_close(stranger);
    int ann = client_connect(port);
    room_wait_for_seat(&room, 0, SEAT_HERE);
    close(ann);
    room_close(&room);
}

TEST(test_a_registration_may_come_in_pieces) {
    Room room = room_open(1);
    int client = client_connect(console_port(room.console));
    size_t size;
    char *bytes = message_write(MESSAGE_REGISTER, "Ann", &size);
    for (size_t i = 0; i < size; i++) {
        assert_true(client_send(client, bytes + i, 1));
        clock_sleep_ms(3);
    }
    free(bytes);
    client_expect(client, MESSAGE_REGISTRATION_PORT, "");
    client_expect_close(client);
    assert_string_equal(seats_view(room.seats, 0).name, "Ann");
    room_close(&room);
}

TEST(test_a_registration_that_sends_no_more_is_answered) {
    Room room = room_open(1);
    int client = client_connect(console_port(room.console));
    assert_true(client_say(client, MESSAGE_REGISTER, "Ann"));
    shutdown(client, SHUT_WR);
    client_expect(client, MESSAGE_REGISTRATION_PORT, "");
    client_expect_close(client);
    room_close(&room);
}

TEST(test_other_messages_are_refused_at_the_registration) {
    static const char *const texts[] = {"3|w<", "1|20000<", "Ann<", "<", "GET / HTTP/1.1\r\n<"};
    Room room = room_open(1);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uint8_t bytes[64];
        size_t size = client_units(bytes, texts[i]);
        int client = client_connect(console_port(room.console));
        assert_true(client_send(client, bytes, size));
        client_expect(client, MESSAGE_FAILED, "Register first");
        client_expect_close(client);
    }
    assert_int_equal(seats_view(room.seats, 0).state, SEAT_EMPTY);
    room_close(&room);
}

TEST(test_a_registration_that_is_too_long_is_refused) {
    char bytes[MESSAGE_BYTES + 2];
    Room room = room_open(1);
    int client = client_connect(console_port(room.console));
    memset(bytes, 'A', sizeof bytes);
    assert_true(client_send(client, bytes, sizeof bytes));
    client_expect(client, MESSAGE_FAILED, "too long");
    client_expect_close(client);
    room_close(&room);
}

TEST(test_a_silent_registration_is_closed) {
    Seats *seats = seats_create(1);
    Console *console = console_start(&(ConsoleOptions){.register_ms = 50}, seats);
    int silent = client_connect(console_port(console));
    int half = client_connect(console_port(console));
    assert_true(client_send(half, "5\0|\0A\0", 6));
    client_expect_close(silent);
    client_expect_close(half);
    console_stop(console);
    seats_destroy(seats);
}

TEST(test_one_address_has_few_connections_that_do_not_play) {
    Room room = room_open(2);
    int idle[CONSOLE_VISITORS_OF_ADDRESS];
    int port = room_register(&room, "Ann");
    for (int i = 0; i < CONSOLE_VISITORS_OF_ADDRESS; i++)
        idle[i] = client_connect(console_port(room.console));
    client_expect_close(client_connect(console_port(room.console)));
    client_expect_silence(idle[CONSOLE_VISITORS_OF_ADDRESS - 1]);
    int ann = client_connect(port);
    room_wait_for_seat(&room, 0, SEAT_HERE);
    close(idle[0]);
    int bob = room_join(&room, "Bob", 1);
    for (int i = 1; i < CONSOLE_VISITORS_OF_ADDRESS; i++)
        close(idle[i]);
    close(ann);
    close(bob);
    room_close(&room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
