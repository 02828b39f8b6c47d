/* The files of all starters; made from the folders beside this file when the program is built. */
#ifndef BLASTBEAM_STARTERS_FILES_H
#define BLASTBEAM_STARTERS_FILES_H

typedef struct StarterFile {
    const char *language, *name, *text;
} StarterFile;

/* Ends with an entry whose language is NULL. */
extern const StarterFile starter_files[];

#endif
