#include "bot/memory_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/clock.h"
#include "platform/file.h"
#include "platform/text.h"

static const char file_name[] = "blastbeam.memory";

enum { FORMAT = 7, FILE_LIMIT = 1 << 18, ROUND_LIMIT = 4 << 20, ROUNDS = 100000 };

static uint64_t checksum(const char *text, size_t size) {
    uint64_t sum = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3ull;
    return sum;
}

static void write_cells(Text *out, const uint64_t *cells) {
    for (int i = 0; i < HISTORY_WORDS; i++)
        text_add(out, " %" PRIx64, cells[i]);
    text_add(out, "\n");
}

static void write_history(Text *out, const History *history) {
    text_add(out, "blastbeam %d seed %d first %d round %d seen %d players %d\n", FORMAT,
             history->seed, history->first, history->round, history->seen, history->player_count);
    text_add(out, "pv %d", history->pv.length);
    for (int i = 0; i < history->pv.length; i++)
        text_add(out, " %d", history->pv.command[i]);
    text_add(out, "\n");
    text_add(out, "seen");
    write_cells(out, history->seen_bag);
    write_cells(out, history->seen_radius);
    for (int p = 0; p < history->player_count; p++) {
        const HistoryPlayer *player = &history->players[p];
        text_add(out, "player %d %d %d %d trail", player->x, player->y, player->due,
                 (int)player->command);
        for (int i = 0; i < TRAIL_ROUNDS; i++)
            text_add(out, " %d %d", player->earlier[i][0], player->earlier[i][1]);
        write_cells(out, player->touched);
    }
}

bool memory_file_save(const History *history, const RoundPath *path) {
    char name[ROUND_PATH_SIZE];
    size_t size;
    if (!round_path_file(path, path->round, true, file_name, name))
        return false;
    Text out = {0};
    write_history(&out, history);
    if (!out.failed)
        text_add(&out, "check %" PRIx64 "\n", checksum(out.bytes, out.size));
    char *text = text_take(&out, &size);
    bool saved = text && file_replace(name, text, size);
    free(text);
    return saved;
}

/* True when the last line has the checksum of all bytes before it. */
static bool has_valid_checksum(const char *text, size_t size) {
    const char *line = strstr(text, "\ncheck ");
    uint64_t sum;
    return line && strlen(text) == size && sscanf(line, "\ncheck %" SCNx64, &sum) == 1 &&
           sum == checksum(text, (size_t)(line + 1 - text));
}

static bool is_in_range(int value, int low, int high) {
    return value >= low && value <= high;
}

static bool read_cells(const char **cursor, uint64_t *cells) {
    int used;
    for (int i = 0; i < HISTORY_WORDS; i++) {
        if (sscanf(*cursor, " %" SCNx64 "%n", &cells[i], &used) != 1)
            return false;
        *cursor += used;
    }
    return true;
}

static bool read_trail(const char **cursor, HistoryPlayer *player) {
    for (int i = 0; i < TRAIL_ROUNDS; i++) {
        int *cell = player->earlier[i], used;
        if (sscanf(*cursor, "%d %d%n", &cell[0], &cell[1], &used) != 2)
            return false;
        *cursor += used;
    }
    return true;
}

static bool read_player(const char **cursor, HistoryPlayer *player) {
    int used = 0, command;
    if (sscanf(*cursor, " player %d %d %d %d trail%n", &player->x, &player->y, &player->due,
               &command, &used) != 4 ||
        used == 0 || !is_in_range(player->x, 0, SNAPSHOT_SIZE) ||
        !is_in_range(player->y, 0, SNAPSHOT_SIZE) || !is_in_range(command, 0, COMMAND_COUNT - 1))
        return false;
    player->command = (Command)command;
    *cursor += used;
    return read_trail(cursor, player) && read_cells(cursor, player->touched);
}

static bool read_seen(const char **cursor, History *history) {
    int used = 0;
    if (sscanf(*cursor, " seen%n", &used) == EOF || used == 0)
        return false;
    *cursor += used;
    return read_cells(cursor, history->seen_bag) && read_cells(cursor, history->seen_radius);
}

static bool read_pv(const char **cursor, History *history) {
    int used;
    if (sscanf(*cursor, " pv %d%n", &history->pv.length, &used) != 1 ||
        !is_in_range(history->pv.length, 0, PV_LENGTH))
        return false;
    *cursor += used;
    for (int i = 0; i < history->pv.length; i++) {
        int command;
        if (sscanf(*cursor, " %d%n", &command, &used) != 1 ||
            !is_in_range(command, 0, COMMAND_COUNT - 1))
            return false;
        history->pv.command[i] = (uint8_t)command;
        *cursor += used;
    }
    return true;
}

static bool read_history(const char *text, History *history) {
    int format, used;
    if (sscanf(text, "blastbeam %d seed %d first %d round %d seen %d players %d%n", &format,
               &history->seed, &history->first, &history->round, &history->seen,
               &history->player_count, &used) != 6 ||
        format != FORMAT || !is_in_range(history->round, 0, ROUNDS) ||
        !is_in_range(history->first, 0, history->round) || !is_in_range(history->seen, 1, ROUNDS) ||
        !is_in_range(history->player_count, 1, SNAPSHOT_PLAYERS))
        return false;
    const char *cursor = text + used;
    if (!read_pv(&cursor, history) || !read_seen(&cursor, history))
        return false;
    for (int p = 0; p < history->player_count; p++)
        if (!read_player(&cursor, &history->players[p]))
            return false;
    return true;
}

static bool load_round(History *history, const RoundPath *path, int round) {
    char name[ROUND_PATH_SIZE];
    size_t size;
    memset(history, 0, sizeof *history);
    if (round < 0 || !round_path_file(path, round, true, file_name, name))
        return false;
    char *text = file_read(name, FILE_LIMIT, &size);
    bool loaded = text && has_valid_checksum(text, size) && read_history(text, history) &&
                  history->round == round;
    free(text);
    if (!loaded)
        memset(history, 0, sizeof *history);
    return loaded;
}

bool memory_file_load(History *history, const RoundPath *path) {
    return load_round(history, path, path->round - 1);
}

typedef bool ReadFunction(const char *, size_t, Snapshot *, char *, size_t);

static bool read_file(ReadFunction *read_text, const RoundPath *path, int round, const char *name,
                      Snapshot *snapshot) {
    char file[ROUND_PATH_SIZE], error[256];
    size_t size;
    if (!round_path_file(path, round, false, name, file))
        return false;
    char *text = file_read(file, ROUND_LIMIT, &size);
    bool read = text && read_text(text, size, snapshot, error, sizeof error);
    free(text);
    return read;
}

/* True when the board of map.txt shows every living player. A star or another player's bomb hides
 * a player. */
static bool shows_players(const Snapshot *snapshot) {
    for (int p = 0; p < snapshot->player_count; p++) {
        const SnapshotPlayer *player = &snapshot->players[p];
        const SnapshotBlock *block = &snapshot->blocks[player->x][player->y];
        bool is_on_other_bomb = block->bomb.owner >= 0 && block->bomb.owner != p;
        if (!player->killed && (block->exploding || is_on_other_bomb))
            return false;
    }
    return true;
}

/* Read an earlier round from map.txt, which is small, or from state.json if map.txt hides a player.
 */
static bool read_round(const RoundPath *path, int round, Snapshot *snapshot) {
    return (read_file(snapshot_read_map, path, round, "map.txt", snapshot) &&
            shows_players(snapshot)) ||
           read_file(snapshot_read_json, path, round, "state.json", snapshot);
}

/* Read the rounds after the newest memory file, or the last `FILES` rounds, in their order. Returns
 * false, with *history all 0, when time runs out. */
static bool read_last_rounds(History *history, const RoundPath *path, int64_t deadline,
                             Snapshot *snapshot) {
    enum { FILES = 8 };
    int oldest = path->round > FILES ? path->round - FILES : 0;
    int round = path->round - 1;
    while (round >= oldest && !load_round(history, path, round))
        round--;
    while (++round < path->round) {
        if (clock_now() >= deadline) {
            memset(history, 0, sizeof *history);
            return false;
        }
        if (read_round(path, round, snapshot))
            history_update(history, snapshot);
    }
    return true;
}

static void add_missing_round(History *history, const RoundPath *path, Snapshot *snapshot) {
    int round = history->first - 1;
    History older;
    if (load_round(&older, path, round))
        history_merge(history, &older);
    else
        history_add_missing(history, read_round(path, round, snapshot) ? snapshot : NULL);
}

bool memory_file_rebuild(History *history, const RoundPath *path, int64_t deadline) {
    memset(history, 0, sizeof *history);
    Snapshot *snapshot = malloc(sizeof *snapshot);
    bool is_whole = snapshot && read_last_rounds(history, path, deadline, snapshot);
    while (is_whole && history->first > 0) {
        add_missing_round(history, path, snapshot);
        is_whole = clock_now() < deadline || history->first == 0;
    }
    free(snapshot);
    return is_whole;
}
