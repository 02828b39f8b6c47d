/* Files that one process at a time may write. */
#ifndef BLASTBEAM_PROCESSES_FILE_LOCK_H
#define BLASTBEAM_PROCESSES_FILE_LOCK_H

#include <signal.h>
#include <stdio.h>

enum { LOCK_HOLDER = 256 };

/* How to wait for a lock that another process holds. All 0: do not wait. */
typedef struct LockWait {
    int wait_ms;                                       /* at most */
    const volatile sig_atomic_t *stop;                 /* once it is set, stop; may be NULL */
    void (*report)(void *context, const char *holder); /* called once, before waiting */
    void *context;
    char holder[LOCK_HOLDER]; /* set by file_open_locked: "process 4711 (arena -a beam ...)" */
} LockWait;

/* Open the file at `path` to append to it and to read it, and lock it until the stream is closed.
 * The file is created if it is missing. When another process replaces the file while we wait, the
 * new file is opened. Returns NULL with errno: EWOULDBLOCK when another process holds the lock. On
 * a file system without locks the file is opened without one. */
FILE *file_open_locked(const char *path, LockWait *wait);

/* Replace the file at `path`, all or nothing, and keep the new file open to append to it. It is
 * locked before it gets its name, so that no other process can lock it first. A link is followed.
 * Returns NULL with errno. */
FILE *file_replace_locked(const char *path, const void *data, size_t size);

#endif
