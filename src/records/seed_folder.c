#include "records/seed_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/time_manager.h"
#include "platform/file.h"
#include "platform/folder.h"
#include "protocol/move_file.h"

enum { PATH_SIZE = 4096, FILE_LIMIT = 16 << 20, ROUND_LIMIT = 100000 };

static void note_round(void *context, const char *name) {
    SeedFolder *folder = context;
    char *end;
    long round = strtol(name, &end, 10);
    if (end == name || *end || round < 0 || round > ROUND_LIMIT)
        return;
    folder->first = round < folder->first ? (int)round : folder->first;
    folder->last = round > folder->last ? (int)round : folder->last;
}

bool seedfolder_open(SeedFolder *folder, const char *path) {
    *folder = (SeedFolder){path, ROUND_LIMIT + 1, -1};
    folder_visit(path, note_round, folder);
    return folder->last >= 0;
}

/* A folder that may hold matches. */
typedef struct MatchFinder {
    const char *path;
    char *name;
    size_t size;
} MatchFinder;

static void note_match(void *context, const char *name) {
    MatchFinder *finder = context;
    char file[PATH_SIZE];
    snprintf(file, sizeof file, "%s/%s/0/state.json", finder->path, name);
    if (path_kind(file) == PATH_FILE && strlen(name) < finder->size)
        memcpy(finder->name, name, strlen(name) + 1);
}

bool seedfolder_find_match(const char *path, char *name, size_t size) {
    MatchFinder finder = {path, name, size};
    name[0] = 0;
    folder_visit(path, note_match, &finder);
    return name[0] != 0;
}

bool seedfolder_read_round(const SeedFolder *folder, int round, Snapshot *snapshot, char *message,
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

bool seedfolder_read_end(const SeedFolder *folder, Snapshot *snapshot) {
    for (int p = 0; p < SNAPSHOT_PLAYERS; p++) {
        char path[PATH_SIZE], message[512];
        snprintf(path, sizeof path, "%s/%d/%c", folder->path, folder->last, 'A' + p);
        if (snapshot_read_folder(path, snapshot, message, sizeof message) && !message[0] &&
            snapshot->round == folder->last + 1)
            return true;
    }
    return false;
}

static char *read_text(const SeedFolder *folder, int round, char key, const char *name,
                       size_t *size) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%d/%c/%s", folder->path, round, key, name);
    return file_read(path, FILE_LIMIT, size);
}

Command seedfolder_read_move(const SeedFolder *folder, int round, char key) {
    size_t size;
    char *text = read_text(folder, round, key, "move.txt", &size);
    Command command = text ? movefile_parse(text, size) : COMMAND_NOTHING;
    free(text);
    return command;
}

bool seedfolder_was_late(const SeedFolder *folder, int round, char key) {
    size_t size;
    char *log = read_text(folder, round, key, "log.txt", &size);
    bool late = log && budget_read_execution(log) >= BUDGET_LIMIT_MS &&
                strstr(log, "\tYour bot exceeded the maximum execution time");
    free(log);
    return late;
}

Command seedfolder_played(const SeedFolder *folder, int round, char key, int *nothing, bool *late) {
    enum { BECOMES_BOMB = 20, ENDS_IT = 21 };
    Command command = seedfolder_read_move(folder, round, key);
    *late = false;
    if (*nothing >= ENDS_IT)
        return COMMAND_TRIGGER;
    if (command != COMMAND_NOTHING)
        *late = seedfolder_was_late(folder, round, key);
    if (*late)
        command = COMMAND_NOTHING;
    *nothing = command == COMMAND_NOTHING ? *nothing + 1 : 0;
    return *nothing == BECOMES_BOMB ? COMMAND_BOMB : command;
}
