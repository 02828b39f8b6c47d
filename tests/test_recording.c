/* The reader of recordings, and the twin, which follows them: what the real engine did. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "folder/recording.h"
#include "twin.h"

static const char samples[] = "tests/data";
static const char all_recordings[] = "../shared/recordings";
static const char short_recording[] = "tests/data/2p-307.rec";
static const char varied_recording[] = "tests/data/2p-320.rec";

/* A recording and a twin that plays along. */
typedef struct Follower {
    Recording recording;
    Game game;
    State state;
    RoundEvents events;
    Twin twin;
} Follower;

/* State is aligned more strictly than malloc's memory. */
static Follower *new_follower(void) {
    Follower *follower = aligned_alloc(_Alignof(Follower), sizeof(Follower));
    assert_non_null(follower);
    return follower;
}

static void check_legal(const Follower *follower, const char *path) {
    for (int p = 0; p < follower->game.players; p++)
        if (twin_legal(&follower->twin, p) != state_legal(&follower->state, p))
            fail_msg("%s: round %d: player %c: legal commands differ", path,
                     follower->recording.round.round, 'A' + p);
}

static void follow_round(Follower *follower) {
    Ranks ranks = recording_ranks(&follower->recording, &follower->state);
    twin_play(&follower->twin, follower->recording.round.command, &ranks);
    twin_to_state(&follower->twin, &follower->game, &follower->state, &follower->events);
}

static void check_round(const Follower *follower, const char *path) {
    char why[160];
    if (!recording_compare(&follower->recording, &follower->game, &follower->state,
                           &follower->events, why, sizeof why) ||
        !twin_same(&follower->twin, &follower->game, &follower->state, why, sizeof why))
        fail_msg("%s: %s", path, why);
}

static void check_end(const Follower *follower, const char *path) {
    char why[160];
    int order[MAX_PLAYERS];
    if (!recording_compare_end(&follower->recording, &follower->game, &follower->state, why,
                               sizeof why))
        fail_msg("%s: %s", path, why);
    assert_true(twin_over(&follower->twin));
    twin_leaderboard(&follower->twin, order);
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
        twin_from_state(&follower->twin, &follower->game, &follower->state);
    RecordingEvent event;
    while ((event = recording_next(recording)) == RECORDING_ROUND)
        if (playable) {
            assert_false(twin_over(&follower->twin));
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

/* Follow the recordings in a folder and return how many they are. */
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

static void twin_follows_samples(void **unused) {
    (void)unused;
    assert_int_equal(follow_folder(samples), 8);
}

static void twin_follows_all_recordings(void **unused) {
    (void)unused;
    if (follow_folder(all_recordings) == 0)
        skip();
}

static void twin_ends_after_the_last_round(void **unused) {
    (void)unused;
    Twin twin = {.players = 2, .last_round = LAST_ROUND, .round = LAST_ROUND};
    twin.player[0].alive = twin.player[1].alive = true;
    assert_false(twin_over(&twin));
    twin.round++;
    assert_true(twin_over(&twin));
}

/* ---- Files that are not as they should be ---- */

typedef struct Text {
    size_t size;
    char bytes[1 << 16];
} Text;

static Text load(const char *path) {
    Text text;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text.size = fread(text.bytes, 1, sizeof text.bytes - 1, file);
    fclose(file);
    text.bytes[text.size] = '\0';
    return text;
}

/* Read a recording with the given bytes to its end. Returns the number of rounds, or -1 with the
 * reader's message in `error`. */
static int rounds_of(const char *bytes, size_t size, char error[RECORDING_ERROR]) {
    char path[] = "/tmp/test_recording.XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, bytes, size), size);
    close(descriptor);
    Recording *recording = test_malloc(sizeof *recording);
    int rounds = 0;
    RecordingEvent event = RECORDING_BAD;
    if (recording_open(recording, path))
        while ((event = recording_next(recording)) == RECORDING_ROUND)
            rounds++;
    strcpy(error, recording->error);
    recording_close(recording);
    test_free(recording);
    unlink(path);
    return event == RECORDING_END ? rounds : -1;
}

static void reads_crlf_and_byte_order_mark(void **unused) {
    (void)unused;
    Text unix_text = load(short_recording), text = {3, "\xef\xbb\xbf"};
    char error[RECORDING_ERROR];
    for (size_t i = 0; i < unix_text.size; i++) {
        if (unix_text.bytes[i] == '\n')
            text.bytes[text.size++] = '\r';
        text.bytes[text.size++] = unix_text.bytes[i];
    }
    int rounds = rounds_of(unix_text.bytes, unix_text.size, error);
    assert_true(rounds > 0);
    assert_int_equal(rounds_of(text.bytes, text.size, error), rounds);
}

static void refuses_truncated_files(void **unused) {
    (void)unused;
    Text text = load(short_recording);
    char error[RECORDING_ERROR];
    for (size_t size = 0; size < text.size - 1; size++) {
        assert_int_equal(rounds_of(text.bytes, size, error), -1);
        assert_non_null(strchr(error, ':'));
    }
    assert_true(rounds_of(text.bytes, text.size - 1, error) > 0);
}

static void names_the_line_of_garbage(void **unused) {
    (void)unused;
    Text text = load(short_recording);
    char error[RECORDING_ERROR], place[16];
    int line = 0;
    for (char *start = text.bytes; *start; start = strchr(start, '\n') + 1) {
        Text broken = {0};
        size_t before = (size_t)(start - text.bytes);
        snprintf(broken.bytes, sizeof broken.bytes, "%.*sgarbage%s", (int)before, text.bytes,
                 strchr(start, '\n'));
        assert_int_equal(rounds_of(broken.bytes, strlen(broken.bytes), error), -1);
        snprintf(place, sizeof place, ":%d: ", ++line);
        assert_non_null(strstr(error, place));
    }
}

static void survives_changed_bytes(void **unused) {
    (void)unused;
    Text text = load(short_recording);
    char error[RECORDING_ERROR];
    uint32_t random = 1;
    for (int i = 0; i < 3000; i++) {
        random = random * 1664525 + 1013904223;
        size_t at = random % text.size;
        char saved = text.bytes[at];
        text.bytes[at] = (char)(random >> 24);
        rounds_of(text.bytes, text.size, error);
        text.bytes[at] = saved;
    }
}

static void says_what_is_wrong(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *instead, *error;
    } cases[] = {
        {"match", "Match", ":1: not a recording"},
        {"size=21", "size=22", ":1: size=22"},
        {"players=2", "players=3", ":22: player C is not in the map"},
        {"#A ", "#AA", ":3: player A is in the map twice"},
        {"#A ", "#?A", ":3: column 2: unknown sign"},
        {"##\n", "#\n", ":2: a row of the map must have 21 cells"},
        {"round 1\n", "round 2\n", "`round 1` expected"},
        {"cmd A", "cmd B", ":24: player "},
        {"cmd A", "cmd C", ":24: a player's key"},
        {"cmd A3 B2", "cmd A3", ":24: player B has no command"},
        {"cmd A3 B2", "cmd A3 A3 B2", ":24: player A has two commands"},
        {"B alive 19,20 bag=1 radius=1 points=0 touched=2\n",
         "B dead 19,20 bag=1 radius=1 points=0 touched=2 died=0\n",
         ":32: player B is dead, but has a command"},
        {"alive 3,2", "alive 22,2", ":25: `A alive X,Y"},
        {"bag=1", "bag=99999999999", ":25: `A alive X,Y"},
        {"bombs", "bombs A@2,2:t4", ":27: `bombs"},
        {"exploding", "exploding 0,1", ":28: `exploding"},
        {"$@11,11", "%@11,11", ":30: `powerups"},
        {"leaderboard A B", "leaderboard A A", "`end leaderboard`"},
        {"leaderboard ", "leaderboard A ", "`end leaderboard`"},
    };
    Text text = load(short_recording);
    char error[RECORDING_ERROR], broken[1 << 16];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *at = strstr(text.bytes, cases[i].text);
        assert_non_null(at);
        snprintf(broken, sizeof broken, "%.*s%s%s", (int)(at - text.bytes), text.bytes,
                 cases[i].instead, at + strlen(cases[i].text));
        assert_int_equal(rounds_of(broken, strlen(broken), error), -1);
        if (!strstr(error, cases[i].error))
            fail_msg("'%s' does not say '%s'", error, cases[i].error);
    }
}

static void refuses_long_lines_and_what_follows_the_end(void **unused) {
    (void)unused;
    Text text = load(short_recording);
    char error[RECORDING_ERROR];
    strcat(text.bytes, "\n\nmore");
    assert_int_equal(rounds_of(text.bytes, strlen(text.bytes), error), -1);
    assert_non_null(strstr(error, "follows the end"));
    memset(text.bytes, ' ', sizeof text.bytes);
    assert_int_equal(rounds_of(text.bytes, sizeof text.bytes, error), -1);
    assert_non_null(strstr(error, ":1: line too long"));
}

static void says_that_a_file_is_missing(void **unused) {
    (void)unused;
    Recording *recording = test_malloc(sizeof *recording);
    assert_false(recording_open(recording, "tests/data/none.rec"));
    assert_non_null(strstr(recording->error, "tests/data/none.rec: "));
    assert_int_equal(recording_next(recording), RECORDING_BAD);
    test_free(recording);
}

/* ---- Comparing ---- */

/* Follow the varied recording up to its first round in which a wall goes while a bomb is left. */
static void follow_to_explosion(Follower *follower) {
    Recording *recording = &follower->recording;
    assert_true(recording_open(recording, varied_recording));
    assert_true(recording_start(recording, &follower->game, &follower->state));
    twin_from_state(&follower->twin, &follower->game, &follower->state);
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

static void finds_every_difference(void **unused) {
    (void)unused;
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
    EXPECT(round->player[1].at.x++, "player B is on");
    EXPECT(round->player[0].bag++, "player A: bag is");
    EXPECT(round->player[0].radius++, "player A: radius is");
    EXPECT(round->player[0].points++, "player A: points is");
    EXPECT(round->player[0].touched++, "player A: touched is");
    EXPECT(round->player[0].died++, "player A: died is");
    EXPECT(round->bomb[0].timer++, "the bomb on");
    EXPECT(round->bomb[0].radius++, "the bomb on");
    EXPECT(round->bomb[0].owner ^= 1, "the bomb on");
    EXPECT(round->bomb[0].at.x++, "a bomb is on");
    EXPECT(round->bomb_count--, "bombs: there are");
    EXPECT(round->exploding.count--, "not exploding, by the rules it is");
    EXPECT(round->destroyed.count--, "not destroyed, by the rules it is");
    EXPECT(round->destroyed.cell[0].x++, "destroyed");
    EXPECT(round->powerup[0].type = POWERUP_BAG, "power-ups: one is on");
    EXPECT(round->powerup_count--, "are in sight, by the rules");
#undef EXPECT
    recording_close(&follower->recording);
    free(follower);
}

static void twin_tells_differences(void **unused) {
    (void)unused;
    Follower *follower = new_follower();
    follow_to_explosion(follower);
    const State saved = follower->state;
    State *state = &follower->state;
    int slot = __builtin_ctz(state_bombs(state));
#define EXPECT(change, words)                                                                      \
    do {                                                                                           \
        char why[160] = "";                                                                        \
        change;                                                                                    \
        assert_false(twin_same(&follower->twin, &follower->game, state, why, sizeof why));         \
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
    EXPECT(state->bombs.cell[slot]++, "the twin has no bomb on");
    EXPECT(state->owned[0] = state->owned[1] = 0, "bombs in the twin, 0 in the state");
#undef EXPECT
    recording_close(&follower->recording);
    free(follower);
}

static void compares_the_end(void **unused) {
    (void)unused;
    Follower *follower = new_follower();
    Recording *recording = &follower->recording;
    char why[160];
    follow_to_explosion(follower);
    assert_false(
        recording_compare_end(recording, &follower->game, &follower->state, why, sizeof why));
    assert_non_null(strstr(why, "by the rules the match is not"));
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
        cmocka_unit_test(twin_follows_samples),
        cmocka_unit_test(twin_follows_all_recordings),
        cmocka_unit_test(twin_ends_after_the_last_round),
        cmocka_unit_test(reads_crlf_and_byte_order_mark),
        cmocka_unit_test(refuses_truncated_files),
        cmocka_unit_test(names_the_line_of_garbage),
        cmocka_unit_test(survives_changed_bytes),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(refuses_long_lines_and_what_follows_the_end),
        cmocka_unit_test(says_that_a_file_is_missing),
        cmocka_unit_test(finds_every_difference),
        cmocka_unit_test(twin_tells_differences),
        cmocka_unit_test(compares_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
