#ifndef _WIN32

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "platform/platform.h"

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14; before, it is refused */
#endif

/* Locked memory has been read; but not everybody may lock it. */
static void hold(uintptr_t start, uintptr_t end) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *first = (void *)(start / page * page);
    size_t length = end - (uintptr_t)first;
    (void)madvise(first, length, MADV_POPULATE_READ);
    (void)mlock(first, length);
}

static int hold_object(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD)
            hold(start, start + part->p_memsz);
    }
    return 0;
}

void program_hold(void) {
    dl_iterate_phdr(hold_object, NULL);
}

#endif
