/* Agents that are asked in single positions, and games between agents. */
#ifndef BLASTBEAM_TESTS_SUPPORT_AGENTS_H
#define BLASTBEAM_TESTS_SUPPORT_AGENTS_H

#include "search/agent.h"

/* Make an agent; the caller frees it with agent_destroy. Fails the test when the spec names
 * none. */
Agent *make_agent(const char *spec, uint64_t seed);

/* Ask for one command, with this many nodes (0: no limit) on one thread. */
Command ask(Agent *agent, const Game *game, const State *state, int player, uint64_t nodes,
            SearchInfo *info);

/* The same without the power-ups under walls, as in a game. */
Command ask_in_game(Agent *agent, const Game *game, const State *state, int player, uint64_t nodes);

/* The answer of a new agent. */
Command ask_new(const char *spec, const Game *game, const State *state, int player, uint64_t nodes,
                SearchInfo *info);

/* Play `games` games, with each seat in turn, against rivals that are all alike. Returns the number
 * of wins; fails the test when a command was refused. */
int games_won(const char *spec, const char *rival, int games, int players, uint64_t nodes);

/* True when `games` games of two agents against the same rival end in the same round with the same
 * points. Stops at the first that does not. */
bool same_games(const char *spec, const char *other, const char *rival, int games, uint64_t nodes);

#endif
