/* Threads that work together on the phases of a search. */
#ifndef BLASTBEAM_PLATFORM_THREAD_POOL_H
#define BLASTBEAM_PLATFORM_THREAD_POOL_H

typedef struct ThreadPool ThreadPool;

/* Create a pool of `size` workers (at least 1). The caller is one of them; the others sleep until
 * thread_pool_wake. The pool is smaller when threads cannot be created. Returns NULL when memory is
 * short. The caller frees the pool with thread_pool_destroy, which accepts NULL. */
ThreadPool *thread_pool_create(int size);
void thread_pool_destroy(ThreadPool *pool);

/* Wake the workers; they wait actively for work until thread_pool_park. Both return at once,
 * without waiting for the workers. NULL is allowed. */
void thread_pool_wake(ThreadPool *pool);
void thread_pool_park(ThreadPool *pool);

/* Call work(argument, worker) in the calling thread as worker 0, and at most once in each other
 * worker that is awake before the caller has finished. Returns when all these calls have returned.
 * Since any worker but the caller may be missing, `work` must hand out its parts dynamically; none
 * may be reserved for a certain worker. When the pool is NULL, only the caller works. */
void thread_pool_run(ThreadPool *pool, void (*work)(void *argument, int worker), void *argument);

#endif
