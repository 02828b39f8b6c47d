/* What the host asks of the thread that plays: pause, step, tempo, another match. */
#include <stdatomic.h>

#include "host/control.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "test.h"

static const int64_t second = 1000000000;

/* A thread that plays three rounds. */
typedef struct Player {
    Control *control;
    atomic_int begun, changes; /* rounds; calls of the control */
    bool timed;
    Thread *thread;
} Player;

static void note_change(void *player) {
    atomic_fetch_add(&((Player *)player)->changes, 1);
}

static void play(void *context) {
    Player *player = context;
    for (int round = 0; round < 3; round++) {
        control_wait_round(player->control, player->timed);
        atomic_fetch_add(&player->begun, 1);
    }
}

static void start(Player *player, int speed, bool timed) {
    *player = (Player){.timed = timed};
    player->control = control_create(speed, note_change, player);
    assert_non_null(player->control);
}

static void close_player(Player *player) {
    control_end(player->control);
    thread_join(player->thread);
    control_destroy(player->control);
}

/* Fails the test when the number does not come. */
static void wait_for(atomic_int *number, int wanted) {
    int64_t deadline = clock_now() + 60 * second;
    while (*number < wanted) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(2);
    }
}

TEST(test_a_step_plays_one_round_of_a_pause) {
    Player player;
    start(&player, SPEED_MAX, false);
    control_pause(player.control, true);
    player.thread = thread_start(play, &player);
    clock_sleep_ms(50);
    assert_int_equal(player.begun, 0);
    control_step(player.control);
    wait_for(&player.begun, 1);
    clock_sleep_ms(50);
    assert_int_equal(player.begun, 1);
    control_pause(player.control, false);
    wait_for(&player.begun, 3);
    close_player(&player);
}

/* Pages show whether a round is held, so they must hear of it when a step is over. */
TEST(test_the_end_of_a_step_is_a_change) {
    Player player;
    start(&player, SPEED_MAX, false);
    control_step(player.control);
    assert_false(control_view(player.control).held);
    assert_int_equal(player.changes, 1);
    player.thread = thread_start(play, &player);
    wait_for(&player.changes, 2);
    assert_true(control_view(player.control).held);
    assert_int_equal(player.begun, 0);
    close_player(&player);
}

TEST(test_rounds_keep_the_speed) {
    Player player;
    start(&player, 20, true);
    int64_t began = clock_now();
    player.thread = thread_start(play, &player);
    wait_for(&player.begun, 3);
    assert_true(clock_now() - began >= 2 * second / 20);
    close_player(&player);
}

TEST(test_another_match_ends_the_pause_and_the_present_match) {
    Player player;
    NextMatch next = {.seed = 5, .count = 2, .player = {1, 0}}, asked;
    start(&player, SPEED_MAX, false);
    control_pause(player.control, true);
    player.thread = thread_start(play, &player);
    control_ask_match(player.control, &next);
    wait_for(&player.begun, 3);
    assert_true(*control_stop(player.control));
    assert_false(control_view(player.control).paused);
    assert_true(control_wait_match(player.control, &asked));
    assert_int_equal(asked.seed, 5);
    assert_int_equal(asked.player[0], 1);
    assert_false(*control_stop(player.control));
    control_end(player.control);
    assert_false(control_wait_match(player.control, &asked));
    close_player(&player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_step_plays_one_round_of_a_pause),
        cmocka_unit_test(test_the_end_of_a_step_is_a_change),
        cmocka_unit_test(test_rounds_keep_the_speed),
        cmocka_unit_test(test_another_match_ends_the_pause_and_the_present_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
