/* Recordings, and the reference engine, which must reach the states that the real engine
 * recorded. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/reference.h"
#include "records/recording.h"
#include "test.h"

static const char samples[] = "tests/data";
static const char all_recordings[] = "../shared/recordings";
static const char varied_recording[] = "tests/data/2p-320.rec";

/* A recording and a reference engine that plays along. */
typedef struct Follower {
    Recording recording;
    Game game;
    State state;
    RoundEvents events;
    ReferenceEngine reference;
} Follower;

/* State is aligned more strictly than malloc's memory. */
static Follower *new_follower(void) {
    Follower *follower = aligned_alloc(_Alignof(Follower), sizeof(Follower));
    assert_non_null(follower);
    return follower;
}

static void check_legal(const Follower *follower, const char *path) {
    for (int p = 0; p < follower->game.players; p++)
        if (reference_legal(&follower->reference, p) != state_legal(&follower->state, p))
            fail_msg("%s: round %d: player %c: legal commands differ", path,
                     follower->recording.round.round, 'A' + p);
}

static void follow_round(Follower *follower) {
    Ranks ranks = recording_ranks(&follower->recording, &follower->state);
    reference_play(&follower->reference, follower->recording.round.command, &ranks);
    reference_to_state(&follower->reference, &follower->game, &follower->state, &follower->events);
}

static void check_round(const Follower *follower, const char *path) {
    char why[160];
    if (!recording_compare(&follower->recording, &follower->game, &follower->state,
                           &follower->events, why, sizeof why) ||
        !reference_same(&follower->reference, &follower->game, &follower->state, why, sizeof why))
        fail_msg("%s: %s", path, why);
}

static void check_end(const Follower *follower, const char *path) {
    char why[160];
    int order[MAX_PLAYERS];
    if (!recording_compare_end(&follower->recording, &follower->game, &follower->state, why,
                               sizeof why))
        fail_msg("%s: %s", path, why);
    assert_true(reference_over(&follower->reference));
    reference_leaderboard(&follower->reference, order);
    for (int place = 0; place < follower->game.players; place++)
        assert_int_equal(order[place], follower->recording.leaderboard[place]);
}

static void follow(const char *path) {
    Follower *follower = new_follower();
    Recording *recording = &follower->recording;
    if (!recording_open(recording, path))
        fail_msg("%s", recording->error);
    bool playable = recording_start(recording, &follower->game, &follower->state);
    assert_int_equal(playable, recording->map.size == BOARD_SIZE);
    if (playable)
        reference_from_state(&follower->reference, &follower->game, &follower->state);
    RecordingEvent event;
    while ((event = recording_next(recording)) == RECORDING_ROUND)
        if (playable) {
            assert_false(reference_over(&follower->reference));
            check_legal(follower, path);
            follow_round(follower);
            check_round(follower, path);
        }
    if (event == RECORDING_BAD)
        fail_msg("%s", recording->error);
    if (playable)
        check_end(follower, path);
    recording_close(recording);
    free(follower);
}

/* Follow the recordings in a folder. Returns the number of recordings. */
static int follow_folder(const char *folder) {
    DIR *directory = opendir(folder);
    int count = 0;
    if (!directory)
        return 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        const char *suffix = strrchr(entry->d_name, '.');
        if (!suffix || strcmp(suffix, ".rec") != 0)
            continue;
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        follow(path);
        count++;
    }
    closedir(directory);
    return count;
}

TEST(test_reference_follows_samples) {
    assert_int_equal(follow_folder(samples), 8);
}

TEST(test_reference_follows_all_recordings) {
    if (follow_folder(all_recordings) == 0)
        SKIP_BECAUSE(NO_SHARED);
}

TEST(test_reference_ends_after_the_last_round) {
    ReferenceEngine reference = {.players = 2, .last_round = LAST_ROUND, .round = LAST_ROUND};
    reference.player[0].alive = reference.player[1].alive = true;
    assert_false(reference_over(&reference));
    reference.round++;
    assert_true(reference_over(&reference));
}

/* Follow the recording up to its first round in which a wall falls while a bomb is left. */
static void follow_to_explosion(Follower *follower) {
    Recording *recording = &follower->recording;
    assert_true(recording_open(recording, varied_recording));
    assert_true(recording_start(recording, &follower->game, &follower->state));
    reference_from_state(&follower->reference, &follower->game, &follower->state);
    do {
        assert_int_equal(recording_next(recording), RECORDING_ROUND);
        follow_round(follower);
    } while (recording->round.destroyed.count == 0 || recording->round.bomb_count == 0);
    check_round(follower, varied_recording);
}

static void expect_difference(const Follower *follower, const char *words) {
    char why[160] = "";
    bool same = recording_compare(&follower->recording, &follower->game, &follower->state,
                                  &follower->events, why, sizeof why);
    if (same || !strstr(why, words))
        fail_msg("'%s' does not say '%s'", why, words);
}

TEST(test_every_difference_is_found) {
    Follower *follower = new_follower();
    follow_to_explosion(follower);
    board_add(&follower->events.exploding, cell_at(0, 5));
    check_round(follower, varied_recording);
    const RecordedRound saved = follower->recording.round;
    RecordedRound *round = &follower->recording.round;
#define EXPECT(change, words)                                                                      \
    do {                                                                                           \
        change;                                                                                    \
        expect_difference(follower, words);                                                        \
        *round = saved;                                                                            \
    } while (0)
    EXPECT(round->round++, "has played up to");
    EXPECT(round->player[0].alive = false, "deaths: player A is dead, by the rules alive");
    EXPECT(round->player[1].cell.x++, "player B is on");
    EXPECT(round->player[0].bag++, "player A: bag is");
    EXPECT(round->player[0].radius++, "player A: radius is");
    EXPECT(round->player[0].points++, "player A: points is");
    EXPECT(round->player[0].touched++, "player A: touched is");
    EXPECT(round->player[0].died++, "player A: died is");
    EXPECT(round->bomb[0].timer++, "the bomb on");
    EXPECT(round->bomb[0].radius++, "the bomb on");
    EXPECT(round->bomb[0].owner ^= 1, "the bomb on");
    EXPECT(round->bomb[0].cell.x++, "there is a bomb on");
    EXPECT(round->bomb_count--, "bombs: there are");
    EXPECT(round->exploding.count--, "not exploding, by the rules it is");
    EXPECT(round->destroyed.count--, "not destroyed, by the rules it is");
    EXPECT(round->destroyed.cell[0].x++, "destroyed");
    EXPECT(round->powerup[0].type = POWERUP_BAG, "power-ups: there is one on");
    EXPECT(round->powerup_count--, "are in sight, by the rules");
#undef EXPECT
    recording_close(&follower->recording);
    free(follower);
}

TEST(test_reference_names_differences) {
    Follower *follower = new_follower();
    follow_to_explosion(follower);
    const State saved = follower->state;
    State *state = &follower->state;
    int slot = __builtin_ctz(state_bombs(state));
#define EXPECT(change, words)                                                                      \
    do {                                                                                           \
        char why[160] = "";                                                                        \
        change;                                                                                    \
        assert_false(                                                                              \
            reference_same(&follower->reference, &follower->game, state, why, sizeof why));        \
        if (!strstr(why, words))                                                                   \
            fail_msg("'%s' does not say '%s'", why, words);                                        \
        *state = saved;                                                                            \
    } while (0)
    EXPECT(state->round++, "the state is in round");
    EXPECT(state->alive ^= 1, "player A: alive");
    EXPECT(state->cell[1]++, "player B: x");
    EXPECT(state->cell[1] ^= 32, "player B: y");
    EXPECT(state->bag[0]++, "player A: bag");
    EXPECT(state->radius[0]++, "player A: radius");
    EXPECT(state->points[0]++, "player A: points");
    EXPECT(state->died[0]++, "player A: died");
    EXPECT(state->touched_count[0]++, "player A: touched");
    EXPECT(state->touched[0][2] ^= 1, "player A: only one has touched");
    EXPECT(state->walls.word[4] ^= 1u << 10, "has a wall on 10,4");
    EXPECT(state->blocked.word[1] ^= 1u << 10, "10,1 is blocked");
    EXPECT(state->powerups ^= 1, "power-up on");
    EXPECT(state->bombs.due[slot]++, "the bomb on");
    EXPECT(state->bombs.radius[slot]++, "the bomb on");
    EXPECT(state->bombs.cell[slot]++, "the reference has no bomb on");
    EXPECT(state->owned[0] = state->owned[1] = 0, "bombs in the reference, 0 in the state");
#undef EXPECT
    recording_close(&follower->recording);
    free(follower);
}

TEST(test_ends_are_compared) {
    Follower *follower = new_follower();
    Recording *recording = &follower->recording;
    char why[160];
    follow_to_explosion(follower);
    assert_false(
        recording_compare_end(recording, &follower->game, &follower->state, why, sizeof why));
    assert_non_null(strstr(why, "by the rules the match goes on"));
    while (recording_next(recording) == RECORDING_ROUND)
        follow_round(follower);
    check_end(follower, varied_recording);
    recording->leaderboard[0] ^= 1;
    assert_false(
        recording_compare_end(recording, &follower->game, &follower->state, why, sizeof why));
    assert_non_null(strstr(why, "leader board: place 1"));
    recording_close(recording);
    free(follower);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_follows_samples),
        cmocka_unit_test(test_reference_follows_all_recordings),
        cmocka_unit_test(test_reference_ends_after_the_last_round),
        cmocka_unit_test(test_every_difference_is_found),
        cmocka_unit_test(test_reference_names_differences),
        cmocka_unit_test(test_ends_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
