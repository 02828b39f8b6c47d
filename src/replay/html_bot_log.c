#include <stdlib.h>
#include <string.h>

#include "platform/text.h"
#include "records/bot_log.h"
#include "records/match_replay.h"
#include "replay/html_internal.h"
#include "replay/json_text.h"

static void add_first_commands(Text *out, const BotLog *bot_log) {
    int count = 0;
    text_add(out, ",\"first_commands\":[");
    for (int c = 0; c < COMMAND_COUNT; c++) {
        const BotLogCommand *first = &bot_log->first[c];
        if (!first->listed)
            continue;
        json_separate(out, &count);
        text_add(out, "{\"command\":%d,", c);
        if (first->searched)
            text_add(out, "\"value\":%.2f,", first->value);
        text_add(out, "\"depth\":%d,", first->depth);
        text_add(out, "\"danger\":%d,\"trigger\":%d,\"chosen\":%s,\"note\":", first->danger_fuses,
                 first->danger_triggers, first->chosen ? "true" : "false");
        json_add_string(out, first->note);
        text_add(out, "}");
    }
    text_add(out, "]");
}

/* The cells that the player passes on the expected line if the others stand still. */
static void add_line_cells(Text *out, const MatchReplay *replay, int index, int player,
                           const BotLog *bot_log) {
    Game game;
    State state;
    RoundEvents events;
    int count = 0;
    if (!match_replay_state(replay, index, true, &game, &state))
        return;
    text_add(out, ",\"line_cells\":[");
    for (int i = 0; i < bot_log->pv_length && state_is_alive(&state, player); i++) {
        uint8_t command[MAX_PLAYERS] = {0};
        command[player] = (uint8_t)bot_log->pv[i];
        engine()->play(&game, &state, command, &RANKS_IN_ORDER, &events);
        json_separate(out, &count);
        text_add(out, "%d", cell_y(state.cell[player]) * BOARD_SIZE + cell_x(state.cell[player]));
    }
    text_add(out, "],\"line_end\":%d",
             html_cell(&replay->moments[index].snapshot, bot_log->end_x, bot_log->end_y));
}

static void add_explanation(Text *out, const MatchReplay *replay, int index, int player,
                            const BotLog *bot_log) {
    int count = 0;
    text_add(out, ",\"width\":%d", bot_log->width);
    add_first_commands(out, bot_log);
    text_add(out, ",\"line\":[");
    for (int i = 0; i < bot_log->pv_length; i++) {
        json_separate(out, &count);
        text_add(out, "%d", (int)bot_log->pv[i]);
    }
    text_add(out, "]");
    add_line_cells(out, replay, index, player, bot_log);
}

/* What is kept of the output of a bot in a round. */
enum { OUTPUT_LINES = 200, OUTPUT_BYTES = 8000, OUTPUT_LINE = 400 };

/* The printed lines, [1,"text"] for standard error and [0,"text"] for standard output, and how many
 * more there are. */
static void add_output(Text *out, const char *log) {
    char line[OUTPUT_LINE];
    bool is_error;
    int count = 0, bytes = 0, left_out = 0;
    text_add(out, ",\"output\":[");
    while (bot_log_next_line(&log, line, sizeof line, &is_error)) {
        bytes += (int)strlen(line);
        if (count >= OUTPUT_LINES || bytes > OUTPUT_BYTES) {
            left_out++;
            continue;
        }
        json_separate(out, &count);
        text_add(out, "[%d,", is_error);
        json_add_string(out, line);
        text_add(out, "]");
    }
    text_add(out, "],\"output_left_out\":%d", left_out);
}

static void add_log(Text *out, const MatchReplay *replay, int index, int player, const char *log) {
    const Snapshot *snapshot = &replay->moments[index].snapshot;
    BotLog bot_log;
    bot_log_read(log, snapshot->players[player].key - 'A', &bot_log);
    text_add(out, "{\"player\":%d,\"took_ms\":%.0f", player, bot_log.took_ms);
    if (bot_log.moved) {
        text_add(out, ",\"move\":%d,\"depth\":%d,\"nodes\":%lld,\"own_ms\":%d,\"value\":%.2f,",
                 (int)bot_log.move, bot_log.depth, bot_log.nodes, bot_log.bot_ms, bot_log.value);
        text_add(out, "\"agent\":");
        json_add_string(out, bot_log.agent);
    }
    if (bot_log.explained)
        add_explanation(out, replay, index, player, &bot_log);
    add_output(out, log);
    text_add(out, "}");
}

static void add_bot_log(Text *out, const MatchReplay *replay, int index, const char *path,
                        int player, int *count) {
    const Snapshot *snapshot = &replay->moments[index].snapshot;
    char *log = bot_log_load(path, snapshot->round, snapshot->players[player].key);
    if (!log)
        return;
    json_separate(out, count);
    add_log(out, replay, index, player, log);
    free(log);
}

void html_add_bot_logs(Text *out, const MatchReplay *replay, int index, const char *path) {
    int count = 0;
    text_add(out, ",\"bot_logs\":[");
    for (int p = 0; p < replay->moments[index].snapshot.player_count; p++)
        if (match_replay_action(replay, index, p)[0])
            add_bot_log(out, replay, index, path, p, &count);
    text_add(out, "]");
}
