/* The number of different positions after some rounds, by every instruction set and by the
 * reference engine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/reference.h"
#include "support/positions.h"
#include "test.h"

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The combination of commands with this number, players counting in base COMMAND_COUNT. */
static void nth_combination(long number, uint8_t command[MAX_PLAYERS]) {
    for (int p = 0; p < MAX_PLAYERS; p++, number /= COMMAND_COUNT)
        command[p] = (uint8_t)(number % COMMAND_COUNT);
}

/* Play a round by an engine, or by the reference engine when it is NULL. */
static void play_by(const Engine *fast, const Game *game, State *state,
                    const uint8_t command[MAX_PLAYERS]) {
    RoundEvents events;
    if (fast) {
        fast->play(game, state, command, &RANKS_IN_ORDER, &events);
        return;
    }
    ReferenceEngine reference;
    reference_from_state(&reference, game, state);
    reference_play(&reference, command, &RANKS_IN_ORDER);
    reference_to_state(&reference, game, state, &events);
    state_rehash(state);
}

/* Keep one state of each hash. Returns how many are left. */
static size_t unique_states(State *states, size_t count) {
    uint64_t(*keys)[2] = malloc(count * sizeof *keys);
    State *kept = aligned_alloc(64, count * sizeof *kept);
    assert_non_null(keys);
    assert_non_null(kept);
    for (size_t i = 0; i < count; i++) {
        keys[i][0] = state_hash(&states[i]);
        keys[i][1] = i;
    }
    qsort(keys, count, sizeof *keys, compare_hashes);
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || keys[i][0] != keys[i - 1][0])
            kept[left++] = states[keys[i][1]];
    memcpy(states, kept, left * sizeof *states);
    free(kept);
    free(keys);
    return left;
}

/* The number of different states after `rounds` rounds of all combinations of commands. */
static size_t perft(const Engine *fast, const Game *game, const State *root, int rounds) {
    size_t count = 1;
    long combinations = 1;
    for (int p = 0; p < game->players; p++)
        combinations *= COMMAND_COUNT;
    State *level = aligned_alloc(64, sizeof *level);
    *level = *root;
    for (int round = 0; round < rounds; round++) {
        State *next = aligned_alloc(64, count * (size_t)combinations * sizeof *next);
        assert_non_null(next);
        size_t children = 0;
        for (size_t i = 0; i < count; i++)
            for (long number = 0; number < combinations; number++) {
                uint8_t command[MAX_PLAYERS];
                nth_combination(number, command);
                next[children] = level[i];
                play_by(fast, game, &next[children++], command);
            }
        free(level);
        level = next;
        count = unique_states(level, children);
    }
    free(level);
    return count;
}

static bool find_position(const char *text, const char *wanted, Game *game, State *state) {
    char name[NOTATION_NAME], error[256];
    while (notation_read(&text, name, game, state, error, sizeof error))
        if (strcmp(name, wanted) == 0)
            return true;
    return false;
}

static void check_perft_line(const char *line, const char *positions) {
    char name[NOTATION_NAME];
    int rounds;
    size_t expected;
    if (sscanf(line, "%95s %d %zu", name, &rounds, &expected) != 3)
        return;
    Game game;
    State state;
    assert_true(find_position(positions, name, &game, &state));
    for (int i = -1; i < 0 || engine_at(i); i++) {
        size_t found = perft(i < 0 ? NULL : engine_at(i), &game, &state, rounds);
        if (found != expected)
            fail_msg("%s after %d rounds, %s: %zu states, not %zu", name, rounds,
                     i < 0 ? "reference" : engine_at(i)->name, found, expected);
    }
}

TEST(test_counts_of_positions_are_right) {
    char *positions = read_data("src/engine/positions.txt");
    char *lines = read_data("tests/data/perft.txt");
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n"))
        if (line[0] != '#')
            check_perft_line(line, positions);
    free(lines);
    free(positions);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_of_positions_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
