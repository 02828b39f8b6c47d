/* A bot finds its position when its own files are missing or damaged. */
#include <stdlib.h>
#include <string.h>

#include "bot/position.h"
#include "platform/file.h"
#include "protocol/round_path.h"
#include "support/matches.h"
#include "test.h"

enum { SEED = 31, ROUNDS = 60, TEXT = 2048 };

static Match *match;

static int play_match_once(void **state) {
    if (make_scratch(state) != 0)
        return -1;
    match = new_match("beam:width=12,depth=8", "chaser", SEED);
    play_match(match);
    return 0;
}

static int end_match_once(void **state) {
    end_match(match);
    return remove_scratch(state);
}

static void player_folder(int round, char folder[ROUND_PATH_SIZE]) {
    snprintf(folder, ROUND_PATH_SIZE, "%s/%d/A", match->writer.match, round);
}

/* Read the position of A in a round. Returns false when it cannot be read. */
static bool read_position_of(int round, View *view, char message[TEXT]) {
    static Snapshot snapshot;
    static RoundPath path;
    char folder[ROUND_PATH_SIZE];
    player_folder(round, folder);
    assert_true(round_path_split(folder, &path));
    return position_read(folder, &path, 'A', &snapshot, view, message, TEXT);
}

static void write_file(int round, const char *name, const char *text) {
    char folder[ROUND_PATH_SIZE], path[ROUND_PATH_SIZE + 64];
    player_folder(round, folder);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_true(file_replace(path, text, strlen(text)));
}

static int last_round(void) {
    return match->state.round - 1 < ROUNDS ? match->state.round - 1 : ROUNDS;
}

/* The message has this many reasons, with a separator between each two. */
static void assert_reasons(const char *message, int count) {
    int separators = 0;
    for (const char *at = message; (at = strstr(at, "; ")); at += 2) {
        separators++;
        assert_true(at[2] != 0 && at[2] != ';');
    }
    assert_int_equal(separators, count - 1);
}

TEST(test_the_round_folder_has_the_same_position) {
    static View damaged, whole;
    char message[TEXT];
    for (int round = 1; round <= last_round(); round++) {
        char name[ROUND_PATH_SIZE];
        static Snapshot snapshot;
        write_file(round, "state.json", "{\"RegisteredPlayerEntities\":[");
        write_file(round, "map.txt", "Map Width: 21");
        if (!read_position_of(round, &damaged, message))
            fail_msg("round %d: %s", round, message);
        assert_reasons(message, 2); /* state.json and map.txt */
        snprintf(name, sizeof name, "%s/%d", match->writer.match, round);
        assert_true(snapshot_read_folder(name, &snapshot, message, TEXT));
        assert_true(view_init(&whole, &snapshot, 'A', message, TEXT));
        assert_memory_equal(&damaged.state, &whole.state, sizeof whole.state);
    }
}

TEST(test_a_state_without_our_player_is_not_taken) {
    static View view;
    char message[TEXT];
    char *json = match_file(match, "2/state.json");
    assert_non_null(json);
    for (char *key; (key = strstr(json, "\"Key\":\"A\""));)
        key[7] = 'Z';
    write_file(2, "state.json", json);
    free(json);
    assert_true(read_position_of(2, &view, message));
    assert_int_equal(view.observation.player, 0);
}

/* The moves of all players are known by then; what walls hid, and who got a contested cell, is not.
 */
TEST(test_the_last_round_is_played_on) {
    static View played, whole;
    char message[TEXT];
    for (int round = 2; round <= last_round(); round++) {
        char name[ROUND_PATH_SIZE], hidden[ROUND_PATH_SIZE];
        snprintf(name, sizeof name, "%s/%d/state.json", match->writer.match, round);
        snprintf(hidden, sizeof hidden, "%s/%d/map.txt", match->writer.match, round);
        assert_true(read_position_of(round, &whole, message));
        char *json = match_file(match, name + strlen(match->writer.match) + 1);
        char *map = match_file(match, hidden + strlen(match->writer.match) + 1);
        assert_true(file_replace(name, "?", 1) && file_replace(hidden, "?", 1));
        if (!read_position_of(round, &played, message))
            fail_msg("round %d: %s", round, message);
        assert_reasons(message, 5);
        assert_non_null(
            strstr(message, "the previous round's position and moves were used instead"));
        assert_true(file_replace(name, json, strlen(json)));
        assert_true(file_replace(hidden, map, strlen(map)));
        free(json);
        free(map);
        assert_memory_equal(played.state.cell, whole.state.cell, sizeof played.state.cell);
        assert_memory_equal(&played.state.walls, &whole.state.walls, sizeof played.state.walls);
        assert_memory_equal(played.state.bombs.due, whole.state.bombs.due, MAX_BOMBS);
        assert_int_equal(played.state.alive, whole.state.alive);
    }
}

TEST(test_without_any_position_the_message_has_only_reasons) {
    static View view;
    static Snapshot snapshot;
    RoundPath path;
    char message[TEXT];
    assert_true(round_path_split("nowhere/0/A", &path));
    assert_false(position_read("nowhere/0/A", &path, 'A', &snapshot, &view, message, TEXT));
    assert_reasons(message, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_round_folder_has_the_same_position),
        cmocka_unit_test(test_a_state_without_our_player_is_not_taken),
        cmocka_unit_test(test_the_last_round_is_played_on),
        cmocka_unit_test(test_without_any_position_the_message_has_only_reasons),
    };
    return cmocka_run_group_tests(tests, play_match_once, end_match_once);
}
