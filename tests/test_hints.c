/* Hints for people: what the beam thinks of their commands, beside the match. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "host/game.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "support/scratch.h"
#include "test.h"

static const int64_t second = 1000000000;

/* A match of a person, who gets hints, and an agent. */
typedef struct Table {
    GameOptions options;
    Lineup lineup;
    Seats *seats;
    Control *control;
    Feed *feed;
    HostGame *game;
    Thread *thread;
} Table;

static Table *open_table(void) {
    char error[256], key[TOKEN_SIZE];
    int seat;
    Table *table = calloc(1, sizeof *table);
    table->options = (GameOptions){.session = {.bots = {"random"},
                                               .bot_count = 1,
                                               .humans = 1,
                                               .seed = 7,
                                               .limits = engine_limits},
                                   .parent = scratch,
                                   .deputy = "random",
                                   .hints = true};
    assert_true(lineup_make(&table->options.session, &table->lineup, error, sizeof error));
    table->seats = seats_create(1);
    table->control = control_create(SPEED_MAX, NULL, NULL);
    table->feed = feed_create(NULL, NULL);
    table->game = host_game_create(&table->options, &table->lineup, table->seats, table->control,
                                   table->feed);
    assert_non_null(table->game);
    assert_int_equal(seats_open(table->seats, seats_token(table->seats, 0), "", &seat, key),
                     SEAT_ACCEPTED);
    seats_enter(table->seats, key);
    table->thread = thread_start(host_game_run, table->game);
    while (host_game_view(table->game).phase != GAME_PLAYING)
        clock_sleep_ms(1);
    return table;
}

static void end_match(Table *table) {
    control_end(table->control);
    seats_wake(table->seats);
    thread_join(table->thread);
}

static void close_table(Table *table) {
    host_game_destroy(table->game);
    control_destroy(table->control);
    feed_destroy(table->feed);
    seats_destroy(table->seats);
    free(table);
}

TEST(test_the_person_gets_the_value_of_each_command) {
    Table *table = open_table();
    FeedReader reader = feed_open_reader(table->feed, NULL, 0);
    int64_t deadline = clock_now() + 60 * second;
    bool found = false;
    while (!found) {
        Blob *event = feed_next(table->feed, &reader);
        assert_true(clock_now() < deadline);
        found = event && strstr(event->bytes, "event: hints\ndata: {\"match\":");
        if (found) {
            assert_non_null(strstr(event->bytes, "\"round\":0,\"commands\":[{\"command\":0,"));
            assert_non_null(strstr(event->bytes, "\"value\":"));
            assert_non_null(strstr(event->bytes, "\"best\":true"));
        } else if (!event) {
            clock_sleep_ms(5);
        }
        blob_release(event);
    }
    end_match(table);
    close_table(table);
}

static void count(void *calls) {
    atomic_fetch_add((atomic_int *)calls, 1);
}

/* The feed's readers are gone when the thread that plays has ended. */
TEST(test_no_hint_comes_after_the_last_match) {
    static atomic_int calls;
    Table *table = open_table();
    end_match(table);
    feed_set_wake(table->feed, count, &calls);
    clock_sleep_ms(500);
    assert_int_equal(calls, 0);
    close_table(table);
}

#define WITH_SCRATCH(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_SCRATCH(test_the_person_gets_the_value_of_each_command),
        WITH_SCRATCH(test_no_hint_comes_after_the_last_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
