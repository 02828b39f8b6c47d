/* The lines that the arena prints at the end; scripts read them. */
#ifndef BLASTBEAM_ARENA_REPORT_H
#define BLASTBEAM_ARENA_REPORT_H

#include "arena/tournament.h"

/* A line for each pair, the sequential test if there was one, with more than two agents the table
 * of who finished above whom, with more than two players the places of each agent, and a line for
 * each agent. */
void report_print(const Tournament *tournament, const TournamentTally *tally);

#endif
