#ifndef _WIN32

#include "platform/memory.h"

#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14; older kernels reject it */
#endif

void *memory_allocate_aligned(size_t size) {
    enum { LINE = 64 };
    return aligned_alloc(LINE, (size + LINE - 1) / LINE * LINE);
}

void memory_free_aligned(void *memory) {
    free(memory);
}

/* mlock also reads the pages, but it needs a permission that not every process has. Therefore the
 * pages are also read without it. */
static void pin_range(const char *start, size_t length) {
    size_t inside = (uintptr_t)start % (uintptr_t)sysconf(_SC_PAGESIZE);
    void *first = (void *)(start - inside);
    (void)madvise(first, length + inside, MADV_POPULATE_READ);
    (void)mlock(first, length + inside);
}

/* The program itself is the first object. Returns 1, which ends the iteration. */
static int pin_program(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    const char *headers = (const char *)object->dlpi_phdr;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD)
            pin_range(headers + (ptrdiff_t)(start - (uintptr_t)headers), part->p_memsz);
    }
    return 1;
}

void pin_pages(void) {
    dl_iterate_phdr(pin_program, NULL);
}

#endif
