#include "referee/seed_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/file.h"
#include "platform/folder.h"
#include "platform/number.h"
#include "processes/cleanup.h"
#include "protocol/move_file.h"
#include "protocol/round_info.h"

enum { PATH_SIZE = PLAYER_PATH + 64, MOVE_KEPT = 4096 };

/* Places in SeedWriter.files. */
enum { FILE_JSON, FILE_MAP, FILE_INFO };

static void find_round(void *context, const char *name) {
    long long round;
    if (number_whole(name, 0, INT_MAX, &round))
        *(bool *)context = true;
}

/* True when the folder exists and holds rounds. */
static bool has_match(const char *folder) {
    bool found = false;
    folder_visit(folder, find_round, &found);
    return found;
}

/* Start to guard the folder that was created. */
static void open_guard(SeedWriter *writer) {
    char keys[MAX_PLAYERS + 1] = "";
    for (int p = 0; p < writer->player_count; p++)
        keys[p] = writer->players[p].key;
    folder_guard_open(&writer->guard, writer->match, keys, writer->player_count);
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
    char name[GUARD_PATH];
    memset(writer, 0, sizeof *writer);
    writer->seed = seed;
    writer->players = players;
    writer->player_count = count;
    int length = snprintf(name, sizeof name, "%s", folder);
    while (length > 1 && length < (int)sizeof name && name[length - 1] == '/')
        name[--length] = 0;
    if (length < (int)sizeof name && create_match(writer, name)) {
        open_guard(writer);
        return true;
    }
    snprintf(error, size, "cannot create a folder for the match: %s: %s", folder, strerror(errno));
    return false;
}

/* Count a failure; errno has its reason. Returns `written`. */
static bool count_failure(SeedWriter *writer, bool written) {
    if (!written && writer->unwritten++ == 0)
        writer->error = errno;
    return written;
}

static void write_file(SeedWriter *writer, int round, const char *name, const KeptFile *file) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%d/%s", writer->match, round, name);
    count_failure(writer, file->bytes && file_replace(path, file->bytes, file->size));
}

void seed_writer_player_folder(const SeedWriter *writer, int round, int player,
                               char path[PLAYER_PATH]) {
    snprintf(path, PLAYER_PATH, "%s/%d/%c", writer->match, round, writer->players[player].key);
}

static void write_player_file(SeedWriter *writer, int round, int player, const char *name,
                              const KeptFile *file) {
    char path[64];
    snprintf(path, sizeof path, "%c/%s", writer->players[player].key, name);
    write_file(writer, round, path, file);
}

static void keep(KeptFile *file, char *bytes, size_t size) {
    free(file->bytes);
    *file = (KeptFile){bytes, size};
}

/* Overwrite the bytes of the file, which is faster than removing it and making it again. Returns
 * false when it is not a file of this size with this name only. */
static bool overwrite(const char *path, const char *bytes, size_t size) {
    struct stat status;
    int file = open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    bool is_plain = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                    status.st_nlink == 1 && status.st_size == (off_t)size;
    bool written = is_plain && pwrite(file, bytes, size, 0) == (ssize_t)size;
    if (file >= 0)
        close(file);
    return written;
}

static void move_path(const SeedWriter *writer, int round, int player, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%d/%c/move.txt", writer->match, round,
             writer->players[player].key);
}

/* Put blanks into the file, or remove it. */
static void hide_move(const char *path, size_t size) {
    char blanks[MOVE_KEPT];
    memset(blanks, ' ', sizeof blanks);
    if (!overwrite(path, blanks, size))
        cleanup_remove(path, CLEANUP_MS);
}

/* Write what is not in its place yet. */
static void put_answers(SeedWriter *writer, int round, int player) {
    char path[PATH_SIZE];
    KeptFile *move = &writer->moves[player], *log = &writer->logs[player];
    move_path(writer, round, player, path);
    if (move->bytes && !overwrite(path, move->bytes, move->size))
        write_player_file(writer, round, player, "move.txt", move);
    if (log->bytes)
        write_player_file(writer, round, player, "log.txt", log);
    keep(move, NULL, 0);
    keep(log, NULL, 0);
}

static KeptFile render_round_info(const SeedWriter *writer, const Game *game, const State *state) {
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
    KeptFile file;
    state_leaderboard(game, state, info.leaderboard);
    file.bytes = round_info_write(&info, &file.size);
    return file;
}

static void forget_files(SeedWriter *writer) {
    for (int i = 0; i < GUARD_FILES; i++)
        keep(&writer->files[i], NULL, 0);
}

/* Build the files that all players get; those for which memory is short are NULL. */
static void render_files(SeedWriter *writer, const Game *game, const State *state,
                         const RoundEvents *last) {
    Snapshot *snapshot = malloc(sizeof *snapshot);
    KeptFile *files = writer->files;
    forget_files(writer);
    if (!snapshot)
        return;
    snapshot_from_state(game, state, last, snapshot);
    snapshot->seed = writer->seed;
    for (int p = 0; p < writer->player_count; p++)
        snprintf(snapshot->players[p].name, SNAPSHOT_NAME, "%s", writer->players[p].name);
    files[FILE_JSON].bytes = snapshot_write_json(snapshot, &files[FILE_JSON].size);
    files[FILE_MAP].bytes = snapshot_write_map(snapshot, &files[FILE_MAP].size);
    files[FILE_INFO] = render_round_info(writer, game, state);
    free(snapshot);
}

static void write_state(SeedWriter *writer, int round, int player) {
    for (int i = FILE_JSON; i <= FILE_MAP; i++)
        write_player_file(writer, round, player, guard_file_names[i], &writer->files[i]);
}

static void write_round_files(SeedWriter *writer, int round, unsigned which) {
    for (int i = 0; i < GUARD_FILES; i++)
        if (which >> i & 1)
            write_file(writer, round, guard_file_names[i], &writer->files[i]);
    folder_guard_note_files(&writer->guard);
}

void seed_writer_begin_round(SeedWriter *writer, const Game *game, const State *state,
                             const RoundEvents *last) {
    bool removed;
    render_files(writer, game, state, last);
    if (count_failure(writer, folder_guard_make_round(&writer->guard, state->round, &removed)))
        write_round_files(writer, state->round, ~0u);
}

void seed_writer_give_state(SeedWriter *writer, int round, int player) {
    bool removed;
    writer->given_round[player] = round;
    if (count_failure(writer, folder_guard_make_player(&writer->guard, player, &removed)))
        write_state(writer, round, player);
}

/* True when the player's folder of the round exists and no link leads there. Links of the current
 * round have been removed, but a bot may have put one into an earlier round. */
static bool is_own_folder(const SeedWriter *writer, int round, int player) {
    char folder[PLAYER_PATH];
    if (round == writer->guard.round)
        return writer->guard.players[player].device != 0;
    seed_writer_player_folder(writer, round, player, folder);
    char *real = realpath(folder, NULL);
    bool own = real && strcmp(real, folder) == 0;
    free(real);
    return own;
}

SandboxView seed_writer_view(const SeedWriter *writer, int round, int player,
                             const char *hidden[MAX_PLAYERS]) {
    const Player *own = &writer->players[player];
    SandboxView view = {.bot = own->folder,
                        .match = writer->match,
                        .round = round,
                        .key = own->key,
                        .hidden = hidden};
    for (int p = 0; p < writer->player_count; p++)
        if (writer->players[p].folder[0])
            hidden[view.hidden_count++] = writer->players[p].folder;
    return view;
}

void seed_writer_check(SeedWriter *writer, char text[GUARD_TEXT]) {
    unsigned changed = folder_guard_check(&writer->guard, text);
    if (changed)
        write_round_files(writer, writer->guard.round, changed);
}

/* Read the beginning of a file that a bot may have replaced by a pipe, a device or gigabytes. */
static size_t read_beginning(const char *path, char *text, size_t size) {
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    bool is_regular = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    ssize_t got = is_regular ? read(file, text, size - 1) : 0;
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = 0;
    return got > 0 ? (size_t)got : 0;
}

/* Remove a log.txt that the bot has written: the engine may write none. */
static void remove_log_of_bot(const SeedWriter *writer, int round, int player) {
    char path[PATH_SIZE];
    struct stat status;
    snprintf(path, sizeof path, "%s/%d/%c/log.txt", writer->match, round,
             writer->players[player].key);
    if (lstat(path, &status) == 0)
        cleanup_remove(path, CLEANUP_MS);
}

bool seed_writer_take_move(SeedWriter *writer, int round, int player, Command *command) {
    char path[PATH_SIZE], text[MOVE_KEPT + 1];
    move_path(writer, round, player, path);
    size_t size = read_beginning(path, text, sizeof text);
    *command = move_file_parse(text, size);
    remove_log_of_bot(writer, round, player);
    if (!writer->answers_visible && size > 0) {
        char *bytes = malloc(size);
        if (bytes)
            memcpy(bytes, text, size);
        keep(&writer->moves[player], bytes, size);
        hide_move(path, size);
    }
    return size > 0 && move_file_has_command(text, size);
}

void seed_writer_write_move(SeedWriter *writer, int round, int player, Command command) {
    char *digit = malloc(1);
    if (digit)
        *digit = (char)('0' + (int)command);
    keep(&writer->moves[player], digit, 1);
    if (writer->answers_visible)
        put_answers(writer, round, player);
}

void seed_writer_write_log(SeedWriter *writer, int round, int player) {
    size_t size;
    char *text = log_take(&writer->players[player].log, &size);
    keep(&writer->logs[player], text, size);
    if (writer->answers_visible)
        put_answers(writer, round, player);
}

void seed_writer_end_round(SeedWriter *writer, int round, Log *log) {
    char path[PATH_SIZE];
    size_t size;
    for (int p = 0; p < writer->player_count; p++) {
        put_answers(writer, round, p);
        for (int i = FILE_JSON; i <= FILE_MAP && is_own_folder(writer, writer->given_round[p], p);
             i++) {
            snprintf(path, sizeof path, "%s/%d/%c/%s", writer->match, writer->given_round[p],
                     writer->players[p].key, guard_file_names[i]);
            unlink(path);
        }
    }
    char *text = log_take(log, &size);
    write_file(writer, round, "engine.log", &(KeptFile){text, size});
    free(text);
}

void seed_writer_close(SeedWriter *writer, const Game *game, const State *state,
                       const RoundEvents *last) {
    for (int p = 0; p < writer->player_count; p++)
        put_answers(writer, writer->given_round[p], p);
    seed_writer_begin_round(writer, game, state, last);
    for (int p = 0; p < writer->player_count; p++)
        if (is_own_folder(writer, writer->given_round[p], p))
            write_state(writer, writer->given_round[p], p);
}

void seed_writer_give_final_state(SeedWriter *writer, const State *state, int player) {
    seed_writer_give_state(writer, state->round, player);
}

void seed_writer_free(SeedWriter *writer) {
    forget_files(writer);
    for (int p = 0; p < MAX_PLAYERS; p++) {
        keep(&writer->moves[p], NULL, 0);
        keep(&writer->logs[p], NULL, 0);
    }
    folder_guard_close(&writer->guard);
}
