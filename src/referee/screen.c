#include "referee/screen.h"

#include "engine/position.h"

/* Colours of the players A to D, as ANSI escapes. */
static const char *const player_colour[MAX_PLAYERS] = {"\033[1;36m", "\033[1;35m", "\033[1;32m",
                                                       "\033[1;33m"};
static const char plain[] = "\033[0m";

static const char *colour_of(char drawn) {
    if (drawn >= 'A' && drawn <= 'D')
        return player_colour[drawn - 'A'];
    if (drawn >= 'a' && drawn <= 'd')
        return player_colour[drawn - 'a'];
    switch (drawn) {
    case '#':
        return "\033[90;100m";
    case '+':
        return "\033[33m";
    case '*':
        return "\033[97;41m";
    case '&':
    case '!':
    case '$':
        return "\033[1;92m";
    default:
        return drawn == ' ' ? plain : "\033[1;91m";
    }
}

/* What is hidden under a wall is not shown. */
static char shown(char drawn, bool is_wall) {
    return is_wall && drawn != '*' ? '+' : drawn;
}

static void draw_board(const Match *match, FILE *out) {
    char text[POSITION_TEXT];
    position_write("", &match->game, &match->state, &match->events, text);
    const char *row = strchr(strchr(text, '\n') + 1, '\n') + 1;
    for (int y = 0; y < BOARD_SIZE; y++, row += BOARD_SIZE + 1) {
        for (int x = 0; x < BOARD_SIZE; x++) {
            char drawn = shown(row[x], board_has(&match->state.walls, cell_at(x, y)));
            fprintf(out, "%s%c%c%s", colour_of(drawn), drawn, drawn == '#' ? '#' : ' ', plain);
        }
        fprintf(out, "\033[K\n");
    }
}

static void draw_player(const Match *match, int p, FILE *out) {
    const Player *player = &match->players[p];
    const State *state = &match->state;
    fprintf(out, "%s%c%s %-16s %5d points  bag %-2d radius %-4ld %-8s %s\033[K\n", player_colour[p],
            player->key, plain, player->name, state_points(&match->game, state, p), state->bag[p],
            1l << state->radius[p], state_is_alive(state, p) ? command_name(player->last) : "dead",
            player->late ? "late" : "");
}

void screen_draw(const Match *match, FILE *out) {
    fprintf(out, "\033[H");
    if (match->state.round == 1)
        fprintf(out, "\033[2J");
    fprintf(out, "round %d  map %d\033[K\n", match->state.round, match->seed);
    draw_board(match, out);
    for (int p = 0; p < match->player_count; p++)
        draw_player(match, p, out);
    fflush(out);
}

void screen_progress(const Match *match, FILE *out) {
    fprintf(out, "round %d:", match->state.round);
    for (int p = 0; p < match->player_count; p++)
        fprintf(out, " %c %s %d%s", match->players[p].key, match->players[p].name,
                state_points(&match->game, &match->state, p),
                state_is_alive(&match->state, p) ? "" : " (dead)");
    fprintf(out, "\n");
    fflush(out);
}
