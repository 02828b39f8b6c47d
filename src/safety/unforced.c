#include "safety/unforced.h"

#include "safety/reply_search.h"

Escape find_escape(const Engine *engine, const Game *game, const State *state, int rounds,
                   int player, uint64_t node_limit, unsigned *commands) {
    ReplySearch search = {.engine = engine,
                          .game = game,
                          .player = player,
                          .threat = THREAT_FUSES,
                          .together = true,
                          .suicides_count = true,
                          .limits = {.nodes = node_limit}};
    CommandSafety safety;
    *commands = 0;
    if (!search_replies(&search, state, rounds, &safety))
        return ESCAPE_UNKNOWN;
    *commands = safety.safe;
    return safety.safe ? ESCAPE_FOUND : ESCAPE_NONE;
}

bool death_was_unforced(const Engine *engine, const Game *game, const State *history, int count,
                        int player) {
    unsigned commands;
    for (int i = count - 1; i >= 0; i--)
        if (find_escape(engine, game, &history[i], count - i, player, 0, &commands) == ESCAPE_FOUND)
            return true;
    return false;
}
