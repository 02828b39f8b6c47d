#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "folder/budget.h"
#include "folder/movefile.h"
#include "folder/verify.h"
#include "platform/platform.h"

enum {
    PATH_SIZE = 4096,
    FILE_LIMIT = 16 << 20,
    NOTHING_BECOMES_BOMB = 20,
    NOTHING_ENDS_IT = 21,
    LIMIT_MS = 2000
};

/* A match being followed through its folder. */
typedef struct Follower {
    const char *path;
    FILE *out;
    Tally *tally;
    int first, last; /* rounds whose state is in the folder */
    Game game;
    State state;
    RoundEvents events;
    int nothing[MAX_PLAYERS]; /* commands that did nothing, in a row */
    int grant_ms[MAX_PLAYERS];
    Snapshot now, next, played; /* recorded, recorded, ours */
} Follower;

static void complain(Follower *self, int round, const char *what) {
    fprintf(self->out, "%s: round %d: %s\n", self->path, round, what);
    self->tally->mismatches++;
}

static char *read_text(const Follower *self, const char *format, int round, char key) {
    char name[64], path[PATH_SIZE];
    size_t size;
    snprintf(name, sizeof name, format, round, key);
    snprintf(path, sizeof path, "%s/%s", self->path, name);
    return file_read(path, FILE_LIMIT, &size);
}

static bool read_round(const Follower *self, int round, Snapshot *snapshot, char *message,
                       size_t size) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%d", self->path, round);
    return snapshot_read_folder(path, snapshot, message, size);
}

/* The rounds that have a folder. Returns false when there is none. */
static bool find_rounds(Follower *self) {
    DIR *folder = opendir(self->path);
    self->first = INT32_MAX;
    self->last = -1;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char *end;
        long round = strtol(entry->d_name, &end, 10);
        if (end == entry->d_name || *end || round < 0 || round > 100000)
            continue;
        self->first = round < self->first ? (int)round : self->first;
        self->last = round > self->last ? (int)round : self->last;
    }
    if (folder)
        closedir(folder);
    return self->last >= 0;
}

/* Power-ups come into sight when their wall falls: gather them from all rounds. */
static void gather_powerups(Follower *self, Game *game) {
    char message[256];
    for (int round = self->first; round <= self->last; round++) {
        if (!read_round(self, round, &self->next, message, sizeof message) ||
            !snapshot_is_standard(&self->next))
            continue;
        for (int x = 2; x < BOARD_SIZE; x++)
            for (int y = 2; y < BOARD_SIZE; y++)
                if (self->next.blocks[x][y].powerup)
                    game_add_powerup(game, cell_at(x - 1, y - 1),
                                     (PowerUp)self->next.blocks[x][y].powerup);
    }
}

/* A power-up is there from the beginning when it is in sight or its cell is still a wall. */
static void place_powerups(Follower *self, const Game *all) {
    self->game.powerup_count = all->powerup_count;
    memcpy(self->game.powerup_type, all->powerup_type, sizeof all->powerup_type);
    memcpy(self->game.powerup_cell, all->powerup_cell, sizeof all->powerup_cell);
    memcpy(self->game.powerup_at, all->powerup_at, sizeof all->powerup_at);
    self->state.powerups = 0;
    for (int i = 0; i < all->powerup_count; i++) {
        Cell cell = all->powerup_cell[i];
        if (board_has(&self->state.walls, cell) ||
            self->now.blocks[cell_x(cell) + 1][cell_y(cell) + 1].powerup)
            self->state.powerups |= 1u << i;
    }
    state_rehash(&self->state);
}

static bool start(Follower *self, const Game *all) {
    int player;
    char message[512];
    if (!read_round(self, self->first, &self->now, message, sizeof message) ||
        !snapshot_to_state(&self->now, 'A', &self->game, &self->state, &player, message,
                           sizeof message)) {
        complain(self, self->first, message);
        return false;
    }
    if (self->first > 0)
        fprintf(self->out, "%s: begins at round %d: coverage points are not compared\n", self->path,
                self->first);
    place_powerups(self, all);
    for (int p = 0; p < self->game.players; p++) {
        char *log = read_text(self, "%d/%c/log.txt", 0, self->now.players[p].key);
        self->grant_ms[p] = log ? budget_read_calibration(log) : 0;
        free(log);
    }
    return true;
}

/* Whether the engine dropped the command because the bot took too long. */
static bool was_late(const Follower *self, int round, int player) {
    char *log = read_text(self, "%d/%c/log.txt", round, self->now.players[player].key);
    double ms = log ? budget_read_execution(log) : -1;
    free(log);
    return ms >= LIMIT_MS + (self->grant_ms[player] > 0 ? self->grant_ms[player] : 0);
}

/* The command that the engine played: move.txt, and what the harness makes of doing nothing. */
static Command command_of(Follower *self, int round, int player) {
    char *move = read_text(self, "%d/%c/move.txt", round, self->now.players[player].key);
    Command command = move ? movefile_parse(move) : COMMAND_NOTHING;
    free(move);
    if (self->nothing[player] >= NOTHING_ENDS_IT)
        return COMMAND_TRIGGER;
    if (command != COMMAND_NOTHING && was_late(self, round, player))
        command = COMMAND_NOTHING;
    self->nothing[player] = command == COMMAND_NOTHING ? self->nothing[player] + 1 : 0;
    return self->nothing[player] == NOTHING_BECOMES_BOMB ? COMMAND_BOMB : command;
}

/* Contested cells go to those who stand there in the next round. */
static Ranks ranks_of(const Follower *self) {
    Ranks ranks = RANKS_IN_ORDER;
    for (int p = 0; p < self->game.players; p++) {
        const SnapshotPlayer *now = &self->now.players[p], *next = &self->next.players[p];
        bool moved = now->x != next->x || now->y != next->y;
        ranks.of[p] = (uint8_t)(moved ? p : MAX_PLAYERS + p);
    }
    return ranks;
}

static bool same_block(const SnapshotBlock *a, const SnapshotBlock *b) {
    return a->entity == b->entity && a->powerup == b->powerup && a->exploding == b->exploding &&
           (a->entity != ENTITY_PLAYER || a->player == b->player) &&
           a->bomb.owner == b->bomb.owner &&
           (a->bomb.owner < 0 ||
            (a->bomb.timer == b->bomb.timer && a->bomb.radius == b->bomb.radius));
}

static void describe(const Snapshot *snapshot, const SnapshotBlock *block, char *text,
                     size_t size) {
    static const char *const entity[] = {"nothing", "a pillar", "a wall", "player"};
    static const char *const powerup[] = {"", ", bag", ", radius", ", super"};
    int end = snprintf(text, size, "%s", entity[block->entity]);
    if (block->entity == ENTITY_PLAYER)
        end +=
            snprintf(text + end, size - (size_t)end, " %c", snapshot->players[block->player].key);
    if (block->bomb.owner >= 0)
        end += snprintf(text + end, size - (size_t)end, ", %c's bomb (timer %d, radius %d)",
                        snapshot->players[block->bomb.owner].key, block->bomb.timer,
                        block->bomb.radius);
    snprintf(text + end, size - (size_t)end, "%s%s", powerup[block->powerup],
             block->exploding ? ", exploding" : "");
}

static bool compare_blocks(const Follower *self, char *why, size_t size) {
    for (int y = 1; y <= BOARD_SIZE; y++)
        for (int x = 1; x <= BOARD_SIZE; x++) {
            const SnapshotBlock *theirs = &self->next.blocks[x][y];
            const SnapshotBlock *ours = &self->played.blocks[x][y];
            char expected[160], got[160];
            if (same_block(theirs, ours))
                continue;
            describe(&self->next, theirs, expected, sizeof expected);
            describe(&self->next, ours, got, sizeof got);
            snprintf(why, size, "at %d,%d stands %s, by the rules %s", x, y, expected, got);
            return false;
        }
    return true;
}

static bool compare_players(const Follower *self, char *why, size_t size) {
    for (int p = 0; p < self->game.players; p++) {
        const SnapshotPlayer *theirs = &self->next.players[p], *ours = &self->played.players[p];
        const struct {
            const char *name;
            int theirs, ours;
        } field[] = {{"being dead", theirs->killed, ours->killed},
                     {"the bag", theirs->bag, ours->bag},
                     {"the radius", theirs->radius, ours->radius},
                     {"points", theirs->points, self->first ? theirs->points : ours->points}};
        for (int i = 0; i < 4; i++)
            if (field[i].theirs != field[i].ours) {
                snprintf(why, size, "%s of player %c is %d, by the rules %d", field[i].name,
                         theirs->key, field[i].theirs, field[i].ours);
                return false;
            }
    }
    return true;
}

/* Play round `round`, whose state is self->now, and compare with self->next. */
static bool follow_round(Follower *self, int round) {
    uint8_t command[MAX_PLAYERS] = {0};
    char why[512];
    for (int p = 0; p < self->game.players; p++)
        if (state_is_alive(&self->state, p))
            command[p] = (uint8_t)command_of(self, round, p);
    Ranks ranks = ranks_of(self);
    engine()->play(&self->game, &self->state, command, &ranks, &self->events);
    snapshot_from_state(&self->game, &self->state, &self->events, &self->played);
    self->tally->rounds++;
    if (compare_blocks(self, why, sizeof why) && compare_players(self, why, sizeof why))
        return true;
    complain(self, round, why);
    return false;
}

static void follow(Follower *self) {
    char message[512];
    for (int round = self->first; round < self->last; round++) {
        if (!read_round(self, round + 1, &self->next, message, sizeof message)) {
            complain(self, round + 1, message);
            return;
        }
        if (!follow_round(self, round))
            return;
        self->now = self->next;
    }
}

void verify_seed_folder(const char *path, FILE *out, Tally *tally) {
    Follower *self = aligned_alloc(64, (sizeof *self + 63) / 64 * 64);
    if (!self)
        return;
    memset(self, 0, sizeof *self);
    self->path = path;
    self->out = out;
    self->tally = tally;
    Game all;
    game_init(&all, 2, 0);
    if (!find_rounds(self)) {
        fprintf(out, "%s: there is no round in this folder\n", path);
        tally->mismatches++;
    } else {
        gather_powerups(self, &all);
        if (start(self, &all)) {
            tally->matches++;
            follow(self);
        }
    }
    free(self);
}

void verify_path(const char *path, FILE *out, Tally *tally) {
    struct stat status;
    if (stat(path, &status) != 0) {
        fprintf(out, "%s: there is no such file or folder\n", path);
        tally->mismatches++;
    } else if (S_ISDIR(status.st_mode)) {
        verify_seed_folder(path, out, tally);
    } else {
        verify_recording(path, out, tally);
    }
}
