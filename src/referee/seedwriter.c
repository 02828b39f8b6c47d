#include "referee/seedwriter.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "folder/movefile.h"
#include "folder/round_info.h"
#include "folder/text.h"
#include "platform/platform.h"

enum { PATH_SIZE = ENTRANT_PATH + 64 };

bool seedwriter_open(SeedWriter *writer, const char *parent, int seed, Player *players, int count,
                     char *error, size_t size) {
    memset(writer, 0, sizeof *writer);
    writer->seed = seed;
    writer->players = players;
    writer->player_count = count;
    folder_create(parent);
    char *real = realpath(parent, NULL);
    bool created = false;
    for (int i = 1; real && !created && i < 10000; i++) {
        int length = i == 1
                         ? snprintf(writer->match, sizeof writer->match, "%s/%d", real, seed)
                         : snprintf(writer->match, sizeof writer->match, "%s/%d-%d", real, seed, i);
        created = length < (int)sizeof writer->match && mkdir(writer->match, 0777) == 0;
    }
    free(real);
    if (!created)
        snprintf(error, size, "cannot create a folder for the match in %s", parent);
    return created;
}

static bool write_file(const SeedWriter *writer, int round, const char *name, const char *text,
                       size_t length) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%d/%s", writer->match, round, name);
    return file_replace(path, text, length);
}

void seedwriter_player_folder(const SeedWriter *writer, int round, int player,
                              char path[ENTRANT_PATH]) {
    snprintf(path, ENTRANT_PATH, "%s/%d/%c", writer->match, round, writer->players[player].key);
}

static bool write_player_file(const SeedWriter *writer, int round, int player, const char *name,
                              const char *text, size_t length) {
    char path[64];
    snprintf(path, sizeof path, "%c/%s", writer->players[player].key, name);
    return write_file(writer, round, path, text, length);
}

static void write_round_info(const SeedWriter *writer, const Game *game, const State *state) {
    RoundInfo info = {
        .seed = writer->seed, .round = state->round, .player_count = writer->player_count};
    for (int p = 0; p < writer->player_count; p++) {
        const BotFile *bot = &writer->players[p].bot;
        Entrant *entrant = &info.entrants[p];
        entrant->key = writer->players[p].key;
        memcpy(entrant->author, bot->author, sizeof entrant->author);
        memcpy(entrant->nickname, bot->nickname, sizeof entrant->nickname);
        memcpy(entrant->email, bot->email, sizeof entrant->email);
        memcpy(entrant->type, bot->type, sizeof entrant->type);
    }
    size_t size;
    state_leaderboard(game, state, info.leaderboard);
    char *text = round_info_write(&info, &size);
    if (text)
        write_file(writer, state->round, "roundInfo.json", text, size);
    free(text);
}

static bool write_state(SeedWriter *writer, const Game *game, const State *state,
                        const RoundEvents *last) {
    char path[PATH_SIZE];
    Snapshot *snapshot = malloc(sizeof *snapshot);
    if (!snapshot)
        return false;
    snapshot_from_state(game, state, last, snapshot);
    snapshot->seed = writer->seed;
    for (int p = 0; p < writer->player_count; p++)
        snprintf(snapshot->players[p].name, SNAPSHOT_NAME, "%s", writer->players[p].name);
    free(writer->json);
    free(writer->map);
    writer->json = snapshot_write_json(snapshot, &writer->json_size);
    writer->map = snapshot_write_map(snapshot, &writer->map_size);
    free(snapshot);
    snprintf(path, sizeof path, "%s/%d", writer->match, state->round);
    if (!writer->json || !writer->map || !folder_create(path))
        return false;
    write_round_info(writer, game, state);
    return write_file(writer, state->round, "state.json", writer->json, writer->json_size) &&
           write_file(writer, state->round, "map.txt", writer->map, writer->map_size);
}

static bool give_state(const SeedWriter *writer, int round, int player) {
    char folder[ENTRANT_PATH];
    seedwriter_player_folder(writer, round, player, folder);
    return folder_create(folder) &&
           write_player_file(writer, round, player, "state.json", writer->json,
                             writer->json_size) &&
           write_player_file(writer, round, player, "map.txt", writer->map, writer->map_size);
}

bool seedwriter_begin_round(SeedWriter *writer, const Game *game, const State *state,
                            const RoundEvents *last) {
    bool written = write_state(writer, game, state, last);
    for (int p = 0; written && p < writer->player_count; p++)
        if (state_is_alive(state, p))
            written = give_state(writer, state->round, p);
    return written;
}

Command seedwriter_read_move(const SeedWriter *writer, int round, int player) {
    char path[PATH_SIZE];
    size_t size;
    snprintf(path, sizeof path, "%s/%d/%c/move.txt", writer->match, round,
             writer->players[player].key);
    char *text = file_read(path, 1 << 20, &size);
    Command command = text ? movefile_parse(text) : COMMAND_NOTHING;
    free(text);
    return command;
}

void seedwriter_write_move(const SeedWriter *writer, int round, int player, Command command) {
    char digit = (char)('0' + (int)command);
    write_player_file(writer, round, player, "move.txt", &digit, 1);
}

/* The time as the engine's logs have it. */
static void add_log_line(Text *out, char level, const char *format, const char *value) {
    struct timespec now;
    struct tm parts;
    char when[32];
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &parts);
    strftime(when, sizeof when, "%d-%m-%Y %H:%M:%S", &parts);
    text_add(out, "%s:%03ld - %c: \t%s%s\n", when, now.tv_nsec / 1000000, level, format, value);
}

static void add_output(Text *out, const char *output) {
    while (*output) {
        int length = (int)strcspn(output, "\n");
        char line[512];
        snprintf(line, sizeof line, "%.*s", length, output);
        add_log_line(out, 'I', "Output from bot: ", line);
        output += length + (output[length] == '\n');
    }
}

void seedwriter_write_log(const SeedWriter *writer, int round, int player, double ms,
                          const char *output) {
    Text out = {0};
    char line[128];
    size_t size;
    text_add(&out, "\n");
    if (round == 0) {
        snprintf(line, sizeof line, "%dms due to environment startup",
                 writer->players[player].calibration_ms);
        add_log_line(&out, 'I', "Bot calibration complete and can run an additional ", line);
    }
    add_log_line(&out, 'I', "Bot has 4000ms to run before it will be forcefully killed", "");
    add_output(&out, output);
    int minutes = (int)(ms / 60000);
    snprintf(line, sizeof line, "%02d:%02d:%010.7f", minutes / 60, minutes % 60,
             ms / 1000 - 60.0 * minutes);
    add_log_line(&out, 'I', "Your bots total execution time was ", line);
    char *text = text_take(&out, &size);
    if (text)
        write_player_file(writer, round, player, "log.txt", text, size);
    free(text);
}

void seedwriter_end_round(const SeedWriter *writer, int round, const State *after,
                          const uint8_t command[MAX_PLAYERS]) {
    Text out = {0};
    char path[PATH_SIZE], line[128];
    size_t size;
    text_add(&out, "\n");
    for (int p = 0; p < writer->player_count; p++) {
        char key = writer->players[p].key;
        snprintf(line, sizeof line, "%s for player %c, then at X:%d, Y:%d",
                 command_name(command[p]), key, cell_x(after->cell[p]) + 1,
                 cell_y(after->cell[p]) + 1);
        add_log_line(&out, 'I', "Added Command ", line);
        snprintf(path, sizeof path, "%s/%d/%c/state.json", writer->match, round, key);
        unlink(path);
        snprintf(path, sizeof path, "%s/%d/%c/map.txt", writer->match, round, key);
        unlink(path);
    }
    add_log_line(&out, 'D', "Round processing complete", "");
    char *text = text_take(&out, &size);
    if (text)
        write_file(writer, round, "engine.log", text, size);
    free(text);
}

void seedwriter_close(SeedWriter *writer, const Game *game, const State *state,
                      const RoundEvents *last) {
    write_state(writer, game, state, last);
    for (int p = 0; p < writer->player_count; p++) {
        bool until_the_end = state_is_alive(state, p) || state->died[p] + 1 == state->round;
        if (writer->json && writer->map && until_the_end)
            give_state(writer, state->round - 1, p);
    }
    free(writer->json);
    free(writer->map);
    writer->json = writer->map = NULL;
}
