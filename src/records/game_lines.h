/* The lines of a file of games. A part that is damaged does not hide the games behind it: zero
 * bytes, as a file system may leave them after a power failure, are one part, and a game that
 * begins in the middle of a line is read like one that begins the line.
 *
 *   {"game":0,...}          a whole line
 *   {"game":1,"gam          damaged: cut off
 *   ....{"game":2,...}      damaged: zero bytes; then a whole line
 *   {"ga{"game":3,...}      damaged: cut off; then a whole line
 */
#ifndef BLASTBEAM_RECORDS_GAME_LINES_H
#define BLASTBEAM_RECORDS_GAME_LINES_H

#include <stdbool.h>
#include <stdio.h>

/* A part of a file that is no whole line. */
typedef struct Damage {
    int line;         /* its number, from 1 */
    long long offset; /* bytes of the file before the part */
    long long length; /* bytes of the part */
    long long fault;  /* bytes of the file before the first wrong byte */
    const char *what; /* what is wrong: a static text */
} Damage;

typedef struct GameLines {
    const char
        *text;   /* the part without the spaces and the line end behind it; "" for zero bytes */
    Damage part; /* `what` is NULL for a whole line: one JSON object */

    FILE *file;
    char *buffer;
    long long offset; /* bytes taken from the file */
    int line;
    bool has_mark; /* the next part begins with {"game": which has been read */
} GameLines;

/* Returns false with errno: EINVAL for a pipe or a device. The caller must close the lines in
 * either case. */
bool game_lines_open(GameLines *lines, const char *path);

/* Read the next part. Blank lines are left out. Returns false at the end of the file and after an
 * error, which game_lines_close reports. */
bool game_lines_next(GameLines *lines);

/* Returns false with errno when the file could not be read to its end. */
bool game_lines_close(GameLines *lines);

/* Damaged parts of a file. */
typedef struct DamageList {
    Damage *parts;
    int count;
} DamageList;

/* Returns false when memory is short. */
bool damage_add(DamageList *list, const Damage *part);

/* Say for the first parts where they are and what is wrong, and how many more there are: call
 * `say` for each line of text. */
void damage_report(const DamageList *list, const char *path,
                   void (*say)(void *context, const char *text), void *context);

/* Append the damaged parts of the file to `copy`, a line each. Returns false with errno. */
bool damage_copy(const DamageList *list, const char *path, const char *copy);

void damage_clear(DamageList *list);

#endif
