#include "safety/reply_search.h"

#include "engine/zobrist.h"
#include "platform/platform.h"

#define SUICIDE_WEIGHT 0.1f

/* The combinations of the opponents' commands, counted through like an odometer. */
typedef struct Replies {
    uint8_t choice[MAX_PLAYERS][COMMAND_COUNT];
    int count[MAX_PLAYERS];
    int at[MAX_PLAYERS];
    int players;
    bool joint;
    int acting;    /* when not joint: the only one whose command is not the first of its list */
    unsigned near; /* bits of those who may give any command */
} Replies;

/* Whether what `other` does in the next `depth` rounds can touch us by more than its triggers: in
 * that time both walk, and then its blast has to reach where we go. */
static bool is_near(const State *state, int player, int other, int depth) {
    return cell_distance(state->cell[player], state->cell[other]) <=
           2 * depth + 3 + blast_length(state->radius[other]);
}

static void list_replies(const ReplySearch *search, const State *state, int depth,
                         Replies *replies) {
    int player = search->player;
    memset(replies, 0, sizeof *replies);
    replies->players = state->players;
    replies->joint = search->joint;
    for (int p = 0; p < state->players; p++) {
        unsigned legal = 1u << COMMAND_NOTHING;
        if (p != player && state_is_alive(state, p)) {
            legal = state_legal(state, p);
            if (is_near(state, player, p, depth))
                replies->near |= 1u << p;
            else
                legal &= 1u << COMMAND_NOTHING | 1u << COMMAND_TRIGGER;
        }
        for (unsigned rest = legal; rest; rest &= rest - 1)
            replies->choice[p][replies->count[p]++] = (uint8_t)__builtin_ctz(rest);
    }
}

static bool next_reply(Replies *replies) {
    for (int p = replies->joint ? 0 : replies->acting; p < replies->players; p++) {
        replies->acting = p;
        if (++replies->at[p] < replies->count[p])
            return true;
        replies->at[p] = 0;
    }
    return false;
}

/* Play our command against the current reply. The own player loses contested cells: the worse of
 * the two ways in which the dice may fall, nearly always. */
static void play_reply(ReplySearch *search, const State *state, const Replies *replies, Command own,
                       State *next) {
    uint8_t command[MAX_PLAYERS] = {0};
    Ranks ranks = RANKS_IN_ORDER;
    RoundEvents events;
    for (int p = 0; p < replies->players; p++)
        command[p] = replies->choice[p][replies->at[p]];
    command[search->player] = (uint8_t)own;
    ranks.rank[search->player] = MAX_PLAYERS;
    state_copy(next, state);
    search->engine->play(search->game, next, command, &ranks, &events);
    search->nodes++;
}

static bool survives_bombs(const ReplySearch *search, const State *state, int player) {
    return survives(search->engine, state, player, THREAT_FUSES);
}

/* Bits of the opponents whose command in this reply is a choice of theirs. Those who are taken to
 * stand still would not, were it their death. */
static unsigned choosers(const Replies *replies) {
    if (!replies->joint && replies->at[replies->acting] > 0)
        return 1u << replies->acting;
    unsigned who = replies->near;
    for (int p = 0; p < replies->players; p++)
        who |= (unsigned)(replies->at[p] > 0) << p;
    return who;
}

/* An opponent gives up its life for this reply. */
static bool is_suicidal(const ReplySearch *search, const State *before, const Replies *replies,
                        const State *after) {
    for (unsigned rest = choosers(replies); rest; rest &= rest - 1) {
        int p = __builtin_ctz(rest);
        if (survives_bombs(search, before, p) && !survives_bombs(search, after, p))
            return true;
    }
    return false;
}

bool should_stop(ReplySearch *search) {
    if (search->limits.nodes && search->nodes >= search->limits.nodes)
        search->aborted = true;
    if (search->limits.deadline && (search->nodes & 15) == 0 &&
        clock_now() >= search->limits.deadline)
        search->aborted = true;
    return search->aborted;
}

static bool survives_depth(ReplySearch *search, const State *state, int depth);

/* Leave out the steps of opponents but those that contest our own: no other one decides whether we
 * live when it is the last command of all. */
static void leave_out_steps(const State *state, Cell target, Replies *replies) {
    for (int p = 0; p < replies->players; p++) {
        int kept = 0;
        for (int i = 0; i < replies->count[p]; i++) {
            Command command = (Command)replies->choice[p][i];
            if (!is_move(command) || cell_beside(state->cell[p], command) == target)
                replies->choice[p][kept++] = (uint8_t)command;
        }
        replies->count[p] = kept;
    }
}

/* Whether we live after `own`, whatever the others do of these replies but give their lives, of
 * which *sacrificed says whether one did. Who dies after every reply is no suicide's victim: the
 * command itself kills. */
static bool survives_all_replies(ReplySearch *search, const State *state, Command own, int depth,
                                 Replies replies, bool *sacrificed) {
    bool lived = false;
    *sacrificed = false;
    do {
        State next;
        play_reply(search, state, &replies, own, &next);
        if (should_stop(search))
            return false;
        if (survives_depth(search, &next, depth - 1))
            lived = true;
        else if (search->suicides_count || !is_suicidal(search, state, &replies, &next))
            return false;
        else
            *sacrificed = true;
    } while (next_reply(&replies));
    return lived;
}

/* Steps that are left out for us may save an opponent from giving its life. */
static bool survives_with(ReplySearch *search, const State *state, Command own, int depth) {
    Replies all;
    bool sacrificed;
    list_replies(search, state, depth, &all);
    if (depth > 1 || search->threat == THREAT_TRIGGERS)
        return survives_all_replies(search, state, own, depth, all, &sacrificed);
    Replies few = all;
    leave_out_steps(state, cell_beside(state->cell[search->player], own), &few);
    bool stands = survives_all_replies(search, state, own, depth, few, &sacrificed);
    return sacrificed ? survives_all_replies(search, state, own, depth, all, &sacrificed) : stands;
}

static bool survives_any_command(ReplySearch *search, const State *state, int depth) {
    int player = search->player;
    if (!survives_bombs(search, state, player))
        return false;
    if (depth == 0)
        return search->threat == THREAT_FUSES ||
               survives(search->engine, state, player, THREAT_TRIGGERS);
    unsigned legal = state_legal(state, player) & ~(1u << COMMAND_BOMB);
    for (unsigned rest = legal; rest && !search->aborted; rest &= rest - 1)
        if (survives_with(search, state, (Command)__builtin_ctz(rest), depth))
            return true;
    return false;
}

static uint64_t tt_key(const ReplySearch *search, const State *state, int depth) {
    unsigned how = (unsigned)search->threat << 2 | (unsigned)search->joint << 1 |
                   (unsigned)search->suicides_count;
    return state->hash ^
           zobrist(ZOBRIST_TT, (uint64_t)state->round << 8 | (uint64_t)depth << 4 | how);
}

static bool survives_depth(ReplySearch *search, const State *state, int depth) {
    enum { KNOWN = 2, LIVES = 1 };
    const uint64_t place = TT_SIZE - 1;
    if (!search->tt)
        return survives_any_command(search, state, depth);
    uint64_t hash = tt_key(search, state, depth);
    uint64_t *entry = &search->tt->entry[hash & place];
    if (*entry & KNOWN && ((*entry ^ hash) & ~place) == 0)
        return *entry & LIVES;
    bool live = survives_any_command(search, state, depth);
    if (!search->aborted)
        *entry = (hash & ~place) | KNOWN | (live ? LIVES : 0);
    return live;
}

static void search_command(ReplySearch *search, const State *state, Command own, int depth,
                           CommandSafety *safety) {
    Replies replies;
    list_replies(search, state, depth, &replies);
    float deadly = 0, suicidal = 0, count = 0;
    do {
        State next;
        play_reply(search, state, &replies, own, &next);
        count++;
        if (!survives_depth(search, &next, depth - 1)) {
            bool gives_its_life = is_suicidal(search, state, &replies, &next);
            suicidal += gives_its_life;
            deadly += !gives_its_life;
        }
        if (should_stop(search))
            return;
    } while (next_reply(&replies));
    if (deadly + suicidal == count) {
        deadly = count;
        suicidal = 0;
    }
    safety->danger[own] =
        (deadly + (search->suicides_count ? 1 : SUICIDE_WEIGHT) * suicidal) / count;
    if (deadly + (search->suicides_count ? suicidal : 0) == 0)
        safety->safe |= 1u << own;
}

bool search_replies(ReplySearch *search, const State *state, int depth, CommandSafety *safety) {
    memset(safety, 0, sizeof *safety);
    search->aborted = false;
    unsigned legal = state_legal(state, search->player);
    for (int command = 0; command < COMMAND_COUNT && !search->aborted; command++)
        if (legal >> command & 1)
            search_command(search, state, (Command)command, depth, safety);
        else
            safety->danger[command] = 1;
    return !search->aborted;
}
