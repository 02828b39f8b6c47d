#include "host/live.h"

#include <stdlib.h>
#include <string.h>

#include "platform/memory.h"
#include "platform/text.h"
#include "records/match_replay.h"
#include "records/seed_folder.h"
#include "replay/html.h"
#include "replay/json_text.h"

/* Beyond this size, the turns of a match have no logs. */
enum { LOGS_BYTES = 12 << 20 };

struct Live {
    Feed *feed;
    MatchReplay replay; /* the moment before and the present one */
    ReplayMoment moments[2];
    SeedFolder folder;
    bool show_logs;
    int idle_rounds[MAX_PLAYERS]; /* see seed_folder_played_command */
    int players;
};

Live *live_create(Feed *feed) {
    Live *live = memory_allocate_aligned(sizeof *live);
    if (live) {
        memset(live, 0, sizeof *live);
        live->feed = feed;
    }
    return live;
}

void live_destroy(Live *live) {
    memory_free_aligned(live);
}

/* Append the text as an event. */
static void send(Live *live, const char *name, Text *text) {
    size_t size;
    char *json = text_take(text, &size);
    if (json)
        feed_add(live->feed, name, json, size);
    free(json);
}

static void set_moment(ReplayMoment *moment, const Snapshot *snapshot) {
    memset(moment->command, 0, sizeof moment->command);
    memset(moment->note, 0, sizeof moment->note);
    moment->snapshot = *snapshot;
    history_update(&moment->history, snapshot);
}

int live_begin(Live *live, const Snapshot *snapshot, bool waiting, const char *folder,
               bool show_logs) {
    size_t size;
    Text out = {0};
    int match = feed_begin(live->feed);
    memset(live->idle_rounds, 0, sizeof live->idle_rounds);
    memset(live->moments, 0, sizeof live->moments);
    live->folder.path = folder;
    live->show_logs = show_logs && folder;
    live->players = snapshot->player_count;
    game_init(&live->replay.powerups, 2, 0);
    live->replay.moments = &live->moments[1];
    live->replay.count = 1;
    live->replay.ended = true; /* the turn of the last moment has not been played */
    set_moment(&live->moments[1], snapshot);
    char *data = html_data(&live->replay, "", &size);
    if (data)
        text_add(&out, "{\"match\":%d,\"waiting\":%s,\"data\":%s}", match,
                 waiting ? "true" : "false", data);
    free(data);
    send(live, "match", &out);
    return match;
}

/* What was done in the moment before. */
static void set_turn(Live *live, const uint8_t command[MAX_PLAYERS]) {
    ReplayMoment *before = &live->moments[0];
    for (int p = 0; p < live->players; p++) {
        const SnapshotPlayer *player = &before->snapshot.players[p];
        if (player->killed)
            continue;
        seed_folder_played_command(&live->folder, before->snapshot.round, player->key,
                                   &live->idle_rounds[p], &before->note[p]);
        before->command[p] = (Command)command[p];
    }
}

void live_round(Live *live, const uint8_t command[MAX_PLAYERS], const Snapshot *snapshot) {
    Text out = {0};
    bool has_logs = live->show_logs && feed_size(live->feed) < LOGS_BYTES;
    live->moments[0] = live->moments[1];
    set_moment(&live->moments[1], snapshot);
    set_turn(live, command);
    live->replay.moments = live->moments;
    live->replay.count = 2;
    snapshot_gather_powerups(snapshot, &live->replay.powerups);
    text_add(&out, "{\"turn\":{");
    html_add_turn(&out, &live->replay, 0, has_logs ? live->folder.path : NULL);
    text_add(&out, "},\"moment\":{");
    html_add_position(&out, &live->replay, 1);
    text_add(&out, "}}");
    send(live, "round", &out);
}

void live_end(Live *live, const int order[MAX_PLAYERS], bool unfinished) {
    Text out = {0};
    int count = 0;
    text_add(&out, "{\"unfinished\":%s,\"order\":[", unfinished ? "true" : "false");
    for (int i = 0; i < live->players && !unfinished; i++) {
        json_separate(&out, &count);
        text_add(&out, "%d", order[i]);
    }
    text_add(&out, "]}");
    send(live, "end", &out);
}
