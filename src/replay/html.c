#include "replay/html.h"

#include <stdio.h>
#include <stdlib.h>

#include "folder/text.h"
#include "folder/thoughts.h"
#include "platform/platform.h"
#include "replay/json_text.h"
#include "replay/page.h"

/* Numbers of the page for what a player does, beside those of Command. */
enum { ACTION_NONE = -1, ACTION_LATE = COMMAND_COUNT };

typedef struct Writer {
    const Film *film;
    const char *path;
    bool has_folder; /* path is a folder, with the players' folders in it */
    Text out;
} Writer;

static int cell_number(const Snapshot *snapshot, int x, int y) {
    bool known = x >= 1 && y >= 1 && x <= snapshot->width && y <= snapshot->height;
    return known ? (y - 1) * snapshot->width + x - 1 : -1;
}

static char terrain_at(const Snapshot *snapshot, int x, int y) {
    Entity entity = snapshot->blocks[x][y].entity;
    return entity == ENTITY_PILLAR ? '#' : entity == ENTITY_WALL ? '+' : ' ';
}

/* Begin an item of a list: nothing before the first one, else a comma. */
static void separate(Text *out, int *count) {
    if ((*count)++)
        text_add(out, ",");
}

static void add_terrain(Text *out, const Snapshot *snapshot) {
    text_add(out, "\"terrain\":\"");
    for (int y = 1; y <= snapshot->height; y++)
        for (int x = 1; x <= snapshot->width; x++)
            text_add(out, "%c", terrain_at(snapshot, x, y));
    text_add(out, "\",\n");
}

/* The cells that are not what they were a moment before. */
static void add_changes(Text *out, const Snapshot *before, const Snapshot *now) {
    int count = 0;
    text_add(out, ",\"changed\":[");
    for (int y = 1; y <= now->height; y++)
        for (int x = 1; x <= now->width; x++)
            if (terrain_at(before, x, y) != terrain_at(now, x, y)) {
                separate(out, &count);
                text_add(out, "[%d,\"%c\"]", cell_number(now, x, y), terrain_at(now, x, y));
            }
    text_add(out, "]");
}

static void add_players(Text *out, const Snapshot *snapshot) {
    int count = 0;
    text_add(out, ",\"players\":[");
    for (int p = 0; p < snapshot->player_count; p++) {
        const SnapshotPlayer *player = &snapshot->players[p];
        separate(out, &count);
        text_add(out, "[%d,%d,%d,%d,%d]", cell_number(snapshot, player->x, player->y),
                 player->points, player->bag, player->radius, !player->killed);
    }
    text_add(out, "]");
}

static void add_bomb(Text *out, const Snapshot *snapshot, int x, int y, int *count) {
    const SnapshotBomb *bomb = &snapshot->blocks[x][y].bomb;
    if (bomb->owner < 0)
        return;
    separate(out, count);
    text_add(out, "[%d,%d,%d,%d]", cell_number(snapshot, x, y), bomb->owner, bomb->radius,
             bomb->timer);
}

static void add_powerup(Text *out, const Snapshot *snapshot, int x, int y, int *count) {
    int type = snapshot->blocks[x][y].powerup;
    if (!type)
        return;
    separate(out, count);
    text_add(out, "[%d,%d]", cell_number(snapshot, x, y), type);
}

static void add_blast(Text *out, const Snapshot *snapshot, int x, int y, int *count) {
    if (!snapshot->blocks[x][y].exploding)
        return;
    separate(out, count);
    text_add(out, "%d", cell_number(snapshot, x, y));
}

/* A list of what is on the cells; nothing at all where there is none of it. */
static void add_cells(Text *out, const char *name, const Snapshot *snapshot,
                      void (*add)(Text *, const Snapshot *, int, int, int *)) {
    int count = 0;
    text_add(out, ",\"%s\":[", name);
    for (int y = 1; y <= snapshot->height; y++)
        for (int x = 1; x <= snapshot->width; x++)
            add(out, snapshot, x, y, &count);
    text_add(out, "]");
}

static void add_actions(Writer *self, int index) {
    const FilmMoment *moment = &self->film->moments[index];
    int count = 0;
    text_add(&self->out, ",\"actions\":[");
    for (int p = 0; p < moment->snapshot.player_count; p++) {
        bool acts = film_action(self->film, index, p)[0] != 0;
        separate(&self->out, &count);
        text_add(&self->out, "%d",
                 !acts             ? ACTION_NONE
                 : moment->late[p] ? ACTION_LATE
                                   : (int)moment->command[p]);
    }
    text_add(&self->out, "]");
}

static void add_first_commands(Text *out, const Thoughts *thoughts) {
    int count = 0;
    text_add(out, ",\"first\":[");
    for (int c = 0; c < COMMAND_COUNT; c++) {
        const FirstThought *first = &thoughts->first[c];
        if (!first->said)
            continue;
        separate(out, &count);
        text_add(out, "{\"command\":%d,", c);
        if (first->valued)
            text_add(out, "\"value\":%.2f,", first->value);
        text_add(out, "\"danger\":%d,\"hostile\":%d,\"chosen\":%s,\"note\":", first->danger,
                 first->hostile, first->chosen ? "true" : "false");
        json_add_string(out, first->note);
        text_add(out, "}");
    }
    text_add(out, "]");
}

/* The cells that the expected line leads through when the others stand still. */
static void add_way(Writer *self, int index, int player, const Thoughts *thoughts) {
    Game game;
    State state;
    RoundEvents events;
    int count = 0;
    if (!film_state(self->film, index, true, &game, &state))
        return;
    text_add(&self->out, ",\"way\":[");
    for (int i = 0; i < thoughts->length && state_is_alive(&state, player); i++) {
        uint8_t command[MAX_PLAYERS] = {0};
        command[player] = (uint8_t)thoughts->line[i];
        engine()->play(&game, &state, command, &RANKS_IN_ORDER, &events);
        separate(&self->out, &count);
        text_add(&self->out, "%d",
                 cell_y(state.cell[player]) * BOARD_SIZE + cell_x(state.cell[player]));
    }
    text_add(&self->out, "],\"end\":%d",
             cell_number(&self->film->moments[index].snapshot, thoughts->end_x, thoughts->end_y));
}

static void add_reasons(Writer *self, int index, int player, const Thoughts *thoughts) {
    int count = 0;
    text_add(&self->out, ",\"width\":%d", thoughts->width);
    add_first_commands(&self->out, thoughts);
    text_add(&self->out, ",\"line\":[");
    for (int i = 0; i < thoughts->length; i++) {
        separate(&self->out, &count);
        text_add(&self->out, "%d", (int)thoughts->line[i]);
    }
    text_add(&self->out, "]");
    add_way(self, index, player, thoughts);
}

static void add_thoughts_of(Writer *self, int index, int player, int *count) {
    const Snapshot *snapshot = &self->film->moments[index].snapshot;
    Text *out = &self->out;
    Thoughts thoughts;
    if (!thoughts_load(self->path, snapshot->round, snapshot->players[player].key, &thoughts))
        return;
    separate(out, count);
    text_add(out, "{\"player\":%d,\"took\":%.0f", player, thoughts.took_ms);
    if (thoughts.moved) {
        text_add(out, ",\"move\":%d,\"depth\":%d,\"nodes\":%lld,\"own\":%d,\"value\":%.2f,",
                 (int)thoughts.move, thoughts.depth, thoughts.nodes, thoughts.own_ms,
                 thoughts.value);
        text_add(out, "\"agent\":");
        json_add_string(out, thoughts.agent);
    }
    if (thoughts.explained)
        add_reasons(self, index, player, &thoughts);
    text_add(out, "}");
}

static void add_thoughts(Writer *self, int index) {
    int count = 0;
    text_add(&self->out, ",\"thoughts\":[");
    for (int p = 0; self->has_folder && p < self->film->moments[index].snapshot.player_count; p++)
        if (film_action(self->film, index, p)[0])
            add_thoughts_of(self, index, p, &count);
    text_add(&self->out, "]");
}

static void add_moment(Writer *self, int index) {
    const FilmMoment *moment = &self->film->moments[index];
    const Snapshot *snapshot = &moment->snapshot;
    Text *out = &self->out;
    text_add(out, "%s{\"round\":%d", index ? ",\n" : "", snapshot->round);
    if (index)
        add_changes(out, &moment[-1].snapshot, snapshot);
    add_players(out, snapshot);
    add_cells(out, "bombs", snapshot, add_bomb);
    add_cells(out, "powerups", snapshot, add_powerup);
    add_cells(out, "blasts", snapshot, add_blast);
    add_actions(self, index);
    add_thoughts(self, index);
    text_add(out, "}");
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

static void add_warnings(Text *out, const Film *film) {
    text_add(out, "\"damaged\":%s,\"warning_count\":%d,\"warnings\":[",
             film->damaged ? "true" : "false", film->warning_count);
    for (int i = 0; i < film->warning_count && i < FILM_WARNINGS; i++) {
        text_add(out, i ? "," : "");
        json_add_string(out, film->warnings[i]);
    }
    text_add(out, "],\n");
}

static void add_match(Writer *self) {
    const Snapshot *first = &self->film->moments[0].snapshot;
    Text *out = &self->out;
    text_add(out, "{\"source\":");
    json_add_string(out, self->path);
    text_add(out, ",\"width\":%d,\"height\":%d,\"seed\":%d,\"bounty\":%d,\"ended\":%s,\n",
             first->width, first->height, first->seed, first->bounty,
             self->film->ended ? "true" : "false");
    add_names(out, first);
    add_warnings(out, self->film);
    add_terrain(out, first);
    text_add(out, "\"moments\":[\n");
    for (int i = 0; i < self->film->count; i++)
        add_moment(self, i);
    text_add(out, "\n]}\n");
}

char *html_data(const Film *film, const char *path, size_t *size) {
    Writer self = {film, path, path_kind(path) == PATH_FOLDER, {0}};
    add_match(&self);
    return text_take(&self.out, size);
}

char *html_page(const Film *film, const char *path, size_t *size) {
    static const char mark[] = "@MATCH@";
    const char *split = strstr(page_text, mark);
    size_t data_size;
    char *data = split ? html_data(film, path, &data_size) : NULL;
    if (!data)
        return NULL;
    Text out = {0};
    text_add(&out, "%.*s%s%s", (int)(split - page_text), page_text, data, split + sizeof mark - 1);
    free(data);
    return text_take(&out, size);
}
