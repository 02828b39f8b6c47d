#include "agents/paths.h"

void paths_measure(Paths *paths, Cell start, const Board *blocked) {
    memset(paths->distance, PATHS_UNREACHED, sizeof paths->distance);
    paths->distance[start] = 0;
    paths->queue[0] = start;
    paths->reached = 1;
    for (int i = 0; i < paths->reached; i++)
        for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++) {
            Cell from = paths->queue[i], to = cell_beside(from, c);
            if (board_has(blocked, to) || paths->distance[to] != PATHS_UNREACHED)
                continue;
            paths->distance[to] = (uint8_t)(paths->distance[from] + 1);
            paths->queue[paths->reached++] = to;
        }
}

/* The path is followed backwards. */
Command paths_first_step(const Paths *paths, Cell target) {
    Command command = COMMAND_NOTHING;
    while (paths->distance[target] > 0)
        for (Command c = COMMAND_UP; c <= COMMAND_DOWN; c++) {
            Cell before = cell_beside(target, opposite_move(c));
            if (paths->distance[before] + 1 == paths->distance[target]) {
                command = c;
                target = before;
                break;
            }
        }
    return command;
}
