/* The page of a match holds the match, and no text of a match can break out of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/folder.h"
#include "platform/text.h"
#include "replay/html.h"
#include "replay/json_text.h"
#include "support/page.h"
#include "support/program.h"
#include "test.h"

static void assert_players(const Snapshot *snapshot, const cJSON *players) {
    assert_int_equal(cJSON_GetArraySize(players), snapshot->player_count);
    for (int p = 0; p < snapshot->player_count; p++) {
        const SnapshotPlayer *player = &snapshot->players[p];
        const cJSON *written = cJSON_GetArrayItem(players, p);
        assert_int_equal(at(written, 0), cell_of(snapshot, player->x, player->y));
        assert_int_equal(at(written, 1), player->points);
        assert_int_equal(at(written, 2), player->bag);
        assert_int_equal(at(written, 3), player->radius);
        assert_int_equal(at(written, 4), !player->killed);
    }
}

/* The item of a list that begins with this number, or is this number; NULL when there is none. */
static const cJSON *item_of(const cJSON *list, int cell) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if ((cJSON_IsArray(item) ? at(item, 0) : item->valueint) == cell)
            return item;
    }
    return NULL;
}

/* Check one cell; adds its bombs, power-ups and blasts to *counts. */
static void assert_cell(const Snapshot *snapshot, const cJSON *moment, int x, int y,
                        int counts[3]) {
    const SnapshotBlock *block = &snapshot->blocks[x][y];
    int cell = cell_of(snapshot, x, y);
    if (block->bomb.owner >= 0) {
        const cJSON *bomb = item_of(field(moment, "bombs"), cell);
        assert_non_null(bomb);
        assert_int_equal(at(bomb, 1), block->bomb.owner);
        assert_int_equal(at(bomb, 2), block->bomb.radius);
        assert_int_equal(at(bomb, 3), block->bomb.timer);
        counts[0]++;
    }
    if (block->powerup) {
        const cJSON *powerup = item_of(field(moment, "powerups"), cell);
        assert_non_null(powerup);
        assert_int_equal(at(powerup, 1), block->powerup);
        counts[1]++;
    }
    if (block->exploding) {
        assert_non_null(item_of(field(moment, "blasts"), cell));
        counts[2]++;
    }
}

static void change_terrain(char *terrain, const cJSON *moment) {
    const cJSON *change;
    cJSON_ArrayForEach(change, cJSON_GetObjectItemCaseSensitive(moment, "changed"))
        terrain[at(change, 0)] = cJSON_GetArrayItem(change, 1)->valuestring[0];
}

static void assert_board(const Snapshot *snapshot, const cJSON *moment, const char *terrain) {
    static const char *const lists[3] = {"bombs", "powerups", "blasts"};
    int counts[3] = {0};
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            Entity entity = snapshot->blocks[x][y].entity;
            char sign = entity == ENTITY_PILLAR ? '#' : entity == ENTITY_WALL ? '+' : ' ';
            assert_int_equal(terrain[cell_of(snapshot, x, y)], sign);
            assert_cell(snapshot, moment, x, y, counts);
        }
    for (int i = 0; i < 3; i++)
        assert_int_equal(cJSON_GetArraySize(field(moment, lists[i])), counts[i]);
}

static void assert_actions(const MatchReplay *replay, int index, const cJSON *actions) {
    static const char *const names[] = {"nothing", "up",      "left",        "right",
                                        "down",    "bomb",    "trigger",     "too late",
                                        "no move", "crashed", "forced bomb", "forced trigger"};
    for (int p = 0; p < replay->moments[index].snapshot.player_count; p++) {
        int action = at(actions, p);
        assert_in_range(action + 1, 0, 12);
        assert_string_equal(action < 0 ? "" : names[action], match_replay_action(replay, index, p));
    }
}

static void assert_same(const MatchReplay *replay, const char *path) {
    cJSON *data = data_of(replay, path);
    const Snapshot *first = &replay->moments[0].snapshot;
    const cJSON *moments = field(data, "moments");
    const cJSON *moment;
    char *terrain = field(data, "terrain")->valuestring;
    int index = 0;
    assert_string_equal(field(data, "source")->valuestring, path);
    assert_int_equal(number(data, "width"), first->width);
    assert_int_equal(number(data, "seed"), first->seed);
    assert_int_equal(number(data, "bounty"), first->bounty);
    assert_int_equal(cJSON_IsTrue(field(data, "ended")), replay->ended);
    assert_int_equal(cJSON_IsTrue(field(data, "damaged")), replay->damaged);
    assert_int_equal(strlen(terrain), first->width * first->height);
    assert_int_equal(cJSON_GetArraySize(moments), replay->count);
    cJSON_ArrayForEach(moment, moments) {
        const Snapshot *snapshot = &replay->moments[index].snapshot;
        assert_int_equal(number(moment, "round"), snapshot->round);
        change_terrain(terrain, moment);
        assert_players(snapshot, field(moment, "players"));
        assert_board(snapshot, moment, terrain);
        assert_actions(replay, index, field(moment, "actions"));
        index++;
    }
    cJSON_Delete(data);
}

static void assert_data_is_film(const char *path) {
    MatchReplay *replay = load_match(path);
    assert_same(replay, path);
    match_replay_free(replay);
}

TEST(test_data_equals_the_match) {
    assert_data_is_film("tests/data/2p-21.rec");
    assert_data_is_film("tests/data/4p-310.rec");
    assert_data_is_film("sample-state/4p-middle");
}

/* Rare contents of the files: a late answer, a wall that comes back, a player whose place is
 * unknown. */
TEST(test_rare_contents_are_written) {
    MatchReplay *replay = load_match("tests/data/2p-307.rec");
    replay->moments[1].note[1].failure = MOVE_LATE;
    replay->moments[1].command[1] = COMMAND_NOTHING;
    replay->moments[3].snapshot.blocks[5][4].entity = ENTITY_WALL;
    replay->moments[4].snapshot.blocks[5][4].entity = ENTITY_PILLAR;
    replay->moments[4].snapshot.players[0].x = replay->moments[4].snapshot.players[0].y = 0;
    replay->ended = false;
    replay->damaged = true;
    assert_same(replay, "x");
    match_replay_free(replay);
}

TEST(test_large_boards_are_written) {
    if (path_kind("../shared/recordings/12p-1.rec") == PATH_MISSING)
        SKIP_BECAUSE(NO_SHARED);
    assert_data_is_film("../shared/recordings/12p-1.rec");
    assert_data_is_film("../shared/recordings/8p-1.rec");
}

TEST(test_seed_folders_are_written) {
    if (path_kind("../shared/replays/2p-seed3") == PATH_MISSING)
        SKIP_BECAUSE(NO_SHARED);
    assert_data_is_film("../shared/replays/2p-seed3");
}

/* A string passes through JSON unchanged, written in ASCII without characters that mean something
 * in a page. */
TEST(test_strings_are_escaped) {
    static const char *const strings[][2] = {
        {"", "\"\""},
        {"Blast beam-1.0_(x)", "\"Blast beam-1.0_(x)\""},
        {"\"\\\n\t\x7f", "\"\\u0022\\u005c\\u000a\\u0009\\u007f\""},
        {"</script><img src=x>", "\"\\u003c/script\\u003e\\u003cimg src=x\\u003e\""},
        {"<!--&'`", "\"\\u003c!--\\u0026\\u0027\\u0060\""},
        {"\xc3\xa9\xe2\x80\xa8\xe2\x80\xa9", "\"\\u00e9\\u2028\\u2029\""},
        {"\xf0\x9f\x92\xa3", "\"\\ud83d\\udca3\""},
        {"\xef\xbb\xbf\xef\xbf\xbf", "\"\\ufeff\\uffff\""},
        {"a\xff"
         "b",
         "\"a\\ufffdb\""},
        {"\xc0\xaf", "\"\\ufffd\\ufffd\""},                       /* overlong form of / */
        {"\xe0\x80\xbc", "\"\\ufffd\\ufffd\\ufffd\""},            /* overlong form of < */
        {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},            /* a surrogate */
        {"\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""}, /* beyond Unicode */
        {"\xf8\x88\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""}, /* no lead byte */
        {"\xe2\x80", "\"\\ufffd\\ufffd\""},                       /* cut off */
        {"\xf0\x9f\x92", "\"\\ufffd\\ufffd\\ufffd\""},
    };
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        Text text = {0};
        size_t size;
        json_add_string(&text, strings[i][0]);
        char *made = text_take(&text, &size);
        assert_non_null(made);
        assert_string_equal(made, strings[i][1]);
        free(made);
    }
}

TEST(test_malicious_text_stays_text) {
    MatchReplay *replay = load_match("tests/data/2p-307.rec");
    for (int i = 0; i < replay->count; i++)
        snprintf(replay->moments[i].snapshot.players[0].name, SNAPSHOT_NAME, "%s", malicious_text);
    snprintf(replay->warnings[0], REPLAY_WARNING, "%s", malicious_text);
    replay->warning_count = 1;
    size_t size;
    char *text = html_data(replay, malicious_text, &size);
    assert_non_null(text);
    for (size_t i = 0; i < size; i++)
        assert_true(text[i] == '\n' ||
                    (text[i] >= ' ' && text[i] <= '~' && !strchr("<>&", text[i])));
    cJSON *data = cJSON_Parse(text);
    static const char kept[] = "</script><img src=x onerror=alert(1)>\"\\\xe2\x80\xa8\xef\xbf\xbd";
    const cJSON *player = cJSON_GetArrayItem(field(data, "players"), 0);
    assert_string_equal(field(player, "name")->valuestring, kept);
    assert_string_equal(field(data, "source")->valuestring, kept);
    assert_string_equal(cJSON_GetArrayItem(field(data, "warnings"), 0)->valuestring, kept);
    cJSON_Delete(data);
    free(text);
    match_replay_free(replay);
}

/* The page holds the data once, in a block that is not executed, and loads nothing from outside. */
TEST(test_page_holds_the_data) {
    size_t data_size, size;
    MatchReplay *replay = load_match("tests/data/4p-310.rec");
    char *data = html_data(replay, "x", &data_size), *page = html_page(replay, "x", NULL, &size);
    assert_non_null(data);
    assert_non_null(page);
    assert_int_equal(strlen(page), size);
    const char *block = strstr(page, "<script type=\"application/json\" id=\"match\">");
    assert_non_null(block);
    block = strchr(block, '>') + 1;
    assert_memory_equal(block, data, data_size);
    assert_memory_equal(block + data_size, "</script>", 9);
    assert_int_equal(count_occurrences(page, "</script>"), 2);
    static const char *const places[] = {"@MATCH", "@STYLE", "@SCRIPT"};
    for (int i = 0; i < 3; i++)
        assert_null(strstr(page, places[i]));
    assert_int_equal(count_occurrences(page, "default-src 'none'"), 1);
    assert_int_equal(count_occurrences(page, "'sha256-"), 2);
    assert_int_equal(count_occurrences(page, "http"),
                     count_occurrences(page, "http://www.w3.org/2000/svg") + 1);
    free(data);
    free(page);
    match_replay_free(replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_data_equals_the_match),
        cmocka_unit_test(test_rare_contents_are_written),
        cmocka_unit_test(test_large_boards_are_written),
        cmocka_unit_test(test_seed_folders_are_written),
        cmocka_unit_test(test_strings_are_escaped),
        cmocka_unit_test(test_malicious_text_stays_text),
        cmocka_unit_test(test_page_holds_the_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
