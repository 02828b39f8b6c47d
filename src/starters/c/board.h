/* The board of a round, read from map.txt. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { CELLS = 41 * 41 }; /* of the largest board */
typedef struct { int timer, radius, owner; } Bomb; /* timer 0: no bomb, 1: explodes in this round */

static char cells[CELLS + 1];      /* (x, y) of the files is cells[(y - 1) * width + x - 1] */
static int key, here, steps[5];    /* commands 1 to 4 lead from `here` to here + steps[command] */
static int left[128], radius[128]; /* by key: bombs that a player can still plant, their radius */
static Bomb bombs[CELLS];

static void read_board(void) {
    char line[4096], owner = 0;
    int width = 0, x, y;
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == '#')
            strncat(cells, line, (size_t)(width = (int)strcspn(line, "\r\n")));
        sscanf(line, "Key: %c", &owner);
        sscanf(line, "BombBag: %d", &left[(int)owner]);
        sscanf(line, "BlastRadius: %d", &radius[(int)owner]);
        for (char *at = line; (at = strchr(at, '{')); at++) {
            Bomb bomb = {0, 0, owner};
            sscanf(at, "{x:%d,y:%d,fuse:%d,radius:%d}", &x, &y, &bomb.timer, &bomb.radius);
            bombs[(y - 1) * width + x - 1] = bomb;
        }
    }
    memcpy(steps, (int[]){0, -width, -1, 1, width}, sizeof steps);
    here = (int)strcspn(cells, (char[]){(char)key, (char)tolower(key), 0});
    cells[here] = ' '; /* letters are the other players */
}
