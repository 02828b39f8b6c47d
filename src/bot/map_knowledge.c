#include "bot/map_knowledge.h"

#include <stdlib.h>

#include "engine/mapgen.h"

bool map_knowledge_read(const char *text, MapKnowledge *knowledge) {
    static const char *const names[] = {"none", "symmetry", "seed"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            *knowledge = (MapKnowledge)i;
            return true;
        }
    return false;
}

static void add_generated_powerups(int seed, Game *game, State *state) {
    StartMap *map = malloc(sizeof *map);
    if (!map)
        return;
    mapgen_generate(map, game->players, seed);
    for (int y = 0; y < BOARD_SIZE; y++)
        for (int x = 0; x < BOARD_SIZE; x++)
            if (map->row[y][x] == 'b' || map->row[y][x] == 'r')
                state_add_hidden_powerup(game, state, cell_at(x, y),
                                         map->row[y][x] == 'b' ? POWERUP_BAG : POWERUP_RADIUS);
    free(map);
}

static Cell mirrored(int quadrant, int x, int y) {
    MapCell cell = mapgen_mirror(BOARD_SIZE, quadrant, x, y);
    return cell_at(cell.x, cell.y);
}

/* The type of the power-up that has been in sight at this distance from the quadrant's corner, or
 * 0. */
static int type_at_distance(const SeenPowerups *seen, int quadrant, int distance) {
    for (int x = 1; x < MAP_QUADRANT_SIZE; x++) {
        int y = distance - x;
        if (y < 1 || y >= MAP_QUADRANT_SIZE)
            continue;
        if (board_has(&seen->bag, mirrored(quadrant, x, y)))
            return POWERUP_BAG;
        if (board_has(&seen->radius, mirrored(quadrant, x, y)))
            return POWERUP_RADIUS;
    }
    return 0;
}

/* The cell of the wall at this distance from the quadrant's corner, if exactly one is left; else
 * NO_CELL. */
static Cell last_wall_at_distance(const State *state, int quadrant, int distance) {
    Cell found = NO_CELL;
    int count = 0;
    for (int x = 0; x < MAP_QUADRANT_SIZE; x++) {
        int y = distance - x;
        if (y < 0 || y >= MAP_QUADRANT_SIZE || !board_has(&state->walls, mirrored(quadrant, x, y)))
            continue;
        found = mirrored(quadrant, x, y);
        count++;
    }
    return count == 1 ? found : NO_CELL;
}

static void infer_from_symmetry(const SeenPowerups *seen, Game *game, State *state) {
    for (int distance = 2; distance < 2 * MAP_QUADRANT_SIZE; distance++) {
        int type = 0;
        for (int quadrant = 0; quadrant < MAP_QUADRANTS && !type; quadrant++)
            type = type_at_distance(seen, quadrant, distance);
        for (int quadrant = 0; quadrant < MAP_QUADRANTS && type; quadrant++) {
            Cell cell = last_wall_at_distance(state, quadrant, distance);
            if (cell != NO_CELL && !type_at_distance(seen, quadrant, distance))
                state_add_hidden_powerup(game, state, cell, (PowerUp)type);
        }
    }
}

void map_knowledge_infer(MapKnowledge knowledge, int seed, const SeenPowerups *seen, Game *game,
                         State *state) {
    if (knowledge == KNOWLEDGE_SEED)
        add_generated_powerups(seed, game, state);
    else if (knowledge == KNOWLEDGE_SYMMETRY && game->players == MAX_PLAYERS)
        infer_from_symmetry(seen, game, state);
    state_rehash(state);
}
