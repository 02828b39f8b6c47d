/* The page of a match: what is in it is the film, and nothing that a match holds can break out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "folder/text.h"
#include "folder/thoughts.h"
#include "platform/platform.h"
#include "replay/html.h"
#include "replay/json_text.h"
#include "scratch.h"

enum { PATH_SIZE = 512 };

__attribute__((format(printf, 1, 2))) static int shell(const char *format, ...) {
    char command[4 * PATH_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static Film *load(const char *path) {
    char error[2 * FILM_WARNING] = "";
    Film *film = film_load(path, error, sizeof error);
    if (!film)
        fail_msg("%s", error);
    return film;
}

/* The match as the page would read it. */
static cJSON *data_of(const Film *film, const char *path) {
    size_t size;
    char *text = html_data(film, path, &size);
    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    cJSON *data = cJSON_Parse(text);
    assert_non_null(data);
    free(text);
    return data;
}

static const cJSON *field(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!item)
        fail_msg("%s is missing", name);
    return item;
}

static int number(const cJSON *object, const char *name) {
    return field(object, name)->valueint;
}

static int at(const cJSON *list, int index) {
    const cJSON *item = cJSON_GetArrayItem(list, index);
    assert_true(cJSON_IsNumber(item));
    return item->valueint;
}

/* A cell as the page counts it; 0 of the files is -1 there. */
static int cell_of(const Snapshot *snapshot, int x, int y) {
    return x > 0 ? (y - 1) * snapshot->width + x - 1 : -1;
}

static void assert_players(const Snapshot *snapshot, const cJSON *players) {
    assert_int_equal(cJSON_GetArraySize(players), snapshot->player_count);
    for (int p = 0; p < snapshot->player_count; p++) {
        const SnapshotPlayer *player = &snapshot->players[p];
        const cJSON *told = cJSON_GetArrayItem(players, p);
        assert_int_equal(at(told, 0), cell_of(snapshot, player->x, player->y));
        assert_int_equal(at(told, 1), player->points);
        assert_int_equal(at(told, 2), player->bag);
        assert_int_equal(at(told, 3), player->radius);
        assert_int_equal(at(told, 4), !player->killed);
    }
}

/* The item of a list that begins with this number, or is it; NULL when there is none. */
static const cJSON *item_of(const cJSON *list, int cell) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if ((cJSON_IsArray(item) ? at(item, 0) : item->valueint) == cell)
            return item;
    }
    return NULL;
}

/* What is on one cell; *counts says how many bombs, power-ups and blasts there were. */
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

static void assert_actions(const Film *film, int index, const cJSON *actions) {
    static const char *const names[] = {"nothing", "up",   "left",    "right",
                                        "down",    "bomb", "trigger", "too late"};
    for (int p = 0; p < film->moments[index].snapshot.player_count; p++) {
        int action = at(actions, p);
        assert_in_range(action + 1, 0, 8);
        assert_string_equal(action < 0 ? "" : names[action], film_action(film, index, p));
    }
}

static void assert_same(const Film *film, const char *path) {
    cJSON *data = data_of(film, path);
    const Snapshot *first = &film->moments[0].snapshot;
    const cJSON *moments = field(data, "moments");
    const cJSON *moment;
    char *terrain = field(data, "terrain")->valuestring;
    int index = 0;
    assert_string_equal(field(data, "source")->valuestring, path);
    assert_int_equal(number(data, "width"), first->width);
    assert_int_equal(number(data, "seed"), first->seed);
    assert_int_equal(number(data, "bounty"), first->bounty);
    assert_int_equal(cJSON_IsTrue(field(data, "ended")), film->ended);
    assert_int_equal(cJSON_IsTrue(field(data, "damaged")), film->damaged);
    assert_int_equal(strlen(terrain), first->width * first->height);
    assert_int_equal(cJSON_GetArraySize(moments), film->count);
    cJSON_ArrayForEach(moment, moments) {
        const Snapshot *snapshot = &film->moments[index].snapshot;
        assert_int_equal(number(moment, "round"), snapshot->round);
        change_terrain(terrain, moment);
        assert_players(snapshot, field(moment, "players"));
        assert_board(snapshot, moment, terrain);
        assert_actions(film, index, field(moment, "actions"));
        index++;
    }
    cJSON_Delete(data);
}

static void assert_data_is_film(const char *path) {
    Film *film = load(path);
    assert_same(film, path);
    film_free(film);
}

/* What the files may say though it is rare: a late answer, a wall that comes back, a player whose
 * place is not known. */
static void test_odd_films(void **unused) {
    (void)unused;
    Film *film = load("tests/data/2p-307.rec");
    film->moments[1].late[1] = true;
    film->moments[3].snapshot.blocks[5][4].entity = ENTITY_WALL;
    film->moments[4].snapshot.blocks[5][4].entity = ENTITY_PILLAR;
    film->moments[4].snapshot.players[0].x = film->moments[4].snapshot.players[0].y = 0;
    film->ended = false;
    film->damaged = true;
    assert_same(film, "x");
    film_free(film);
}

static void test_data_is_the_film(void **unused) {
    (void)unused;
    assert_data_is_film("tests/data/2p-21.rec");
    assert_data_is_film("tests/data/4p-310.rec");
    assert_data_is_film("sample-state/4p-middle");
}

static void test_large_boards(void **unused) {
    (void)unused;
    if (path_kind("../shared/recordings/12p-1.rec") == PATH_MISSING)
        skip();
    assert_data_is_film("../shared/recordings/12p-1.rec");
    assert_data_is_film("../shared/recordings/8p-1.rec");
}

static void test_seed_folders(void **unused) {
    (void)unused;
    if (path_kind("../shared/replays/2p-seed3") == PATH_MISSING)
        skip();
    assert_data_is_film("../shared/replays/2p-seed3");
}

/* A string goes through JSON as it is, in ASCII without anything that means something in a page. */
static void test_strings(void **unused) {
    (void)unused;
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
        {"\xc0\xaf", "\"\\ufffd\\ufffd\""},                       /* too long a form of / */
        {"\xe0\x80\xbc", "\"\\ufffd\\ufffd\\ufffd\""},            /* of < */
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

static const char hostile[] = "</script><img src=x onerror=alert(1)>\"\\\xe2\x80\xa8\xff";

static void test_hostile_text_stays_text(void **unused) {
    (void)unused;
    Film *film = load("tests/data/2p-307.rec");
    for (int i = 0; i < film->count; i++)
        snprintf(film->moments[i].snapshot.players[0].name, SNAPSHOT_NAME, "%s", hostile);
    snprintf(film->warnings[0], FILM_WARNING, "%s", hostile);
    film->warning_count = 1;
    size_t size;
    char *text = html_data(film, hostile, &size);
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
    film_free(film);
}

static int count_of(const char *text, const char *what) {
    int count = 0;
    for (; (text = strstr(text, what)); text++)
        count++;
    return count;
}

/* The page holds the data once, in a block that is not run, and asks for nothing from outside. */
static void test_page_holds_the_data(void **unused) {
    (void)unused;
    size_t data_size, size;
    Film *film = load("tests/data/4p-310.rec");
    char *data = html_data(film, "x", &data_size), *page = html_page(film, "x", &size);
    assert_non_null(data);
    assert_non_null(page);
    assert_int_equal(strlen(page), size);
    const char *block = strstr(page, "<script type=\"application/json\" id=\"match\">");
    assert_non_null(block);
    block = strchr(block, '>') + 1;
    assert_memory_equal(block, data, data_size);
    assert_memory_equal(block + data_size, "</script>", 9);
    assert_int_equal(count_of(page, "</script>"), 2);
    static const char *const places[] = {"@MATCH", "@STYLE", "@SCRIPT"};
    for (int i = 0; i < 3; i++)
        assert_null(strstr(page, places[i]));
    assert_int_equal(count_of(page, "default-src 'none'"), 1);
    assert_int_equal(count_of(page, "'sha256-"), 2);
    assert_int_equal(count_of(page, "http"), count_of(page, "http://www.w3.org/2000/svg") + 1);
    free(data);
    free(page);
    film_free(film);
}

static const char explained[] =
    "\n21-11-2026 07:37:48:466 - D: \tExecuting bot with following commands bin/blastbeam A\n"
    "21-11-2026 07:37:48:584 - I: \tOutput from bot: move=up(1) agent=beam depth=24 nodes=390053 "
    "ms=118 value=79.11\n"
    "- E: \tOutput from bot: position now\n"
    "- E: \tOutput from bot: A 1,1 bag=9 radius=1 points=60\n"
    "- E: \tOutput from bot: first       value   danger  hostile\r\n"
    "- E: \tOutput from bot: nothing     69.64       0%       5%  \r\n"
    "- E: \tOutput from bot: up          79.83       0%       0%  <- \n"
    "- E: \tOutput from bot: left            -     100%     100%  refused by the rules\n"
    "- E: \tOutput from bot: searched depth=24 width=13825 nodes=390053\n"
    "- E: \tOutput from bot: expected: up bomb left left trigger\n"
    "- E: \tOutput from bot: position expected\n"
    "- E: \tOutput from bot: A 4,13 bag=1 radius=1 points=140\n"
    "- E: \tOutput from bot: B 14,14 bag=2 radius=2 points=120\n"
    "- I: \tYour bots total execution time was 00:00:00.1202412";

static void test_thoughts_are_read(void **unused) {
    (void)unused;
    Thoughts thoughts;
    assert_true(thoughts_read(explained, 0, &thoughts));
    assert_int_equal((int)thoughts.took_ms, 120);
    assert_true(thoughts.moved);
    assert_int_equal(thoughts.move, COMMAND_UP);
    assert_string_equal(thoughts.agent, "beam");
    assert_int_equal(thoughts.depth, 24);
    assert_int_equal(thoughts.nodes, 390053);
    assert_int_equal(thoughts.own_ms, 118);
    assert_true(thoughts.value == 79.11);
    assert_true(thoughts.explained);
    assert_int_equal(thoughts.width, 13825);
    const FirstThought *first = thoughts.first;
    assert_true(first[COMMAND_NOTHING].valued && first[COMMAND_NOTHING].value == 69.64);
    assert_int_equal(first[COMMAND_NOTHING].hostile, 5);
    assert_true(first[COMMAND_UP].chosen);
    assert_string_equal(first[COMMAND_UP].note, "");
    assert_true(first[COMMAND_LEFT].said && !first[COMMAND_LEFT].valued);
    assert_int_equal(first[COMMAND_LEFT].danger, 100);
    assert_string_equal(first[COMMAND_LEFT].note, "refused by the rules");
    assert_false(first[COMMAND_RIGHT].said);
    assert_int_equal(thoughts.length, 5);
    assert_int_equal(thoughts.line[1], COMMAND_BOMB);
    assert_int_equal(thoughts.line[4], COMMAND_TRIGGER);
    assert_int_equal(thoughts.end_x, 4);
    assert_int_equal(thoughts.end_y, 13);
    assert_true(thoughts_read(explained, 1, &thoughts));
    assert_int_equal(thoughts.end_x, 14);
}

/* What the other agents say: rhea without the second share, lookahead in words. */
static void test_thoughts_of_other_agents(void **unused) {
    (void)unused;
    Thoughts thoughts;
    assert_true(thoughts_read("Output from bot: bomb        12.50      20%  an opponent can kill\n"
                              "Output from bot: expected: bomb up",
                              0, &thoughts));
    assert_true(thoughts.explained && thoughts.length == 2);
    assert_true(thoughts.first[COMMAND_BOMB].value == 12.5);
    assert_int_equal(thoughts.first[COMMAND_BOMB].danger, 20);
    assert_int_equal(thoughts.first[COMMAND_BOMB].hostile, -1);
    assert_string_equal(thoughts.first[COMMAND_BOMB].note, "an opponent can kill");
    assert_true(thoughts_read("Output from bot: down        -3.25  is doomed", 0, &thoughts));
    assert_true(thoughts.first[COMMAND_DOWN].value == -3.25);
    assert_int_equal(thoughts.first[COMMAND_DOWN].danger, -1);
    assert_string_equal(thoughts.first[COMMAND_DOWN].note, "is doomed");
}

static void test_odd_logs(void **unused) {
    (void)unused;
    static const char *const nothing[] = {
        "",
        "no log at all",
        "move=up(1) agent=beam depth=24 nodes=390053 ms=118 value=79.11",
        "Output from bot: move=up(1) agent=beam depth=24 nodes=390053 ms=118 value=nan",
        "Output from bot: move=up(1) agent=beam depth=24 nodes=390053 ms=118 value=inf",
        "Output from bot: move=jump(1) agent=beam depth=24 nodes=390053 ms=118 value=1",
        "Output from bot: move=up(1) agent=beam depth=24 nodes=-1 ms=118 value=1",
        "Output from bot: up the hill",
        "Output from bot: up nan 0%",
        "Your bots total execution time was 99999999:00:00.0",
        "Your bots total execution time was -1:00:00.0",
        "Your bots total execution time was nan",
    };
    Thoughts thoughts;
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++)
        if (thoughts_read(nothing[i], 0, &thoughts))
            fail_msg("something was read in: %s", nothing[i]);
    Text text = {0};
    size_t size;
    text_add(&text, "Output from bot: expected:");
    for (int i = 0; i < 1000; i++)
        text_add(&text, " up\nOutput from bot: expected: %0*d", i, i);
    text_add(&text, "\nOutput from bot: expected:");
    for (int i = 0; i < 80; i++)
        text_add(&text, " up");
    char *log = text_take(&text, &size);
    assert_true(thoughts_read(log, 0, &thoughts));
    assert_int_equal(thoughts.length, THOUGHTS_LINE);
    free(log);
}

/* A match of one round in which player A left its thoughts. */
static void make_match(const char *name, const char *log, char path[PATH_SIZE]) {
    char file[2 * PATH_SIZE];
    snprintf(path, PATH_SIZE, "%s/%s", scratch, name);
    snprintf(file, sizeof file, "%s/60/A", path);
    assert_true(folder_create(file));
    assert_int_equal(shell("cp sample-state/2p-middle/*.* '%s/60/'", path), 0);
    snprintf(file, sizeof file, "%s/60/A/log.txt", path);
    assert_true(file_replace(file, log, strlen(log)));
}

static void test_thoughts_are_in_the_data(void **unused) {
    (void)unused;
    char path[PATH_SIZE];
    make_match("thoughts", explained, path);
    Film *film = load(path);
    cJSON *data = data_of(film, path);
    const cJSON *moment = cJSON_GetArrayItem(field(data, "moments"), 0);
    assert_int_equal(cJSON_GetArraySize(field(moment, "thoughts")), 1);
    const cJSON *thought = cJSON_GetArrayItem(field(moment, "thoughts"), 0);
    const Snapshot *snapshot = &film->moments[0].snapshot;
    const SnapshotPlayer *player = &snapshot->players[0];
    assert_int_equal(number(thought, "player"), 0);
    assert_int_equal(number(thought, "depth"), 24);
    assert_true(field(thought, "value")->valuedouble == 79.11);
    assert_int_equal(cJSON_GetArraySize(field(thought, "first")), 3);
    assert_int_equal(cJSON_GetArraySize(field(thought, "line")), 5);
    const cJSON *way = field(thought, "way");
    assert_int_equal(cJSON_GetArraySize(way), 5);
    /* On the round's board: up is free, the bomb takes no step, to the left there is no way. */
    assert_int_equal(at(way, 0), cell_of(snapshot, player->x, player->y - 1));
    assert_int_equal(at(way, 1), at(way, 0));
    assert_int_equal(number(thought, "end"), cell_of(snapshot, 4, 13));
    cJSON_Delete(data);
    film_free(film);
}

static void test_hostile_logs(void **unused) {
    (void)unused;
    char path[PATH_SIZE], log[1024];
    snprintf(log, sizeof log,
             "Output from bot: up 1 0%% 0%% %s\n"
             "Output from bot: move=up(1) agent=<b>%s depth=1 nodes=1 ms=1 value=1",
             hostile, "\xff</script>");
    make_match("hostile", log, path);
    Film *film = load(path);
    size_t size;
    char *text = html_data(film, path, &size);
    assert_non_null(text);
    assert_null(strpbrk(text, "<>&"));
    assert_int_equal(count_of(text, "\\u003c/script\\u003e"), 2);
    free(text);
    film_free(film);
}

/* Run bin/replay html. Returns its exit status; what it says is in out and err of the scratch
 * folder. */
static int run(const char *path, const char *file) {
    const char *bin = getenv("BLASTBEAM_BIN");
    return shell("'%s/replay' html '%s' -o '%s' >'%s/out' 2>'%s/err'", bin ? bin : "bin", path,
                 file, scratch, scratch);
}

static void test_program(void **unused) {
    (void)unused;
    char page[PATH_SIZE];
    snprintf(page, sizeof page, "%s/page.html", scratch);
    assert_int_equal(run("tests/data/2p-307.rec", page), 0);
    assert_true(scratch_says("out", "6 rounds"));
    assert_false(scratch_says("err", "replay"));
    assert_true(scratch_says("page.html", "tests/data/2p-307.rec"));
    assert_int_equal(run("no/such/match", page), 1);
    assert_true(scratch_says("err", "no such file"));
    assert_true(scratch_says("page.html", "tests/data/2p-307.rec"));
    assert_int_equal(run("tests/data/2p-307.rec", "no/such/folder/page.html"), 1);
    assert_true(scratch_says("err", "cannot write no/such/folder/page.html: No such file"));
    assert_int_equal(run("tests/data/2p-307.rec", scratch), 1);
    const char *bin = getenv("BLASTBEAM_BIN");
    assert_int_equal(shell("'%s/replay' html x 2>'%s/err'", bin ? bin : "bin", scratch), 2);
    assert_true(scratch_says("err", "-o FILE"));
}

/* The page is written beside its place: who has the old one open keeps it whole. */
static void test_page_replaces_the_old_one(void **unused) {
    (void)unused;
    char page[PATH_SIZE], other[PATH_SIZE];
    struct stat before, after;
    snprintf(page, sizeof page, "%s/folder/page.html", scratch);
    snprintf(other, sizeof other, "%s/other", scratch);
    assert_int_equal(
        shell("mkdir '%s/folder' && echo old >'%s' && ln '%s' '%s'", scratch, page, page, other),
        0);
    assert_int_equal(stat(page, &before), 0);
    assert_int_equal(run("tests/data/2p-307.rec", page), 0);
    assert_int_equal(stat(page, &after), 0);
    assert_true(before.st_ino != after.st_ino);
    assert_int_equal(shell("[ \"$(cat '%s')\" = old ]", other), 0);
    assert_int_equal(shell("[ \"$(ls -A '%s/folder')\" = page.html ]", scratch), 0);
}

static void test_damaged_matches(void **unused) {
    (void)unused;
    char page[PATH_SIZE], path[PATH_SIZE];
    snprintf(page, sizeof page, "%s/damaged.html", scratch);
    make_match("gap", "", path);
    assert_int_equal(shell("mkdir '%s/58' && head -c 5000 sample-state/2p-middle/state.json "
                           ">'%s/58/state.json'",
                           path, path),
                     0);
    assert_int_equal(run(path, page), 0);
    assert_true(scratch_says("err", "round 58"));
    assert_true(scratch_says("damaged.html", "\"damaged\":true"));
    assert_true(scratch_says("damaged.html", "round 58"));
    snprintf(path, sizeof path, "%s/cut.rec", scratch);
    assert_int_equal(shell("head -n 200 tests/data/2p-21.rec >'%s'", path), 0);
    assert_int_equal(run(path, page), 0);
    assert_true(scratch_says("err", "cut.rec"));
    assert_true(scratch_says("damaged.html", "\"damaged\":true,\"warning_count\":1"));
    assert_int_equal(shell("head -c 300 tests/data/2p-21.rec >'%s'", path), 0);
    assert_int_equal(run(path, page), 1);
    make_match("broken", "", path);
    assert_int_equal(shell("rm '%s/60/map.txt' && echo '{}' >'%s/60/state.json'", path, path), 0);
    assert_int_equal(run(path, page), 1);
    assert_true(scratch_says("err", "state.json"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_data_is_the_film),
        cmocka_unit_test(test_odd_films),
        cmocka_unit_test(test_large_boards),
        cmocka_unit_test(test_seed_folders),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_hostile_text_stays_text),
        cmocka_unit_test(test_page_holds_the_data),
        cmocka_unit_test(test_thoughts_are_read),
        cmocka_unit_test(test_thoughts_of_other_agents),
        cmocka_unit_test(test_odd_logs),
        cmocka_unit_test(test_thoughts_are_in_the_data),
        cmocka_unit_test(test_hostile_logs),
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_page_replaces_the_old_one),
        cmocka_unit_test(test_damaged_matches),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
