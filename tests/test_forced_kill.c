/* Forced kills, compared with a search that tries everything. Drawn examples are in
 * tests/data/tactics.txt. */
#include "safety/forced_kill.h"
#include "support/positions.h"
#include "test.h"

/* The same search without limits of distance: the positions are so small that no target is too far
 * away. */
typedef struct Hunt {
    const Game *game;
    int hunter, target;
    bool trade;
} Hunt;

static bool survives_bombs(const State *state, int player) {
    return survives(engine(), state, player, THREAT_FUSES);
}

static State after(const Hunt *hunt, const State *state, Command own, Command reply) {
    State next;
    RoundEvents events;
    Ranks ranks = RANKS_IN_ORDER;
    uint8_t command[MAX_PLAYERS] = {0};
    command[hunt->hunter] = (uint8_t)own;
    command[hunt->target] = (uint8_t)reply;
    ranks.rank[hunt->hunter] = MAX_PLAYERS;
    state_copy(&next, state);
    engine()->play(hunt->game, &next, command, &ranks, &events);
    return next;
}

static bool leads(const Hunt *hunt, const State *state) {
    for (int p = 0; p < state->players; p++)
        if (p != hunt->hunter &&
            state_points(hunt->game, state, p) >= state_points(hunt->game, state, hunt->hunter))
            return false;
    return true;
}

static bool is_done(const Hunt *hunt, const State *state) {
    if (hunt->trade && !state_is_alive(state, hunt->target))
        return state_is_alive(state, hunt->hunter) || leads(hunt, state);
    return survives_bombs(state, hunt->hunter) && !survives_bombs(state, hunt->target);
}

static unsigned killers(const Hunt *hunt, const State *state, int depth);

/* True when the command begins a kill that no reply escapes. */
static bool is_killer(const Hunt *hunt, const State *state, Command own, int depth) {
    for (Command reply = COMMAND_NOTHING; reply < COMMAND_COUNT; reply++) {
        if (!(state_legal(state, hunt->target) >> reply & 1))
            continue;
        State next = after(hunt, state, own, reply);
        bool goes_on =
            hunt->trade ? state_is_alive(&next, hunt->hunter) : survives_bombs(&next, hunt->hunter);
        if (!is_done(hunt, &next) && !(goes_on && depth > 1 && killers(hunt, &next, depth - 1)))
            return false;
    }
    return true;
}

static unsigned killers(const Hunt *hunt, const State *state, int depth) {
    unsigned found = 0;
    for (Command own = COMMAND_NOTHING; own < COMMAND_COUNT; own++)
        if (state_legal(state, hunt->hunter) >> own & 1 && is_killer(hunt, state, own, depth))
            found |= 1u << own;
    return found;
}

/* The share of replies that the target does not survive. */
static float share_killed(const Hunt *hunt, const State *state, Command own) {
    int count = 0, killed = 0;
    for (Command reply = COMMAND_NOTHING; reply < COMMAND_COUNT; reply++) {
        if (!(state_legal(state, hunt->target) >> reply & 1))
            continue;
        State next = after(hunt, state, own, reply);
        if (!survives_bombs(&next, hunt->hunter))
            return 0;
        killed += !survives_bombs(&next, hunt->target);
        count++;
    }
    return (float)killed / (float)count;
}

static void compare_chances(ReplySearch *search, const Hunt *hunt, const State *state) {
    float chance[COMMAND_COUNT];
    kill_chances(search, state, hunt->target, chance);
    for (Command own = COMMAND_NOTHING; own < COMMAND_COUNT; own++) {
        bool legal = state_legal(state, hunt->hunter) >> own & 1;
        assert_true(chance[own] == (legal ? share_killed(hunt, state, own) : 0));
    }
}

TEST(test_kills_equal_those_of_a_full_search) {
    Random random = random_seeded(7);
    int kills = 0, trades = 0, later = 0;
    for (int trial = 0; trial < 20000; trial++) {
        Game game;
        State state;
        Cell near = cell_at(2 + (int)random_below(&random, 3), 1);
        int depth = trial % 100 ? 1 + trial % 2 : 3;
        draw_skirmish(&random, 2 + trial % 3 / 2, near, 3, &game, &state);
        state.points[trial / 2 % 2] += 10;
        ReplySearch search = {.engine = engine(), .game = &game};
        Hunt hunt = {&game, 0, 1, false};
        if (!survives_bombs(&state, 1)) {
            assert_int_equal(forced_kills(&search, &state, 1, depth), 0);
            continue;
        }
        unsigned found = forced_kills(&search, &state, 1, depth);
        assert_int_equal(found, killers(&hunt, &state, depth));
        later += depth > 1 && found && !killers(&hunt, &state, 1);
        compare_chances(&search, &hunt, &state);
        hunt.trade = true;
        unsigned given = winning_trades(&search, &state, 1, depth);
        assert_int_equal(given, killers(&hunt, &state, depth));
        kills += found != 0;
        trades += given != 0 && !found;
    }
    assert_true(kills > 500 && trades > 20 && later > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kills_equal_those_of_a_full_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
