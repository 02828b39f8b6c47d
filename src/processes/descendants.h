/* All processes that descend from this one, including those that left its process group and those
 * whose parent has ended. Linux only; on other systems no descendants are found. */
#ifndef BLASTBEAM_PROCESSES_DESCENDANTS_H
#define BLASTBEAM_PROCESSES_DESCENDANTS_H

/* Make this process the parent of descendants whose own parent ends, so that they can be found. */
void descendants_adopt(void);

/* What the running descendants use. */
typedef struct DescendantsUsage {
    int count, threads;
    int memory_mb; /* in memory, without pages of files; what several share counts for each */
} DescendantsUsage;

/* Reads all of /proc, which can take milliseconds. */
DescendantsUsage descendants_usage(void);

/* Kill all descendants and reap them. The caller must not have children that other code waits for.
 * Returns after a few seconds even when a process cannot be killed. */
void descendants_end(void);

#endif
