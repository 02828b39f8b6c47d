#include "arena/tally.h"

#include <math.h>
#include <stdlib.h>

static void add_pair(Score *score, int map, const SeatResult *own, const SeatResult *other) {
    score_add(score, map, other->place - own->place);
    if (own->died < 0 && other->died < 0)
        score_add_lead(score, map, own->points - other->points);
}

void tally_scores(const Pairing *pairing, const GameResult *result, int players,
                  Score pair[ARENA_AGENTS][ARENA_AGENTS]) {
    const SeatResult *seats = result->seats;
    const int *agents = pairing->seats;
    int map = pairing->map;
    for (int p = 0; p < players; p++)
        for (int q = 0; q < players; q++)
            if (agents[p] != agents[q])
                add_pair(&pair[agents[p]][agents[q]], map, &seats[p], &seats[q]);
}

static void add_seat(AgentTally *agent, const SeatResult *seat, bool tied, int map) {
    agent->games++;
    sample_add(&agent->first_share, map, seat->place == 1);
    agent->places[seat->place - 1]++;
    agent->tied += tied && seat->place == 1;
    agent->deaths += seat->died >= 0;
    agent->beaten_dead += seat->died >= 0 && seat->place > 1;
    agent->own_bomb += died_by_own_bomb(seat);
    agent->own_alone += seat->own_alone;
    agent->unforced += seat->unforced;
    agent->crashed += seat->crashed;
    agent->failed += seat->failed;
    agent->missing += seat->missing;
    agent->points += seat->points;
    agent->refused += seat->refused;
    agent->bumped += seat->bumped;
    agent->late += seat->late;
    agent->moves += seat->moves;
    agent->depth += seat->depth;
    agent->nodes += seat->nodes;
    agent->longest = fmax(agent->longest, seat->longest);
}

static void add_game(const Pairing *pairing, const GameResult *result, int players,
                     TournamentTally *tally) {
    int firsts = 0;
    for (int p = 0; p < players; p++)
        firsts += result->seats[p].place == 1;
    for (int p = 0; p < players; p++)
        add_seat(&tally->agents[pairing->seats[p]], &result->seats[p], firsts > 1, pairing->map);
    tally_scores(pairing, result, players, tally->pair);
    tally->played++;
    if (!result->adjudicated)
        return;
    double more = result->rounds - tally->adjudicated_round;
    tally->adjudicated_round += more / ++tally->adjudicated;
}

/* Collect the percentiles of an agent from each of its games. Returns their number. */
static int collect_times(const Pairing *pairings, const GameResult *games, int count, int players,
                         int agent, float *p50, float *p99) {
    int found = 0;
    for (int i = 0; i < count; i++)
        for (int p = 0; p < players && games[i].played; p++)
            if (pairings[i].seats[p] == agent && games[i].seats[p].moves) {
                p50[found] = (float)games[i].seats[p].p50;
                p99[found++] = (float)games[i].seats[p].p99;
            }
    return found;
}

static void add_times(const Pairing *pairings, const GameResult *games, int count, int players,
                      int agent, AgentTally *tally) {
    float *p50 = malloc((size_t)(tally->games + 1) * sizeof *p50);
    float *p99 = malloc((size_t)(tally->games + 1) * sizeof *p99);
    if (p50 && p99) {
        int found = collect_times(pairings, games, count, players, agent, p50, p99);
        times_sort(p50, found);
        times_sort(p99, found);
        tally->p50 = times_percentile(p50, found, 0.5);
        tally->p99 = times_percentile(p99, found, 0.5);
    }
    free(p50);
    free(p99);
}

void tally_games(const Pairing *pairings, const GameResult *games, int count, int players,
                 TournamentTally *tally) {
    for (int i = 0; i < count; i++)
        if (games[i].played)
            add_game(&pairings[i], &games[i], players, tally);
    for (int a = 0; a < ARENA_AGENTS; a++)
        add_times(pairings, games, count, players, a, &tally->agents[a]);
}
