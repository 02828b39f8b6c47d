/* A few threads that work through the phases of a search together. */
#ifndef BLASTBEAM_PLATFORM_TEAM_H
#define BLASTBEAM_PLATFORM_TEAM_H

typedef struct Team Team;

/* Start a team of `size` workers (at least 1), the caller being one of them. The others wait
 * actively: a team lives as long as one move is thought about. Where threads cannot be had the team
 * is smaller. Returns NULL when memory is short. */
Team *team_start(int size);

/* Run `work(argument, worker)` once by each worker, 0 being the caller, and wait for all. A team
 * of NULL is the caller alone. */
void team_run(Team *team, void (*work)(void *argument, int worker), void *argument);

/* End the threads and free the team. NULL is allowed. */
void team_stop(Team *team);

#endif
