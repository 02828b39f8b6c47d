#include "safety/forced_kill.h"

typedef struct Hunt {
    Adversary *adversary;
    int target;
    bool trade; /* the player may die, too, if that wins */
    /* By depth and own command, the reply that last saved the target: likely to do it again. */
    uint8_t refutation[HUNT_DEPTH + 1][COMMAND_COUNT];
} Hunt;

static bool lives(const Hunt *hunt, const State *state, int player) {
    return survivable(hunt->adversary->engine, state, player, OUTLOOK_CALM);
}

static void play_pair(const Hunt *hunt, const State *state, Command own, Command reply,
                      State *next) {
    Adversary *adversary = hunt->adversary;
    uint8_t command[MAX_PLAYERS] = {0};
    Ranks ranks = RANKS_IN_ORDER;
    RoundEvents events;
    command[adversary->player] = (uint8_t)own;
    command[hunt->target] = (uint8_t)reply;
    ranks.of[adversary->player] = MAX_PLAYERS;
    state_copy(next, state);
    adversary->engine->play(adversary->game, next, command, &ranks, &events);
    adversary->nodes++;
}

static bool can_kill(Hunt *hunt, const State *state, int depth);

static bool is_won(const Hunt *hunt, const State *state) {
    int player = hunt->adversary->player;
    if (hunt->trade && !state_is_alive(state, hunt->target))
        return state_is_alive(state, player) || state_leads(hunt->adversary->game, state, player);
    return lives(hunt, state, player) && !lives(hunt, state, hunt->target);
}

static bool is_lost(const Hunt *hunt, const State *state) {
    int player = hunt->adversary->player;
    return hunt->trade ? !state_is_alive(state, player) : !lives(hunt, state, player);
}

static bool is_refuted(Hunt *hunt, const State *state, Command own, Command reply, int depth) {
    State next;
    play_pair(hunt, state, own, reply, &next);
    if (adversary_gives_up(hunt->adversary))
        return true;
    if (is_won(hunt, &next))
        return false;
    return is_lost(hunt, &next) || depth == 1 || !can_kill(hunt, &next, depth - 1);
}

/* Whether the target is lost after every reply to `own`. */
static bool is_forced(Hunt *hunt, const State *state, Command own, int depth) {
    uint8_t *first = &hunt->refutation[depth][own];
    unsigned replies = state_legal(state, hunt->target);
    if (replies >> *first & 1 && is_refuted(hunt, state, own, (Command)*first, depth))
        return false;
    for (replies &= ~(1u << *first); replies; replies &= replies - 1) {
        Command reply = (Command)__builtin_ctz(replies);
        if (is_refuted(hunt, state, own, reply, depth)) {
            *first = (uint8_t)reply;
            return false;
        }
    }
    return true;
}

static bool can_kill(Hunt *hunt, const State *state, int depth) {
    for (unsigned own = state_legal(state, hunt->adversary->player); own; own &= own - 1)
        if (is_forced(hunt, state, (Command)__builtin_ctz(own), depth))
            return true;
    return false;
}

/* What the player does in the next `depth` rounds reaches the target by a blast in the last of
 * them, or by a bomb that then begins to tick. */
static bool is_within_reach(const State *state, int player, int target, int depth) {
    return cell_distance(state->cell[player], state->cell[target]) <=
           2 * depth + blast_length(state->radius[player]);
}

static bool is_worth_hunting(const Hunt *hunt, const State *state, int depth) {
    return is_within_reach(state, hunt->adversary->player, hunt->target, depth) &&
           lives(hunt, state, hunt->target);
}

static unsigned forced(Hunt *hunt, const State *state, int depth) {
    Adversary *adversary = hunt->adversary;
    unsigned kills = 0;
    if (!is_worth_hunting(hunt, state, depth))
        return 0;
    adversary->gave_up = false;
    unsigned own = state_legal(state, adversary->player);
    for (; own && !adversary->gave_up; own &= own - 1)
        if (is_forced(hunt, state, (Command)__builtin_ctz(own), depth))
            kills |= own & -own;
    return adversary->gave_up ? 0 : kills;
}

unsigned forced_kills(Adversary *adversary, const State *state, int target, int depth) {
    Hunt hunt = {.adversary = adversary, .target = target};
    return forced(&hunt, state, depth);
}

unsigned winning_trades(Adversary *adversary, const State *state, int target, int depth) {
    Hunt hunt = {.adversary = adversary, .target = target, .trade = true};
    return forced(&hunt, state, depth);
}

static float kill_chance(const Hunt *hunt, const State *state, Command own) {
    float killed = 0, count = 0;
    for (unsigned replies = state_legal(state, hunt->target); replies; replies &= replies - 1) {
        State next;
        play_pair(hunt, state, own, (Command)__builtin_ctz(replies), &next);
        if (!lives(hunt, &next, hunt->adversary->player))
            return 0;
        killed += !lives(hunt, &next, hunt->target);
        count++;
    }
    return killed / count;
}

void kill_chances(Adversary *adversary, const State *state, int target,
                  float chance[COMMAND_COUNT]) {
    Hunt hunt = {.adversary = adversary, .target = target};
    memset(chance, 0, COMMAND_COUNT * sizeof chance[0]);
    if (!is_worth_hunting(&hunt, state, 1))
        return;
    for (unsigned own = state_legal(state, adversary->player); own; own &= own - 1) {
        Command command = (Command)__builtin_ctz(own);
        chance[command] = kill_chance(&hunt, state, command);
    }
}
