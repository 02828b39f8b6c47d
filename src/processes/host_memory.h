/* The memory of the machine. */
#ifndef BLASTBEAM_PROCESSES_HOST_MEMORY_H
#define BLASTBEAM_PROCESSES_HOST_MEMORY_H

typedef struct HostMemory {
    long total_mb, available_mb;
    long shared_mb; /* files in memory and memory that processes share; belongs to no process */
    long kernel_mb; /* of the kernel, and in no other field: the buffers of sockets */
} HostMemory;

/* Read /proc/meminfo; all 0 when that fails. */
HostMemory host_memory(void);

#endif
