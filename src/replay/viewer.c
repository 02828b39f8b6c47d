#include "replay/viewer.h"

#include "replay/scene.h"
#include "terminal/board_picture.h"

enum { STRIDE = 10, SLOWEST_MS = 2000, FASTEST_MS = 25, USUAL_MS = 200, NO_JUMP = -1 };

const char viewer_help[] =
    "  right, left         a round on or back     up, down   ten rounds\n"
    "  home, end           the first, the last    space      play, pause\n"
    "  digits, then enter  that round             + -        faster, slower\n"
    "  d                   the next death         tab        the next player: a board larger than\n"
    "  q                   quit                              the terminal follows it\n";

typedef struct Viewer {
    const MatchReplay *replay;
    FILE *out;
    int at;    /* index of the moment shown */
    int focus; /* player */
    bool playing;
    int delay_ms;
    int jump; /* the round being typed, or NO_JUMP */
    const char *note;
} Viewer;

/* The part of the board that is seen, and what is left for the panel beside it. */
typedef struct Frame {
    int left, top, columns, rows; /* in cells */
    int panel_columns, panel_top; /* 0 columns: none */
} Frame;

static int clamp(int value, int low, int high) {
    return value > high ? (high > low ? high : low) : value < low ? low : value;
}

static Frame lay_out(const Viewer *self, int columns, int rows) {
    enum { NARROW = 60 };
    const Snapshot *snapshot = &self->replay->moments[self->at].snapshot;
    const SnapshotPlayer *focus = &snapshot->players[self->focus];
    Frame frame = {.rows = clamp(rows - 2, 1, snapshot->height)};
    frame.panel_columns = columns < NARROW ? 0 : SCENE_COLUMNS;
    int room = (columns - frame.panel_columns) / PICTURE_CELL;
    frame.columns = clamp(room, 1, snapshot->width);
    if (frame.panel_columns > columns - frame.columns * PICTURE_CELL - 1)
        frame.panel_columns = columns - frame.columns * PICTURE_CELL - 1;
    frame.left = clamp(focus->x - frame.columns / 2, 1, snapshot->width - frame.columns + 1);
    frame.top = clamp(focus->y - frame.rows / 2, 1, snapshot->height - frame.rows + 1);
    int lines = snapshot->player_count * SCENE_PLAYER_LINES;
    frame.panel_top = clamp(self->focus * SCENE_PLAYER_LINES, 0, lines - (rows - 2));
    return frame;
}

static void draw_panel_line(const Viewer *self, const Frame *frame, int line) {
    const Snapshot *snapshot = &self->replay->moments[self->at].snapshot;
    int player = line / SCENE_PLAYER_LINES, part = line % SCENE_PLAYER_LINES;
    char text[SCENE_LINE];
    if (player >= snapshot->player_count)
        return;
    scene_player_line(self->replay, self->at, player, part, text);
    fprintf(self->out, " %s%.*s%s", part == 0 ? picture_colour(player, true) : "",
            frame->panel_columns, text, picture_plain(true));
}

static void draw_status(const Viewer *self, int columns) {
    char text[SCENE_TITLE];
    if (self->jump != NO_JUMP)
        snprintf(text, sizeof text, "to round %d, then enter", self->jump);
    else
        snprintf(text, sizeof text, "%s",
                 self->note      ? self->note
                 : self->playing ? "playing: space stops, + - speed, q quits"
                                 : "arrows step, space plays, digits and enter jump, d death, "
                                   "tab player, q quits");
    fprintf(self->out, "%.*s\033[K", columns - 1, text);
}

static void draw(const Viewer *self) {
    const Snapshot *snapshot = &self->replay->moments[self->at].snapshot;
    char title[SCENE_TITLE];
    int columns, rows;
    terminal_size(self->out, &columns, &rows);
    Frame frame = lay_out(self, columns, rows);
    scene_title(self->replay, self->at, title);
    fprintf(self->out, "\033[H%.*s\033[K\n", columns - 1, title);
    for (int line = 0; line < rows - 2; line++) {
        if (line < frame.rows)
            picture_row(snapshot, frame.top + line, frame.left, frame.columns, true, self->out);
        else
            fprintf(self->out, "%*s", frame.columns * PICTURE_CELL, "");
        if (frame.panel_columns > 0)
            draw_panel_line(self, &frame, frame.panel_top + line);
        fputs("\033[K\n", self->out);
    }
    draw_status(self, columns);
    fflush(self->out);
}

static void step(Viewer *self, int by) {
    self->at = clamp(self->at + by, 0, self->replay->count - 1);
}

/* Go to the moment after which somebody is dead who was not before. */
static void find_death(Viewer *self) {
    for (int i = self->at + 1; i + 1 < self->replay->count; i++) {
        const Snapshot *now = &self->replay->moments[i].snapshot;
        const Snapshot *next = &self->replay->moments[i + 1].snapshot;
        for (int p = 0; p < now->player_count; p++)
            if (!now->players[p].killed && next->players[p].killed) {
                self->at = i;
                self->focus = p;
                return;
            }
    }
    self->note = "nobody dies after this";
}

static void jump(Viewer *self) {
    int index = self->jump == NO_JUMP ? self->at : match_replay_find(self->replay, self->jump);
    self->jump = NO_JUMP;
    if (index >= 0)
        self->at = index;
    else
        self->note = "that round is not there";
}

static void type(Viewer *self, int digit) {
    enum { MOST = 10000 };
    int round = self->jump == NO_JUMP ? 0 : self->jump;
    self->jump = round < MOST ? round * 10 + digit : round;
}

static void move(Viewer *self, int key) {
    switch (key) {
    case KEY_RIGHT:
        step(self, 1);
        break;
    case KEY_LEFT:
        step(self, -1);
        break;
    case KEY_DOWN:
    case KEY_PAGE_DOWN:
        step(self, STRIDE);
        break;
    case KEY_UP:
    case KEY_PAGE_UP:
        step(self, -STRIDE);
        break;
    case KEY_HOME:
        self->at = 0;
        break;
    case KEY_END:
        self->at = self->replay->count - 1;
        break;
    case 'd':
        find_death(self);
        break;
    default:
        break;
    }
}

static void restrict_target(Viewer *self, int key) {
    self->note = NULL;
    if (key >= '0' && key <= '9') {
        type(self, key - '0');
        return;
    }
    if (key == '\n' || key == '\r')
        jump(self);
    self->jump = NO_JUMP;
    if (key == ' ')
        self->playing = !self->playing;
    else if (key == '+')
        self->delay_ms = clamp(self->delay_ms / 2, FASTEST_MS, SLOWEST_MS);
    else if (key == '-')
        self->delay_ms = clamp(self->delay_ms * 2, FASTEST_MS, SLOWEST_MS);
    else if (key == '\t')
        self->focus = (self->focus + 1) % self->replay->moments[0].snapshot.player_count;
    else
        move(self, key);
}

void viewer_run(Terminal *terminal, const MatchReplay *replay, int index, FILE *out) {
    Viewer self = {
        .replay = replay, .out = out, .at = index, .delay_ms = USUAL_MS, .jump = NO_JUMP};
    for (;;) {
        draw(&self);
        int key = terminal_key(terminal, self.playing ? self.delay_ms : -1);
        if (key == 'q' || key == KEY_NONE)
            return;
        if (key == KEY_TIMEOUT)
            step(&self, 1);
        else if (key != KEY_REDRAW)
            restrict_target(&self, key);
        if (self.at == replay->count - 1)
            self.playing = false;
    }
}
