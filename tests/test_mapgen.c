/* The map generator, compared with maps that the real engine made. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "engine/dotnet_random.h"
#include "engine/mapgen.h"
#include "test.h"

TEST(test_random_numbers_equal_those_of_dotnet) {
    static const struct {
        int32_t seed, next[3];
    } cases[] = {{0, {1559595546, 1755192844, 1649316166}},
                 {42, {1434747710, 302596119, 269548474}},
                 {-42, {1434747710, 302596119, 269548474}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        DotnetRandom random;
        dotnet_random_seed(&random, cases[i].seed);
        for (int k = 0; k < 3; k++)
            assert_int_equal(dotnet_random_next(&random), cases[i].next[k]);
    }
}

/* Compare a file of maps with the generator's, byte for byte. Returns the number of maps. */
static int check_maps(const char *path) {
    FILE *file = fopen(path, "r");
    int count = 0, players, bounty;
    long seed;
    char line[64];
    if (!file)
        return 0;
    while (fscanf(file, "map %d %ld %d\n", &players, &seed, &bounty) == 3) {
        StartMap map;
        mapgen_generate(&map, players, (int32_t)seed);
        assert_int_equal(map.bounty, bounty);
        for (int y = 0; y < map.size; y++) {
            assert_non_null(fgets(line, sizeof line, file));
            line[strcspn(line, "\n")] = '\0';
            if (strcmp(map.row[y], line) != 0)
                fail_msg("map %d %ld: row %d is\n%s\nnot\n%s", players, seed, y + 1, map.row[y],
                         line);
        }
        count++;
    }
    assert_true(feof(file));
    fclose(file);
    return count;
}

TEST(test_sample_maps_are_generated) {
    assert_int_equal(check_maps("tests/data/maps.txt"), 16);
}

TEST(test_all_maps_are_generated) {
    if (check_maps("../shared/maps/maps.txt") + check_maps("../shared/maps/large.txt") == 0)
        SKIP_BECAUSE(NO_SHARED);
}

TEST(test_maps_of_any_number_of_players_are_generated) {
    for (int players = 2; players <= MAP_PLAYERS_MAX; players++)
        for (int32_t seed = -20; seed < 20; seed++) {
            StartMap map;
            mapgen_generate(&map, players, seed);
            assert_int_equal(map.size, mapgen_size(players));
            assert_true(map.bounty > 0);
        }
}

static void check_start_cell(const StartMap *map, const Game *game, const State *state, int x,
                             int y) {
    char sign = map->row[y][x];
    const char *powerup = sign != '\0' ? strchr("br$", sign) : NULL;
    static const PowerUp types[] = {POWERUP_BAG, POWERUP_RADIUS, POWERUP_SUPER};
    bool wall = sign == '+' || sign == 'b' || sign == 'r';
    int index = game->powerup_at[cell_at(x, y)];
    assert_int_equal(board_has(&state->walls, cell_at(x, y)), wall);
    assert_int_equal(board_has(&state->blocked, cell_at(x, y)), wall || sign == '#');
    assert_int_equal(index != NO_POWERUP, powerup != NULL);
    if (powerup)
        assert_int_equal(game->powerup_type[index], types[powerup - strchr("br$", 'b')]);
}

TEST(test_generated_maps_start_matches) {
    for (int players = 2; players <= MAX_PLAYERS; players++) {
        StartMap map;
        Game game;
        State state;
        mapgen_generate(&map, players, 5);
        assert_true(mapgen_start(&map, &game, &state));
        assert_int_equal(game.players, players);
        assert_int_equal(game.bounty, map.bounty);
        for (int y = 0; y < map.size; y++)
            for (int x = 0; x < map.size; x++)
                check_start_cell(&map, &game, &state, x, y);
        for (int p = 0; p < players; p++)
            assert_int_equal(map.row[cell_y(state.cell[p])][cell_x(state.cell[p])], 'A' + p);
    }
}

TEST(test_maps_of_other_sizes_start_no_match) {
    StartMap map;
    Game game;
    State state;
    mapgen_generate(&map, 6, 1);
    assert_false(mapgen_start(&map, &game, &state));
    mapgen_generate(&map, 2, 1);
    const StartMap usual = map;
    const struct {
        int x, y;
        char sign;
    } changes[] = {{1, 1, ' '}, {5, 5, 'A'}, {0, 3, ' '}, {3, 3, '#'}, {2, 2, '+'}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        map.row[changes[i].y][changes[i].x] = changes[i].sign;
        assert_false(mapgen_start(&map, &game, &state));
        map = usual;
    }
    memset(map.row[1] + 3, 'b', 16);
    memset(map.row[3] + 1, 'b', 19);
    assert_false(mapgen_start(&map, &game, &state));
    assert_true(mapgen_start(&usual, &game, &state));
}

/* Run the program with the given arguments; its output goes into `output`. Returns its status. */
static int run(const char *arguments, char *output, size_t size) {
    char command[256];
    const char *folder = getenv("BLASTBEAM_BIN");
    snprintf(command, sizeof command, "%s/mapgen %s 2>&1", folder ? folder : "bin", arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, size - 1, pipe)] = '\0';
    int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(test_program_prints_maps) {
    char output[2048], expected[2048];
    size_t used = 0;
    for (int32_t seed = 7; seed < 9; seed++) {
        StartMap map;
        mapgen_generate(&map, 3, seed);
        used += (size_t)sprintf(expected + used, "map 3 %d %d\n", seed, map.bounty);
        for (int y = 0; y < map.size; y++)
            used += (size_t)sprintf(expected + used, "%s\n", map.row[y]);
    }
    assert_int_equal(run("3 7 2", output, sizeof output), 0);
    assert_string_equal(output, expected);
    assert_int_equal(run("--version", output, sizeof output), 0);
    assert_string_equal(output, "mapgen 0.1.0\n");
    assert_int_equal(run("--help", output, sizeof output), 0);
    assert_non_null(strstr(output, "usage: mapgen PLAYERS SEED [COUNT]"));
    assert_int_equal(run("-h", output, sizeof output), 0);
}

TEST(test_program_explains_errors) {
    static const struct {
        const char *arguments, *message;
    } cases[] = {{"", "PLAYERS and SEED"},
                 {"2 1 1 x", "takes nothing after COUNT, not 'x'"},
                 {"1 1", "PLAYERS must be a whole number from 2 to 12, not '1'"},
                 {"13 1", "PLAYERS must be"},
                 {"2 x", "SEED must be"},
                 {"2 1x", "SEED must be"},
                 {"2 ''", "SEED must be"},
                 {"2 2147483648", "SEED must be"},
                 {"2 1 0", "COUNT must be"},
                 {"2 2147483647 2", "COUNT must be a whole number from 1 to 1"}};
    char output[512];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(run(cases[i].arguments, output, sizeof output), 2);
        if (!strstr(output, cases[i].message))
            fail_msg("'%s' does not say '%s'", output, cases[i].message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_numbers_equal_those_of_dotnet),
        cmocka_unit_test(test_sample_maps_are_generated),
        cmocka_unit_test(test_all_maps_are_generated),
        cmocka_unit_test(test_maps_of_any_number_of_players_are_generated),
        cmocka_unit_test(test_generated_maps_start_matches),
        cmocka_unit_test(test_maps_of_other_sizes_start_no_match),
        cmocka_unit_test(test_program_prints_maps),
        cmocka_unit_test(test_program_explains_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
