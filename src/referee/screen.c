#include "referee/screen.h"

#include <stdarg.h>
#include <stdlib.h>

#include "protocol/snapshot.h"
#include "terminal/board_layout.h"
#include "terminal/board_picture.h"
#include "terminal/terminal.h"

/* A line for each of the first lines of a player, and then a line for each event. */
enum { PLAYER_LINES = 3, EVENT_LINES = 12, PANEL_TEXT = 320 };
enum { LINES_BELOW = 2 }; /* for a question to a person */

/* The lines of the panel. */
typedef struct Panel {
    int count;
    char text[MAX_PLAYERS * PLAYER_LINES + EVENT_LINES][PANEL_TEXT];
    const char *colour[MAX_PLAYERS * PLAYER_LINES + EVENT_LINES];
} Panel;

void screen_note_round(Screen *screen, const Match *match) {
    Screen before = *screen;
    *screen = (Screen){0};
    for (int p = 0; p < match->player_count; p++) {
        const Player *player = &match->players[p];
        bool played = match->state.round > 0;
        screen->late[p] = player->late;
        screen->failed[p] = player->failed;
        screen->bag[p] = match->state.bag[p];
        screen->radius[p] = match->state.radius[p];
        screen->was_late |= (unsigned)(played && player->late > before.late[p]) << p;
        screen->has_failed |= (unsigned)(played && player->failed > before.failed[p]) << p;
        screen->got_bag |= (unsigned)(played && screen->bag[p] > before.bag[p]) << p;
        screen->got_radius |= (unsigned)(played && screen->radius[p] > before.radius[p]) << p;
    }
}

__attribute__((format(printf, 3, 4))) static void add_line(Panel *panel, const char *colour,
                                                           const char *format, ...) {
    enum { LINES = sizeof panel->text / sizeof panel->text[0] };
    va_list values;
    if (panel->count == LINES)
        return;
    va_start(values, format);
    vsnprintf(panel->text[panel->count], PANEL_TEXT, format, values);
    va_end(values);
    text_make_printable(panel->text[panel->count]);
    panel->colour[panel->count++] = colour;
}

static bool is_forced(const Player *player) {
    return !player->human && ((player_skips_log(player) && player->last == COMMAND_BOMB) ||
                              (player_is_disqualified(player) && player->last == COMMAND_TRIGGER));
}

static const char *last_action(const Match *match, int p) {
    const Player *player = &match->players[p];
    if (!state_is_alive(&match->state, p))
        return "dead";
    return match->state.round > 0 ? command_name(player->last) : "";
}

static void add_player(Panel *panel, const Match *match, int p, bool colours) {
    const Player *player = &match->players[p];
    const State *state = &match->state;
    int left = state->bag[p] - __builtin_popcount(state->owned[p]);
    add_line(panel, picture_colour(p, colours), "%c %-17.17s %6d points", player->key, player->name,
             state_points(&match->game, state, p));
    add_line(panel, "", "  bombs %d/%d radius %ld  %s", left > 0 ? left : 0, state->bag[p],
             1l << state->radius[p], last_action(match, p));
    if (player->late || player->failed)
        add_line(panel, "", "  late %d  failed %d", player->late, player->failed);
    else
        add_line(panel, "", " ");
}

/* Only the reason of the first failure is kept. */
static void add_failures(Panel *panel, const Screen *screen, const Match *match, int p) {
    const Player *player = &match->players[p];
    if (screen->was_late >> p & 1)
        add_line(panel, "", "%c was late", player->key);
    if (screen->has_failed >> p & 1)
        add_line(panel, "", "%c failed%s%s", player->key, player->failed == 1 ? ": " : "",
                 player->failed == 1 ? player->failure : "");
    if (is_forced(player) && state_is_alive(&match->state, p) && match->state.round > 0)
        add_line(panel, "", "%c: %s by the engine", player->key, command_name(player->last));
}

static void add_events(Panel *panel, const Screen *screen, const Match *match) {
    const RoundEvents *events = &match->events;
    for (int p = 0; p < match->player_count; p++) {
        char key = match->players[p].key;
        if (match->state.round > 0 && events->killed >> p & 1)
            add_line(panel, "", "%c was killed", key);
        add_failures(panel, screen, match, p);
        if (screen->got_bag >> p & 1)
            add_line(panel, "", "%c took a larger bag", key);
        if (screen->got_radius >> p & 1)
            add_line(panel, "", "%c took a larger radius", key);
    }
    if (match->state.round > 0 && events->exploded)
        add_line(panel, "", "bombs exploded: %d, walls destroyed: %d",
                 __builtin_popcount(events->exploded), board_count(&events->destroyed));
}

static void draw_rows(const Panel *panel, const BoardLayout *layout, const Snapshot *snapshot,
                      bool colours, FILE *out) {
    int lines = panel->count > layout->rows && !colours ? panel->count : layout->rows;
    for (int row = 0; row < lines; row++) {
        PanelLine line = {"", ""};
        if (row < panel->count)
            line = (PanelLine){panel->text[row], panel->colour[row]};
        board_layout_row(layout, snapshot, row, line, colours, out);
        fputs(colours ? "\033[K\n" : "\n", out);
    }
}

/* Terminals show what fits; in a pipe the board is whole. */
static BoardLayout lay_out(const Match *match, const Snapshot *snapshot, int focus, bool colours,
                           int *columns, FILE *out) {
    enum { PIPE_COLUMNS = 80, TITLE = 1 };
    Cell cell = match->state.cell[focus];
    int rows;
    terminal_size(out, columns, &rows);
    if (!colours) {
        *columns = PIPE_COLUMNS;
        rows = BOARD_SIZE + TITLE + LINES_BELOW;
    }
    return board_layout(snapshot, *columns, rows - TITLE - LINES_BELOW, cell_x(cell) + 1,
                        cell_y(cell) + 1);
}

void screen_draw(const Screen *screen, const Match *match, int focus, bool colours, FILE *out) {
    Snapshot snapshot;
    Panel *panel = calloc(1, sizeof *panel);
    char title[64];
    int columns;
    if (!panel)
        return;
    snapshot_from_state(&match->game, &match->state, &match->events, &snapshot);
    BoardLayout layout = lay_out(match, &snapshot, focus, colours, &columns, out);
    for (int p = 0; p < match->player_count; p++)
        add_player(panel, match, p, colours);
    add_events(panel, screen, match);
    snprintf(title, sizeof title, "round %d  map %d  a kill is worth %d", match->state.round,
             match->seed, match->game.bounty);
    if (colours)
        fputs(match->state.round == 0 ? "\033[2J\033[H" : "\033[H", out);
    fprintf(out, "%.*s%s\n", columns - 1, title, colours ? "\033[K" : "");
    draw_rows(panel, &layout, &snapshot, colours, out);
    if (colours)
        fputs("\033[J", out);
    fflush(out);
    free(panel);
}

void screen_progress(const Match *match, FILE *out) {
    fprintf(out, "round %d:", match->state.round);
    for (int p = 0; p < match->player_count; p++)
        fprintf(out, " %c %s %d%s", match->players[p].key, match->players[p].name,
                state_points(&match->game, &match->state, p),
                state_is_alive(&match->state, p) ? "" : " (dead)");
}
