/* Every kind of agent gives commands that the rules carry out, and repeats them with the same
 * seed. */
#include <string.h>

#include "agents/registry.h"
#include "engine/commands.h"
#include "engine/mapgen.h"
#include "engine/ranks.h"
#include "search/root.h"
#include "support/agents.h"
#include "support/positions.h"
#include "test.h"

enum { NODES = 150 };

/* How to make an agent of the registry that answers quickly; NULL behind the last. */
static const char *spec_at(int index) {
    const AgentKind *kind = agent_kind_at(index);
    if (!kind)
        return NULL;
    return strcmp(kind->name, "beam") == 0 ? "beam:width=20,depth=8" : kind->name;
}

/* True for a command that the rules carry out, for a move into anything but a bomb, and for the
 * wait of a player that has no wall beside it. */
static void assert_useful(const State *state, int player, Command command) {
    assert_in_range(command, COMMAND_NOTHING, COMMAND_TRIGGER);
    if (state_legal(state, player) >> command & 1 || command == wait_command(state, player))
        return;
    assert_in_range(command, COMMAND_UP, COMMAND_DOWN);
    assert_false(state_has_bomb(state, cell_beside(state->cell[player], command)));
}

typedef struct SelfPlay {
    int players, seed;
    uint64_t agent_seed;
    uint64_t digest; /* of all commands */
    int moves;
} SelfPlay;

static void play_round(SelfPlay *match, Agent *agents[MAX_PLAYERS], const Game *game, State *state,
                       Random *random) {
    uint8_t command[MAX_PLAYERS] = {0};
    RoundEvents events;
    for (int p = 0; p < match->players; p++) {
        if (!state_is_alive(state, p))
            continue;
        command[p] = (uint8_t)ask_in_game(agents[p], game, state, p, NODES);
        assert_useful(state, p, command[p]);
        match->digest = match->digest * 1000003 + command[p];
        match->moves++;
    }
    Ranks ranks = ranks_roll(random);
    engine()->play(game, state, command, &ranks, &events);
}

static void self_play(SelfPlay *match, const char *spec, int rounds) {
    StartMap map;
    Game game;
    State state;
    Agent *agents[MAX_PLAYERS];
    Random random = random_seeded((uint64_t)match->seed);
    mapgen_generate(&map, match->players, match->seed);
    assert_true(mapgen_start(&map, &game, &state));
    for (int p = 0; p < match->players; p++)
        agents[p] = make_agent(spec, match->agent_seed + (uint64_t)p);
    while (!state_over(&game, &state) && rounds-- > 0)
        play_round(match, agents, &game, &state, &random);
    for (int p = 0; p < match->players; p++)
        agent_destroy(agents[p]);
}

TEST(test_commands_are_not_refused) {
    for (int s = 0; spec_at(s); s++) {
        int moves = 0;
        for (int seed = 1; seed <= 9; seed++) {
            SelfPlay match = {.players = 2 + seed % 3, .seed = seed};
            self_play(&match, spec_at(s), 150);
            moves += match.moves;
        }
        assert_true(moves > 100);
    }
}

TEST(test_same_seed_gives_same_commands) {
    for (int s = 0; spec_at(s); s++) {
        SelfPlay first = {.players = 3, .seed = 5, .agent_seed = 7}, second = first;
        self_play(&first, spec_at(s), 60);
        self_play(&second, spec_at(s), 60);
        assert_true(first.digest == second.digest);
        assert_int_equal(first.moves, second.moves);
    }
    SelfPlay one = {.players = 4, .seed = 5, .agent_seed = 7}, other = one;
    other.agent_seed = 70;
    self_play(&one, "random", 60);
    self_play(&other, "random", 60);
    assert_true(one.digest != other.digest);
}

TEST(test_random_plays_every_command) {
    Game game;
    State state;
    unsigned seen = 0;
    read_position("position open\nround=5 bounty=100\nA 4,4 bag=2 radius=1 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\nbombs A@8,8:t6r1\nend\n",
                  &game, &state);
    for (uint64_t seed = 0; seed < 200; seed++) {
        Agent *agent = make_agent("random", seed);
        seen |= 1u << ask_in_game(agent, &game, &state, 0, NODES);
        agent_destroy(agent);
    }
    assert_int_equal(seen, (1 << COMMAND_COUNT) - 1);
}

static int powerups_in(const Game *game, const State *state) {
    int count = 0;
    for (int i = 0; i < game->powerup_count; i++)
        count += state->powerups >> i & 1;
    return count;
}

TEST(test_powerups_under_walls_are_hidden) {
    Game game, seen_game;
    State state, seen;
    /* Under walls: b and r. In sight: ! and the $ in the centre. */
    read_position("position a\nround=5 bounty=100\n"
                  "###########\n"
                  "#  b r !  \n"
                  "A 2,2 bag=1 radius=1 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\nend\n",
                  &game, &state);
    int all = powerups_in(&game, &state);
    state_hide_powerups(&game, &state, &seen_game, &seen);
    assert_int_equal(powerups_in(&seen_game, &seen), all - 2);
    assert_int_equal(seen_game.powerup_at[cell_at(3, 1)], NO_POWERUP);
    assert_int_equal(seen_game.powerup_at[cell_at(5, 1)], NO_POWERUP);
    int index = seen_game.powerup_at[cell_at(7, 1)];
    assert_int_not_equal(index, NO_POWERUP);
    assert_int_equal(seen_game.powerup_type[index], POWERUP_RADIUS);
    assert_memory_equal(&seen.walls, &state.walls, sizeof seen.walls);
    State rehashed = seen;
    state_rehash(&rehashed);
    assert_true(rehashed.hash == seen.hash);
}

TEST(test_taken_powerups_are_gone) {
    Game game, seen_game;
    State state, seen;
    read_position("position a\nround=5 bounty=100\n"
                  "###########\n"
                  "#  !      \n"
                  "A 2,2 bag=1 radius=1 points=0\n"
                  "B 20,20 bag=1 radius=1 points=0\nend\n",
                  &game, &state);
    int all = powerups_in(&game, &state);
    state.powerups &= ~(1u << game.powerup_at[cell_at(3, 1)]);
    state_hide_powerups(&game, &state, &seen_game, &seen);
    assert_int_equal(powerups_in(&seen_game, &seen), all - 1);
    assert_int_equal(seen_game.powerup_at[cell_at(3, 1)], NO_POWERUP);
}

/* What an agent keeps from a turn is used in the next turn of the same player only. */
TEST(test_only_the_next_round_of_a_player_follows) {
    static const struct {
        int player, round;
        bool follows;
    } turns[] = {{0, 0, false}, {0, 1, true},  {0, 2, true}, {0, 2, false},
                 {0, 4, false}, {1, 5, false}, {1, 6, true}, {0, 0, false}};
    State state = all_positions()->state[0];
    LastTurn last = NO_TURN;
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        const Observation observation = {
            .game = &all_positions()->game[0], .state = &state, .player = turns[i].player};
        state.round = (uint16_t)turns[i].round;
        assert_int_equal(root_follows(&last, &observation), turns[i].follows);
    }
}

TEST(test_unknown_agents_are_refused) {
    char error[256];
    static const char *const wrong[] = {"nobody",   "",         "chase",        "chasers",
                                        "chaser:x", "random:7", "beam:nonsense"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        error[0] = 0;
        assert_null(agent_create(wrong[i], 1, error, sizeof error));
        assert_true(error[0] != 0);
    }
    assert_null(agent_create("nobody", 1, error, sizeof error));
    assert_non_null(strstr(error, "chaser"));
    agent_destroy(NULL);
}

TEST(test_commands_have_names) {
    assert_string_equal(command_name(COMMAND_NOTHING), "nothing");
    assert_string_equal(command_name(COMMAND_RIGHT), "right");
    assert_string_equal(command_name(COMMAND_TRIGGER), "trigger");
    assert_string_equal(command_name((Command)99), "nothing");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands_are_not_refused),
        cmocka_unit_test(test_same_seed_gives_same_commands),
        cmocka_unit_test(test_random_plays_every_command),
        cmocka_unit_test(test_powerups_under_walls_are_hidden),
        cmocka_unit_test(test_taken_powerups_are_gone),
        cmocka_unit_test(test_only_the_next_round_of_a_player_follows),
        cmocka_unit_test(test_unknown_agents_are_refused),
        cmocka_unit_test(test_commands_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
