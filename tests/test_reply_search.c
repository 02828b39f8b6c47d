/* The exhaustive search of the next rounds, compared with one that takes no short cut. Drawn
 * examples are in tests/data/tactics.txt. */

#include "safety/reply_search.h"
#include "support/positions.h"
#include "test.h"

/* The counts of a search without any short cut: every opponent may give any command, and everything
 * is counted to the end. */
typedef struct Outcomes {
    int survived, killed, sacrificed; /* sacrificed: an opponent gave its life for ours */
} Outcomes;

/* The n-th combination of the opponents' commands. Returns false when the rules refuse it and,
 * unless `together`, when several opponents act in it. */
static bool nth_reply(const ReplySearch *how, const State *state, int n,
                      uint8_t command[MAX_PLAYERS]) {
    int acting = 0;
    for (int p = 0; p < state->players; p++) {
        if (p == how->player)
            continue;
        command[p] = (uint8_t)(n % COMMAND_COUNT);
        n /= COMMAND_COUNT;
        unsigned legal = state_is_alive(state, p) ? state_legal(state, p) : 1u << COMMAND_NOTHING;
        if (!(legal >> command[p] & 1))
            return false;
        acting += command[p] != COMMAND_NOTHING;
    }
    return n == 0 && (how->together || acting <= 1);
}

static bool survives_fuses(const State *state, int player) {
    return survives(engine(), state, player, THREAT_FUSES);
}

/* When opponents act one at a time, the others did not choose to stand still. */
static bool is_sacrifice(const ReplySearch *how, const State *before,
                         const uint8_t command[MAX_PLAYERS], const State *after) {
    bool acts = false, acting_dies = false, any_dies = false;
    for (int p = 0; p < before->players; p++) {
        if (p == how->player)
            continue;
        bool dies = survives_fuses(before, p) && !survives_fuses(after, p);
        acts |= command[p] != COMMAND_NOTHING;
        any_dies |= dies;
        acting_dies |= dies && command[p] != COMMAND_NOTHING;
    }
    return how->together || !acts ? any_dies : acting_dies;
}

static bool survives_depth(const ReplySearch *how, const State *state, int depth);

static Outcomes count_outcomes(const ReplySearch *how, const State *state, Command own, int depth) {
    Outcomes outcomes = {0};
    int combinations = 1;
    for (int p = 1; p < state->players; p++)
        combinations *= COMMAND_COUNT;
    for (int n = 0; n < combinations; n++) {
        State next;
        RoundEvents events;
        Ranks ranks = RANKS_IN_ORDER;
        uint8_t command[MAX_PLAYERS] = {0};
        if (!nth_reply(how, state, n, command))
            continue;
        command[how->player] = (uint8_t)own;
        ranks.rank[how->player] = MAX_PLAYERS;
        state_copy(&next, state);
        engine()->play(how->game, &next, command, &ranks, &events);
        if (survives_depth(how, &next, depth - 1))
            outcomes.survived++;
        else if (is_sacrifice(how, state, command, &next))
            outcomes.sacrificed++;
        else
            outcomes.killed++;
    }
    return outcomes;
}

static bool is_safe(const ReplySearch *how, const Outcomes *outcomes) {
    return outcomes->survived && !outcomes->killed &&
           !(how->suicides_count && outcomes->sacrificed);
}

static bool survives_depth(const ReplySearch *how, const State *state, int depth) {
    if (!survives_fuses(state, how->player))
        return false;
    if (depth == 0)
        return survives(engine(), state, how->player, how->threat);
    bool safe = false;
    for (Command own = COMMAND_NOTHING; own < COMMAND_COUNT; own++)
        if (own != COMMAND_BOMB && state_legal(state, how->player) >> own & 1) {
            Outcomes outcomes = count_outcomes(how, state, own, depth);
            safe |= is_safe(how, &outcomes);
        }
    return safe;
}

static float share_killed(const ReplySearch *how, const Outcomes *outcomes) {
    float sacrificed =
        (how->suicides_count || !outcomes->survived ? 1 : 0.1f) * (float)outcomes->sacrificed;
    return ((float)outcomes->killed + sacrificed) /
           (float)(outcomes->killed + outcomes->sacrificed + outcomes->survived);
}

typedef struct Seen {
    int safe, deadly, between;
} Seen;

static void compare(ReplySearch *search, const State *state, int depth, Seen *seen) {
    CommandSafety safety, again;
    TransTable tt = {{0}};
    assert_true(search_replies(search, state, depth, &safety));
    search->tt = &tt;
    search->limits.nodes = search->nodes + 40;
    search_replies(search, state, depth, &again);
    search->limits.nodes = 0;
    assert_true(search_replies(search, state, depth, &again));
    assert_memory_equal(&again, &safety, sizeof again);
    unsigned legal = state_legal(state, search->player);
    for (Command own = COMMAND_NOTHING; own < COMMAND_COUNT; own++) {
        bool safe = safety.safe >> own & 1;
        if (!(legal >> own & 1)) {
            assert_true(!safe && safety.danger[own] == 1);
            continue;
        }
        Outcomes outcomes = count_outcomes(search, state, own, depth);
        assert_int_equal(safe, is_safe(search, &outcomes));
        /* The search does not try opponents that are far away, so the shares are equal with a
         * single opponent only. */
        if (state->players == 2)
            assert_float_equal(safety.danger[own], share_killed(search, &outcomes), 1e-5);
        seen->safe += safe;
        seen->deadly += safety.danger[own] == 1;
        seen->between += safety.danger[own] > 0 && safety.danger[own] < 1;
    }
}

TEST(test_safety_equals_that_of_a_full_search) {
    Random random = random_seeded(8);
    for (int how = 0; how < 8; how++) {
        Seen seen = {0};
        for (int trial = 0; trial < 400; trial++) {
            Game game;
            State state;
            int players = how & 4 ? 3 : 2;
            Cell near = cell_at(4 + (int)random_below(&random, 4), 1);
            draw_skirmish(&random, players, near, 3, &game, &state);
            ReplySearch search = {.engine = engine(),
                                  .suicide_share = 0.1f,
                                  .game = &game,
                                  .together = how & 4 && trial % 2,
                                  .threat = how & 1 ? THREAT_TRIGGERS : THREAT_FUSES,
                                  .suicides_count = how & 2};
            compare(&search, &state, 1 + trial % 2, &seen);
        }
        assert_true(seen.safe > 20 && seen.deadly > 20 && seen.between > 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_safety_equals_that_of_a_full_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
