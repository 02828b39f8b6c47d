#include "safety/unforced.h"

#include "safety/reply_search.h"

Escape find_escape(const Engine *engine, const Game *game, const State *state, int rounds,
                   int player, uint64_t node_limit, unsigned *commands) {
    Adversary adversary = {.engine = engine,
                           .game = game,
                           .player = player,
                           .outlook = OUTLOOK_CALM,
                           .joint = true,
                           .suicides_count = true,
                           .node_limit = node_limit};
    Verdict verdict;
    *commands = 0;
    if (!judge_commands(&adversary, state, rounds, &verdict))
        return ESCAPE_UNKNOWN;
    *commands = verdict.safe;
    return verdict.safe ? ESCAPE_FOUND : ESCAPE_NONE;
}

bool death_was_unforced(const Engine *engine, const Game *game, const State *history, int count,
                        int player) {
    unsigned commands;
    for (int i = count - 1; i >= 0; i--)
        if (find_escape(engine, game, &history[i], count - i, player, 0, &commands) == ESCAPE_FOUND)
            return true;
    return false;
}
