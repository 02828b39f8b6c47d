#include "replay/viewer.h"

#include "records/match_replay.h"
#include "replay/deaths.h"
#include "replay/moment_text.h"
#include "replay/move_events.h"
#include "terminal/board_layout.h"
#include "terminal/board_picture.h"
#include "terminal/terminal.h"

enum { LONG_STEP = 10, SLOWEST_MS = 2000, FASTEST_MS = 25, DEFAULT_MS = 200, NO_JUMP = -1 };

const char viewer_help[] =
    "  right, left         next, previous round   down, up   ten rounds on, back\n"
    "  home, end           first, last round      space      play, pause\n"
    "  digits, then enter  go to that round       +, -       faster, slower\n"
    "  d                   next death             tab        focus on the next player: a board\n"
    "  f                   next failed move                  too large for the terminal is\n"
    "  q                   quit                              scrolled with it\n";

typedef struct Viewer {
    const MatchReplay *replay;
    FILE *out;
    int index; /* of the moment shown */
    int focus; /* the player that the board is scrolled with */
    bool playing;
    int delay_ms;
    int jump;         /* the round being typed, or NO_JUMP */
    const char *note; /* shown in the status line; NULL: the keys */
} Viewer;

static BoardLayout lay_out(const Viewer *self, int columns, int rows) {
    const Snapshot *snapshot = &self->replay->moments[self->index].snapshot;
    const SnapshotPlayer *focus = &snapshot->players[self->focus];
    return board_layout(snapshot, columns, rows, focus->x, focus->y);
}

/* Write a line of the panel into `text`. */
static PanelLine panel_line(const Viewer *self, int line, char text[MOMENT_TEXT_LINE]) {
    const Snapshot *snapshot = &self->replay->moments[self->index].snapshot;
    int player = line / MOMENT_TEXT_PLAYER_LINES, part = line % MOMENT_TEXT_PLAYER_LINES;
    text[0] = 0;
    if (player < snapshot->player_count)
        moment_text_player_line(self->replay, self->index, player, part, text);
    return (PanelLine){text, part == 0 ? picture_colour(player % SNAPSHOT_PLAYERS, true) : ""};
}

static void draw_status(const Viewer *self, int columns) {
    char text[MOMENT_TEXT_TITLE];
    if (self->jump != NO_JUMP)
        snprintf(text, sizeof text, "go to round %d: press enter", self->jump);
    else
        snprintf(text, sizeof text, "%s",
                 self->note      ? self->note
                 : self->playing ? "playing: space pauses, + - speed, q quits"
                                 : "arrows step, space plays, digits and enter jump, d death, "
                                   "f failure, q quits");
    fprintf(self->out, "%.*s\033[K", columns - 1, text);
}

static void draw(const Viewer *self) {
    const Snapshot *snapshot = &self->replay->moments[self->index].snapshot;
    char title[MOMENT_TEXT_TITLE];
    int columns, rows;
    terminal_size(self->out, &columns, &rows);
    BoardLayout layout = lay_out(self, columns, rows - 2);
    int lines = snapshot->player_count * MOMENT_TEXT_PLAYER_LINES;
    int panel_top = layout_clamp(self->focus * MOMENT_TEXT_PLAYER_LINES, 0, lines - (rows - 2));
    moment_text_title(self->replay, self->index, title);
    fprintf(self->out, "\033[H%.*s\033[K\n", columns - 1, title);
    for (int line = 0; line < rows - 2; line++) {
        char text[MOMENT_TEXT_LINE];
        board_layout_row(&layout, snapshot, line, panel_line(self, panel_top + line, text), true,
                         self->out);
        fputs("\033[K\n", self->out);
    }
    draw_status(self, columns);
    fflush(self->out);
}

static void step(Viewer *self, int by) {
    self->index = layout_clamp(self->index + by, 0, self->replay->count - 1);
}

/* Go to the next round in which a player dies. */
static void find_death(Viewer *self) {
    int index = self->index + 1, player = -1;
    if (next_death(self->replay, &index, &player)) {
        self->index = index;
        self->focus = player;
    } else {
        self->note = "no player dies after this round";
    }
}

/* Go to the next move that was late, missing, crashed or forced. */
static void find_failure(Viewer *self) {
    MoveEvent event = {.player = -1};
    while (next_move_event(self->replay, &event))
        if (event.index > self->index) {
            self->index = event.index;
            self->focus = event.player;
            return;
        }
    self->note = "no move fails or is forced after this round";
}

static void jump(Viewer *self) {
    int index = self->jump == NO_JUMP ? self->index : match_replay_find(self->replay, self->jump);
    self->jump = NO_JUMP;
    if (index >= 0)
        self->index = index;
    else
        self->note = "there is no such round";
}

static void type_digit(Viewer *self, int digit) {
    enum { JUMP_LIMIT = 10000 };
    int round = self->jump == NO_JUMP ? 0 : self->jump;
    self->jump = round < JUMP_LIMIT ? round * 10 + digit : round;
}

static void go(Viewer *self, int key) {
    switch (key) {
    case KEY_RIGHT:
        step(self, 1);
        break;
    case KEY_LEFT:
        step(self, -1);
        break;
    case KEY_DOWN:
    case KEY_PAGE_DOWN:
        step(self, LONG_STEP);
        break;
    case KEY_UP:
    case KEY_PAGE_UP:
        step(self, -LONG_STEP);
        break;
    case KEY_HOME:
        self->index = 0;
        break;
    case KEY_END:
        self->index = self->replay->count - 1;
        break;
    case 'd':
        find_death(self);
        break;
    case 'f':
        find_failure(self);
        break;
    default:
        break;
    }
}

static void press_key(Viewer *self, int key) {
    self->note = NULL;
    if (key >= '0' && key <= '9') {
        type_digit(self, key - '0');
        return;
    }
    if (key == '\n' || key == '\r')
        jump(self);
    self->jump = NO_JUMP;
    if (key == ' ')
        self->playing = !self->playing;
    else if (key == '+')
        self->delay_ms = layout_clamp(self->delay_ms / 2, FASTEST_MS, SLOWEST_MS);
    else if (key == '-')
        self->delay_ms = layout_clamp(self->delay_ms * 2, FASTEST_MS, SLOWEST_MS);
    else if (key == '\t')
        self->focus = (self->focus + 1) % self->replay->moments[0].snapshot.player_count;
    else
        go(self, key);
}

void viewer_run(Terminal *terminal, const MatchReplay *replay, int index, FILE *out) {
    Viewer self = {
        .replay = replay, .out = out, .index = index, .delay_ms = DEFAULT_MS, .jump = NO_JUMP};
    for (;;) {
        draw(&self);
        int key = terminal_key(terminal, self.playing ? self.delay_ms : -1);
        if (key == 'q' || key == KEY_NONE)
            return;
        if (key == KEY_TIMEOUT)
            step(&self, 1);
        else if (key != KEY_REDRAW)
            press_key(&self, key);
        if (self.index == replay->count - 1)
            self.playing = false;
    }
}
