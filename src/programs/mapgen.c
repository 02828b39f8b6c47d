/* Print the initial maps of the 2016 engine. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/mapgen.h"
#include "platform/program.h"

static const char usage[] =
    "usage: mapgen PLAYERS SEED [COUNT]\n"
    "\n"
    "Print the initial maps for PLAYERS (2 to 12) and the seeds SEED, SEED + 1, ... (COUNT of "
    "them,\n"
    "1 unless given), as the 2016 engine generates them. Each is a line `map PLAYERS SEED BOUNTY`\n"
    "and the rows of the board:\n"
    "  #  indestructible wall        b  destructible wall over a bag power-up\n"
    "  +  destructible wall          r  destructible wall over a radius power-up\n"
    "  $  super power-up             A, B, ...  players\n"
    "\n"
    "  --help     print this\n"
    "  --version  print the version\n";

/* Read a whole number in low..high; complain and return false when `text` is not one. */
static bool read_number(const char *name, const char *text, long low, long high, long *number) {
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && *number >= low && *number <= high)
        return true;
    fprintf(stderr, "mapgen: %s must be a whole number from %ld to %ld, not '%s'\n", name, low,
            high, text);
    return false;
}

static void print_map(int players, int32_t seed) {
    StartMap map;
    mapgen_generate(&map, players, seed);
    printf("map %d %ld %d\n", players, (long)seed, map.bounty);
    for (int y = 0; y < map.size; y++)
        puts(map.row[y]);
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return program_end("mapgen", fputs(usage, stdout) < 0);
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return program_end("mapgen", puts("mapgen 0.1.0") < 0);
    if (argc != 3 && argc != 4) {
        fputs("mapgen: PLAYERS and SEED are wanted; see mapgen --help\n", stderr);
        return 2;
    }
    long players, seed, count = 1;
    if (!read_number("PLAYERS", argv[1], 2, MAP_PLAYERS_MAX, &players) ||
        !read_number("SEED", argv[2], INT32_MIN, INT32_MAX, &seed))
        return 2;
    long long seeds_left = (long long)INT32_MAX - seed + 1;
    long most = seeds_left < INT32_MAX ? (long)seeds_left : INT32_MAX;
    if (argc == 4 && !read_number("COUNT", argv[3], 1, most, &count))
        return 2;
    for (long i = 0; i < count; i++)
        print_map((int)players, (int32_t)(seed + i));
    return program_end("mapgen", 0);
}
