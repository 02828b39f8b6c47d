/* The referee's files compared with those that the real engine wrote, from the same commands: the
 * states byte for byte, the log line by line. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "platform/file.h"
#include "platform/folder.h"
#include "records/seed_folder.h"
#include "referee/match.h"
#include "support/scratch.h"
#include "test.h"

/* The engine's log of a round. */
static char *read_engine_log(const char *replay, int round) {
    char path[2 * PLAYER_PATH];
    size_t size;
    snprintf(path, sizeof path, "%s/%d/engine.log", replay, round);
    return file_read(path, 1 << 24, &size);
}

/* An agent that repeats the commands of a player of a recorded match. */
typedef struct Repeater {
    Agent agent;
    const char *replay;
} Repeater;

static Command repeat(Agent *agent, const Observation *observation, const MoveRequest *request,
                      SearchInfo *info) {
    static const char *const names[COMMAND_COUNT] = {
        "DoNothing",
        "MovementCommand(Up)",
        "MovementCommand(Left)",
        "MovementCommand(Right)",
        "MovementCommand(Down)",
        "PlaceBomb",
        "GameEngine.Commands.PlayerCommands.TriggerBomb"};
    Command found = COMMAND_COUNT;
    (void)request;
    (void)info;
    char *log = read_engine_log(((Repeater *)agent)->replay, observation->state->round);
    assert_non_null(log);
    for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n"))
        for (int command = 0; command < COMMAND_COUNT; command++) {
            char start[128], end[32];
            snprintf(start, sizeof start, "Added Command %s", names[command]);
            snprintf(end, sizeof end, "Key:%c)", 'A' + observation->player);
            if (strstr(line, start) && strstr(line, end))
                found = (Command)command;
        }
    free(log);
    assert_int_not_equal(found, COMMAND_COUNT);
    return found;
}

static void forget(Agent *agent) {
    free(agent);
}

static const AgentKind repeater_kind = {.name = "repeater",
                                        .summary = "",
                                        .settings = "",
                                        .may_do_nothing = true,
                                        .move = repeat,
                                        .destroy = forget};

/* The ranks of a recorded match, all in one text. */
typedef struct RecordedDice {
    char *text, *next;
} RecordedDice;

static int recorded_roll(void *context) {
    RecordedDice *dice = context;
    int value = -1;
    dice->next = strstr(dice->next, " rolled ");
    assert_non_null(dice->next);
    assert_int_equal(sscanf(dice->next++, " rolled %d", &value), 1);
    return value;
}

static RecordedDice read_dice(const char *replay) {
    Text all = {0};
    size_t size;
    char *log;
    for (int round = 0; (log = read_engine_log(replay, round)); round++) {
        text_add(&all, "%s", log);
        free(log);
    }
    char *text = text_take(&all, &size);
    assert_non_null(text);
    return (RecordedDice){text, text};
}

/* The value of "NAME":"..." behind `from`. */
static const char *read_field(const char *from, const char *name, char *out, size_t size) {
    char start[64];
    snprintf(start, sizeof start, "\"%s\":\"", name);
    const char *at = strstr(from, start);
    assert_non_null(at);
    at += strlen(start);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
    return at;
}

static int read_players(const char *replay, Match *match) {
    char path[2 * PLAYER_PATH];
    size_t size;
    int count = 0;
    snprintf(path, sizeof path, "%s/0/roundInfo.json", replay);
    char *text = file_read(path, 1 << 20, &size);
    assert_non_null(text);
    for (const char *at = strstr(text, "\"Players\""); (at = strstr(at, "\"Author\"")); count++) {
        Player *player = &match->players[count];
        Repeater *repeater = malloc(sizeof *repeater);
        assert_non_null(repeater);
        *repeater = (Repeater){{&repeater_kind}, replay};
        player->agent = &repeater->agent;
        player->key = (char)('A' + count);
        player->limits = engine_limits;
        read_field(at, "Author", player->bot.author, sizeof player->bot.author);
        read_field(at, "NickName", player->bot.nickname, sizeof player->bot.nickname);
        read_field(at, "Email", player->bot.email, sizeof player->bot.email);
        at = read_field(at, "BotType", player->bot.type, sizeof player->bot.type);
        memcpy(player->name, player->bot.nickname, sizeof player->name);
    }
    sscanf(text, "{\"MapSeed\":%d", &match->seed);
    free(text);
    return count;
}

/* Play the recorded match again, into a folder of our own. */
static Match *repeat_match(const char *replay) {
    Match *match = aligned_alloc(64, (sizeof *match + 63) / 64 * 64);
    char error[512] = "";
    assert_non_null(match);
    memset(match, 0, sizeof *match);
    match->player_count = read_players(replay, match);
    match->parent = scratch;
    RecordedDice dice = read_dice(replay);
    match->dice = (Dice){recorded_roll, &dice};
    if (!match_play(match, error, sizeof error))
        fail_msg("%s", error);
    free(dice.text);
    for (int p = 0; p < match->player_count; p++)
        player_close(&match->players[p]);
    return match;
}

/* Fails unless both files exist with the same bytes, or neither exists. Returns 1 when they
 * exist. */
static int assert_same_file(const char *theirs, const char *ours, const char *name) {
    char path[2 * PLAYER_PATH];
    size_t their_size = 0, our_size = 0;
    snprintf(path, sizeof path, "%s/%s", theirs, name);
    char *their_text = file_read(path, 1 << 24, &their_size);
    snprintf(path, sizeof path, "%s/%s", ours, name);
    char *our_text = file_read(path, 1 << 24, &our_size);
    if (!their_text != !our_text || their_size != our_size ||
        (their_text && memcmp(their_text, our_text, our_size) != 0))
        fail_msg("%s differs from %s/%s", path, theirs, name);
    free(our_text);
    free(their_text);
    return their_size > 0;
}

static int assert_same_states(const char *theirs, const char *ours, int rounds) {
    int compared = 0;
    for (int round = 0; round <= rounds; round++) {
        static const char *const names[] = {"state.json",   "map.txt",      "roundInfo.json",
                                            "A/state.json", "A/map.txt",    "B/state.json",
                                            "B/map.txt",    "C/state.json", "C/map.txt",
                                            "D/state.json", "D/map.txt"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            char name[64];
            snprintf(name, sizeof name, "%d/%s", round, names[i]);
            compared += assert_same_file(theirs, ours, name);
        }
    }
    return compared;
}

/* Remove all that differs from run to run: times, paths of bots, the place in .NET where an error
 * arose. */
static char *comparable_log(char *log) {
    Text out = {0};
    size_t size;
    assert_non_null(log);
    for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n")) {
        const char *what = strstr(line, " - ");
        if (!what || strncmp(line, "  at ", 5) == 0 || strstr(line, "Loaded bot"))
            continue;
        text_add(&out, "%s\n", what);
    }
    free(log);
    return text_take(&out, &size);
}

static void assert_same_logs(const char *theirs, const char *ours, int rounds) {
    for (int round = 0; round < rounds; round++) {
        char *their_log = comparable_log(read_engine_log(theirs, round));
        char *our_log = comparable_log(read_engine_log(ours, round));
        if (strcmp(their_log, our_log) != 0)
            print_error("engine.log of round %d differs\n", round);
        assert_string_equal(their_log, our_log);
        free(their_log);
        free(our_log);
    }
}

static void repeat_and_compare(const char *replay) {
    Match *match = repeat_match(replay);
    const char *ours = match->writer.match;
    int rounds = match->state.round;
    int compared = assert_same_states(replay, ours, rounds);
    assert_true(compared >= 3 * (rounds + 1) + 2 * match->player_count);
    assert_same_logs(replay, ours, rounds);
    print_message("%s: %d rounds, %d files alike\n", replay, rounds, compared);
    free(match);
}

TEST(test_files_equal_those_of_the_engine) {
    glob_t found;
    if (glob("../shared/replays/*", 0, NULL, &found) != 0)
        SKIP_BECAUSE(NO_SHARED);
    for (size_t i = 0; i < found.gl_pathc; i++)
        repeat_and_compare(found.gl_pathv[i]);
    globfree(&found);
}

/* FNV-1a. */
static uint64_t hash_of(const char *text, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

/* Write one line for a round: a hash for each file, a dash for a missing one; the log without what
 * differs from run to run. */
static void describe_round(const char *folder, int round, Text *out) {
    static const char *const names[] = {"state.json",   "map.txt",      "roundInfo.json",
                                        "A/state.json", "B/state.json", "C/state.json",
                                        "D/state.json"};
    text_add(out, "%d", round);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[2 * PLAYER_PATH];
        size_t size = 0;
        snprintf(path, sizeof path, "%s/%d/%s", folder, round, names[i]);
        char *text = file_read(path, 1 << 24, &size);
        text_add(out, text ? " %016llx" : " -", (unsigned long long)hash_of(text, size));
        free(text);
    }
    char *log = read_engine_log(folder, round);
    log = log ? comparable_log(log) : NULL;
    text_add(out, log ? " %016llx\n" : " -\n",
             (unsigned long long)hash_of(log, log ? strlen(log) : 0));
    free(log);
}

/* A recorded match in one small file: the players, the logged commands and dice, and hashes of the
 * results. BLASTBEAM_SAMPLE=REPLAY writes it anew from a folder of the engine. */
static const char sample_path[] = "tests/data/engine-4p-11.txt";

static void write_sample(const char *replay) {
    Text out = {0};
    char path[2 * PLAYER_PATH];
    size_t size;
    snprintf(path, sizeof path, "%s/0/roundInfo.json", replay);
    char *info = file_read(path, 1 << 20, &size), *log;
    assert_non_null(info);
    text_add(&out, "%s\n", info);
    free(info);
    for (int round = 0; (log = read_engine_log(replay, round)); round++) {
        for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n"))
            if (strstr(line, "Added Command") || strstr(line, " rolled "))
                text_add(&out, "%d:%s\n", round, strstr(line, "\t") + 1);
        free(log);
    }
    text_add(&out, "files\n");
    SeedFolder folder;
    assert_true(seed_folder_open(&folder, replay));
    for (int round = 0; round <= folder.last; round++)
        describe_round(replay, round, &out);
    char *text = text_take(&out, &size);
    assert_true(text && file_replace(sample_path, text, size));
    free(text);
}

/* Turn the sample into a folder that the repeater can follow. */
static void unfold_sample(char *text, const char *folder) {
    char path[2 * PLAYER_PATH], *rest = text, *line = strsep(&rest, "\n");
    int round = 0, next;
    Text log = {0};
    snprintf(path, sizeof path, "%s/0", folder);
    assert_true(folder_create(path));
    snprintf(path, sizeof path, "%s/0/roundInfo.json", folder);
    assert_true(file_replace(path, line, strlen(line)));
    while ((line = strsep(&rest, "\n"))) {
        bool over = sscanf(line, "%d:", &next) != 1;
        if (over || next != round) {
            size_t size;
            char *all = text_take(&log, &size);
            snprintf(path, sizeof path, "%s/%d", folder, round);
            assert_true(folder_create(path));
            snprintf(path, sizeof path, "%s/%d/engine.log", folder, round);
            assert_true(all && file_replace(path, all, size));
            free(all);
            round = next;
        }
        if (over)
            return;
        text_add(&log, "%s\n", line);
    }
}

TEST(test_sample_equals_that_of_the_engine) {
    char folder[512];
    size_t size;
    if (getenv("BLASTBEAM_SAMPLE"))
        write_sample(getenv("BLASTBEAM_SAMPLE"));
    char *text = file_read(sample_path, 1 << 20, &size);
    assert_non_null(text);
    const char *files = strstr(text, "\nfiles\n");
    assert_non_null(files);
    char *expected = strdup(files + strlen("\nfiles\n"));
    snprintf(folder, sizeof folder, "%s/sample", scratch);
    unfold_sample(text, folder);
    Match *match = repeat_match(folder);
    Text out = {0};
    for (int round = 0; round <= match->state.round; round++)
        describe_round(match->writer.match, round, &out);
    char *got = text_take(&out, &size);
    assert_true(match->state.round > 200);
    assert_string_equal(got, expected);
    free(got);
    free(expected);
    free(text);
    free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_equal_those_of_the_engine),
        cmocka_unit_test(test_sample_equals_that_of_the_engine),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
