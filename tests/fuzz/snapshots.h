/* Checks that every snapshot must pass once it was read. */
#ifndef BLASTBEAM_TESTS_FUZZ_SNAPSHOTS_H
#define BLASTBEAM_TESTS_FUZZ_SNAPSHOTS_H

#include "protocol/snapshot.h"

/* See the board as each player does and ask every agent for a move. */
void try_players(const Snapshot *snapshot);

/* Ask every agent for a move of `player`; the rules must carry it out. */
void ask_agents(const Game *game, const State *state, int player);

#endif
