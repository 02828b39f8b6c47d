/* Aligned memory, and memory that stays resident. */
#ifndef BLASTBEAM_PLATFORM_MEMORY_H
#define BLASTBEAM_PLATFORM_MEMORY_H

#include <stddef.h>

/* Allocate at least `size` bytes, aligned to 64 bytes and not initialized. Returns NULL when memory
 * is short. The caller frees them with memory_free_aligned, which accepts NULL. */
void *memory_allocate_aligned(size_t size);
void memory_free_aligned(void *memory);

/* Load all pages of the program, and lock them in memory as far as the system allows: a page that
 * has to be read again can block a thread for a second when the disk is busy. The pages of
 * libraries are left alone, because the system may let us wait for processes that start and end
 * elsewhere and share them. May itself take long; to be called beside the work. Does nothing on
 * Windows. */
void pin_pages(void);

#endif
