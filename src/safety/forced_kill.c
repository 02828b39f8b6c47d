#include "safety/forced_kill.h"

typedef struct KillSearch {
    ReplySearch *search;
    int target;
    bool trade; /* we may die, too, if our points win then */
    /* The reply that last saved the target, by depth and own command. It is tried first. */
    uint8_t refutation[FORCED_KILL_DEPTH + 1][COMMAND_COUNT];
} KillSearch;

static bool survives_fuses(const KillSearch *kill, const State *state, int player) {
    return survives(kill->search->engine, state, player, THREAT_FUSES);
}

static void play_pair(const KillSearch *kill, const State *state, Command own, Command reply,
                      State *next) {
    ReplySearch *search = kill->search;
    uint8_t command[MAX_PLAYERS] = {0};
    Ranks ranks = RANKS_IN_ORDER;
    RoundEvents events;
    command[search->player] = (uint8_t)own;
    command[kill->target] = (uint8_t)reply;
    ranks.rank[search->player] = MAX_PLAYERS;
    state_copy(next, state);
    search->engine->play(search->game, next, command, &ranks, &events);
    search->nodes++;
}

static bool can_kill(KillSearch *kill, const State *state, int depth);

static bool is_won(const KillSearch *kill, const State *state) {
    int player = kill->search->player;
    if (kill->trade && !state_is_alive(state, kill->target))
        return state_is_alive(state, player) || state_leads(kill->search->game, state, player);
    return survives_fuses(kill, state, player) && !survives_fuses(kill, state, kill->target);
}

static bool is_lost(const KillSearch *kill, const State *state) {
    int player = kill->search->player;
    return kill->trade ? !state_is_alive(state, player) : !survives_fuses(kill, state, player);
}

static bool is_refuted(KillSearch *kill, const State *state, Command own, Command reply,
                       int depth) {
    State next;
    play_pair(kill, state, own, reply, &next);
    if (reply_search_should_stop(kill->search))
        return true;
    if (is_won(kill, &next))
        return false;
    return is_lost(kill, &next) || depth == 1 || !can_kill(kill, &next, depth - 1);
}

/* Whether the target is lost after each of its replies to `own`. */
static bool is_forced(KillSearch *kill, const State *state, Command own, int depth) {
    uint8_t *first = &kill->refutation[depth][own];
    unsigned replies = state_legal(state, kill->target);
    if (replies >> *first & 1 && is_refuted(kill, state, own, (Command)*first, depth))
        return false;
    for (replies &= ~(1u << *first); replies; replies &= replies - 1) {
        Command reply = (Command)__builtin_ctz(replies);
        if (is_refuted(kill, state, own, reply, depth)) {
            *first = (uint8_t)reply;
            return false;
        }
    }
    return true;
}

static bool can_kill(KillSearch *kill, const State *state, int depth) {
    for (unsigned own = state_legal(state, kill->search->player); own; own &= own - 1)
        if (is_forced(kill, state, (Command)__builtin_ctz(own), depth))
            return true;
    return false;
}

/* Whether we can reach the target within `depth` rounds: with a blast in the last of them, or with
 * a bomb that we plant then. */
static bool is_within_reach(const State *state, int player, int target, int depth) {
    return cell_distance(state->cell[player], state->cell[target]) <=
           2 * depth + blast_length(state->radius[player]);
}

static bool is_worth_searching(const KillSearch *kill, const State *state, int depth) {
    return is_within_reach(state, kill->search->player, kill->target, depth) &&
           survives_fuses(kill, state, kill->target);
}

static unsigned forced(KillSearch *kill, const State *state, int depth) {
    ReplySearch *search = kill->search;
    unsigned kills = 0;
    if (!is_worth_searching(kill, state, depth))
        return 0;
    search->aborted = false;
    unsigned own = state_legal(state, search->player);
    for (; own && !search->aborted; own &= own - 1)
        if (is_forced(kill, state, (Command)__builtin_ctz(own), depth))
            kills |= own & -own;
    return search->aborted ? 0 : kills;
}

unsigned forced_kills(ReplySearch *search, const State *state, int target, int depth) {
    KillSearch kill = {.search = search, .target = target};
    return forced(&kill, state, depth);
}

unsigned winning_trades(ReplySearch *search, const State *state, int target, int depth) {
    KillSearch kill = {.search = search, .target = target, .trade = true};
    return forced(&kill, state, depth);
}

static float kill_chance(const KillSearch *kill, const State *state, Command own) {
    float killed = 0, count = 0;
    for (unsigned replies = state_legal(state, kill->target); replies; replies &= replies - 1) {
        State next;
        play_pair(kill, state, own, (Command)__builtin_ctz(replies), &next);
        if (!survives_fuses(kill, &next, kill->search->player))
            return 0;
        killed += !survives_fuses(kill, &next, kill->target);
        count++;
    }
    return killed / count;
}

void kill_chances(ReplySearch *search, const State *state, int target,
                  float chance[COMMAND_COUNT]) {
    KillSearch kill = {.search = search, .target = target};
    memset(chance, 0, COMMAND_COUNT * sizeof chance[0]);
    if (!is_worth_searching(&kill, state, 1))
        return;
    for (unsigned own = state_legal(state, search->player); own; own &= own - 1) {
        Command command = (Command)__builtin_ctz(own);
        chance[command] = kill_chance(&kill, state, command);
    }
}
