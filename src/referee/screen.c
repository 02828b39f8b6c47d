#include "referee/screen.h"

enum { CELL_TEXT = 3 };

static const char plain[] = "\033[0m";

/* Colours of the players A to D. */
static const char *const player_colour[MAX_PLAYERS] = {"\033[1;36m", "\033[1;35m", "\033[1;32m",
                                                       "\033[1;33m"};

/* What is drawn for a cell. */
typedef struct Drawn {
    char text[CELL_TEXT];
    const char *colour, *background;
} Drawn;

static int bomb_on(const State *state, Cell cell) {
    for (unsigned rest = state_bombs(state); rest; rest &= rest - 1)
        if (state->bombs.cell[__builtin_ctz(rest)] == cell)
            return __builtin_ctz(rest);
    return -1;
}

static int player_on(const State *state, Cell cell) {
    for (int p = 0; p < state->players; p++)
        if (state_is_alive(state, p) && state->cell[p] == cell)
            return p;
    return -1;
}

static char powerup_on(const Match *match, Cell cell) {
    unsigned index = match->game.powerup_at[cell];
    bool there = index != NO_POWERUP && match->state.powerups >> index & 1;
    return there ? " &!$"[match->game.powerup_type[index]] : ' ';
}

static void draw_bomb(const Match *match, int slot, Drawn *drawn) {
    const State *state = &match->state;
    int timer = bomb_timer(state, slot), owner = 0;
    while (!(state->owned[owner] >> slot & 1))
        owner++;
    drawn->colour = player_colour[owner];
    drawn->background = "\033[7m";
    drawn->text[0] = timer > 9 ? '1' : 'o';
    drawn->text[1] = (char)('0' + timer % 10);
}

/* Border, pillar, wall or floor with a power-up. */
static void draw_ground(const Match *match, Cell cell, Drawn *drawn) {
    const State *state = &match->state;
    if (board_has(&state->walls, cell)) {
        drawn->text[0] = drawn->text[1] = '+';
        drawn->colour = "\033[33m";
    } else if (board_has(&state->blocked, cell)) {
        drawn->text[0] = drawn->text[1] = '#';
        drawn->colour = "\033[90m";
        drawn->background = "\033[100m";
    } else {
        drawn->text[0] = powerup_on(match, cell);
        drawn->colour = "\033[1;92m";
    }
}

static Drawn draw_cell(const Match *match, Cell cell, bool colours) {
    Drawn drawn = {"  ", "", ""};
    int slot = bomb_on(&match->state, cell), player = player_on(&match->state, cell);
    bool blast = match->events.exploded && board_has(&match->events.exploding, cell);
    if (slot >= 0)
        draw_bomb(match, slot, &drawn);
    else
        draw_ground(match, cell, &drawn);
    if (player >= 0) {
        drawn.text[0] = match->players[player].key;
        drawn.colour = player_colour[player];
    }
    if (blast && colours)
        drawn.background = "\033[41m";
    for (int i = 0; i < 2 && blast; i++)
        drawn.text[i] = drawn.text[i] == ' ' ? '*' : drawn.text[i];
    return drawn;
}

static void draw_board(const Match *match, bool colours, FILE *out) {
    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++) {
            Drawn drawn = draw_cell(match, cell_at(x, y), colours);
            if (colours)
                fprintf(out, "%s%s%s%s", drawn.colour, drawn.background, drawn.text, plain);
            else
                fputs(drawn.text, out);
        }
        fputs(colours ? "\033[K\n" : "\n", out);
    }
}

static void draw_player(const Match *match, int p, bool colours, FILE *out) {
    const Player *player = &match->players[p];
    const State *state = &match->state;
    int left = state->bag[p] - __builtin_popcount(state->owned[p]);
    const char *did = state->round > 0 ? command_name(player->last) : "";
    fprintf(out, "%s%c%s %-16s %5d points  bombs %d of %d  radius %-4ld %-8s %s%s\n",
            colours ? player_colour[p] : "", player->key, colours ? plain : "", player->name,
            state_points(&match->game, state, p), left > 0 ? left : 0, state->bag[p],
            1l << state->radius[p], state_is_alive(state, p) ? did : "dead",
            player->late ? "late" : "", colours ? "\033[K" : "");
}

void screen_draw(const Match *match, bool colours, FILE *out) {
    if (colours)
        fputs(match->state.round == 0 ? "\033[2J\033[H" : "\033[H", out);
    fprintf(out, "round %d  map %d  a kill is worth %d%s\n", match->state.round, match->seed,
            match->game.bounty, colours ? "\033[K" : "");
    draw_board(match, colours, out);
    for (int p = 0; p < match->player_count; p++)
        draw_player(match, p, colours, out);
    if (colours)
        fputs("\033[J", out);
    fflush(out);
}

void screen_progress(const Match *match, FILE *out) {
    fprintf(out, "round %d:", match->state.round);
    for (int p = 0; p < match->player_count; p++)
        fprintf(out, " %c %s %d%s", match->players[p].key, match->players[p].name,
                state_points(&match->game, &match->state, p),
                state_is_alive(&match->state, p) ? "" : " (dead)");
}
