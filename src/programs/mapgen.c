/* Print the initial maps of the 2016 engine. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/mapgen.h"
#include "platform/number.h"
#include "platform/program.h"

static const char usage[] =
    "usage: mapgen PLAYERS SEED [COUNT]\n"
    "\n"
    "Print the initial maps for PLAYERS (2 to 12) and COUNT seeds (default 1) from SEED on, as "
    "the\n"
    "2016 engine generates them. Each map is a line `map PLAYERS SEED BOUNTY` and the rows of the\n"
    "board:\n"
    "  #  indestructible wall        b  destructible wall over a bag power-up\n"
    "  +  destructible wall          r  destructible wall over a radius power-up\n"
    "  $  super power-up             A, B, ...  players\n"
    "\n"
    "  -h, --help  print this\n"
    "  --version   print the version\n";

/* Read a whole number in low..high. Returns false with a message when `text` is not one. */
static bool read_number(const char *name, const char *text, long low, long high, long *number) {
    long long value;
    bool read = number_whole(text, low, high, &value);
    *number = (long)value;
    if (read)
        return true;
    fprintf(stderr,
            "mapgen: %s must be a whole number from %ld to %ld, not '%s'; see mapgen --help\n",
            name, low, high, text);
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
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
        return program_end("mapgen", fputs(usage, stdout) < 0);
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return program_end("mapgen", puts("mapgen 0.1.0") < 0);
    if (argc < 3) {
        fputs("mapgen: PLAYERS and SEED are needed; see mapgen --help\n", stderr);
        return 2;
    }
    if (argc > 4) {
        fprintf(stderr, "mapgen: takes nothing after COUNT, not '%s'; see mapgen --help\n",
                argv[4]);
        return 2;
    }
    long players, seed, count = 1;
    if (!read_number("PLAYERS", argv[1], 2, MAP_PLAYERS_MAX, &players) ||
        !read_number("SEED", argv[2], INT32_MIN, INT32_MAX, &seed))
        return 2;
    long long seeds_left = (long long)INT32_MAX - seed + 1;
    long count_max = seeds_left < INT32_MAX ? (long)seeds_left : INT32_MAX;
    if (argc == 4 && !read_number("COUNT", argv[3], 1, count_max, &count))
        return 2;
    for (long i = 0; i < count; i++)
        print_map((int)players, (int32_t)(seed + i));
    return program_end("mapgen", 0);
}
