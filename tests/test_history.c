/* The bot's memory of a match between its rounds. */
#include <stdio.h>
#include <stdlib.h>

#include "bot/memory_file.h"
#include "bot/view.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "platform/folder.h"
#include "records/history.h"
#include "records/seed_folder.h"
#include "support/matches.h"
#include "test.h"

static const Pv line = {.length = 3, .command = {COMMAND_LEFT, COMMAND_BOMB, COMMAND_TRIGGER}};

/* Add every round of a match. At the end the memory must equal the engine's own account. */
TEST(test_memory_equals_the_match) {
    Match *match = new_match("chaser", "beam:width=10,depth=8", 9);
    static History history, rebuilt, loaded;
    static Snapshot snapshot;
    char folder[PLAYER_PATH], message[256];
    play_match(match);
    int last = match->state.round - 1;
    for (int round = 0; round < last; round++) {
        snprintf(folder, sizeof folder, "%s/%d", match->writer.match, round);
        assert_true(snapshot_read_folder(folder, &snapshot, message, sizeof message));
        history_update(&history, &snapshot);
    }
    snprintf(folder, sizeof folder, "%s/%d/A", match->writer.match, last);
    assert_true(memory_file_rebuild(&rebuilt, split_path(folder), clock_now() + 100000000000ll));
    for (int i = 0; i < HISTORY_WORDS; i++) { /* explosions hide some power-ups in the map */
        assert_int_equal(rebuilt.seen_bag[i] & ~history.seen_bag[i], 0);
        assert_int_equal(rebuilt.seen_radius[i] & ~history.seen_radius[i], 0);
        rebuilt.seen_bag[i] = history.seen_bag[i];
        rebuilt.seen_radius[i] = history.seen_radius[i];
    }
    assert_memory_equal(&history, &rebuilt, sizeof history);

    snprintf(folder, sizeof folder, "%s/%d/A", match->writer.match, last - 1);
    history.pv = line;
    assert_true(memory_file_save(&history, split_path(folder)));
    snprintf(folder, sizeof folder, "%s/%d/A", match->writer.match, last);
    assert_true(memory_file_load(&loaded, split_path(folder)));
    assert_memory_equal(&history, &loaded, sizeof history);

    /* The whole history gives the engine's split of the points. */
    Game game;
    State state;
    int player;
    assert_true(snapshot_read_folder(match->writer.match, &snapshot, message, 1) == false);
    snprintf(folder, sizeof folder, "%s/%d", match->writer.match, last);
    assert_true(snapshot_read_folder(folder, &snapshot, message, sizeof message));
    assert_true(snapshot_to_state(&snapshot, 'A', &game, &state, &player, message, 256));
    history_update(&loaded, &snapshot);
    history_apply(&loaded, &snapshot, &game, &state);
    for (int p = 0; p < 2; p++) {
        assert_true(state.touched_count[p] > 1);
        assert_true(state.points[p] % 10 == 0);
        assert_int_equal(state_points(&game, &state, p), snapshot.players[p].points);
    }
    end_match(match);
}

/* The player's folder of a round; the same static struct at each call. */
static const RoundPath *player_path(const Match *match, int round) {
    char folder[PLAYER_PATH];
    snprintf(folder, sizeof folder, "%s/%d/A", match->writer.match, round);
    return split_path(folder);
}

/* Leave a memory file in `round` with the rounds from `first` on. */
static void remember(const Match *match, int first, int round) {
    static Snapshot snapshot;
    History history = {0};
    SeedFolder played;
    char message[256];
    assert_true(seed_folder_open(&played, match->writer.match));
    for (int r = first; r <= round; r++) {
        assert_true(seed_folder_read_round(&played, r, &snapshot, message, sizeof message));
        history_update(&history, &snapshot);
    }
    history.pv = line;
    assert_int_equal(history.first, first);
    assert_true(memory_file_save(&history, player_path(match, round)));
}

static void assert_same_history(const History *history, const History *expected) {
    assert_int_equal(history->first, expected->first);
    assert_int_equal(history->seen, expected->seen);
    assert_memory_equal(history->players, expected->players, sizeof expected->players);
    assert_memory_equal(&history->pv, &expected->pv, sizeof expected->pv);
}

/* In a round without time for the earlier ones the memory file begins with that round. Later rounds
 * add the missing ones, from the older memory file and from the engine's files. */
TEST(test_missing_rounds_are_added_later) {
    enum { ROUNDS = 40, LEFT = ROUNDS - 7 /* within the trail */ };
    Match *match = new_match("chaser", "beam:width=10,depth=8", 9);
    static History whole, history;
    static Snapshot snapshot;
    char message[256];
    play_match(match);
    assert_true(match->state.round > ROUNDS);
    remember(match, 0, ROUNDS - 1);
    assert_true(memory_file_load(&whole, player_path(match, ROUNDS)));

    remember(match, 0, LEFT);
    remember(match, ROUNDS - 2, ROUNDS - 2);
    remember(match, ROUNDS - 1, ROUNDS - 1);
    assert_true(memory_file_load(&history, player_path(match, ROUNDS)));
    assert_int_equal(history.seen, 1);
    assert_false(memory_file_rebuild(&history, player_path(match, ROUNDS), 0));
    assert_int_equal(history.first, ROUNDS - 2);
    assert_int_equal(history.seen, 2);
    assert_memory_equal(&history.pv, &line, sizeof line);

    remember(match, ROUNDS - 3, ROUNDS - 1);
    int64_t later = clock_now() + 100000000000ll;
    assert_true(memory_file_rebuild(&history, player_path(match, ROUNDS), later));
    assert_same_history(&history, &whole);

    /* A map of another match is no part of the history. */
    SeedFolder played;
    assert_true(seed_folder_open(&played, match->writer.match));
    assert_true(seed_folder_read_round(&played, 7, &snapshot, message, sizeof message));
    snapshot.seed++;
    history.first = 8;
    history_add_missing(&history, &snapshot);
    assert_int_equal(history.first, 7);
    assert_int_equal(history.seen, whole.seen);
    end_match(match);
}

/* The last commands that the memory derives from two states must be those that were played, where
 * the board shows them. */
TEST(test_last_commands_are_seen) {
    Match *match = new_match("chaser", "beam:width=10,depth=8", 9);
    static History history;
    static Snapshot snapshot;
    SeedFolder seen;
    int count[COMMAND_COUNT] = {0};
    char message[256];
    play_match(match);
    assert_true(seed_folder_open(&seen, match->writer.match));
    int cell[3] = {0}, back = 0;
    static Cell stood[LAST_ROUND + 2];
    for (int round = 0; round < seen.last; round++) {
        assert_true(seed_folder_read_round(&seen, round, &snapshot, message, sizeof message));
        history_update(&history, &snapshot);
        cell[round % 3] = 100 * snapshot.players[1].x + snapshot.players[1].y;
        bool is_back = round > 1 && cell[round % 3] == cell[(round + 1) % 3];
        Trail trail = history_trail(&history, 1);
        Cell now = cell_at(snapshot.players[1].x - 1, snapshot.players[1].y - 1);
        assert_int_equal(trail_repeats(&trail, now), is_back);
        for (int i = 0; i < TRAIL_ROUNDS; i++)
            assert_int_equal(trail.cell[i], i < round ? stood[round - 1 - i] : NO_CELL);
        stood[round] = now;
        back += is_back;
        for (int p = 0; p < 2 && round > 0; p++) {
            Command command = history_last_command(&history, p);
            if (command != COMMAND_NOTHING)
                assert_int_equal(command, seed_folder_read_move(&seen, round - 1, (char)('A' + p)));
            count[command]++;
        }
    }
    for (int command = COMMAND_UP; command < COMMAND_COUNT; command++)
        assert_true(count[command] > 0);
    assert_true(back > 0 && back < seen.last - 1);
    end_match(match);
}

/* Taken power-ups are remembered, too; the super power-up is always known. */
TEST(test_powerups_are_remembered) {
    static History history;
    static Snapshot snapshot;
    char message[256];
    assert_true(snapshot_read_folder("sample-state/2p-early", &snapshot, message, sizeof message));
    for (int type = POWERUP_BAG; type <= POWERUP_SUPER; type++) {
        snapshot.blocks[2 * type][2].powerup = type;
        history_update(&history, &snapshot);
        snapshot.blocks[2 * type][2].powerup = 0;
        snapshot.round++;
    }
    history_update(&history, &snapshot);
    assert_int_equal(history_powerup(&history, 2, 2), POWERUP_BAG);
    assert_int_equal(history_powerup(&history, 4, 2), POWERUP_RADIUS);
    assert_int_equal(history_powerup(&history, 6, 2), 0);
    snapshot.seed++;
    history_update(&history, &snapshot);
    assert_int_equal(history_powerup(&history, 2, 2), 0);
}

/* A waits for two rounds while B goes right. The player's own command is known from its file,
 * whatever the board shows. */
TEST(test_the_bot_knows_the_last_commands) {
    static History history;
    static Snapshot snapshot;
    static View view;
    const Observation *observation = &view.observation;
    char message[256];
    assert_true(snapshot_read_folder("sample-state/2p-early", &snapshot, message, sizeof message));
    snapshot.players[1].x -= 3;
    for (int round = 0; round < 3; round++) {
        snapshot.round++;
        snapshot.players[1].x++;
        history_update(&history, &snapshot);
    }
    assert_true(view_init(&view, &snapshot, 'A', message, sizeof message));
    view_add_history(&view, &snapshot, &history, COMMAND_UP);
    assert_int_equal(observation->last_command[0], COMMAND_UP);
    assert_int_equal(observation->last_command[1], COMMAND_RIGHT);
    assert_true(trail_repeats(&observation->trail, view.state.cell[observation->player]));
    assert_true(view_init(&view, &snapshot, 'B', message, sizeof message));
    view_add_history(&view, &snapshot, &history, COMMAND_TRIGGER);
    assert_int_equal(observation->last_command[0], COMMAND_NOTHING);
    assert_int_equal(observation->last_command[1], COMMAND_TRIGGER);
    assert_false(trail_repeats(&observation->trail, view.state.cell[observation->player]));
}

TEST(test_gaps_and_other_matches_are_noticed) {
    static History history;
    static Snapshot snapshot;
    char message[256];
    assert_true(snapshot_read_folder("sample-state/2p-early", &snapshot, message, sizeof message));
    history_update(&history, &snapshot);
    history.players[0].x--;
    history.pv = line;
    snapshot.round++;
    history_update(&history, &snapshot);
    assert_int_equal(history_last_command(&history, 0), COMMAND_RIGHT);
    assert_int_equal(history.pv.length, 3);
    history.players[0].x--;
    snapshot.round += 2;
    history_update(&history, &snapshot);
    assert_int_equal(history_last_command(&history, 0), COMMAND_NOTHING);
    assert_int_equal(history.pv.length, 0);
    snapshot.round++;
    history_update(&history, &snapshot);
    assert_int_equal(history_trail(&history, 1).cell[1],
                     NO_CELL); /* the round two rounds ago is missing */
    snapshot.round++;
    history_update(&history, &snapshot);
    assert_int_not_equal(history_trail(&history, 1).cell[1], NO_CELL);
    assert_int_equal(history.seen, 5);
    snapshot.seed++;
    history_update(&history, &snapshot);
    assert_int_equal(history.seen, 1);
}

/* A stands on one of B's two bombs; the map alone does not say on which. */
TEST(test_bombs_under_players_are_rebuilt) {
    static History history;
    static Snapshot snapshot;
    char folder[512], path[600], message[256];
    size_t size;
    assert_true(snapshot_read_folder("sample-state/2p-early", &snapshot, message, sizeof message));
    SnapshotPlayer *own = &snapshot.players[0];
    snapshot.blocks[own->x][own->y].entity = ENTITY_NONE;
    for (int x = 2; x <= 4; x += 2)
        snapshot.blocks[x][2] = (SnapshotBlock){.bomb = {.owner = 1, .radius = 1, .timer = 3}};
    own->x = 4;
    own->y = 2;
    snapshot.blocks[4][2].entity = ENTITY_PLAYER;
    snapshot.round = 0;
    snprintf(folder, sizeof folder, "%s/hidden/0", scratch);
    assert_true(folder_create(folder));
    char *json = snapshot_write_json(&snapshot, &size);
    snprintf(path, sizeof path, "%s/state.json", folder);
    assert_true(file_replace(path, json, size));
    char *map = snapshot_write_map(&snapshot, &size);
    snprintf(path, sizeof path, "%s/map.txt", folder);
    assert_true(file_replace(path, map, size));
    free(json);
    free(map);
    snprintf(folder, sizeof folder, "%s/hidden/1/A", scratch);
    assert_true(memory_file_rebuild(&history, split_path(folder), clock_now() + 100000000000ll));
    assert_int_equal(history.players[0].x, 4);
}

TEST(test_damaged_memory_is_refused) {
    static History history, loaded;
    char folder[512], path[600];
    size_t size;
    history.round = 4;
    history.seen = 5;
    history.player_count = 2;
    snprintf(folder, sizeof folder, "%s/damaged/4/A", scratch);
    assert_true(folder_create(folder));
    assert_true(memory_file_save(&history, split_path(folder)));
    snprintf(path, sizeof path, "%s/blastbeam.memory", folder);
    char *text = file_read(path, 1 << 20, &size);
    snprintf(folder, sizeof folder, "%s/damaged/5/A", scratch);
    assert_true(memory_file_load(&loaded, split_path(folder)));
    for (size_t cut = 0; cut < size; cut += 53) {
        assert_true(file_replace(path, text, cut));
        assert_false(memory_file_load(&loaded, split_path(folder)));
    }
    text[size / 2] ^= 1;
    assert_true(file_replace(path, text, size));
    assert_false(memory_file_load(&loaded, split_path(folder)));
    text[size / 2] ^= 1;
    snprintf(folder, sizeof folder, "%s/damaged/5/A", scratch);
    snprintf(path, sizeof path, "%s/blastbeam.memory", folder);
    assert_true(folder_create(folder) && file_replace(path, text, size));
    snprintf(folder, sizeof folder, "%s/damaged/6/A", scratch);
    assert_false(
        memory_file_load(&loaded, split_path(folder))); /* the memory belongs to the round before */
    free(text);
    history.round = 5;
    for (int i = 0; i < 5; i++) { /* complete but impossible values, except in the last case */
        history.players[1].x = i == 0 ? SNAPSHOT_SIZE + 1 : 1;
        history.pv.length = i == 1 ? -1 : 1;
        history.pv.command[0] = i == 2 ? COMMAND_COUNT : COMMAND_UP;
        history.first = i == 3 ? 6 : 0;
        snprintf(folder, sizeof folder, "%s/damaged/5/A", scratch);
        assert_true(folder_create(folder) && memory_file_save(&history, split_path(folder)));
        snprintf(folder, sizeof folder, "%s/damaged/6/A", scratch);
        assert_int_equal(memory_file_load(&loaded, split_path(folder)), i == 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_equals_the_match),
        cmocka_unit_test(test_missing_rounds_are_added_later),
        cmocka_unit_test(test_last_commands_are_seen),
        cmocka_unit_test(test_powerups_are_remembered),
        cmocka_unit_test(test_the_bot_knows_the_last_commands),
        cmocka_unit_test(test_gaps_and_other_matches_are_noticed),
        cmocka_unit_test(test_bombs_under_players_are_rebuilt),
        cmocka_unit_test(test_damaged_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
