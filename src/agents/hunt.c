#include "agents/hunt.h"

typedef struct Hunt {
    Adversary *adversary;
    int target;
    bool sacrifice; /* the player may die, too, if that wins */
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

static bool is_ahead(const Hunt *hunt, const State *state) {
    const Game *game = hunt->adversary->game;
    int own = state_points(game, state, hunt->adversary->player);
    for (int p = 0; p < state->players; p++)
        if (p != hunt->adversary->player && state_points(game, state, p) >= own)
            return false;
    return true;
}

static bool is_won(const Hunt *hunt, const State *state) {
    int player = hunt->adversary->player;
    if (hunt->sacrifice && !state_is_alive(state, hunt->target))
        return state_is_alive(state, player) || is_ahead(hunt, state);
    return lives(hunt, state, player) && !lives(hunt, state, hunt->target);
}

static bool is_lost(const Hunt *hunt, const State *state) {
    int player = hunt->adversary->player;
    return hunt->sacrifice ? !state_is_alive(state, player) : !lives(hunt, state, player);
}

/* Whether the target is lost after every reply to `own`. */
static bool is_forced(Hunt *hunt, const State *state, Command own, int depth) {
    unsigned replies = state_legal(state, hunt->target);
    for (; replies; replies &= replies - 1) {
        State next;
        play_pair(hunt, state, own, (Command)__builtin_ctz(replies), &next);
        if (adversary_gives_up(hunt->adversary))
            return false;
        if (is_won(hunt, &next))
            continue;
        if (is_lost(hunt, &next) || depth == 1 || !can_kill(hunt, &next, depth - 1))
            return false;
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
    Hunt hunt = {adversary, target, false};
    return forced(&hunt, state, depth);
}

unsigned winning_sacrifices(Adversary *adversary, const State *state, int target, int depth) {
    Hunt hunt = {adversary, target, true};
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
    Hunt hunt = {adversary, target, false};
    memset(chance, 0, COMMAND_COUNT * sizeof chance[0]);
    if (!is_worth_hunting(&hunt, state, 1))
        return;
    for (unsigned own = state_legal(state, adversary->player); own; own &= own - 1) {
        Command command = (Command)__builtin_ctz(own);
        chance[command] = kill_chance(&hunt, state, command);
    }
}
