/* Agents that are asked in single positions, and games between them. */
#ifndef BLASTBEAM_TESTS_SUPPORT_AGENTS_H
#define BLASTBEAM_TESTS_SUPPORT_AGENTS_H

#include "search/agent.h"

/* Make an agent, for agent_destroy. Fails the test when there is none of this spec. */
Agent *make_agent(const char *spec, uint64_t seed);

/* Ask for one command, with so many nodes (0: no limit) on one thread. */
Command ask(Agent *agent, const Game *game, const State *state, int player, uint64_t nodes,
            SearchInfo *info);

/* The same as in a game: without what is under walls. */
Command ask_in_game(Agent *agent, const Game *game, const State *state, int player, uint64_t nodes);

/* What a new agent answers. */
Command ask_new(const char *spec, const Game *game, const State *state, int player, uint64_t nodes,
                SearchInfo *info);

/* Play `games` games in every seat in turn against rivals that are all alike. Returns how many were
 * won; fails the test when a command was refused. */
int games_won(const char *spec, const char *rival, int games, int players, uint64_t nodes);

/* Whether `games` games of two agents with the same rival end in the same round with the same
 * points; it stops at the first that does not. */
bool same_games(const char *spec, const char *other, const char *rival, int games, uint64_t nodes);

#endif
