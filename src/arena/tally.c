#include "arena/tally.h"

#include <math.h>
#include <stdlib.h>

void tally_scores(const Fixture *fixture, const GameResult *result, int players,
                  Score pair[ARENA_AGENTS][ARENA_AGENTS]) {
    const SeatResult *seats = result->seats;
    for (int p = 0; p < players; p++)
        for (int q = 0; q < players; q++) {
            Score *score = &pair[fixture->seats[p]][fixture->seats[q]];
            if (fixture->seats[p] == fixture->seats[q])
                continue;
            score->wins += seats[p].place < seats[q].place;
            score->losses += seats[p].place > seats[q].place;
            score->draws += seats[p].place == seats[q].place;
        }
}

static void tally_seat(AgentTally *agent, const SeatResult *seat) {
    agent->games++;
    agent->first += seat->place == 1;
    agent->places[seat->place - 1]++;
    agent->deaths += seat->died >= 0;
    agent->own_bomb += died_by_own_bomb(seat);
    agent->own_alone += seat->own_alone;
    agent->unforced += seat->unforced;
    agent->refused += seat->refused;
    agent->bumped += seat->bumped;
    agent->late += seat->late;
    agent->moves += seat->moves;
    agent->depth += seat->depth;
    agent->nodes += seat->nodes;
    agent->longest = fmax(agent->longest, seat->longest);
}

static void tally_game(const Fixture *fixture, const GameResult *result, int players,
                       TournamentTally *tally) {
    for (int p = 0; p < players; p++)
        tally_seat(&tally->agents[fixture->seats[p]], &result->seats[p]);
    tally_scores(fixture, result, players, tally->pair);
    tally->played++;
}

/* Append the times of one agent's moves in a game. */
static long gather_times(const Fixture *fixture, const GameResult *result, int players, int agent,
                         float *ms) {
    long count = 0;
    for (int p = 0; p < players; p++) {
        const SeatResult *seat = &result->seats[p];
        if (!seat->ms || fixture->seats[p] != agent)
            continue;
        memcpy(ms + count, seat->ms, (size_t)seat->moves * sizeof *ms);
        count += seat->moves;
    }
    return count;
}

static void tally_times(const Fixture *fixtures, const GameResult *results, int games, int players,
                        int agent, AgentTally *tally) {
    float *ms = malloc((size_t)(tally->moves + 1) * sizeof *ms);
    long count = 0;
    if (!ms)
        return;
    for (int i = 0; i < games; i++)
        count += gather_times(&fixtures[i], &results[i], players, agent, ms + count);
    times_sort(ms, count);
    tally->p50 = times_at(ms, count, 0.5);
    tally->p99 = times_at(ms, count, 0.99);
    free(ms);
}

void tally_games(const Fixture *fixtures, const GameResult *results, int count, int players,
                 TournamentTally *tally) {
    for (int i = 0; i < count; i++)
        if (results[i].played)
            tally_game(&fixtures[i], &results[i], players, tally);
    for (int a = 0; a < ARENA_AGENTS; a++)
        tally_times(fixtures, results, count, players, a, &tally->agents[a]);
}
