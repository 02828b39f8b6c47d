/* Recordings that are damaged. */
#include <stdio.h>
#include <stdlib.h>

#include "platform/file.h"
#include "records/recording.h"
#include "support/scratch.h"
#include "test.h"

static const char short_recording[] = "tests/data/2p-307.rec";

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

/* Read a recording with these bytes to its end. Returns the number of rounds, or -1 with the
 * reader's message in `error`. */
static int rounds_of(const char *bytes, size_t size, char error[RECORDING_ERROR]) {
    char path[SCRATCH_PATH];
    assert_true(file_replace(scratch_path("changed.rec", path), bytes, size));
    Recording *recording = test_malloc(sizeof *recording);
    int rounds = 0;
    RecordingEvent event = RECORDING_BAD;
    if (recording_open(recording, path))
        while ((event = recording_next(recording)) == RECORDING_ROUND)
            rounds++;
    strcpy(error, recording->error);
    recording_close(recording);
    test_free(recording);
    return event == RECORDING_END ? rounds : -1;
}

TEST(test_crlf_and_byte_order_mark_are_read) {
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

TEST(test_truncated_files_are_refused) {
    Text text = load(short_recording);
    char error[RECORDING_ERROR];
    for (size_t size = 0; size < text.size - 1; size++) {
        assert_int_equal(rounds_of(text.bytes, size, error), -1);
        assert_non_null(strchr(error, ':'));
    }
    assert_true(rounds_of(text.bytes, text.size - 1, error) > 0);
}

TEST(test_message_names_the_damaged_line) {
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

TEST(test_changed_bytes_do_no_harm) {
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

TEST(test_message_says_what_is_wrong) {
    static const struct {
        const char *text, *instead, *error;
    } cases[] = {
        {"match", "Match", ":1: not a recording"},
        {"size=21", "size=22", ":1: size=22"},
        {"players=2", "players=3", ":22: player C is not in the map"},
        {"#A ", "#AA", ":3: player A is in the map twice"},
        {"#A ", "#?A", ":3: column 2: unknown character"},
        {"##\n", "#\n", ":2: a row of the map must have 21 cells"},
        {"round 1\n", "round 2\n", "expected `round 1`"},
        {"cmd A", "cmd B", ":24: player "},
        {"cmd A", "cmd C", ":24: expected a player's key"},
        {"cmd A3 B2", "cmd A3", ":24: player B has no command"},
        {"cmd A3 B2", "cmd A3 A3 B2", ":24: player A has two commands"},
        {"B alive 19,20 bag=1 radius=1 points=0 touched=2\n",
         "B dead 19,20 bag=1 radius=1 points=0 touched=2 died=0\n",
         ":32: player B is dead, but has a command"},
        {"alive 3,2", "alive 22,2", ":25: expected `A alive X,Y"},
        {"bag=1", "bag=99999999999", ":25: expected `A alive X,Y"},
        {"bombs", "bombs A@2,2:t4", ":27: expected `bombs"},
        {"exploding", "exploding 0,1", ":28: expected `exploding"},
        {"$@11,11", "%@11,11", ":30: expected `powerups"},
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

TEST(test_long_lines_and_text_after_the_end_are_refused) {
    Text text = load(short_recording);
    char error[RECORDING_ERROR];
    strcat(text.bytes, "\n\nmore");
    assert_int_equal(rounds_of(text.bytes, strlen(text.bytes), error), -1);
    assert_non_null(strstr(error, "continues after the end"));
    memset(text.bytes, ' ', sizeof text.bytes);
    assert_int_equal(rounds_of(text.bytes, sizeof text.bytes, error), -1);
    assert_non_null(strstr(error, ":1: the line is too long"));
}

TEST(test_missing_file_is_named) {
    Recording *recording = test_malloc(sizeof *recording);
    assert_false(recording_open(recording, "tests/data/none.rec"));
    assert_non_null(strstr(recording->error, "tests/data/none.rec: "));
    assert_int_equal(recording_next(recording), RECORDING_BAD);
    test_free(recording);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crlf_and_byte_order_mark_are_read),
        cmocka_unit_test(test_truncated_files_are_refused),
        cmocka_unit_test(test_message_names_the_damaged_line),
        cmocka_unit_test(test_changed_bytes_do_no_harm),
        cmocka_unit_test(test_message_says_what_is_wrong),
        cmocka_unit_test(test_long_lines_and_text_after_the_end_are_refused),
        cmocka_unit_test(test_missing_file_is_named),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
