#include <stdio.h>
#include <stdlib.h>

#include "platform/memory.h"
#include "records/match_replay_internal.h"
#include "records/recording.h"

typedef struct Reader {
    MatchReplay *replay;
    Recording recording;
    Snapshot snapshot; /* the position of the last moment */
} Reader;

/* Set the snapshot to the board before the first round. */
static void set_start(Snapshot *snapshot, const StartMap *map) {
    memset(snapshot, 0, sizeof *snapshot);
    snapshot->width = snapshot->height = map->size;
    snapshot->seed = map->seed;
    snapshot->bounty = map->bounty;
    snapshot->player_count = map->players;
    for (int y = 0; y < map->size; y++)
        for (int x = 0; x < map->size; x++) {
            char cell = map->row[y][x];
            SnapshotBlock *block = &snapshot->blocks[x + 1][y + 1];
            block->bomb.owner = -1;
            block->entity = cell == '#'            ? ENTITY_PILLAR
                            : mapgen_is_wall(cell) ? ENTITY_WALL
                                                   : ENTITY_NONE;
            block->powerup = cell == '$' ? POWERUP_SUPER : 0;
            if (cell >= 'A' && cell < 'A' + map->players) {
                snapshot->players[cell - 'A'].x = x + 1;
                snapshot->players[cell - 'A'].y = y + 1;
            }
        }
    for (int p = 0; p < map->players; p++) {
        SnapshotPlayer *player = &snapshot->players[p];
        player->key = (char)('A' + p);
        player->name[0] = player->key;
        player->bag = player->radius = 1;
    }
}

static SnapshotBlock *block_at(Snapshot *snapshot, RecordedCell cell) {
    return &snapshot->blocks[cell.x][cell.y];
}

/* Remove everything that can change from round to round. */
static void clear_board(Snapshot *snapshot) {
    for (int x = 1; x <= snapshot->width; x++)
        for (int y = 1; y <= snapshot->height; y++) {
            SnapshotBlock *block = &snapshot->blocks[x][y];
            block->bomb = (SnapshotBomb){.owner = -1};
            block->powerup = 0;
            block->exploding = false;
            if (block->entity == ENTITY_PLAYER)
                block->entity = ENTITY_NONE;
        }
}

static void set_players(Snapshot *snapshot, const RecordedRound *round) {
    for (int p = 0; p < snapshot->player_count; p++) {
        const RecordedPlayer *recorded = &round->player[p];
        SnapshotPlayer *player = &snapshot->players[p];
        player->x = recorded->cell.x;
        player->y = recorded->cell.y;
        player->bag = recorded->bag;
        player->radius = recorded->radius;
        player->points = recorded->points;
        player->killed = !recorded->alive;
        if (!recorded->alive)
            continue;
        block_at(snapshot, recorded->cell)->entity = ENTITY_PLAYER;
        block_at(snapshot, recorded->cell)->player = p;
    }
}

/* Set the snapshot to the position after the round. */
static void set_round(Snapshot *snapshot, const RecordedRound *round) {
    clear_board(snapshot);
    for (int i = 0; i < round->destroyed.count; i++)
        block_at(snapshot, round->destroyed.cell[i])->entity = ENTITY_NONE;
    for (int i = 0; i < round->exploding.count; i++)
        block_at(snapshot, round->exploding.cell[i])->exploding = true;
    for (int i = 0; i < round->powerup_count; i++)
        block_at(snapshot, round->powerup[i].cell)->powerup = (int)round->powerup[i].type;
    for (int i = 0; i < round->bomb_count; i++) {
        const RecordedBomb *bomb = &round->bomb[i];
        block_at(snapshot, bomb->cell)->bomb =
            (SnapshotBomb){.owner = bomb->owner, .radius = bomb->radius, .timer = bomb->timer};
    }
    set_players(snapshot, round);
    snapshot->round = round->round + 1;
}

static void draw_starting_players(Snapshot *snapshot) {
    for (int p = 0; p < snapshot->player_count; p++) {
        SnapshotBlock *block = &snapshot->blocks[snapshot->players[p].x][snapshot->players[p].y];
        block->entity = ENTITY_PLAYER;
        block->player = p;
    }
}

/* Add the recording's error as a warning, without the path, which callers print themselves. */
static void add_warning(MatchReplay *replay, const Recording *recording, const char *path) {
    const char *error = recording->error, *rest = strstr(error, ": ");
    size_t length = strlen(path);
    if (strncmp(error, path, length) == 0 && error[length] == ':')
        rest = strstr(error + length, ": ");
    if (recording->line > 0)
        match_replay_warn(replay, "line %d: %s", recording->line, rest ? rest + 2 : error);
    else
        match_replay_warn(replay, "%s", rest ? rest + 2 : error);
}

static bool read_round(Reader *self, ReplayMoment *moment) {
    const RecordedRound *round = &self->recording.round;
    for (int p = 0; p < self->snapshot.player_count; p++) {
        bool known = round->command[p] < COMMAND_COUNT;
        moment->command[p] = known ? (Command)round->command[p] : COMMAND_NOTHING;
    }
    set_round(&self->snapshot, round);
    return match_replay_add(self->replay, &self->snapshot) != NULL;
}

static void read_rounds(Reader *self) {
    MatchReplay *replay = self->replay;
    RecordingEvent event;
    set_start(&self->snapshot, &self->recording.map);
    draw_starting_players(&self->snapshot);
    if (!match_replay_add(replay, &self->snapshot))
        return;
    while ((event = recording_next(&self->recording)) == RECORDING_ROUND)
        if (!read_round(self, &replay->moments[replay->count - 1]))
            return;
    replay->ended = true;
    if (event == RECORDING_BAD)
        add_warning(replay, &self->recording, self->recording.path);
}

void match_replay_load_recording(MatchReplay *replay, const char *path) {
    Reader *self = memory_allocate_aligned(sizeof *self);
    if (!self || !recording_open(&self->recording, path)) {
        if (self)
            add_warning(replay, &self->recording, path);
        else
            match_replay_warn(replay, "not enough memory");
        memory_free_aligned(self);
        return;
    }
    self->replay = replay;
    read_rounds(self);
    recording_close(&self->recording);
    memory_free_aligned(self);
}
