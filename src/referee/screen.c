#include "referee/screen.h"

#include "protocol/snapshot.h"
#include "terminal/board_picture.h"

static void draw_board(const Match *match, bool colours, FILE *out) {
    Snapshot snapshot;
    snapshot_from_state(&match->game, &match->state, &match->events, &snapshot);
    for (int y = 1; y <= BOARD_SIZE; y++) {
        picture_row(&snapshot, y, 1, BOARD_SIZE, colours, out);
        fputs(colours ? "\033[K\n" : "\n", out);
    }
}

static void draw_player(const Match *match, int p, bool colours, FILE *out) {
    const Player *player = &match->players[p];
    const State *state = &match->state;
    int left = state->bag[p] - __builtin_popcount(state->owned[p]);
    const char *last_command = state->round > 0 ? command_name(player->last) : "";
    fprintf(out, "%s%c%s %-16s %5d points  bombs %d of %d  radius %-4ld %-8s %s%s\n",
            picture_colour(p, colours), player->key, picture_plain(colours), player->name,
            state_points(&match->game, state, p), left > 0 ? left : 0, state->bag[p],
            1l << state->radius[p], state_is_alive(state, p) ? last_command : "dead",
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
