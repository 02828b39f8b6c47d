#include "replay/html.h"

#include <stdlib.h>

#include "platform/folder.h"
#include "platform/text.h"
#include "records/match_replay.h"
#include "replay/html_internal.h"
#include "replay/json_text.h"
#include "replay/move_events.h"
#include "replay/page.h"

/* The page's numbers for actions, in addition to those of Command. */
enum {
    ACTION_NONE = -1,
    ACTION_LATE = COMMAND_COUNT,
    ACTION_MISSING,
    ACTION_CRASHED,
    ACTION_FORCED_BOMB,
    ACTION_FORCED_TRIGGER
};

typedef struct Writer {
    const MatchReplay *replay;
    const char *path, *source;
    bool is_folder; /* `path` is a seed folder, which can have logs of bots */
    Text out;
} Writer;

int html_cell(const Snapshot *snapshot, int x, int y) {
    bool known = x >= 1 && y >= 1 && x <= snapshot->width && y <= snapshot->height;
    return known ? (y - 1) * snapshot->width + x - 1 : -1;
}

static char terrain_at(const Snapshot *snapshot, int x, int y) {
    Entity entity = snapshot->blocks[x][y].entity;
    return entity == ENTITY_PILLAR ? '#' : entity == ENTITY_WALL ? '+' : ' ';
}

static void add_terrain(Text *out, const Snapshot *snapshot) {
    text_add(out, "\"terrain\":\"");
    for (int y = 1; y <= snapshot->height; y++)
        for (int x = 1; x <= snapshot->width; x++)
            text_add(out, "%c", terrain_at(snapshot, x, y));
    text_add(out, "\",\n");
}

/* The cells whose terrain differs from the moment before. */
static void add_changes(Text *out, const Snapshot *before, const Snapshot *now) {
    int count = 0;
    text_add(out, ",\"changed\":[");
    for (int y = 1; y <= now->height; y++)
        for (int x = 1; x <= now->width; x++)
            if (terrain_at(before, x, y) != terrain_at(now, x, y)) {
                json_separate(out, &count);
                text_add(out, "[%d,\"%c\"]", html_cell(now, x, y), terrain_at(now, x, y));
            }
    text_add(out, "]");
}

static void add_players(Text *out, const Snapshot *snapshot) {
    int count = 0;
    text_add(out, ",\"players\":[");
    for (int p = 0; p < snapshot->player_count; p++) {
        const SnapshotPlayer *player = &snapshot->players[p];
        json_separate(out, &count);
        text_add(out, "[%d,%d,%d,%d,%d]", html_cell(snapshot, player->x, player->y), player->points,
                 player->bag, player->radius, !player->killed);
    }
    text_add(out, "]");
}

static void add_bomb(Text *out, const Snapshot *snapshot, int x, int y, int *count) {
    const SnapshotBomb *bomb = &snapshot->blocks[x][y].bomb;
    if (bomb->owner < 0)
        return;
    json_separate(out, count);
    text_add(out, "[%d,%d,%d,%d]", html_cell(snapshot, x, y), bomb->owner, bomb->radius,
             bomb->timer);
}

static void add_powerup(Text *out, const Snapshot *snapshot, int x, int y, int *count) {
    int type = snapshot->blocks[x][y].powerup;
    if (!type)
        return;
    json_separate(out, count);
    text_add(out, "[%d,%d]", html_cell(snapshot, x, y), type);
}

static void add_blast(Text *out, const Snapshot *snapshot, int x, int y, int *count) {
    if (!snapshot->blocks[x][y].exploding)
        return;
    json_separate(out, count);
    text_add(out, "%d", html_cell(snapshot, x, y));
}

/* A list with what `add` appends for each cell, row by row. */
static void add_cells(Text *out, const char *name, const Snapshot *snapshot,
                      void (*add)(Text *, const Snapshot *, int, int, int *)) {
    int count = 0;
    text_add(out, ",\"%s\":[", name);
    for (int y = 1; y <= snapshot->height; y++)
        for (int x = 1; x <= snapshot->width; x++)
            add(out, snapshot, x, y, &count);
    text_add(out, "]");
}

static int action_number(const ReplayMoment *moment, int player) {
    static const int failed[] = {[MOVE_IN_TIME] = COMMAND_NOTHING,
                                 [MOVE_LATE] = ACTION_LATE,
                                 [MOVE_MISSING] = ACTION_MISSING,
                                 [MOVE_CRASHED] = ACTION_CRASHED};
    const MoveNote *note = &moment->note[player];
    Command command = moment->command[player];
    if (note->forced)
        return command == COMMAND_BOMB ? ACTION_FORCED_BOMB : ACTION_FORCED_TRIGGER;
    return command == COMMAND_NOTHING ? failed[note->failure] : (int)command;
}

static void add_actions(Text *out, const MatchReplay *replay, int index) {
    const ReplayMoment *moment = &replay->moments[index];
    int count = 0;
    text_add(out, "\"actions\":[");
    for (int p = 0; p < moment->snapshot.player_count; p++) {
        bool acts = match_replay_action(replay, index, p)[0] != 0;
        json_separate(out, &count);
        text_add(out, "%d", acts ? action_number(moment, p) : ACTION_NONE);
    }
    text_add(out, "]");
}

/* The failures of the round; nothing when there is none. */
static void add_failures(Text *out, const ReplayMoment *moment) {
    int count = 0;
    for (int p = 0; p < moment->snapshot.player_count; p++) {
        const MoveNote *note = &moment->note[p];
        if (note->failure == MOVE_IN_TIME)
            continue;
        text_add(out,
                 "%s{\"player\":%d,\"kind\":\"%s\",\"reason\":", count++ ? "," : ",\"failures\":[",
                 p, move_failure_name(note->failure));
        json_add_string(out, note->reason);
        text_add(out, "}");
    }
    text_add(out, count ? "]" : "");
}

void html_add_position(Text *out, const MatchReplay *replay, int index) {
    const ReplayMoment *moment = &replay->moments[index];
    const Snapshot *snapshot = &moment->snapshot;
    text_add(out, "\"round\":%d", snapshot->round);
    if (index)
        add_changes(out, &moment[-1].snapshot, snapshot);
    add_players(out, snapshot);
    add_cells(out, "bombs", snapshot, add_bomb);
    add_cells(out, "powerups", snapshot, add_powerup);
    add_cells(out, "blasts", snapshot, add_blast);
}

void html_add_turn(Text *out, const MatchReplay *replay, int index, const char *folder) {
    add_actions(out, replay, index);
    add_failures(out, &replay->moments[index]);
    if (folder)
        html_add_bot_logs(out, replay, index, folder);
}

static void add_moment(Writer *self, int index) {
    text_add(&self->out, index ? ",\n{" : "{");
    html_add_position(&self->out, self->replay, index);
    text_add(&self->out, ",");
    html_add_turn(&self->out, self->replay, index, self->is_folder ? self->path : NULL);
    text_add(&self->out, "}");
}

static void add_names(Text *out, const Snapshot *snapshot) {
    text_add(out, "\"players\":[");
    for (int p = 0; p < snapshot->player_count; p++) {
        text_add(out, "%s{\"key\":\"%c\",\"name\":", p ? "," : "", snapshot->players[p].key);
        json_add_string(out, snapshot->players[p].name);
        text_add(out, "}");
    }
    text_add(out, "],\n");
}

static void add_warnings(Text *out, const MatchReplay *replay) {
    text_add(out, "\"damaged\":%s,\"warning_count\":%d,\"warnings\":[",
             replay->damaged ? "true" : "false", replay->warning_count);
    for (int i = 0; i < replay->warning_count && i < REPLAY_WARNINGS; i++) {
        text_add(out, i ? "," : "");
        json_add_string(out, replay->warnings[i]);
    }
    text_add(out, "],\n");
}

static void add_move_events(Text *out, const MatchReplay *replay) {
    int count = 0;
    text_add(out, "\"move_events\":[");
    for (MoveEvent event = {.player = -1}; next_move_event(replay, &event);) {
        json_separate(out, &count);
        text_add(out, "{\"kind\":\"%s\",\"index\":%d,\"player\":%d,\"rounds\":%d,\"reason\":",
                 move_event_name(&event), event.index, event.player, event.moments);
        json_add_string(out, event.reason);
        text_add(out, "}");
    }
    text_add(out, "],\n");
}

static void add_match(Writer *self) {
    const Snapshot *first = &self->replay->moments[0].snapshot;
    Text *out = &self->out;
    text_add(out, "{\"source\":");
    json_add_string(out, self->source);
    text_add(out, ",\"width\":%d,\"height\":%d,\"seed\":%d,\"bounty\":%d,\"ended\":%s,\n",
             first->width, first->height, first->seed, first->bounty,
             self->replay->ended ? "true" : "false");
    add_names(out, first);
    add_warnings(out, self->replay);
    add_move_events(out, self->replay);
    add_terrain(out, first);
    text_add(out, "\"moments\":[\n");
    for (int i = 0; i < self->replay->count; i++)
        add_moment(self, i);
    text_add(out, "\n]}\n");
}

static char *write_data(const MatchReplay *replay, const char *path, const char *source,
                        size_t *size) {
    Writer self = {replay, path, source, path_kind(path) == PATH_FOLDER, {0}};
    add_match(&self);
    return text_take(&self.out, size);
}

char *html_data(const MatchReplay *replay, const char *path, size_t *size) {
    return write_data(replay, path, path, size);
}

char *html_page(const MatchReplay *replay, const char *path, const char *source, size_t *size) {
    static const char placeholder[] = "@MATCH@";
    const char *split = strstr(page_text, placeholder);
    size_t data_size;
    char *data = split ? write_data(replay, path, source ? source : path, &data_size) : NULL;
    if (!data)
        return NULL;
    Text out = {0};
    text_add(&out, "%.*s%s%s", (int)(split - page_text), page_text, data,
             split + sizeof placeholder - 1);
    free(data);
    return text_take(&out, size);
}
