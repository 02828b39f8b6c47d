/* Forced kills. */
#include "safety/forced_kill.h"
#include "support/positions.h"
#include "test.h"

/* The same hunt at close quarters, where no target is too far away to be looked at. */
typedef struct Chase {
    const Game *game;
    int hunter, target;
    bool trade;
} Chase;

static bool survives_bombs(const State *state, int player) {
    return survives(engine(), state, player, THREAT_FUSES);
}

static State after(const Chase *chase, const State *state, Command own, Command reply) {
    State next;
    RoundEvents events;
    Ranks ranks = RANKS_IN_ORDER;
    uint8_t command[MAX_PLAYERS] = {0};
    command[chase->hunter] = (uint8_t)own;
    command[chase->target] = (uint8_t)reply;
    ranks.rank[chase->hunter] = MAX_PLAYERS;
    state_copy(&next, state);
    engine()->play(chase->game, &next, command, &ranks, &events);
    return next;
}

static bool leads(const Chase *chase, const State *state) {
    for (int p = 0; p < state->players; p++)
        if (p != chase->hunter &&
            state_points(chase->game, state, p) >= state_points(chase->game, state, chase->hunter))
            return false;
    return true;
}

static bool is_done(const Chase *chase, const State *state) {
    if (chase->trade && !state_is_alive(state, chase->target))
        return state_is_alive(state, chase->hunter) || leads(chase, state);
    return survives_bombs(state, chase->hunter) && !survives_bombs(state, chase->target);
}

static unsigned killers(const Chase *chase, const State *state, int depth);

/* The command begins a kill that no reply escapes. */
static bool is_killer(const Chase *chase, const State *state, Command own, int depth) {
    for (Command reply = COMMAND_NOTHING; reply < COMMAND_COUNT; reply++) {
        if (!(state_legal(state, chase->target) >> reply & 1))
            continue;
        State next = after(chase, state, own, reply);
        bool goes_on = chase->trade ? state_is_alive(&next, chase->hunter)
                                    : survives_bombs(&next, chase->hunter);
        if (!is_done(chase, &next) && !(goes_on && depth > 1 && killers(chase, &next, depth - 1)))
            return false;
    }
    return true;
}

static unsigned killers(const Chase *chase, const State *state, int depth) {
    unsigned found = 0;
    for (Command own = COMMAND_NOTHING; own < COMMAND_COUNT; own++)
        if (state_legal(state, chase->hunter) >> own & 1 && is_killer(chase, state, own, depth))
            found |= 1u << own;
    return found;
}

/* The share of replies that the target does not live through. */
static float share_killed(const Chase *chase, const State *state, Command own) {
    int count = 0, killed = 0;
    for (Command reply = COMMAND_NOTHING; reply < COMMAND_COUNT; reply++) {
        if (!(state_legal(state, chase->target) >> reply & 1))
            continue;
        State next = after(chase, state, own, reply);
        if (!survives_bombs(&next, chase->hunter))
            return 0;
        killed += !survives_bombs(&next, chase->target);
        count++;
    }
    return (float)killed / (float)count;
}

static void compare_chances(ReplySearch *search, const Chase *chase, const State *state) {
    float chance[COMMAND_COUNT];
    kill_chances(search, state, chase->target, chance);
    for (Command own = COMMAND_NOTHING; own < COMMAND_COUNT; own++) {
        bool legal = state_legal(state, chase->hunter) >> own & 1;
        assert_true(chance[own] == (legal ? share_killed(chase, state, own) : 0));
    }
}

TEST(test_kills_as_by_trying_everything) {
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
        Chase chase = {&game, 0, 1, false};
        if (!survives_bombs(&state, 1)) {
            assert_int_equal(forced_kills(&search, &state, 1, depth), 0);
            continue;
        }
        unsigned found = forced_kills(&search, &state, 1, depth);
        assert_int_equal(found, killers(&chase, &state, depth));
        later += depth > 1 && found && !killers(&chase, &state, 1);
        compare_chances(&search, &chase, &state);
        chase.trade = true;
        unsigned given = winning_trades(&search, &state, 1, depth);
        assert_int_equal(given, killers(&chase, &state, depth));
        kills += found != 0;
        trades += given != 0 && !found;
    }
    assert_true(kills > 500 && trades > 20 && later > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kills_as_by_trying_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
