#include "referee/seed_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/file.h"
#include "platform/folder.h"
#include "protocol/move_file.h"
#include "protocol/round_info.h"

enum { PATH_SIZE = PLAYER_PATH + 64 };

/* True when the folder exists and holds rounds. */
static bool has_match(const char *folder) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/0", folder);
    return access(path, F_OK) == 0;
}

/* Create the folder under the first name that is not taken by a match. */
static bool create_match(SeedWriter *writer, const char *folder) {
    enum { MAX_NAMES = 10000 };
    char path[PLAYER_PATH];
    bool created = false, taken = true;
    for (int i = 1; taken && i < MAX_NAMES; i++) {
        snprintf(path, sizeof path, i == 1 ? "%s" : "%s-%d", folder, i);
        created = folder_create(path);
        taken = created && has_match(path);
    }
    char *real = created && !taken ? realpath(path, NULL) : NULL;
    created = real && strlen(real) < sizeof writer->match;
    snprintf(writer->match, sizeof writer->match, "%s", created ? real : "");
    free(real);
    return created;
}

bool seed_writer_open(SeedWriter *writer, const char *folder, int seed, Player *players, int count,
                      char *error, size_t size) {
    char name[PLAYER_PATH / 2];
    memset(writer, 0, sizeof *writer);
    writer->seed = seed;
    writer->players = players;
    writer->player_count = count;
    int length = snprintf(name, sizeof name, "%s", folder);
    while (length > 1 && length < (int)sizeof name && name[length - 1] == '/')
        name[--length] = 0;
    if (length < (int)sizeof name && create_match(writer, name))
        return true;
    snprintf(error, size, "cannot create a folder for the match: %s: %s", folder, strerror(errno));
    return false;
}

/* Count a failure; errno has its reason. Returns `written`. */
static bool count_failure(SeedWriter *writer, bool written) {
    if (!written && writer->unwritten++ == 0)
        writer->error = errno;
    return written;
}

static void write_file(SeedWriter *writer, int round, const char *name, const char *text,
                       size_t length) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%d/%s", writer->match, round, name);
    count_failure(writer, text && file_replace(path, text, length));
}

void seed_writer_player_folder(const SeedWriter *writer, int round, int player,
                               char path[PLAYER_PATH]) {
    snprintf(path, PLAYER_PATH, "%s/%d/%c", writer->match, round, writer->players[player].key);
}

static void write_player_file(SeedWriter *writer, int round, int player, const char *name,
                              const char *text, size_t length) {
    char path[64];
    snprintf(path, sizeof path, "%c/%s", writer->players[player].key, name);
    write_file(writer, round, path, text, length);
}

static void write_round_info(SeedWriter *writer, const Game *game, const State *state) {
    RoundInfo info = {
        .seed = writer->seed, .round = state->round, .player_count = writer->player_count};
    for (int p = 0; p < writer->player_count; p++) {
        const BotFile *bot = &writer->players[p].bot;
        PlayerInfo *info_player = &info.players[p];
        info_player->key = writer->players[p].key;
        memcpy(info_player->author, bot->author, sizeof info_player->author);
        memcpy(info_player->nickname, bot->nickname, sizeof info_player->nickname);
        memcpy(info_player->email, bot->email, sizeof info_player->email);
        memcpy(info_player->type, bot->type, sizeof info_player->type);
    }
    size_t size;
    state_leaderboard(game, state, info.leaderboard);
    char *text = round_info_write(&info, &size);
    write_file(writer, state->round, "roundInfo.json", text, size);
    free(text);
}

/* Build the text of the files that all players get; NULL when memory is short. */
static void render_files(SeedWriter *writer, const Game *game, const State *state,
                         const RoundEvents *last) {
    Snapshot *snapshot = malloc(sizeof *snapshot);
    seed_writer_free(writer);
    if (!snapshot)
        return;
    snapshot_from_state(game, state, last, snapshot);
    snapshot->seed = writer->seed;
    for (int p = 0; p < writer->player_count; p++)
        snprintf(snapshot->players[p].name, SNAPSHOT_NAME, "%s", writer->players[p].name);
    writer->json = snapshot_write_json(snapshot, &writer->json_size);
    writer->map = snapshot_write_map(snapshot, &writer->map_size);
    free(snapshot);
}

void seed_writer_begin_round(SeedWriter *writer, const Game *game, const State *state,
                             const RoundEvents *last) {
    char path[PATH_SIZE];
    int round = state->round;
    render_files(writer, game, state, last);
    snprintf(path, sizeof path, "%s/%d", writer->match, round);
    if (!count_failure(writer, folder_create(path)))
        return;
    write_round_info(writer, game, state);
    write_file(writer, round, "state.json", writer->json, writer->json_size);
    write_file(writer, round, "map.txt", writer->map, writer->map_size);
}

void seed_writer_give_state(SeedWriter *writer, int round, int player) {
    char folder[PLAYER_PATH];
    writer->given_round[player] = round;
    seed_writer_player_folder(writer, round, player, folder);
    if (!count_failure(writer, folder_create(folder)))
        return;
    write_player_file(writer, round, player, "state.json", writer->json, writer->json_size);
    write_player_file(writer, round, player, "map.txt", writer->map, writer->map_size);
}

/* Replace a link by a folder. */
static void restore_folder(SeedWriter *writer, const char *path) {
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
        count_failure(writer, unlink(path) == 0 && folder_create(path));
}

void seed_writer_drop_links(SeedWriter *writer) {
    char path[PLAYER_PATH];
    restore_folder(writer, writer->match);
    for (int p = 0; p < writer->player_count; p++) {
        snprintf(path, sizeof path, "%s/%d", writer->match, writer->given_round[p]);
        restore_folder(writer, path);
        seed_writer_player_folder(writer, writer->given_round[p], p, path);
        restore_folder(writer, path);
    }
}

/* Read the beginning of a file that a bot may have replaced by a pipe, a device or gigabytes. */
static size_t read_beginning(const char *path, char *text, size_t size) {
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool is_regular = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    ssize_t got = is_regular ? read(file, text, size - 1) : 0;
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = 0;
    return got > 0 ? (size_t)got : 0;
}

Command seed_writer_read_move(const SeedWriter *writer, int round, int player) {
    char path[PATH_SIZE], text[16];
    snprintf(path, sizeof path, "%s/%d/%c/move.txt", writer->match, round,
             writer->players[player].key);
    size_t size = read_beginning(path, text, sizeof text);
    return move_file_parse(text, size);
}

void seed_writer_write_move(SeedWriter *writer, int round, int player, Command command) {
    char digit = (char)('0' + (int)command);
    write_player_file(writer, round, player, "move.txt", &digit, 1);
}

void seed_writer_write_log(SeedWriter *writer, int round, int player) {
    char folder[PLAYER_PATH];
    size_t size;
    char *text = log_take(&writer->players[player].log, &size);
    seed_writer_player_folder(writer, round, player, folder);
    if (count_failure(writer, folder_create(folder)))
        write_player_file(writer, round, player, "log.txt", text, size);
    free(text);
}

void seed_writer_end_round(SeedWriter *writer, int round, Log *log) {
    char path[PATH_SIZE];
    size_t size;
    for (int p = 0; p < writer->player_count; p++) {
        char key = writer->players[p].key;
        snprintf(path, sizeof path, "%s/%d/%c/state.json", writer->match, writer->given_round[p],
                 key);
        unlink(path);
        snprintf(path, sizeof path, "%s/%d/%c/map.txt", writer->match, writer->given_round[p], key);
        unlink(path);
    }
    char *text = log_take(log, &size);
    write_file(writer, round, "engine.log", text, size);
    free(text);
}

void seed_writer_close(SeedWriter *writer, const Game *game, const State *state,
                       const RoundEvents *last) {
    seed_writer_begin_round(writer, game, state, last);
    for (int p = 0; p < writer->player_count; p++)
        seed_writer_give_state(writer, writer->given_round[p], p);
}

void seed_writer_give_final_state(SeedWriter *writer, const State *state, int player) {
    seed_writer_give_state(writer, state->round, player);
}

void seed_writer_free(SeedWriter *writer) {
    free(writer->json);
    free(writer->map);
    writer->json = writer->map = NULL;
}
