/* A few threads that work through the phases of a search together. */
#ifndef BLASTBEAM_PLATFORM_THREAD_POOL_H
#define BLASTBEAM_PLATFORM_THREAD_POOL_H

typedef struct ThreadPool ThreadPool;

/* A team of `size` workers (at least 1), the caller being one of them; the others sleep until they
 * are called. Where threads cannot be had the team is smaller. Returns NULL when memory is short.
 * To be freed by thread_pool_destroy, which takes NULL, too. */
ThreadPool *thread_pool_create(int size);
void thread_pool_destroy(ThreadPool *pool);

/* Have the workers at hand, waiting actively, until thread_pool_park sends them to sleep again.
 * Nobody waits for one who comes late. NULL is allowed. */
void thread_pool_wake(ThreadPool *pool);
void thread_pool_park(ThreadPool *pool);

/* Run `work(argument, worker)` by the caller, worker 0, and at most once by each of the others who
 * is at hand before the caller is done; return when all have. So `work` shares out what there is to
 * do as it goes, and leaves nothing to a worker who may not come. A team of NULL is the caller
 * alone. */
void thread_pool_run(ThreadPool *pool, void (*work)(void *argument, int worker), void *argument);

#endif
