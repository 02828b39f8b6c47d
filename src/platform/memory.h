/* Aligned memory, and memory that stays resident. */
#ifndef BLASTBEAM_PLATFORM_MEMORY_H
#define BLASTBEAM_PLATFORM_MEMORY_H

#include <stddef.h>

/* Allocate at least `size` bytes, aligned to 64 bytes and not initialized. Returns NULL when memory
 * is short. The caller frees them with memory_free_aligned, which accepts NULL. */
void *memory_allocate_aligned(size_t size);
void memory_free_aligned(void *memory);

/* Load all pages of the program and its libraries, and lock them in memory as far as the system
 * allows. A page that has to be read again can block a thread for a second when the disk is busy,
 * and nothing can interrupt that. Does nothing on Windows. */
void pin_pages(void);

#endif
