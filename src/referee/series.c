#include "referee/series.h"

static void add_player(SeriesPlayer *total, const Match *match, int seat) {
    const Player *player = &match->players[seat];
    int place = 0;
    for (int other = 0; other < match->player_count; other++)
        place += state_stands_above(&match->game, &match->state, other, seat);
    memcpy(total->name, player->name, sizeof total->name);
    total->games++;
    total->places[place]++;
    total->deaths += !state_is_alive(&match->state, seat);
    total->late += player->late;
    total->refused += match->result.seats[seat].refused;
    total->failed += player->failed;
    total->moves += player->moves;
    total->total_ms += player->total_ms;
    total->slowest_ms =
        player->slowest_ms > total->slowest_ms ? player->slowest_ms : total->slowest_ms;
}

static void add_pair(Score *score, int map, const Match *match, int a, int b) {
    const State *state = &match->state;
    score_add(score, map,
              state_stands_above(&match->game, state, a, b) -
                  state_stands_above(&match->game, state, b, a));
    if (state_is_alive(state, a) && state_is_alive(state, b))
        score_add_lead(score, map,
                       state_points(&match->game, state, a) - state_points(&match->game, state, b));
}

void series_add(Series *series, const Match *match, const Pairing *pairing) {
    const int *seats = pairing->seats;
    series->count = match->player_count;
    for (int a = 0; a < match->player_count; a++) {
        add_player(&series->players[seats[a]], match, a);
        for (int b = 0; b < match->player_count; b++)
            if (a != b)
                add_pair(&series->pair[seats[a]][seats[b]], pairing->map, match, a, b);
    }
}

/* Names may be equal, so each player also has its number on the command line. */
static void print_pair(const Series *series, int a, int b, FILE *out) {
    fprintf(out, "pair %d:%s %d:%s ", a + 1, series->players[a].name, b + 1,
            series->players[b].name);
    score_print(&series->pair[a][b], out);
    fputc('\n', out);
}

static void print_player(const Series *series, int p, FILE *out) {
    static const char *const places[MAX_PLAYERS] = {"first", "second", "third", "fourth"};
    const SeriesPlayer *player = &series->players[p];
    double sum = 0, moves = player->moves > 0 ? (double)player->moves : 1;
    fprintf(out, "player %d:%s games=%d", p + 1, player->name, player->games);
    for (int i = 0; i < series->count; i++) {
        fprintf(out, " %s=%d", places[i], player->places[i]);
        sum += (i + 1) * player->places[i];
    }
    fprintf(out,
            " mean=%.2f deaths=%d late=%d refused=%d failed=%d moves=%ld mean_ms=%.1f "
            "slowest_ms=%.0f\n",
            sum / player->games, player->deaths, player->late, player->refused, player->failed,
            player->moves, player->total_ms / moves, player->slowest_ms);
}

void series_print(const Series *series, FILE *out) {
    for (int a = 0; a < series->count; a++)
        for (int b = a + 1; b < series->count; b++)
            if (score_games(&series->pair[a][b]) > 0)
                print_pair(series, a, b, out);
    for (int p = 0; p < series->count; p++)
        if (series->players[p].games > 0)
            print_player(series, p, out);
}
