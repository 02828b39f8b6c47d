#include <stdlib.h>

#include "platform/folder.h"
#include "platform/memory.h"
#include "records/history.h"
#include "records/seed_folder.h"
#include "records/verify.h"

/* A match being followed through its folder. */
typedef struct Follower {
    SeedFolder folder;
    FILE *out;
    Tally *tally;
    bool complete; /* no round before this one is missing: coverage is known */
    bool drawn;    /* self->next was read from map.txt, where stars hide what is under them */
    Game powerups; /* all that come into sight in any round */
    Game game;
    State state;
    RoundEvents events;
    History history;            /* of the recorded rounds */
    int nothing[MAX_PLAYERS];   /* commands that did nothing, in a row */
    Snapshot now, next, played; /* recorded, recorded, ours */
} Follower;

static void complain(Follower *self, int round, const char *what) {
    fprintf(self->out, "%s: round %d: %s\n", self->folder.path, round, what);
    self->tally->mismatches++;
}

static bool is_same_match(const Snapshot *a, const Snapshot *b) {
    return a->seed == b->seed && a->player_count == b->player_count && a->width == b->width &&
           a->height == b->height;
}

static bool read_end(Follower *self) {
    return seedfolder_read_end(&self->folder, &self->next) &&
           is_same_match(&self->now, &self->next);
}

static void gather_powerups(Game *game, const Snapshot *snapshot) {
    for (int x = 2; x < BOARD_SIZE; x++)
        for (int y = 2; y < BOARD_SIZE; y++)
            if (snapshot->blocks[x][y].powerup)
                game_add_powerup(game, cell_at(x - 1, y - 1),
                                 (PowerUp)snapshot->blocks[x][y].powerup);
}

/* Find the first round that can be read. Power-ups come into sight when their wall falls: gather
 * them from all rounds. Returns false when nothing can be read. */
static bool survey(Follower *self) {
    char message[512];
    bool found = false;
    game_init(&self->powerups, 2, 0);
    for (int round = self->folder.first; round <= self->folder.last; round++) {
        if (!seedfolder_read_round(&self->folder, round, &self->next, message, sizeof message))
            continue;
        if (!found)
            self->now = self->next;
        found = true;
        gather_powerups(&self->powerups, &self->next);
    }
    if (found && read_end(self))
        gather_powerups(&self->powerups, &self->next);
    return found;
}

/* A power-up is there when it is in sight or its cell is still a wall. */
static void place_powerups(Follower *self) {
    const Game *all = &self->powerups;
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

/* Let our state be the recorded one of self->now. */
static void take_up(Follower *self) {
    int player;
    char message[256];
    snapshot_to_state(&self->now, self->now.players[0].key, &self->game, &self->state, &player,
                      message, sizeof message);
    history_apply(&self->history, &self->now, &self->game, &self->state);
    place_powerups(self);
}

static bool same_bomb(const SnapshotBomb *a, const SnapshotBomb *b) {
    return a->owner == b->owner &&
           (a->owner < 0 || (a->timer == b->timer && a->radius == b->radius));
}

static bool same_block(const Follower *self, const SnapshotBlock *a, const SnapshotBlock *b) {
    if (a->exploding != b->exploding || !same_bomb(&a->bomb, &b->bomb))
        return false;
    return (self->drawn && a->exploding) ||
           (a->entity == b->entity && a->powerup == b->powerup &&
            (a->entity != ENTITY_PLAYER || a->player == b->player));
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

/* The rule that a difference between two blocks is about. */
static const char *rule_of(const SnapshotBlock *a, const SnapshotBlock *b) {
    if (a->exploding != b->exploding)
        return "blasts";
    if (!same_bomb(&a->bomb, &b->bomb))
        return a->bomb.owner == b->bomb.owner && a->bomb.radius == b->bomb.radius ? "fuses"
                                                                                  : "bombs";
    if (a->entity == ENTITY_PLAYER || b->entity == ENTITY_PLAYER)
        return "moves and deaths";
    return a->entity != b->entity ? "walls" : "power-ups";
}

static bool compare_blocks(const Follower *self, char *why, size_t size) {
    for (int y = 1; y <= BOARD_SIZE; y++)
        for (int x = 1; x <= BOARD_SIZE; x++) {
            const SnapshotBlock *theirs = &self->next.blocks[x][y];
            const SnapshotBlock *ours = &self->played.blocks[x][y];
            char there[160], expected[160];
            if (same_block(self, theirs, ours))
                continue;
            describe(&self->next, theirs, there, sizeof there);
            describe(&self->next, ours, expected, sizeof expected);
            snprintf(why, size, "%s: at %d,%d stands %s, by the rules %s", rule_of(theirs, ours), x,
                     y, there, expected);
            return false;
        }
    return true;
}

static bool compare_players(const Follower *self, char *why, size_t size) {
    for (int p = 0; p < self->game.players; p++) {
        const SnapshotPlayer *theirs = &self->next.players[p], *ours = &self->played.players[p];
        const struct {
            const char *rule, *name;
            int theirs, ours;
        } field[] = {{"deaths", "being dead (1) or not (0)", theirs->killed, ours->killed},
                     {"power-ups", "the bag", theirs->bag, ours->bag},
                     {"power-ups", "the radius", theirs->radius, ours->radius},
                     {"points", "the number of points", theirs->points,
                      self->complete ? ours->points : theirs->points}};
        for (int i = 0; i < 4; i++)
            if (field[i].theirs != field[i].ours) {
                snprintf(why, size, "%s: %s of player %c is %d, by the rules %d", field[i].rule,
                         field[i].name, theirs->key, field[i].theirs, field[i].ours);
                return false;
            }
    }
    return true;
}

/* Play round `round`, whose state is self->now, and compare with self->next. */
static bool follow_round(Follower *self, int round) {
    uint8_t command[MAX_PLAYERS] = {0};
    char why[512];
    bool late;
    for (int p = 0; p < self->game.players && p < MAX_PLAYERS; p++)
        if (state_is_alive(&self->state, p))
            command[p] = (uint8_t)seedfolder_played(&self->folder, round, self->now.players[p].key,
                                                    &self->nothing[p], &late);
    Ranks ranks = snapshot_ranks(&self->now, &self->next);
    engine()->play(&self->game, &self->state, command, &ranks, &self->events);
    snapshot_from_state(&self->game, &self->state, &self->events, &self->played);
    self->tally->rounds++;
    if (compare_blocks(self, why, sizeof why) && compare_players(self, why, sizeof why))
        return true;
    complain(self, round, why);
    return false;
}

static bool read_next(Follower *self, int round) {
    char message[512];
    bool read = seedfolder_read_round(&self->folder, round, &self->next, message, sizeof message);
    if (read && !is_same_match(&self->now, &self->next)) {
        snprintf(message, sizeof message, "it is of another match");
        read = false;
    }
    if (message[0])
        complain(self, round, message);
    self->drawn = message[0] != 0;
    return read;
}

/* Compare each round with what the rules make of the one before; after a difference or a gap go on
 * from what is recorded. */
static void follow(Follower *self) {
    bool known = false; /* our state is that of self->now */
    self->complete = self->folder.first == 0;
    for (int round = self->folder.first; round <= self->folder.last; round++) {
        if (!read_next(self, round)) {
            known = self->complete = false;
            continue;
        }
        history_update(&self->history, &self->next);
        bool same = known && follow_round(self, round - 1);
        self->now = self->next;
        if (!same)
            take_up(self);
        known = true;
    }
    self->drawn = false;
    if (known && read_end(self))
        follow_round(self, self->folder.last);
    else if (!snapshot_is_over(&self->now))
        fprintf(
            self->out,
            "%s: incomplete: what came after round %d is not there, so that it is not checked\n",
            self->folder.path, self->folder.last);
    if (!self->complete)
        fprintf(self->out, "%s: after missing rounds points are not compared\n", self->folder.path);
}

static void explain_nothing(const Follower *self) {
    const char *path = self->folder.path;
    char match[256];
    if (seedfolder_find_match(path, match, sizeof match))
        fprintf(self->out, "%s: it holds a match in \"%s\": give the path of that folder\n", path,
                match);
    else
        fprintf(self->out, "%s: there is no round in this folder that can be read\n", path);
}

static void verify_rounds(Follower *self, const char *path) {
    if (!seedfolder_open(&self->folder, path) || !survey(self)) {
        explain_nothing(self);
        self->tally->mismatches++;
    } else if (!snapshot_is_standard(&self->now)) {
        fprintf(self->out,
                "%s: left out: %d players on a board of %d, the engine plays 2 to 4 on 21\n",
                self->folder.path, self->now.player_count, self->now.width);
        self->tally->skipped++;
    } else {
        self->tally->matches++;
        follow(self);
    }
}

void verify_seed_folder(const char *path, FILE *out, Tally *tally) {
    Follower *self = memory_allocate_aligned(sizeof *self);
    if (!self) {
        fprintf(out, "%s: not enough memory\n", path);
        tally->mismatches++;
        return;
    }
    memset(self, 0, sizeof *self);
    self->out = out;
    self->tally = tally;
    verify_rounds(self, path);
    memory_free_aligned(self);
}

void verify_path(const char *path, FILE *out, Tally *tally) {
    PathKind kind = path_kind(path);
    if (kind == PATH_MISSING) {
        fprintf(out, "%s: there is no such file or folder\n", path);
        tally->mismatches++;
    } else if (kind == PATH_FOLDER) {
        verify_seed_folder(path, out, tally);
    } else {
        verify_recording(path, out, tally);
    }
}
