#include "support/matches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/folder.h"
#include "test.h"

static Match *allocate_match(void) {
    Match *match = aligned_alloc(64, (sizeof *match + 63) / 64 * 64);
    assert_non_null(match);
    memset(match, 0, sizeof *match);
    match->player_count = 2;
    return match;
}

Match *new_match(const char *first, const char *second, int seed) {
    const char *const names[] = {first, second};
    char error[1024];
    Match *match = allocate_match();
    match->seed = seed;
    match->parent = scratch;
    for (int p = 0; p < 2; p++) {
        if (!player_open(&match->players[p], (char)('A' + p), names[p], (uint64_t)p + 1, NULL,
                         error, sizeof error))
            fail_msg("%s", error);
        match->players[p].limits.agent_ms = 1;
    }
    return match;
}

Match *people_match(void) {
    Match *match = allocate_match();
    game_init(&match->game, 2, 100);
    state_init(&match->state, &match->game);
    player_open_human(&match->players[0], 'A', 1);
    player_open_human(&match->players[1], 'B', 2);
    return match;
}

void play_match(Match *match) {
    char error[512];
    if (!match_play(match, error, sizeof error))
        fail_msg("%s", error);
}

void end_match(Match *match) {
    for (int p = 0; p < match->player_count; p++)
        player_close(&match->players[p]);
    free(match);
}

void make_bot(const char *name, const char *type, const char *file, const char *text,
              char path[SCRATCH_PATH]) {
    char inside[SCRATCH_PATH], meta[1024];
    assert_true(folder_create(scratch_path(name, path)));
    snprintf(meta, sizeof meta,
             "{\"Author\":\"a\",\"Email\":\"e\",\"NickName\":\"%s\",\"BotType\":\"%s\","
             "\"ProjectLocation\":\".\",\"RunFile\":\"%s\"}",
             name, type, file);
    snprintf(inside, sizeof inside, "%s/bot.json", name);
    scratch_write(inside, meta, 0644);
    snprintf(inside, sizeof inside, "%s/%s", name, file);
    scratch_write(inside, text, 0755);
}

/* Stop after the number of rounds that the caller wants, whoever is alive. */
static void stop_early(void *context, const Match *match) {
    Match *own = (Match *)match;
    own->stopped = match->state.round >= *(const int *)context;
}

Match *play_bot(const char *folder, int rounds, TimeLimits limits) {
    Match *match = new_match(folder, "chaser", 7);
    for (int p = 0; p < 2; p++) {
        match->players[p].limits = limits;
        match->players[p].limits.agent_ms = 1;
    }
    match->on_round = stop_early;
    match->context = &rounds;
    play_match(match);
    match->context = NULL;
    return match;
}

char *match_file(const Match *match, const char *name) {
    char path[PLAYER_PATH + SCRATCH_PATH];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", match->writer.match, name);
    return file_read(path, 1 << 24, &size);
}

char *read_log(const Match *match, int round) {
    char name[64];
    snprintf(name, sizeof name, "%d/A/log.txt", round);
    char *log = match_file(match, name);
    assert_non_null(log);
    return log;
}

void assert_logged(const Match *match, int round, const char *what) {
    char *log = read_log(match, round);
    if (!strstr(log, what))
        fail_msg("\"%s\" is not in the log: %s", what, log);
    free(log);
}
