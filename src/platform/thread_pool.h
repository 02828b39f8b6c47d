/* A few threads that work through the phases of a search together. */
#ifndef BLASTBEAM_PLATFORM_THREAD_POOL_H
#define BLASTBEAM_PLATFORM_THREAD_POOL_H

typedef struct Team Team;

/* A team of `size` workers (at least 1), the caller being one of them; the others sleep until they
 * are called. Where threads cannot be had the team is smaller. Returns NULL when memory is short.
 * To be freed by team_destroy, which takes NULL, too. */
Team *team_create(int size);
void team_destroy(Team *team);

/* Have the workers at hand, waiting actively, until team_dismiss sends them to sleep again. Nobody
 * waits for one who comes late. NULL is allowed. */
void team_call(Team *team);
void team_dismiss(Team *team);

/* Run `work(argument, worker)` by the caller, worker 0, and at most once by each of the others who
 * is at hand before the caller is done; return when all have. So `work` shares out what there is to
 * do as it goes, and leaves nothing to a worker who may not come. A team of NULL is the caller
 * alone. */
void team_run(Team *team, void (*work)(void *argument, int worker), void *argument);

#endif
