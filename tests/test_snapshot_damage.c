/* Files of a round that are cut, changed or nonsense, and files that only look odd. */
#include <stdlib.h>
#include <string.h>

#include "support/samples.h"
#include "test.h"

/* Only the line below the last section may be missing. */
TEST(test_truncated_files_are_refused) {
    static Snapshot snapshot;
    Bytes json = load_sample(1, "state.json"), map = load_sample(1, "map.txt");
    size_t rule = map.size - strlen("---------------------------\n");
    for (size_t size = 0; size < json.size - 1; size += 997) {
        char error[256] = "";
        assert_false(snapshot_read_json(json.text, size, &snapshot, error, sizeof error));
        assert_true(error[0]);
    }
    for (size_t size = 0; size <= rule; size++) {
        char error[256] = "";
        assert_false(snapshot_read_map(map.text, size, &snapshot, error, sizeof error));
        assert_true(error[0]);
    }
    free(json.text);
    free(map.text);
}

TEST(test_byte_order_mark_and_crlf_are_read) {
    static Snapshot plain, marked;
    char error[256];
    Bytes map = load_sample(2, "map.txt");
    char *windows = malloc(2 * map.size + 4);
    size_t size = 0;
    memcpy(windows, "\xef\xbb\xbf", 3);
    size = 3;
    for (size_t i = 0; i < map.size; i++) {
        if (map.text[i] == '\n')
            windows[size++] = '\r';
        windows[size++] = map.text[i];
    }
    assert_true(snapshot_read_map(map.text, map.size, &plain, error, sizeof error));
    assert_true(snapshot_read_map(windows, size, &marked, error, sizeof error));
    assert_memory_equal(&plain, &marked, sizeof plain);
    free(windows);
    free(map.text);
    Bytes json = load_sample(2, "state.json");
    char *with_mark = malloc(json.size + 3);
    memcpy(with_mark, "\xef\xbb\xbf", 3);
    memcpy(with_mark + 3, json.text, json.size);
    assert_true(snapshot_read_json(json.text, json.size, &plain, error, sizeof error));
    assert_true(snapshot_read_json(with_mark, json.size + 3, &marked, error, sizeof error));
    assert_memory_equal(&plain, &marked, sizeof plain);
    free(with_mark);
    free(json.text);
}

/* A file of the first sample with the first `from` replaced by `to`. */
static Bytes load_changed(const char *name, const char *from, const char *to) {
    Bytes file = load_sample(0, name);
    const char *at = strstr(file.text, from);
    assert_non_null(at);
    size_t before = (size_t)(at - file.text);
    Bytes changed = {malloc(file.size + strlen(to) + 1), 0};
    memcpy(changed.text, file.text, before);
    strcpy(changed.text + before, to);
    strcat(changed.text, at + strlen(from));
    changed.size = strlen(changed.text);
    free(file.text);
    return changed;
}

typedef bool Reader(const char *, size_t, Snapshot *, char *, size_t);

/* The text that is replaced in a good file, its replacement, and a part of the message. */
typedef struct Nonsense {
    const char *from, *to, *word;
} Nonsense;

static void assert_changed_refused(const char *name, Reader *reader, const Nonsense *nonsense) {
    static Snapshot snapshot;
    char error[256] = "";
    Bytes changed = load_changed(name, nonsense->from, nonsense->to);
    if (reader(changed.text, changed.size, &snapshot, error, sizeof error))
        fail_msg("%s is taken for %s", nonsense->to, nonsense->from);
    if (!strstr(error, nonsense->word))
        fail_msg("\"%s\" does not name %s", error, nonsense->word);
    free(changed.text);
}

TEST(test_nonsense_is_refused) {
    static const Nonsense nonsense[] = {
        {"\"CurrentRound\":12", "\"CurrentRound\":\"12\"", "CurrentRound"},
        {"\"CurrentRound\":12", "\"CurrentRound\":-12", "CurrentRound"},
        {"\"CurrentRound\":12", "\"CurrentRound\":1e300", "CurrentRound"},
        {"\"MapWidth\":21", "\"MapWidth\":2100", "MapWidth"},
        {"\"GameBlocks\":[", "\"GameBlocks\":[[],", "GameBlocks"},
        {"\"Key\":\"A\"", "\"Key\":\"z\"", "Key"},
        {"\"Key\":\"B\"", "\"Key\":null", "Key"},
        {"IndestructibleWallEntity", "Teapot", "$type"},
        {"{\"Registered", "[", "JSON"},
        {"\"CurrentRound\":12", "\"CurrentRound\":12.5", "CurrentRound"},
        {"\"MapWidth\":21", "\"MapWidth\":25", "MapWidth"},
        {"\"Killed\":false", "\"Killed\":\"no\"", "Killed"},
        {"\"Key\":\"B\"", "\"Key\":\"A\"", "Key"},
        {"\"Name\":\"", "\"Nome\":\"", "Name"},
        {"\"Bomb\":null", "\"Bomb\":\"none\"", "Bomb"},
        {"\"PowerUp\":null", "\"PowerUp\":{\"$type\":\"Teapot\"}", "PowerUp"},
        {"\"Exploding\":false", "\"Exploding\":0", "Exploding"},
        {"\"GameBlocks\":[[{", "\"GameBlocks\":[[5,{", "GameBlocks"},
        {"\"Location\":{\"X\":", "\"Location\":{\"X\":1", "Location"},
    };
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++)
        assert_changed_refused("state.json", snapshot_read_json, &nonsense[i]);
}

TEST(test_nonsense_maps_are_refused) {
    static const Nonsense nonsense[] = {
        {"Map Width: 21", "Map Width: 22", "first line"},
        {"Seed: ", "Seed: x", "first line"},
        {"#####\n", "####\n", "board"},
        {"#####\n", "####?\n", "board"},
        {"Key: A", "Key: a", "Key"},
        {"Key: B", "Key: A", "Key"},
        {"Points: ", "Points: many ", "Points"},
        {"Status: Alive", "Status: Well", "Status"},
        {"Status: Alive", "Status: Dead", "is dead"},
        {"Bombs: ", "Bombs: {x:99,y:2,fuse:3,radius:1}", "Bombs"},
        {"Bombs: ", "Bombs: {x:1,y:1,fuse:3,radius:1}", "bombs"},
        {"BombBag: ", "BombBog: ", "BombBag"},
        {"# # #", "# #9#", "bombs"},
        {"# # #", "# #C#", "has no section"},
        {"# # #", "# #A#", "is drawn twice"},
        {"Player Name", "Name", "Player Name"},
    };
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++)
        assert_changed_refused("map.txt", snapshot_read_map, &nonsense[i]);
}

TEST(test_unknown_fields_are_ignored) {
    static Snapshot plain, extended;
    char error[256];
    Bytes json = load_sample(0, "state.json");
    Bytes more = load_changed("state.json", "\"CurrentRound\"",
                              "\"Weather\":[{\"Rain\":true}],\"CurrentRound\"");
    assert_true(snapshot_read_json(json.text, json.size, &plain, error, sizeof error));
    assert_true(snapshot_read_json(more.text, more.size, &extended, error, sizeof error));
    assert_memory_equal(&plain, &extended, sizeof plain);
    free(json.text);
    free(more.text);
}

TEST(test_deep_nesting_is_refused) {
    enum { DEPTH = 1000000 };
    static Snapshot snapshot;
    char error[256] = "";
    char *text = malloc(DEPTH);
    memset(text, '[', DEPTH);
    assert_false(snapshot_read_json(text, DEPTH, &snapshot, error, sizeof error));
    assert_true(error[0]);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truncated_files_are_refused),
        cmocka_unit_test(test_byte_order_mark_and_crlf_are_read),
        cmocka_unit_test(test_nonsense_is_refused),
        cmocka_unit_test(test_nonsense_maps_are_refused),
        cmocka_unit_test(test_unknown_fields_are_ignored),
        cmocka_unit_test(test_deep_nesting_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
