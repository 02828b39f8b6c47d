/* A command line that grows word by word. */
#ifndef BLASTBEAM_PROCESSES_ARGUMENTS_H
#define BLASTBEAM_PROCESSES_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* Room for a sandbox with the longest paths and for the words of the longest RunArgs. */
enum { ARGUMENTS_MAX = 1024, ARGUMENTS_TEXT = 1 << 18 };

/* Initialize with arguments_clear. Must not be copied, because `list` points into `text`. */
typedef struct Arguments {
    char *list[ARGUMENTS_MAX]; /* ends with NULL */
    int count;
    size_t used; /* bytes of `text` */
    bool full;   /* a word did not fit and was left out */
    char text[ARGUMENTS_TEXT];
} Arguments;

/* Remove all words. */
void arguments_clear(Arguments *arguments);

/* Append one word, formatted as by printf. */
__attribute__((format(printf, 2, 3))) void arguments_add(Arguments *arguments, const char *format,
                                                         ...);

/* Append several words as they are; the last one is followed by NULL. */
void arguments_add_all(Arguments *arguments, const char *const words[]);

#endif
