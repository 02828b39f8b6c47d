/* The seats of people: tokens, who sits where, and the commands that they give. */
#include <string.h>

#include "host/seat.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "test.h"

static const int64_t second = 1000000000;

static void sit(Seats *seats, int seat, const char *name, char key[TOKEN_SIZE]) {
    int got = -1;
    assert_int_equal(seats_open(seats, seats_token(seats, seat), name, &got, key), SEAT_ACCEPTED);
    assert_int_equal(got, seat);
    assert_int_equal(seats_enter(seats, key), seat);
}

TEST(test_a_seat_opens_with_its_token_only) {
    Seats *seats = seats_create(2);
    char key[TOKEN_SIZE], wrong[TOKEN_SIZE];
    int seat = 7;
    assert_int_equal(strlen(seats_token(seats, 0)), TOKEN_LENGTH);
    assert_string_not_equal(seats_token(seats, 0), seats_token(seats, 1));
    strcpy(wrong, seats_token(seats, 0));
    wrong[TOKEN_LENGTH - 1] ^= 1;
    assert_int_equal(seats_open(seats, wrong, "", &seat, key), SEAT_WRONG_TOKEN);
    assert_int_equal(seats_open(seats, "", "", &seat, key), SEAT_WRONG_TOKEN);
    assert_int_equal(seat, 7);
    assert_int_equal(seats_view(seats, 0).state, SEAT_EMPTY);
    sit(seats, 1, "Ann", key);
    assert_int_equal(seats_view(seats, 1).state, SEAT_HERE);
    assert_int_equal(seats_find(seats, key), 1);
    assert_int_equal(seats_find(seats, ""), SEAT_NONE);
    assert_int_equal(seats_find(seats, seats_token(seats, 1)), SEAT_NONE);
    seats_destroy(seats);
}

TEST(test_a_seat_is_taken_while_its_person_is_here) {
    Seats *seats = seats_create(1);
    char first[TOKEN_SIZE], second_key[TOKEN_SIZE];
    int seat;
    assert_int_equal(seats_open(seats, seats_token(seats, 0), "Ann", &seat, first), SEAT_ACCEPTED);
    assert_int_equal(seats_open(seats, seats_token(seats, 0), "Bob", &seat, second_key),
                     SEAT_TAKEN);
    seats_enter(seats, first);
    seats_enter(seats, first);
    seats_leave(seats, first);
    assert_int_equal(seats_open(seats, seats_token(seats, 0), "Bob", &seat, second_key),
                     SEAT_TAKEN);
    seats_leave(seats, first);
    assert_int_equal(seats_view(seats, 0).state, SEAT_AWAY);
    assert_string_equal(seats_view(seats, 0).name, "Ann");
    sit(seats, 0, "Bob", second_key);
    assert_string_equal(seats_view(seats, 0).name, "Bob");
    assert_int_equal(seats_enter(seats, first), SEAT_NONE);
    assert_int_equal(seats_give(seats, first, ANY_ROUND, COMMAND_UP), SEAT_WRONG_TOKEN);
    seats_destroy(seats);
}

TEST(test_whoever_left_comes_back_with_the_same_key) {
    Seats *seats = seats_create(1);
    char key[TOKEN_SIZE];
    sit(seats, 0, "", key);
    seats_leave(seats, key);
    seats_lend(seats, 0);
    assert_true(seats_view(seats, 0).lent);
    assert_int_equal(seats_enter(seats, key), 0);
    assert_false(seats_view(seats, 0).lent);
    seats_lend(seats, 0);
    assert_false(seats_view(seats, 0).lent);
    seats_destroy(seats);
}

TEST(test_any_free_seat_is_an_empty_one_before_one_that_was_left) {
    Seats *seats = seats_create(3);
    char key[TOKEN_SIZE];
    int seat;
    sit(seats, 0, "", key);
    seats_leave(seats, key);
    for (int i = 0; i < 3; i++) {
        static const int order[] = {1, 2, 0};
        assert_int_equal(seats_open_any(seats, "", &seat, key), SEAT_ACCEPTED);
        assert_int_equal(seat, order[i]);
        seats_enter(seats, key);
    }
    assert_int_equal(seats_open_any(seats, "", &seat, key), SEAT_TAKEN);
    seats_destroy(seats);
}

TEST(test_whoever_has_left_gets_the_seat_with_his_name) {
    Seats *seats = seats_create(3);
    char ann[TOKEN_SIZE], bob[TOKEN_SIZE], key[TOKEN_SIZE];
    int seat;
    sit(seats, 0, "Ann", ann);
    sit(seats, 1, "Bob", bob);
    assert_int_equal(seats_open_any(seats, "Bob", &seat, key), SEAT_ACCEPTED);
    assert_int_equal(seat, 2);
    seats_leave(seats, ann);
    seats_leave(seats, bob);
    assert_int_equal(seats_open_any(seats, "Bob", &seat, key), SEAT_ACCEPTED);
    assert_int_equal(seat, 1);
    seats_destroy(seats);
}

TEST(test_the_last_command_of_a_round_counts) {
    Seats *seats = seats_create(1);
    char key[TOKEN_SIZE];
    sit(seats, 0, "", key);
    seats_begin_round(seats, 5, true);
    assert_int_equal(seats_take(seats, 0), COMMAND_NOTHING);
    assert_int_equal(seats_give(seats, key, 4, COMMAND_UP), SEAT_LATE);
    assert_false(seats_view(seats, 0).given);
    assert_int_equal(seats_give(seats, key, 5, COMMAND_UP), SEAT_ACCEPTED);
    assert_int_equal(seats_give(seats, key, ANY_ROUND, COMMAND_BOMB), SEAT_ACCEPTED);
    assert_true(seats_view(seats, 0).given);
    assert_int_equal(seats_take(seats, 0), COMMAND_BOMB);
    assert_int_equal(seats_take(seats, 0), COMMAND_NOTHING);
    seats_give(seats, key, 5, COMMAND_UP);
    seats_begin_round(seats, 6, false);
    assert_int_equal(seats_take(seats, 0), COMMAND_UP);
    seats_give(seats, key, 6, COMMAND_UP);
    seats_begin_round(seats, 7, true);
    assert_int_equal(seats_take(seats, 0), COMMAND_NOTHING);
    seats_destroy(seats);
}

TEST(test_names_are_cut_off_and_printable) {
    Seats *seats = seats_create(1);
    char key[TOKEN_SIZE];
    sit(seats, 0, "a\x1b[31m\n\xff\tb", key);
    assert_string_equal(seats_view(seats, 0).name, "a?[31m?? b");
    assert_true(seats_rename(seats, key, "0123456789012345678901\xc3\xa4\xc3\xa4"));
    assert_string_equal(seats_view(seats, 0).name, "0123456789012345678901\xc3\xa4");
    assert_false(seats_rename(seats, "", "x"));
    seats_destroy(seats);
}

typedef struct Giver {
    Seats *seats;
    const char *key;
} Giver;

static void give(void *context) {
    const Giver *giver = context;
    clock_sleep_ms(20);
    seats_give(giver->seats, giver->key, ANY_ROUND, COMMAND_LEFT);
}

TEST(test_a_command_ends_the_wait) {
    Seats *seats = seats_create(1);
    char key[TOKEN_SIZE];
    sit(seats, 0, "", key);
    uint64_t seen = seats_version(seats);
    assert_int_equal(seats_wait(seats, seen, clock_now() + second / 100), seen);
    Thread *thread = thread_start(give, &(Giver){seats, key});
    assert_int_not_equal(seats_wait(seats, seen, clock_now() + 60 * second), seen);
    assert_int_equal(seats_take(seats, 0), COMMAND_LEFT);
    thread_join(thread);
    seats_destroy(seats);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_seat_opens_with_its_token_only),
        cmocka_unit_test(test_a_seat_is_taken_while_its_person_is_here),
        cmocka_unit_test(test_whoever_left_comes_back_with_the_same_key),
        cmocka_unit_test(test_any_free_seat_is_an_empty_one_before_one_that_was_left),
        cmocka_unit_test(test_whoever_has_left_gets_the_seat_with_his_name),
        cmocka_unit_test(test_the_last_command_of_a_round_counts),
        cmocka_unit_test(test_names_are_cut_off_and_printable),
        cmocka_unit_test(test_a_command_ends_the_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
