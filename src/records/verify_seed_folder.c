#include <stdlib.h>

#include "platform/folder.h"
#include "platform/memory.h"
#include "records/history.h"
#include "records/seed_folder.h"
#include "records/verify.h"

typedef struct Verifier {
    SeedFolder folder;
    FILE *out;
    VerifyTotals *totals;
    bool complete; /* no earlier round is missing, so coverage is known */
    bool from_map; /* `next` was read from map.txt, where stars hide what is under them */
    Game powerups; /* all power-ups that are in sight in any round */
    Game game;
    State state;
    RoundEvents events;
    History history;              /* of the recorded rounds */
    int idle_rounds[MAX_PLAYERS]; /* see seed_folder_played_command */
    Snapshot now, next;           /* the recorded positions before and after the round */
    Snapshot played;              /* our position after the round */
} Verifier;

static void report_mismatch(Verifier *self, int round, const char *what) {
    fprintf(self->out, "%s: round %d: %s\n", self->folder.path, round, what);
    self->totals->mismatches++;
}

static bool read_end(Verifier *self) {
    return seed_folder_read_end(&self->folder, &self->next) &&
           snapshot_is_same_match(&self->now, &self->next);
}

/* Find the first round that can be read, and gather the power-ups of all rounds, because each comes
 * into sight only when its wall falls. Returns false when no round can be read. */
static bool read_first(Verifier *self) {
    char message[512];
    bool found = false;
    game_init(&self->powerups, 2, 0);
    for (int round = self->folder.first; round <= self->folder.last; round++) {
        if (!seed_folder_read_round(&self->folder, round, &self->next, message, sizeof message))
            continue;
        if (!found)
            self->now = self->next;
        found = true;
        snapshot_gather_powerups(&self->next, &self->powerups);
    }
    if (found && read_end(self))
        snapshot_gather_powerups(&self->next, &self->powerups);
    return found;
}

/* Set our state to the recorded position `now`. */
static void adopt_recorded_state(Verifier *self) {
    int player;
    char message[256];
    snapshot_to_state(&self->now, self->now.players[0].key, &self->game, &self->state, &player,
                      message, sizeof message);
    history_apply(&self->history, &self->now, &self->game, &self->state);
    snapshot_add_hidden_powerups(&self->powerups, &self->game, &self->state);
}

static bool same_bomb(const SnapshotBomb *a, const SnapshotBomb *b) {
    return a->owner == b->owner &&
           (a->owner < 0 || (a->timer == b->timer && a->radius == b->radius));
}

static bool same_block(const Verifier *self, const SnapshotBlock *a, const SnapshotBlock *b) {
    if (a->exploding != b->exploding || !same_bomb(&a->bomb, &b->bomb))
        return false;
    return (self->from_map && a->exploding) ||
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

/* The rule that explains a difference between two blocks. */
static const char *find_rule(const SnapshotBlock *a, const SnapshotBlock *b) {
    if (a->exploding != b->exploding)
        return "blasts";
    if (!same_bomb(&a->bomb, &b->bomb))
        return a->bomb.owner == b->bomb.owner && a->bomb.radius == b->bomb.radius ? "fuses"
                                                                                  : "bombs";
    if (a->entity == ENTITY_PLAYER || b->entity == ENTITY_PLAYER)
        return "moves and deaths";
    return a->entity != b->entity ? "walls" : "power-ups";
}

static bool compare_blocks(const Verifier *self, char *why, size_t size) {
    for (int y = 1; y <= BOARD_SIZE; y++)
        for (int x = 1; x <= BOARD_SIZE; x++) {
            const SnapshotBlock *theirs = &self->next.blocks[x][y];
            const SnapshotBlock *ours = &self->played.blocks[x][y];
            char recorded[160], expected[160];
            if (same_block(self, theirs, ours))
                continue;
            describe(&self->next, theirs, recorded, sizeof recorded);
            describe(&self->next, ours, expected, sizeof expected);
            snprintf(why, size, "%s: %d,%d has %s, by the rules %s", find_rule(theirs, ours), x, y,
                     recorded, expected);
            return false;
        }
    return true;
}

static bool compare_players(const Verifier *self, char *why, size_t size) {
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

/* Play `round` from the position `now` and compare the result with `next`. */
static bool verify_round(Verifier *self, int round) {
    uint8_t command[MAX_PLAYERS] = {0};
    char why[512];
    MoveNote note;
    for (int p = 0; p < self->game.players && p < MAX_PLAYERS; p++)
        if (state_is_alive(&self->state, p))
            command[p] = (uint8_t)seed_folder_played_command(
                &self->folder, round, self->now.players[p].key, &self->idle_rounds[p], &note);
    Ranks ranks = snapshot_ranks(&self->now, &self->next);
    engine()->play(&self->game, &self->state, command, &ranks, &self->events);
    snapshot_from_state(&self->game, &self->state, &self->events, &self->played);
    self->totals->rounds++;
    if (compare_blocks(self, why, sizeof why) && compare_players(self, why, sizeof why))
        return true;
    report_mismatch(self, round, why);
    return false;
}

static bool read_next(Verifier *self, int round) {
    char message[512];
    bool read = seed_folder_read_round(&self->folder, round, &self->next, message, sizeof message);
    if (read && !snapshot_is_same_match(&self->now, &self->next)) {
        snprintf(message, sizeof message, "it belongs to another match");
        read = false;
    }
    if (message[0])
        report_mismatch(self, round, message);
    self->from_map = message[0] != 0;
    return read;
}

/* Verify all rounds. After a difference or a missing round, continue from the recorded position. */
static void verify_rounds(Verifier *self) {
    bool known = false; /* our state is the position `now` */
    self->complete = self->folder.first == 0;
    for (int round = self->folder.first; round <= self->folder.last; round++) {
        if (!read_next(self, round)) {
            known = self->complete = false;
            continue;
        }
        history_update(&self->history, &self->next);
        bool same = known && verify_round(self, round - 1);
        self->now = self->next;
        if (!same)
            adopt_recorded_state(self);
        known = true;
    }
    self->from_map = false;
    if (known && read_end(self))
        verify_round(self, self->folder.last);
    else if (!snapshot_is_over(&self->now))
        fprintf(
            self->out,
            "%s: incomplete: round %d is not checked, because the position after it is missing\n",
            self->folder.path, self->folder.last);
    if (!self->complete)
        fprintf(self->out, "%s: points are not compared after missing rounds\n", self->folder.path);
}

static void verify_match(Verifier *self, const char *path) {
    char message[4608];
    if (!seed_folder_open(&self->folder, path) || !read_first(self)) {
        seed_folder_explain_missing(path, "it has no round that can be read", message,
                                    sizeof message);
        fprintf(self->out, "%s\n", message);
        self->totals->mismatches++;
    } else if (!snapshot_is_standard(&self->now)) {
        fprintf(self->out,
                "%s: skipped: %d players on a board of %d; the engine plays 2 to 4 on 21\n",
                self->folder.path, self->now.player_count, self->now.width);
        self->totals->skipped++;
    } else {
        self->totals->matches++;
        verify_rounds(self);
    }
}

void verify_seed_folder(const char *path, FILE *out, VerifyTotals *totals) {
    Verifier *self = memory_allocate_aligned(sizeof *self);
    if (!self) {
        fprintf(out, "%s: not enough memory\n", path);
        totals->mismatches++;
        return;
    }
    memset(self, 0, sizeof *self);
    self->out = out;
    self->totals = totals;
    verify_match(self, path);
    memory_free_aligned(self);
}

void verify_path(const char *path, FILE *out, VerifyTotals *totals) {
    PathKind kind = path_kind(path);
    if (kind == PATH_MISSING) {
        totals->missing++;
    } else if (kind == PATH_FOLDER) {
        verify_seed_folder(path, out, totals);
    } else {
        verify_recording(path, out, totals);
    }
}
