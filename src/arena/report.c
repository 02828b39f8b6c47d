#include "arena/report.h"

static void print_pair(const Tournament *tournament, const TournamentTally *tally, int a, int b) {
    const Score *score = &tally->pair[a][b];
    double games = score_games(score), error;
    if (games == 0)
        return;
    double elo = score_elo(score, &error);
    printf("pair %s %s games=%.0f win=%.1f loss=%.1f draw=%.1f elo=%+.0f +/-%.0f los=%.1f\n",
           tournament->agents[a], tournament->agents[b], games, 100 * score->wins / games,
           100 * score->losses / games, 100 * score->draws / games, elo, error,
           100 * score_superiority(score));
}

static void print_places(const char *name, const AgentTally *agent, int players) {
    static const char *const places[MAX_PLAYERS] = {"first", "second", "third", "fourth"};
    double sum = 0, games = agent->games > 0 ? agent->games : 1;
    printf("places %s games=%d", name, agent->games);
    for (int i = 0; i < players; i++) {
        printf(" %s=%.1f", places[i], 100 * agent->places[i] / games);
        sum += (i + 1) * agent->places[i];
    }
    printf(" mean=%.2f\n", sum / games);
}

static void print_sprt(const Sprt *sprt, const Score *score) {
    static const char *const verdicts[] = {"elo0", "none", "elo1"};
    printf("sprt elo0=%g elo1=%g llr=%.2f accepted=%s\n", sprt->elo0, sprt->elo1,
           score_llr(score, sprt->elo0, sprt->elo1),
           verdicts[score_verdict(score, sprt->elo0, sprt->elo1) + 1]);
}

static void print_agent(const char *name, const AgentTally *agent) {
    double moves = agent->moves > 0 ? (double)agent->moves : 1;
    printf("agent %s games=%d first=%d deaths=%d own_bomb=%d own_alone=%d unforced=%d refused=%d "
           "bumped=%d late=%d moves=%ld p50=%.1fms p99=%.1fms max=%.1fms depth=%.1f nodes=%.0f\n",
           name, agent->games, agent->first, agent->deaths, agent->own_bomb, agent->own_alone,
           agent->unforced, agent->refused, agent->bumped, agent->late, agent->moves, agent->p50,
           agent->p99, agent->longest, agent->depth / moves, agent->nodes / moves);
}

void report_print(const Tournament *tournament, const TournamentTally *tally) {
    int agents = tournament->agent_count, players = tournament->settings.players;
    for (int a = 0; a < agents; a++)
        for (int b = a + 1; b < agents; b++)
            print_pair(tournament, tally, a, b);
    if (tournament->sprt.on)
        print_sprt(&tournament->sprt, &tally->pair[0][1]);
    for (int a = 0; a < agents && players > 2; a++)
        print_places(tournament->agents[a], &tally->agents[a], players);
    for (int a = 0; a < agents; a++)
        print_agent(tournament->agents[a], &tally->agents[a]);
}
