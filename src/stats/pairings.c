#include "stats/pairings.h"

#include <stdlib.h>

static int min_int(int a, int b) {
    return a < b ? a : b;
}

/* `set` has bit i for agent i. */
static bool is_lineup(unsigned set, int agents, int players, bool gauntlet) {
    return __builtin_popcount(set) == min_int(agents, players) && (!gauntlet || (set & 1));
}

static void fill_lineup(unsigned set, int players, int lineup[MAX_PLAYERS]) {
    int filled = 0;
    for (; set; set &= set - 1)
        lineup[filled++] = __builtin_ctz(set);
    for (; filled < players; filled++)
        lineup[filled] = lineup[filled - 1];
}

static void add_games(unsigned set, int players, int games, int seed, Pairing *pairings,
                      int *count) {
    int lineup[MAX_PLAYERS], map = *count ? pairings[*count - 1].map + 1 : 0;
    fill_lineup(set, players, lineup);
    for (int game = 0; game < games; game++) {
        Pairing *pairing = &pairings[*count];
        pairing->number = (*count)++;
        pairing->seed = seed + game / players;
        pairing->map = map + game / players;
        for (int i = 0; i < players; i++)
            pairing->seats[(i + game) % players] = lineup[i];
    }
}

int schedule_lineups(int agents, int players, bool gauntlet) {
    int lineups = 0;
    for (unsigned set = 1; set < 1u << agents; set++)
        lineups += is_lineup(set, agents, players, gauntlet);
    return lineups;
}

static Pairing *schedule(int agents, int players, bool gauntlet, int games, int seed, int *count) {
    size_t lineups = (size_t)schedule_lineups(agents, players, gauntlet);
    Pairing *pairings = calloc(lineups * (size_t)games + 1, sizeof *pairings);
    *count = 0;
    for (unsigned set = 1; pairings && set < 1u << agents; set++)
        if (is_lineup(set, agents, players, gauntlet))
            add_games(set, players, games, seed, pairings, count);
    return pairings;
}

Pairing *schedule_games(int agents, int players, int games, int seed, int *count) {
    return schedule(agents, players, false, games, seed, count);
}

Pairing *schedule_gauntlet(int agents, int players, int games, int seed, int *count) {
    return schedule(agents, players, true, games, seed, count);
}

bool schedule_in_shard(const Pairing *pairing, int shard, int shards) {
    return pairing->map % shards == shard - 1;
}
