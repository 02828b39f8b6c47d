#include "safety/reply_search.h"

#include "engine/zobrist.h"
#include "platform/clock.h"

/* The combinations of the opponents' commands, counted through like an odometer. */
typedef struct Replies {
    uint8_t choice[MAX_PLAYERS][COMMAND_COUNT];
    int count[MAX_PLAYERS];
    int index[MAX_PLAYERS]; /* of the current choice */
    int players;
    bool together;
    int acting;    /* when not together: the one opponent that does not play its first choice */
    unsigned near; /* bits of the players that may give any command */
} Replies;

/* Whether the steps and bombs of `other` in the next `depth` rounds can matter to us: both walk,
 * and then its blast has to reach us. */
static bool is_near(const State *state, int player, int other, int depth) {
    return cell_distance(state->cell[player], state->cell[other]) <=
           2 * depth + 3 + blast_length(state->radius[other]);
}

static void list_replies(const ReplySearch *search, const State *state, int depth,
                         Replies *replies) {
    int player = search->player;
    memset(replies, 0, sizeof *replies);
    replies->players = state->players;
    replies->together = search->together;
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
    for (int p = replies->together ? 0 : replies->acting; p < replies->players; p++) {
        replies->acting = p;
        if (++replies->index[p] < replies->count[p])
            return true;
        replies->index[p] = 0;
    }
    return false;
}

/* Play our command against the current reply. We lose contested cells: of the two outcomes that is
 * nearly always the worse one for us. */
static void play_reply(ReplySearch *search, const State *state, const Replies *replies, Command own,
                       State *next) {
    uint8_t command[MAX_PLAYERS] = {0};
    Ranks ranks = RANKS_IN_ORDER;
    RoundEvents events;
    for (int p = 0; p < replies->players; p++)
        command[p] = replies->choice[p][replies->index[p]];
    command[search->player] = (uint8_t)own;
    ranks.rank[search->player] = MAX_PLAYERS;
    state_copy(next, state);
    search->engine->play(search->game, next, command, &ranks, &events);
    search->nodes++;
}

static bool survives_fuses(const ReplySearch *search, const State *state, int player) {
    return survives(search->engine, state, player, THREAT_FUSES);
}

/* Bits of the opponents whose command in this reply was their own choice. */
static unsigned choosers(const Replies *replies) {
    if (!replies->together && replies->index[replies->acting] > 0)
        return 1u << replies->acting;
    unsigned players = replies->near;
    for (int p = 0; p < replies->players; p++)
        players |= (unsigned)(replies->index[p] > 0) << p;
    return players;
}

static bool is_suicide(const ReplySearch *search, const State *before, const Replies *replies,
                       const State *after) {
    for (unsigned rest = choosers(replies); rest; rest &= rest - 1) {
        int p = __builtin_ctz(rest);
        if (survives_fuses(search, before, p) && !survives_fuses(search, after, p))
            return true;
    }
    return false;
}

bool reply_search_should_stop(ReplySearch *search) {
    const SearchLimits *limits = &search->limits;
    if (limits->nodes && search->nodes >= limits->nodes)
        search->aborted = true;
    if (limits->deadline && (search->nodes & 15) == 0 && clock_now() >= limits->deadline)
        search->aborted = true;
    return search->aborted;
}

static bool survives_rounds(ReplySearch *search, const State *state, int depth);

/* Leave out the steps of opponents, except into our target cell: when no round follows, no other
 * step can decide whether we survive. */
static void leave_out_steps(const State *state, Cell target, Replies *replies) {
    for (int p = 0; p < replies->players; p++) {
        int count = 0;
        for (int i = 0; i < replies->count[p]; i++) {
            Command command = (Command)replies->choice[p][i];
            if (!is_move(command) || cell_beside(state->cell[p], command) == target)
                replies->choice[p][count++] = (uint8_t)command;
        }
        replies->count[p] = count;
    }
}

/* Whether we survive `own` against all these replies. Suicides are skipped unless they count;
 * *suicide says whether there was one. When every reply kills us, our own command is the cause and
 * no reply is a suicide. */
static bool survives_replies(ReplySearch *search, const State *state, Command own, int depth,
                             Replies replies, bool *suicide) {
    bool survived = false;
    *suicide = false;
    do {
        State next;
        play_reply(search, state, &replies, own, &next);
        if (reply_search_should_stop(search))
            return false;
        if (survives_rounds(search, &next, depth - 1))
            survived = true;
        else if (search->suicides_count || !is_suicide(search, state, &replies, &next))
            return false;
        else
            *suicide = true;
    } while (next_reply(&replies));
    return survived;
}

/* In the last round most steps can be left out. They are tried after all when a suicide was seen,
 * because a step that was left out could have saved that opponent. */
static bool survives_command(ReplySearch *search, const State *state, Command own, int depth) {
    Replies all;
    bool suicide;
    list_replies(search, state, depth, &all);
    if (depth > 1 || search->threat == THREAT_TRIGGERS)
        return survives_replies(search, state, own, depth, all, &suicide);
    Replies few = all;
    leave_out_steps(state, cell_beside(state->cell[search->player], own), &few);
    bool survived = survives_replies(search, state, own, depth, few, &suicide);
    return suicide ? survives_replies(search, state, own, depth, all, &suicide) : survived;
}

static bool survives_some_command(ReplySearch *search, const State *state, int depth) {
    int player = search->player;
    if (!survives_fuses(search, state, player))
        return false;
    if (depth == 0)
        return search->threat == THREAT_FUSES ||
               survives(search->engine, state, player, THREAT_TRIGGERS);
    unsigned legal = state_legal(state, player) & ~(1u << COMMAND_BOMB);
    for (unsigned rest = legal; rest && !search->aborted; rest &= rest - 1)
        if (survives_command(search, state, (Command)__builtin_ctz(rest), depth))
            return true;
    return false;
}

static uint64_t tt_key(const ReplySearch *search, const State *state, int depth) {
    unsigned mode = (unsigned)search->threat << 2 | (unsigned)search->together << 1 |
                    (unsigned)search->suicides_count;
    return state->hash ^
           zobrist(ZOBRIST_TT, (uint64_t)state->round << 8 | (uint64_t)depth << 4 | mode);
}

/* survives_some_command, by way of the transposition table. */
static bool survives_rounds(ReplySearch *search, const State *state, int depth) {
    enum { SET = 2, SURVIVES = 1 };
    const uint64_t place = TT_SIZE - 1;
    if (!search->tt)
        return survives_some_command(search, state, depth);
    uint64_t key = tt_key(search, state, depth);
    uint64_t *entry = &search->tt->entry[key & place];
    if (*entry & SET && ((*entry ^ key) & ~place) == 0)
        return *entry & SURVIVES;
    bool answer = survives_some_command(search, state, depth);
    if (!search->aborted)
        *entry = (key & ~place) | SET | (answer ? SURVIVES : 0);
    return answer;
}

static void search_command(ReplySearch *search, const State *state, Command own, int depth,
                           CommandSafety *safety) {
    Replies replies;
    list_replies(search, state, depth, &replies);
    float deadly = 0, suicides = 0, count = 0;
    do {
        State next;
        play_reply(search, state, &replies, own, &next);
        count++;
        if (!survives_rounds(search, &next, depth - 1)) {
            bool suicide = is_suicide(search, state, &replies, &next);
            suicides += suicide;
            deadly += !suicide;
        }
        if (reply_search_should_stop(search))
            return;
    } while (next_reply(&replies));
    if (deadly + suicides == count) {
        deadly = count;
        suicides = 0;
    }
    float share = search->suicides_count ? 1 : search->suicide_share;
    safety->danger[own] = (deadly + share * suicides) / count;
    if (deadly + (search->suicides_count ? suicides : 0) == 0)
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
