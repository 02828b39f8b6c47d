/* Shortest paths for agents that walk to the nearest cell of some kind. */
#ifndef BLASTBEAM_AGENTS_PATHS_H
#define BLASTBEAM_AGENTS_PATHS_H

#include "engine/state.h"

enum { PATHS_UNREACHED = 255 };

typedef struct Paths {
    uint8_t distance[CELL_COUNT]; /* steps from the start; PATHS_UNREACHED: no way */
    Cell queue[CELL_COUNT];       /* the cells that can be reached, nearest first */
    int reached;                  /* cells in the queue; queue[0] is the start */
} Paths;

/* Measure the paths from `start` that enter no cell of `blocked`. */
void paths_measure(Paths *paths, Cell start, const Board *blocked);

/* The first command of a shortest path to `target`, which can be reached; COMMAND_NOTHING for the
 * start. */
Command paths_first_step(const Paths *paths, Cell target);

#endif
