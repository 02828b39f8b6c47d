/* The referee when it cannot write: a full disk, a folder that is gone, a bot without files. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "platform/file.h"
#include "support/matches.h"
#include "test.h"

enum { FIRST_BAD = 5, FIRST_GOOD = 9, PATH_SIZE = 4096 };

typedef struct Warnings {
    int count;
    char first[PATH_SIZE], last[PATH_SIZE];
} Warnings;

static void take_warning(void *context, const char *text) {
    Warnings *warnings = context;
    snprintf(warnings->last, PATH_SIZE, "%s", text);
    if (warnings->count++ == 0)
        memcpy(warnings->first, warnings->last, PATH_SIZE);
}

static Match *play(const char *first, int seed, void (*watch)(void *, const Match *),
                   Warnings *warnings) {
    Match *match = new_match(first, "chaser", seed);
    memset(warnings, 0, sizeof *warnings);
    match->on_round = watch;
    match->warn = take_warning;
    match->context = warnings;
    play_match(match);
    assert_true(state_over(&match->game, &match->state));
    return match;
}

static bool is_there(const Match *match, int round, const char *name) {
    char path[PATH_SIZE];
    struct stat status;
    snprintf(path, sizeof path, "%s/%d/%s", match->writer.match, round, name);
    return stat(path, &status) == 0 && status.st_size > 0;
}

static bool is_whole(const Match *match, int round) {
    return is_there(match, round, "state.json") && is_there(match, round, "map.txt") &&
           is_there(match, round, "roundInfo.json") && is_there(match, round, "engine.log") &&
           is_there(match, round, "A/move.txt") && is_there(match, round, "A/log.txt");
}

/* Files can be created, but hold nothing. */
static void fill_disk(void *context, const Match *match) {
    (void)context;
    bool full = match->state.round >= FIRST_BAD && match->state.round < FIRST_GOOD;
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = full ? 0 : limit.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

TEST(test_full_disk_is_reported) {
    static Warnings warnings;
    Match *match = play("chaser", 3, fill_disk, &warnings);
    assert_true(match->state.round > FIRST_GOOD);
    for (int round = 0; round < match->state.round; round++)
        assert_int_equal(is_whole(match, round), round < FIRST_BAD || round >= FIRST_GOOD);
    assert_false(is_there(match, FIRST_BAD, "state.json"));
    assert_int_equal(warnings.count, 2); /* once at the beginning and once at the end */
    assert_non_null(strstr(warnings.first, "12 files could not be written in "));
    assert_non_null(strstr(warnings.first, ": File too large; the match continues"));
    assert_non_null(strstr(warnings.last, "48 files "));
    assert_non_null(strstr(warnings.last, "the folder is incomplete"));
    end_match(match);
}

/* A file takes the place of the folder. */
static void take_folder_away(void *context, const Match *match) {
    (void)context;
    char aside[PATH_SIZE];
    if (match->state.round != FIRST_BAD)
        return;
    snprintf(aside, sizeof aside, "%s/aside", scratch);
    assert_int_equal(rename(match->writer.match, aside), 0);
    assert_true(file_replace(match->writer.match, "x", 1));
}

TEST(test_missing_folder_is_reported) {
    static Warnings warnings;
    Match *match = play("chaser", 4, take_folder_away, &warnings);
    assert_true(match->state.round > FIRST_BAD);
    assert_int_equal(warnings.count, 2);
    assert_non_null(strstr(warnings.first, ": Not a directory; the match continues"));
    end_match(match);
}

/* The bot gets no board and cannot answer, which counts as doing nothing. */
TEST(test_bot_without_files_does_nothing) {
    static Warnings warnings;
    char folder[SCRATCH_PATH];
    static const char script[] = "#!/bin/sh\n[ -s \"$2/map.txt\" ] && echo 1 >\"$2/move.txt\"\n";
    make_bot("bot", "CPlusPlus", "run.sh", script, folder);
    Match *match = play(folder, 5, fill_disk, &warnings);
    assert_true(match->state.round > FIRST_GOOD);
    assert_int_equal(match->players[0].nothing_in_row, 0);
    assert_false(is_there(match, FIRST_BAD, "A/move.txt"));
    assert_true(is_whole(match, FIRST_GOOD));
    assert_non_null(strstr(warnings.first, "files could not be written"));
    end_match(match);
}

TEST(test_whole_folder_needs_no_warning) {
    static Warnings warnings;
    Match *match = play("random", 6, NULL, &warnings);
    assert_int_equal(warnings.count, 0);
    end_match(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_disk_is_reported),
        cmocka_unit_test(test_missing_folder_is_reported),
        cmocka_unit_test(test_bot_without_files_does_nothing),
        cmocka_unit_test(test_whole_folder_needs_no_warning),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
