#include "engine/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Line {
    const char *start;
    int length;
} Line;

static bool next_line(const char **text, Line *line) {
    if (**text == 0)
        return false;
    line->start = *text;
    line->length = (int)strcspn(*text, "\n");
    *text += line->length + (line->start[line->length] == '\n');
    if (line->length > 0 && line->start[line->length - 1] == '\r')
        line->length--;
    return true;
}

static bool begins(Line line, const char *word) {
    return strncmp(line.start, word, strlen(word)) == 0;
}

/* The text behind `word` in the line, or NULL. */
static const char *after(Line line, const char *word) {
    const char *found = strstr(line.start, word);
    return found && found < line.start + line.length ? found + strlen(word) : NULL;
}

/* The number after `name` in the line, or `otherwise`. */
static long field(Line line, const char *name, long otherwise) {
    const char *number = after(line, name);
    return number ? strtol(number, NULL, 10) : otherwise;
}

/* Returns false when the list of power-ups is full. */
static bool read_cell(Game *game, State *state, Cell cell, char drawn) {
    PowerUp type = drawn == 'b' || drawn == '&'   ? POWERUP_BAG
                   : drawn == 'r' || drawn == '!' ? POWERUP_RADIUS
                                                  : POWERUP_SUPER;
    if (strchr("br&!$", drawn)) {
        uint8_t index = game_add_powerup(game, cell, type);
        if (index == NO_POWERUP)
            return false;
        state->powerups |= 1u << index;
    }
    if (strchr("+br", drawn))
        state_add_wall(state, cell);
    if (drawn == '#')
        board_add(&state->blocked, cell);
    return true;
}

static bool read_row(Game *game, State *state, int y, Line line) {
    for (int x = 0; x < line.length && x < BOARD_SIZE; x++)
        if (line.start[x] != ' ' && !read_cell(game, state, cell_at(x, y), line.start[x]))
            return false;
    return true;
}

static bool read_place(const char *text, Cell *cell) {
    int x, y;
    if (sscanf(text, "%d,%d", &x, &y) != 2 || x < 2 || y < 2 || x >= BOARD_SIZE || y >= BOARD_SIZE)
        return false;
    *cell = cell_at(x - 1, y - 1);
    return true;
}

static bool read_player(State *state, Line line) {
    int p = line.start[0] - 'A';
    Cell cell;
    if (line.length < 5 || !read_place(line.start + 2, &cell))
        return false;
    state->cell[p] = cell;
    state->bag[p] = (uint8_t)field(line, "bag=", 1);
    state->radius[p] = (uint8_t)radius_to_shift(field(line, "radius=", 1));
    state->points[p] = (int32_t)field(line, "points=", 0);
    if (after(line, " dead"))
        state->alive &= (uint8_t) ~(1 << p);
    return true;
}

static bool read_bombs(State *state, Line line) {
    for (int i = (int)strlen("bombs"); i < line.length; i++) {
        const char *bomb = line.start + i;
        if (!isupper((unsigned char)*bomb))
            continue;
        Cell cell;
        int timer, radius;
        bool read = bomb[0] <= 'D' && bomb[1] == '@' && read_place(bomb + 2, &cell) &&
                    sscanf(bomb + 2, "%*d,%*d:t%dr%d", &timer, &radius) == 2;
        if (!read || !state_add_bomb(state, *bomb - 'A', cell, timer, radius_to_shift(radius)))
            return false;
    }
    return true;
}

static bool is_player_line(Line line) {
    return line.length > 3 && line.start[0] >= 'A' && line.start[0] <= 'D' && line.start[1] == ' ';
}

static int count_players(const char *text) {
    int players = 2;
    Line line;
    while (next_line(&text, &line) && !begins(line, "end"))
        if (is_player_line(line) && line.start[0] - 'A' >= players)
            players = line.start[0] - 'A' + 1;
    return players;
}

static bool read_body(const char **text, Game *game, State *state, Line *line) {
    int y = 0;
    while (next_line(text, line) && !begins(*line, "end")) {
        bool read = true;
        if (begins(*line, "round=") || begins(*line, "bounty=")) {
            state->round = (uint16_t)field(*line, "round=", 0);
            game->bounty = (int)field(*line, "bounty=", 0);
        } else if (begins(*line, "bombs")) {
            read = read_bombs(state, *line);
        } else if (is_player_line(*line)) {
            read = read_player(state, *line);
        } else if (y < BOARD_SIZE) {
            read = read_row(game, state, y++, *line);
        } else {
            read = false;
        }
        if (!read)
            return false;
    }
    return true;
}

bool notation_read(const char **text, char name[NOTATION_NAME], Game *game, State *state,
                   char *error, size_t size) {
    Line line;
    error[0] = 0;
    do {
        if (!next_line(text, &line))
            return false;
    } while (!begins(line, "position "));
    snprintf(name, NOTATION_NAME, "%.*s", line.length - 9, line.start + 9);
    game_init(game, count_players(*text), 0);
    state_init(state, game);
    state_forget_touched(state);
    if (!read_body(text, game, state, &line)) {
        snprintf(error, size, "position %s: cannot read the line \"%.*s\"", name, line.length,
                 line.start);
        return false;
    }
    for (int p = 0; p < state->players; p++)
        state_touch(state, p, state->cell[p]);
    state_rehash(state);
    return true;
}

static char draw_cell(const Game *game, const State *state, const RoundEvents *last, Cell cell) {
    if (last && last->exploded && board_has(&last->exploding, cell) &&
        (board_has(&last->destroyed, cell) || !board_has(&state->blocked, cell)))
        return '*';
    int owner = -1, timer = 0;
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1)
        if (state->bombs.cell[__builtin_ctz(rest)] == cell)
            for (int p = 0; p < state->players; p++)
                if (state->owned[p] & rest & -rest)
                    owner = p, timer = bomb_timer(state, __builtin_ctz(rest));
    for (int p = 0; p < state->players; p++)
        if (state_is_alive(state, p) && state->cell[p] == cell)
            return (char)((owner == p && p != 1 ? 'a' : 'A') + p); /* b is a wall */
    if (owner >= 0)
        return timer > 9 ? 'o' : (char)('0' + timer);
    int index = game->powerup_at[cell];
    int type = index != NO_POWERUP && state->powerups >> index & 1 ? game->powerup_type[index] : 0;
    if (board_has(&state->walls, cell))
        return "+br+"[type];
    return board_has(&state->blocked, cell) ? '#' : " &!$"[type];
}

size_t notation_write(const char *name, const Game *game, const State *state,
                      const RoundEvents *last, char text[NOTATION_TEXT]) {
    size_t end = (size_t)snprintf(text, NOTATION_TEXT, "position %s\nround=%d bounty=%d\n", name,
                                  state->round, game->bounty);
    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++)
            text[end++] = draw_cell(game, state, last, cell_at(x, y));
        text[end++] = '\n';
    }
    for (int p = 0; p < state->players; p++)
        end += (size_t)snprintf(
            text + end, NOTATION_TEXT - end, "%c %d,%d bag=%d radius=%ld points=%d%s\n", 'A' + p,
            cell_x(state->cell[p]) + 1, cell_y(state->cell[p]) + 1, state->bag[p],
            1l << state->radius[p], state->points[p], state_is_alive(state, p) ? "" : " dead");
    end += (size_t)snprintf(text + end, NOTATION_TEXT - end, "bombs");
    for (int p = 0; p < state->players; p++)
        for (unsigned rest = state->owned[p]; rest; rest &= rest - 1) {
            int slot = __builtin_ctz(rest);
            Cell cell = state->bombs.cell[slot];
            end += (size_t)snprintf(text + end, NOTATION_TEXT - end, " %c@%d,%d:t%dr%ld", 'A' + p,
                                    cell_x(cell) + 1, cell_y(cell) + 1, bomb_timer(state, slot),
                                    1l << state->bombs.radius[slot]);
        }
    return end + (size_t)snprintf(text + end, NOTATION_TEXT - end, "\nend\n");
}
