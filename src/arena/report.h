/* The report of a tournament on standard output. Scripts read these lines. */
#ifndef BLASTBEAM_ARENA_REPORT_H
#define BLASTBEAM_ARENA_REPORT_H

#include "arena/tournament.h"

/* Print a line for each pair of agents and a line for each agent. In between come the result of the
 * sequential test, if there was one; with more than two agents, a table of how often each finished
 * above each other one; with more than two players, the places of each agent. */
void report_print(const Tournament *tournament, const TournamentTally *tally);

#endif
