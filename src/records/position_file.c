#include "records/position_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/notation.h"
#include "platform/file.h"

enum { FILE_MAX = 1 << 30 };

void position_draw_round(PositionDraw *draw, const State *state) {
    if (state->round % draw->every != 0 || draw->failed)
        return;
    State *states = realloc(draw->states, (size_t)(draw->count + 1) * sizeof *states);
    if (!states) {
        draw->failed = true;
        return;
    }
    draw->states = states;
    draw->states[draw->count++] = *state;
}

int position_margin(const Game *game, const State *state, int player) {
    int best = INT32_MIN;
    for (int p = 0; p < state->players; p++)
        if (p != player && state_points(game, state, p) > best)
            best = state_points(game, state, p);
    return state_points(game, state, player) - best;
}

static size_t write_position(const State *position, int number, int seed, const Game *game,
                             const State *end, char text[NOTATION_TEXT]) {
    char name[2 * NOTATION_NAME];
    Game seen_game;
    State seen;
    int length = snprintf(name, sizeof name, "%d seed=%d", number, seed);
    for (int p = 0; p < end->players; p++)
        length += snprintf(name + length, sizeof name - (size_t)length, " %c=%d/%d/%s", 'A' + p,
                           position_margin(game, end, p), position->touched_count[p],
                           state_is_alive(end, p) ? "alive" : "dead");
    state_hide_powerups(game, position, &seen_game, &seen);
    return notation_write(name, &seen_game, &seen, NULL, text);
}

/* One write, so that positions of games that end at once are not mixed. */
static bool append(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "ab");
    bool written =
        file && setvbuf(file, NULL, _IONBF, 0) == 0 && fwrite(text, 1, length, file) == length;
    return (!file || fclose(file) == 0) && written;
}

bool position_draw_end(PositionDraw *draw, const char *path, int number, int seed, const Game *game,
                       const State *end) {
    char *text = malloc((size_t)(draw->count + 1) * NOTATION_TEXT);
    size_t length = 0;
    bool ready = text && !draw->failed;
    for (int i = 0; i < draw->count && ready; i++)
        length += write_position(&draw->states[i], number, seed, game, end, text + length);
    bool written = ready && append(path, text, length);
    int error = ready ? errno : ENOMEM;
    free(text);
    free(draw->states);
    *draw = (PositionDraw){.every = draw->every};
    errno = error;
    return written;
}

bool position_file_open(PositionFile *file, const char *path) {
    size_t size;
    file->at = file->text = file_read(path, FILE_MAX, &size);
    return file->text;
}

void position_file_close(PositionFile *file) {
    free(file->text);
    *file = (PositionFile){NULL, NULL};
}

static bool read_label(const char *name, State *state, PositionLabel *label) {
    int used = 0;
    if (sscanf(name, "%d seed=%d%n", &label->game, &label->seed, &used) != 2)
        return false;
    for (int p = 0; p < state->players; p++) {
        char key, end[6];
        int cells, length = 0;
        name += used;
        if (sscanf(name, " %c=%d/%d/%5[a-z]%n", &key, &label->margin[p], &cells, end, &length) !=
                4 ||
            key != 'A' + p || cells < 0 || cells > OPEN_CELLS)
            return false;
        state->touched_count[p] = (uint16_t)cells;
        label->survived[p] = strcmp(end, "alive") == 0;
        used = length;
    }
    return true;
}

bool position_file_next(PositionFile *file, Game *game, State *state, PositionLabel *label,
                        char *error, size_t size) {
    char name[NOTATION_NAME];
    if (!notation_read(&file->at, name, game, state, error, size))
        return false;
    if (read_label(name, state, label))
        return true;
    snprintf(error, size, "position %s: its name does not say the end of its game", name);
    return false;
}
