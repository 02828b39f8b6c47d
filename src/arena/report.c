#include "arena/report.h"

static void print_pair(const Tournament *tournament, const TournamentTally *tally, int a, int b) {
    const Score *score = &tally->pair[a][b];
    if (score_games(score) == 0)
        return;
    printf("pair %s %s ", tournament->agents[a], tournament->agents[b]);
    score_print(score, stdout);
    putchar('\n');
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

static void print_agent(const char *name, const AgentTally *agent, const TournamentTally *tally) {
    double moves = agent->moves > 0 ? (double)agent->moves : 1;
    double games = agent->games > 0 ? agent->games : 1;
    printf("agent %s games=%d first=%d points=%.0f deaths=%d own_bomb=%d own_alone=%d unforced=%d "
           "refused=%d "
           "bumped=%d late=%d crashed=%d moves=%ld depth=%.1f nodes=%.0f",
           name, agent->games, agent->places[0], (double)agent->points / games, agent->deaths,
           agent->own_bomb, agent->own_alone, agent->unforced, agent->refused, agent->bumped,
           agent->late, agent->crashed, agent->moves, agent->depth / moves, agent->nodes / moves);
    if (tally->bots)
        printf(" failed=%d missing=%d", agent->failed, agent->missing);
    if (tally->timed)
        printf(" p50=%.1fms p99=%.1fms max=%.1fms", agent->p50, agent->p99, agent->longest);
    putchar('\n');
}

/* With more late moves than this share, some agents had more time than others. */
static const double late_share = 0.01;

static void print_late(const Tournament *tournament, const TournamentTally *tally, int a) {
    const AgentTally *agent = &tally->agents[a];
    const char *advice = tournament->settings.own_time ? "the agent does not keep its limit"
                         : tally->bots || tournament_threads(tournament) > 1
                             ? "use a lower --concurrency"
                             : "use --clock cpu, or a lower --concurrency";
    if (agent->late > late_share * (double)agent->moves)
        printf("late %s %.1f%% of its moves were late, which spoils the result: %s\n",
               tournament->agents[a], 100.0 * agent->late / (double)agent->moves, advice);
}

static void print_cell(const Score *score) {
    if (score_games(score))
        printf(" %6.1f", 100.0 * score->wins / score_games(score));
    else
        printf(" %6s", "-");
}

/* Print how often, in percent, the agent of a row finished above the agent of a column. */
static void print_table(const Tournament *tournament, const TournamentTally *tally) {
    int agents = tournament->agent_count;
    fputs("above %    ", stdout);
    for (int b = 0; b < agents; b++)
        printf(" %6d", b + 1);
    putchar('\n');
    for (int a = 0; a < agents; a++) {
        printf("above %4d  ", a + 1);
        for (int b = 0; b < agents; b++)
            print_cell(&tally->pair[a][b]);
        printf("   %s\n", tournament->agents[a]);
    }
}

static void print_adjudicated(const TournamentTally *tally) {
    printf("adjudicated games=%d played=%d round=%.0f otherwise=%g%%\n", tally->adjudicated,
           tally->played, tally->adjudicated_round, judge_otherwise);
}

void report_print(const Tournament *tournament, const TournamentTally *tally) {
    int agents = tournament->agent_count, players = tournament->settings.players;
    for (int a = 0; a < agents; a++)
        for (int b = a + 1; b < agents; b++)
            print_pair(tournament, tally, a, b);
    if (tournament->sprt.on)
        print_sprt(&tournament->sprt, &tally->pair[0][1]);
    if (agents > 2)
        print_table(tournament, tally);
    for (int a = 0; a < agents && players > 2; a++)
        print_places(tournament->agents[a], &tally->agents[a], players);
    for (int a = 0; a < agents; a++)
        print_agent(tournament->agents[a], &tally->agents[a], tally);
    if (tournament->settings.adjudicate)
        print_adjudicated(tally);
    for (int a = 0; a < agents; a++)
        print_late(tournament, tally, a);
}
