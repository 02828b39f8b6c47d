/* A bot that collects power-ups, bombs walls and players, and keeps out of blasts. */
#include <unistd.h>

#include "board.h"
#include "future.h"

enum { WAIT = 0, PLANT = 5, NO_WAY = -1 };
typedef struct { int cell, first, k; } Way; /* first command, and length, of a way to a cell */

/* Find ways from `start`, left after k rounds, to cells that never burn. Returns their number. */
static int find_ways(const Future *f, int start, int k, Way safe[CELLS]) {
    Way queue[CELLS] = {{start, 0, k}};
    char seen[CELLS] = {0};
    int count = 1, found = 0;
    seen[start] = 1;
    for (int i = 0; i < count; i++) {
        Way at = queue[i];
        if (f->burns[at.cell] == NEVER)
            safe[found++] = at;
        for (int c = 1; c <= 4; c++) {
            int to = at.cell + steps[c], is_free = f->gone[to] < 0 && !isalpha(cells[to]);
            if (seen[to] || !is_free || f->burns[at.cell] <= at.k || f->burns[to] <= at.k + 1)
                continue;
            seen[to] = 1;
            queue[count++] = (Way){to, at.first ? at.first : c, at.k + 1};
        }
    }
    return found;
}

/* Go to the nearest power-up, or plant where a bomb hits more and leaves a way out. */
static int choose(int worst) {
    static Future now, trial;
    static Way ways[CELLS], escapes[CELLS];
    look_ahead(&now, worst);
    int count = find_ways(&now, here, 0, ways);
    for (int i = 0; i < count; i++) {
        int cell = ways[i].cell, first = ways[i].first;
        Bomb old = bombs[cell];
        if (first && strchr("!&$", cells[cell]))
            return first;
        bombs[cell] = (Bomb){NEW_TIMER, radius[key], key};
        look_ahead(&trial, worst);
        bombs[cell] = old;
        if (!old.timer && trial.hits > now.hits && find_ways(&trial, cell, 1, escapes))
            return first ? first : left[key] ? PLANT : WAIT;
    }
    return count == 0 ? NO_WAY : count > 1 ? ways[1].first : ways[0].first;
}

int main(int argc, char **argv) {
    if (argc < 3 || chdir(argv[2]) != 0 || !freopen("map.txt", "r", stdin))
        return 1;
    key = argv[1][0];
    read_board();
    int careful = choose(1), command = careful == NO_WAY ? choose(0) : careful;
    if (!freopen("move.txt", "w", stdout))
        return 1;
    printf("%d", command == NO_WAY ? WAIT : command);
}
