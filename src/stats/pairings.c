#include "stats/pairings.h"

#include <stdlib.h>

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* A lineup as a set of agents: bit i for agent i. */
static bool is_lineup(unsigned set, int agents, int players, bool gauntlet) {
    return __builtin_popcount(set) == smaller(agents, players) && (!gauntlet || (set & 1));
}

static void line_up(unsigned set, int players, int lineup[MAX_PLAYERS]) {
    int filled = 0;
    for (; set; set &= set - 1)
        lineup[filled++] = __builtin_ctz(set);
    for (; filled < players; filled++)
        lineup[filled] = lineup[filled - 1];
}

static void add_games(unsigned set, int players, int games, int seed, Fixture *fixtures,
                      int *count) {
    int lineup[MAX_PLAYERS], map = *count ? fixtures[*count - 1].map + 1 : 0;
    line_up(set, players, lineup);
    for (int game = 0; game < games; game++) {
        Fixture *fixture = &fixtures[*count];
        fixture->number = (*count)++;
        fixture->seed = seed + game / players;
        fixture->map = map + game / players;
        for (int i = 0; i < players; i++)
            fixture->seats[(i + game) % players] = lineup[i];
    }
}

int schedule_lineups(int agents, int players, bool gauntlet) {
    int lineups = 0;
    for (unsigned set = 1; set < 1u << agents; set++)
        lineups += is_lineup(set, agents, players, gauntlet);
    return lineups;
}

static Fixture *schedule(int agents, int players, bool gauntlet, int games, int seed, int *count) {
    size_t lineups = (size_t)schedule_lineups(agents, players, gauntlet);
    Fixture *fixtures = calloc(lineups * (size_t)games + 1, sizeof *fixtures);
    *count = 0;
    for (unsigned set = 1; fixtures && set < 1u << agents; set++)
        if (is_lineup(set, agents, players, gauntlet))
            add_games(set, players, games, seed, fixtures, count);
    return fixtures;
}

Fixture *schedule_games(int agents, int players, int games, int seed, int *count) {
    return schedule(agents, players, false, games, seed, count);
}

Fixture *schedule_gauntlet(int agents, int players, int games, int seed, int *count) {
    return schedule(agents, players, true, games, seed, count);
}

bool schedule_in_shard(const Fixture *fixture, int shard, int shards) {
    return fixture->map % shards == shard - 1;
}
