#include "processes/host_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KB_PER_MB = 1024 };

static long find_mb(const char *text, const char *name) {
    const char *at = strstr(text, name);
    while (at && at > text && at[-1] != '\n') /* SwapCached also ends in "Cached" */
        at = strstr(at + 1, name);
    return at ? strtol(at + strlen(name), NULL, 10) / KB_PER_MB : 0;
}

/* What is in none of the fields that list memory. */
static long kernel_mb(const char *text) {
    static const char *const listed[] = {
        "MemFree:", "Buffers:", "Cached:", "AnonPages:", "Slab:", "PageTables:", "KernelStack:"};
    long rest = find_mb(text, "MemTotal:");
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        rest -= find_mb(text, listed[i]);
    return rest;
}

HostMemory host_memory(void) {
    char text[4096];
    int file = open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0)
        close(file);
    text[size > 0 ? size : 0] = 0;
    return (HostMemory){find_mb(text, "MemTotal:"), find_mb(text, "MemAvailable:"),
                        find_mb(text, "Shmem:"), kernel_mb(text)};
}
