#include "records/seed_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/folder.h"
#include "platform/number.h"
#include "platform/text.h"
#include "protocol/log_file.h"
#include "protocol/move_file.h"

/* Rounds in a row without a command. */
enum { FORCED_BOMB = 20, DISQUALIFIED = 21 };

enum { PATH_SIZE = 4096, FILE_LIMIT = 16 << 20, ROUND_LIMIT = 100000 };

static void update_range(void *context, const char *name) {
    SeedFolder *folder = context;
    long long round;
    if (!number_whole(name, 0, ROUND_LIMIT, &round))
        return;
    folder->first = round < folder->first ? (int)round : folder->first;
    folder->last = round > folder->last ? (int)round : folder->last;
}

bool seed_folder_open(SeedFolder *folder, const char *path) {
    *folder = (SeedFolder){path, ROUND_LIMIT + 1, -1};
    folder_visit(path, update_range, folder);
    return folder->last >= 0;
}

/* Finds a match inside a folder. */
typedef struct MatchFinder {
    const char *path;
    char *name;
    size_t size;
} MatchFinder;

static void check_match(void *context, const char *name) {
    MatchFinder *finder = context;
    char file[PATH_SIZE];
    snprintf(file, sizeof file, "%s/%s/0/state.json", finder->path, name);
    if (path_kind(file) == PATH_FILE && strlen(name) < finder->size)
        memcpy(finder->name, name, strlen(name) + 1);
}

void seed_folder_explain_missing(const char *path, const char *reason, char *message, size_t size) {
    char name[256] = "";
    MatchFinder finder = {path, name, sizeof name};
    folder_visit(path, check_match, &finder);
    text_make_printable(name);
    if (name[0])
        snprintf(message, size, "%s: it holds a match in \"%s\": give the path of that folder",
                 path, name);
    else
        snprintf(message, size, "%s: %s", path, reason);
}

bool seed_folder_read_round(const SeedFolder *folder, int round, Snapshot *snapshot, char *message,
                            size_t size) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%d", folder->path, round);
    if (!snapshot_read_folder(path, snapshot, message, size))
        return false;
    if (snapshot->round == round)
        return true;
    snprintf(message, size, "the folder holds round %d", snapshot->round);
    return false;
}

bool seed_folder_read_end(const SeedFolder *folder, Snapshot *snapshot) {
    for (int p = 0; p < SNAPSHOT_PLAYERS; p++) {
        char path[PATH_SIZE], message[512];
        snprintf(path, sizeof path, "%s/%d/%c", folder->path, folder->last, 'A' + p);
        if (snapshot_read_folder(path, snapshot, message, sizeof message) && !message[0] &&
            snapshot->round == folder->last + 1)
            return true;
    }
    return false;
}

static void player_file(const SeedFolder *folder, int round, char key, const char *name,
                        char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%d/%c/%s", folder->path, round, key, name);
}

static char *load_move(const SeedFolder *folder, int round, char key, size_t *size) {
    char path[PATH_SIZE];
    player_file(folder, round, key, "move.txt", path);
    return file_read(path, FILE_LIMIT, size);
}

Command seed_folder_read_move(const SeedFolder *folder, int round, char key) {
    size_t size;
    char *text = load_move(folder, round, key, &size);
    Command command = text ? move_file_parse(text, size) : COMMAND_NOTHING;
    free(text);
    return command;
}

static bool has_command(const SeedFolder *folder, int round, char key) {
    size_t size;
    char *text = load_move(folder, round, key, &size);
    bool has = text && move_file_has_command(text, size);
    free(text);
    return has;
}

static char *load_log(const SeedFolder *folder, int round, char key) {
    char path[PATH_SIZE];
    player_file(folder, round, key, "log.txt", path);
    return log_file_load(path, FILE_LIMIT);
}

bool seed_folder_was_late(const SeedFolder *folder, int round, char key) {
    char *log = load_log(folder, round, key);
    bool late = log && log_file_is_late(log);
    free(log);
    return late;
}

static bool has_file(const SeedFolder *folder, int round, char key, const char *name) {
    char path[PATH_SIZE];
    player_file(folder, round, key, name, path);
    return path_kind(path) == PATH_FILE;
}

static bool has_log(const SeedFolder *folder, int round, char key) {
    return has_file(folder, round, key, "log.txt");
}

/* A person may do nothing as often as it likes. It has a move.txt and no log.txt in every round; a
 * bot has both, until it is not started any more and has neither. */
static bool is_person(const SeedFolder *folder, int round, char key) {
    for (int r = round; r >= round - 1; r--)
        if (has_log(folder, r, key) || !has_file(folder, r, key, "move.txt"))
            return false;
    return true;
}

/* The engine writes no log in the round in which it replaces a missing command by a bomb. */
static bool has_skipped_log(const SeedFolder *folder, int round, char key, int idle_rounds) {
    return idle_rounds == FORCED_BOMB - 1 && has_log(folder, round - 1, key) &&
           !has_log(folder, round, key);
}

/* The kind of a failure, by the words with which bin/referee begins its reason. */
static MoveFailure failure_kind(const char *reason) {
    bool missing = strncmp(reason, "no move", 7) == 0 || strncmp(reason, "not started", 11) == 0;
    return missing ? MOVE_MISSING : MOVE_CRASHED;
}

static void note_late(const char *log, MoveNote *note) {
    char failure[MOVE_REASON - 16];
    text_copy(failure, sizeof failure, note->reason, strlen(note->reason));
    note->failure = MOVE_LATE;
    snprintf(note->reason, sizeof note->reason, "%.2f s%s%s", log_file_execution_ms(log) / 1000,
             failure[0] ? "; " : "", failure);
}

static void note_from_log(const char *log, bool has_move, MoveNote *note) {
    if (log_file_failure(log, note->reason, sizeof note->reason))
        note->failure = failure_kind(note->reason);
    else if (!has_move && log_file_execution_ms(log) >= 0)
        note->failure = MOVE_MISSING;
    if (log_file_is_late(log))
        note_late(log, note);
}

/* A move without a log is replaced by the bomb only if it was late. */
static void note_without_log(const SeedFolder *folder, int round, char key, bool has_move,
                             Command command, MoveNote *note) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%d/engine.log", folder->path, round);
    char *log = log_file_load(path, FILE_LIMIT);
    if (command != COMMAND_NOTHING)
        note->failure = MOVE_LATE;
    else if (log && log_file_engine_failure(log, key, note->reason, sizeof note->reason))
        note->failure = failure_kind(note->reason);
    else if (!has_move)
        note->failure = MOVE_MISSING;
    free(log);
}

static void note_failure(const SeedFolder *folder, int round, char key, int idle_rounds,
                         Command command, MoveNote *note) {
    bool has_move = command != COMMAND_NOTHING || has_command(folder, round, key);
    char *log = load_log(folder, round, key);
    if (log)
        note_from_log(log, has_move, note);
    else if (has_skipped_log(folder, round, key, idle_rounds))
        note_without_log(folder, round, key, has_move, command, note);
    free(log);
}

Command seed_folder_played_command(const SeedFolder *folder, int round, char key, int *idle_rounds,
                                   MoveNote *note) {
    Command command = seed_folder_read_move(folder, round, key);
    bool can_be_forced = *idle_rounds >= FORCED_BOMB - 1 && !is_person(folder, round, key);
    *note = (MoveNote){.forced = can_be_forced && *idle_rounds >= DISQUALIFIED};
    if (note->forced)
        return COMMAND_TRIGGER;
    note_failure(folder, round, key, *idle_rounds, command, note);
    if (note->failure == MOVE_LATE)
        command = COMMAND_NOTHING;
    *idle_rounds = command == COMMAND_NOTHING ? *idle_rounds + 1 : 0;
    note->forced = can_be_forced && *idle_rounds == FORCED_BOMB;
    return note->forced ? COMMAND_BOMB : command;
}
