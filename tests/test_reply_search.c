/* The exhaustive search of the next rounds. */

#include "safety/reply_search.h"
#include "support/positions.h"
#include "test.h"

/* The same search without any short cut: every opponent may do anything, everything is counted to
 * the end. */
typedef struct Fates {
    int lived, killed, sacrificed; /* the last: an opponent gave its life for ours */
} Fates;

/* The n-th of the opponents' combined commands. Returns false for one that the rules refuse, and,
 * unless joint, for one in which several act. */
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

static bool lives(const State *state, int player) {
    return survives(engine(), state, player, THREAT_FUSES);
}

/* Where opponents act one at a time, those who stand still while another acts did not choose to. */
static bool gave_a_life(const ReplySearch *how, const State *before,
                        const uint8_t command[MAX_PLAYERS], const State *after) {
    bool acts = false, acting_dies = false, any_dies = false;
    for (int p = 0; p < before->players; p++) {
        if (p == how->player)
            continue;
        bool dies = lives(before, p) && !lives(after, p);
        acts |= command[p] != COMMAND_NOTHING;
        any_dies |= dies;
        acting_dies |= dies && command[p] != COMMAND_NOTHING;
    }
    return how->together || !acts ? any_dies : acting_dies;
}

static bool lives_on(const ReplySearch *how, const State *state, int depth);

static Fates count_fates(const ReplySearch *how, const State *state, Command own, int depth) {
    Fates fates = {0};
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
        if (lives_on(how, &next, depth - 1))
            fates.lived++;
        else if (gave_a_life(how, state, command, &next))
            fates.sacrificed++;
        else
            fates.killed++;
    }
    return fates;
}

static bool is_safe(const ReplySearch *how, const Fates *fates) {
    return fates->lived && !fates->killed && !(how->suicides_count && fates->sacrificed);
}

static bool lives_on(const ReplySearch *how, const State *state, int depth) {
    if (!lives(state, how->player))
        return false;
    if (depth == 0)
        return survives(engine(), state, how->player, how->threat);
    bool safe = false;
    for (Command own = COMMAND_NOTHING; own < COMMAND_COUNT; own++)
        if (own != COMMAND_BOMB && state_legal(state, how->player) >> own & 1) {
            Fates fates = count_fates(how, state, own, depth);
            safe |= is_safe(how, &fates);
        }
    return safe;
}

static float danger_of(const ReplySearch *how, const Fates *fates) {
    float sacrificed = (how->suicides_count || !fates->lived ? 1 : 0.1f) * (float)fates->sacrificed;
    return ((float)fates->killed + sacrificed) /
           (float)(fates->killed + fates->sacrificed + fates->lived);
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
        Fates fates = count_fates(search, state, own, depth);
        assert_int_equal(safe, is_safe(search, &fates));
        /* Opponents far away are not tried, so the shares are the same with one opponent only. */
        if (state->players == 2)
            assert_float_equal(safety.danger[own], danger_of(search, &fates), 1e-5);
        seen->safe += safe;
        seen->deadly += safety.danger[own] == 1;
        seen->between += safety.danger[own] > 0 && safety.danger[own] < 1;
    }
}

TEST(test_judged_as_by_counting_everything) {
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
        cmocka_unit_test(test_judged_as_by_counting_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
