#include "engine/mapgen.h"

#include "engine/dotnet_random.h"

enum {
    PILLAR = '#',
    WALL = '+',
    BAG = 'b',
    RADIUS = 'r',
    SUPER = '$',
    EMPTY = ' ',
    WALL_PERCENT = 35,
    CLEAR_DISTANCE = 2,   /* walls keep this distance from players */
    GUARD_DISTANCE = 3,   /* distance of the walls that close a player's corner */
    PLANNED_POWERUPS = 6, /* in a quadrant, with 4 players */
    DISTANCES = 2 * MAP_QUADRANT_SIZE - 1
};

int mapgen_size(int players) {
    return players <= 4 ? 21 : players <= 8 ? 31 : 41;
}

bool mapgen_is_pillar(int size, int x, int y) {
    bool border = x == 0 || y == 0 || x == size - 1 || y == size - 1;
    bool centre = x == size / 2 && y == size / 2;
    return border || (x % 2 == 0 && y % 2 == 0 && !centre);
}

static MapCell player_place(int size, int player) {
    static const MapCell medium[] = {{16, 1}, {14, 29}, {1, 14}, {29, 16}};
    static const MapCell large[] = {{14, 1}, {26, 39}, {1, 26}, {39, 14},
                                    {27, 1}, {13, 39}, {1, 13}, {39, 27}};
    const MapCell corner[] = {{1, 1}, {size - 2, size - 2}, {1, size - 2}, {size - 2, 1}};
    if (player < 4)
        return corner[player];
    return size == 31 ? medium[player - 4] : large[player - 4];
}

static char *mirrored(StartMap *map, int quadrant, int x, int y) {
    MapCell cell = mapgen_mirror(map->size, quadrant, x, y);
    return &map->row[cell.y][cell.x];
}

static void clear_map(StartMap *map) {
    memset(map->row, 0, sizeof map->row);
    for (int y = 0; y < map->size; y++)
        for (int x = 0; x < map->size; x++)
            map->row[y][x] = mapgen_is_pillar(map->size, x, y) ? PILLAR : EMPTY;
    for (int p = 0; p < map->players; p++) {
        MapCell place = player_place(map->size, p);
        map->row[place.y][place.x] = (char)('A' + p);
    }
}

static void wall_if_empty(StartMap *map, int x, int y) {
    if (map->row[y][x] == EMPTY)
        map->row[y][x] = WALL;
}

static int guard_coordinate(int size, int at) {
    return at + GUARD_DISTANCE < size - 1 ? at + GUARD_DISTANCE : at - GUARD_DISTANCE;
}

static void guard_player(StartMap *map, int x, int y) {
    int last = map->size - 2;
    if (y == 1 || y == last)
        wall_if_empty(map, guard_coordinate(map->size, x), y);
    if (x == 1 || x == last)
        wall_if_empty(map, x, guard_coordinate(map->size, y));
}

static bool near_player(const StartMap *map, int x, int y) {
    for (int p = 0; p < map->players; p++) {
        MapCell place = player_place(map->size, p);
        int dx = place.x - x, dy = place.y - y;
        if (dx * dx + dy * dy < CLEAR_DISTANCE * CLEAR_DISTANCE)
            return true;
    }
    return false;
}

static void apply_roll(StartMap *map, int x, int y, int roll) {
    if (map->row[y][x] >= 'A' && map->row[y][x] <= 'Z')
        guard_player(map, x, y);
    if (roll < WALL_PERCENT && !near_player(map, x, y))
        wall_if_empty(map, x, y);
}

static void apply_to_mirrors(StartMap *map, int x, int y, int roll) {
    for (int quadrant = 0; quadrant < MAP_QUADRANTS; quadrant++) {
        MapCell cell = mapgen_mirror(map->size, quadrant, x, y);
        apply_roll(map, cell.x, cell.y, roll);
    }
}

static void build_walls(StartMap *map, DotnetRandom *random) {
    int centre = map->size / 2;
    for (int x = 0; x <= centre; x++)
        for (int y = 0; y <= centre; y++)
            apply_to_mirrors(map, x, y, dotnet_random_range(random, 0, 100));
    for (int x = centre - 1; x <= centre + 2; x++)
        for (int y = centre - 1; y <= centre + 2; y++)
            apply_to_mirrors(map, x, y, 0);
}

/* The walls of a quadrant at a Manhattan distance from the corner of the board. */
static int walls_at_distance(StartMap *map, int quadrant, int distance,
                             char *wall[MAP_QUADRANT_SIZE]) {
    int count = 0;
    for (int x = 0; x < MAP_QUADRANT_SIZE; x++) {
        int y = distance - x;
        if (y >= 0 && y < MAP_QUADRANT_SIZE && *mirrored(map, quadrant, x, y) == WALL)
            wall[count++] = mirrored(map, quadrant, x, y);
    }
    return count;
}

static void remove_at(int *list, int *count, int index) {
    (*count)--;
    memmove(list + index, list + index + 1, (size_t)(*count - index) * sizeof *list);
}

/* Plan the distances of the power-ups of a quadrant. Returns false when the map is unsuitable. The
 * two walls that close the corner are at distance 5, so one of the nearest walls is always planned.
 */
static bool plan_distances(StartMap *map, DotnetRandom *random, int plan[DISTANCES]) {
    char *wall[MAP_QUADRANT_SIZE];
    int count = 0;
    for (int distance = 0; distance < DISTANCES; distance++)
        if (walls_at_distance(map, 0, distance, wall) > 1)
            plan[count++] = distance;
    if (count <= PLANNED_POWERUPS)
        return false;
    while (count > PLANNED_POWERUPS)
        remove_at(plan, &count, dotnet_random_range(random, 1, 4));
    return true;
}

static bool hide_powerups_of_four(StartMap *map, DotnetRandom *random) {
    int plan[DISTANCES];
    char *wall[MAP_QUADRANT_SIZE];
    int first_kind = dotnet_random_range(random, 0, 3);
    if (!plan_distances(map, random, plan))
        return false;
    for (int quadrant = 0; quadrant < MAP_QUADRANTS; quadrant++)
        for (int i = 0; i < PLANNED_POWERUPS; i++) {
            int count = walls_at_distance(map, quadrant, plan[i], wall);
            *wall[dotnet_random_range(random, 0, count)] = (first_kind + i) % 3 ? RADIUS : BAG;
        }
    return true;
}

static void hide_in_quadrant(StartMap *map, DotnetRandom *random, int quadrant, char kind,
                             int count) {
    while (count > 0) {
        int x = dotnet_random_range(random, 1, map->size / 2 + 1) - 1;
        int y = dotnet_random_range(random, 1, map->size / 2 + 1) - 1;
        char *cell = mirrored(map, quadrant, x, y);
        if (*cell == WALL) {
            *cell = kind;
            count--;
        }
    }
}

static void hide_powerups(StartMap *map, DotnetRandom *random) {
    for (int i = 0; i < MAP_QUADRANTS; i++) {
        hide_in_quadrant(map, random, (MAP_QUADRANTS - i) % MAP_QUADRANTS, BAG,
                         2 * map->players / 4);
        hide_in_quadrant(map, random, i, RADIUS, 4 * map->players / 4);
    }
}

static int count_walls(const StartMap *map) {
    int count = 0;
    for (int y = 0; y < map->size; y++)
        for (int x = 0; x < map->size; x++)
            count += mapgen_is_wall(map->row[y][x]);
    return count;
}

static bool try_map(StartMap *map, DotnetRandom *random) {
    clear_map(map);
    build_walls(map, random);
    if (map->players == 4) {
        if (!hide_powerups_of_four(map, random))
            return false;
    } else
        hide_powerups(map, random);
    map->row[map->size / 2][map->size / 2] = SUPER;
    map->bounty = (100 + WALL_POINTS * count_walls(map)) / map->players;
    return true;
}

void mapgen_generate(StartMap *map, int players, int32_t seed) {
    DotnetRandom seeds, random;
    map->players = players;
    map->seed = seed;
    map->size = mapgen_size(players);
    dotnet_random_seed(&seeds, seed);
    do
        dotnet_random_seed(&random, dotnet_random_next(&seeds));
    while (!try_map(map, &random));
}

static bool cell_is_usual(const StartMap *map, int x, int y) {
    char cell = map->row[y][x];
    for (int p = 0; p < map->players; p++) {
        MapCell place = player_place(map->size, p);
        if (place.x == x && place.y == y)
            return cell == 'A' + p;
    }
    bool player = cell >= 'A' && cell <= 'Z';
    return !player && (cell == PILLAR) == mapgen_is_pillar(map->size, x, y);
}

static bool add_powerup(Game *game, int x, int y, char cell) {
    PowerUp type = cell == BAG ? POWERUP_BAG : cell == RADIUS ? POWERUP_RADIUS : POWERUP_SUPER;
    return game_add_powerup(game, cell_at(x, y), type) != NO_POWERUP;
}

bool mapgen_start(const StartMap *map, Game *game, State *state) {
    if (map->players < 2 || map->players > MAX_PLAYERS || map->size != BOARD_SIZE)
        return false;
    game_init(game, map->players, map->bounty);
    for (int y = 0; y < map->size; y++)
        for (int x = 0; x < map->size; x++) {
            char cell = map->row[y][x];
            bool powerup = cell == BAG || cell == RADIUS || cell == SUPER;
            if (!cell_is_usual(map, x, y) || (powerup && !add_powerup(game, x, y, cell)))
                return false;
        }
    state_init(state, game);
    for (int y = 0; y < map->size; y++)
        for (int x = 0; x < map->size; x++)
            if (mapgen_is_wall(map->row[y][x]))
                state_add_wall(state, cell_at(x, y));
    state_rehash(state);
    return true;
}
