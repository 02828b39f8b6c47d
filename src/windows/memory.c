#ifdef _WIN32

#include "platform/memory.h"

#include <malloc.h>

void *memory_allocate_aligned(size_t size) {
    return _aligned_malloc(size, 64);
}

void memory_free_aligned(void *memory) {
    _aligned_free(memory);
}

void pin_pages(void) {
}

#endif
