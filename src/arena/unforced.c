#include "arena/unforced.h"

#include "agents/adversary.h"

bool death_was_unforced(const Engine *engine, const Game *game, const State *history, int count,
                        int player) {
    for (int i = count - 1; i >= 0; i--) {
        Adversary adversary = {.engine = engine,
                               .game = game,
                               .player = player,
                               .outlook = OUTLOOK_CALM,
                               .joint = true,
                               .suicides_count = true};
        Verdict verdict;
        judge_commands(&adversary, &history[i], count - i, &verdict);
        if (verdict.safe)
            return true;
    }
    return false;
}
