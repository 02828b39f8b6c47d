#include "bot/map_knowledge.h"

#include <stdlib.h>

#include "engine/mapgen.h"

enum { QUADRANTS = 4, QUADRANT_SIZE = 9 };

bool knowledge_read(const char *text, MapKnowledge *knowledge) {
    static const char *const names[] = {"none", "symmetry", "seed"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            *knowledge = (MapKnowledge)i;
            return true;
        }
    return false;
}

static void suppose(Game *game, State *state, Cell cell, PowerUp type) {
    int index = board_has(&state->walls, cell) ? game_add_powerup(game, cell, type) : NO_POWERUP;
    if (index != NO_POWERUP)
        state->powerups |= 1u << index;
}

static void look_up_seed(int seed, Game *game, State *state) {
    StartMap *map = malloc(sizeof *map);
    if (!map)
        return;
    mapgen_generate(map, game->players, seed);
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            if (map->row[y][x] == 'b' || map->row[y][x] == 'r')
                suppose(game, state, cell_at(x, y),
                        map->row[y][x] == 'b' ? POWERUP_BAG : POWERUP_RADIUS);
    free(map);
}

/* The cell (x, y) of the first quadrant, mirrored into another. */
static Cell mirrored(int quadrant, int x, int y) {
    int last = BOARD_SIZE - 1;
    return cell_at(quadrant & 1 ? last - x : x, quadrant & 2 ? last - y : y);
}

/* The power-up that came into sight at a distance from the corner of a quadrant; 0: none. */
static int seen_at(const SeenPowerups *seen, int quadrant, int distance) {
    for (int x = 1; x < QUADRANT_SIZE; x++) {
        int y = distance - x;
        if (y < 1 || y >= QUADRANT_SIZE)
            continue;
        if (board_has(&seen->bag, mirrored(quadrant, x, y)))
            return POWERUP_BAG;
        if (board_has(&seen->radius, mirrored(quadrant, x, y)))
            return POWERUP_RADIUS;
    }
    return 0;
}

/* The only wall at that distance that still stands, or NO_CELL. */
static Cell only_wall_at(const State *state, int quadrant, int distance) {
    Cell found = NO_CELL;
    int count = 0;
    for (int x = 0; x < QUADRANT_SIZE; x++) {
        int y = distance - x;
        if (y < 0 || y >= QUADRANT_SIZE || !board_has(&state->walls, mirrored(quadrant, x, y)))
            continue;
        found = mirrored(quadrant, x, y);
        count++;
    }
    return count == 1 ? found : NO_CELL;
}

static void compare_quadrants(const SeenPowerups *seen, Game *game, State *state) {
    for (int distance = 2; distance < 2 * QUADRANT_SIZE; distance++) {
        int type = 0;
        for (int quadrant = 0; quadrant < QUADRANTS && !type; quadrant++)
            type = seen_at(seen, quadrant, distance);
        for (int quadrant = 0; quadrant < QUADRANTS && type; quadrant++) {
            Cell cell = only_wall_at(state, quadrant, distance);
            if (cell != NO_CELL && !seen_at(seen, quadrant, distance))
                suppose(game, state, cell, (PowerUp)type);
        }
    }
}

void infer_powerups(MapKnowledge knowledge, int seed, const SeenPowerups *seen, Game *game,
                    State *state) {
    if (knowledge == KNOWLEDGE_SEED)
        look_up_seed(seed, game, state);
    else if (knowledge == KNOWLEDGE_SYMMETRY && game->players == MAX_PLAYERS)
        compare_quadrants(seen, game, state);
    state_rehash(state);
}
