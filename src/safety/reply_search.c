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

static void list_replies(const Adversary *adversary, const State *state, int depth,
                         Replies *replies) {
    int player = adversary->player;
    memset(replies, 0, sizeof *replies);
    replies->players = state->players;
    replies->joint = adversary->joint;
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
static void play_reply(Adversary *adversary, const State *state, const Replies *replies,
                       Command own, State *next) {
    uint8_t command[MAX_PLAYERS] = {0};
    Ranks ranks = RANKS_IN_ORDER;
    RoundEvents events;
    for (int p = 0; p < replies->players; p++)
        command[p] = replies->choice[p][replies->at[p]];
    command[adversary->player] = (uint8_t)own;
    ranks.of[adversary->player] = MAX_PLAYERS;
    state_copy(next, state);
    adversary->engine->play(adversary->game, next, command, &ranks, &events);
    adversary->nodes++;
}

static bool lives(const Adversary *adversary, const State *state, int player) {
    return survivable(adversary->engine, state, player, OUTLOOK_CALM);
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
static bool is_suicidal(const Adversary *adversary, const State *before, const Replies *replies,
                        const State *after) {
    for (unsigned rest = choosers(replies); rest; rest &= rest - 1) {
        int p = __builtin_ctz(rest);
        if (lives(adversary, before, p) && !lives(adversary, after, p))
            return true;
    }
    return false;
}

bool adversary_gives_up(Adversary *adversary) {
    if (adversary->node_limit && adversary->nodes >= adversary->node_limit)
        adversary->gave_up = true;
    if (adversary->deadline && (adversary->nodes & 15) == 0 && clock_now() >= adversary->deadline)
        adversary->gave_up = true;
    return adversary->gave_up;
}

static bool can_live(Adversary *adversary, const State *state, int depth);

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
static bool withstands(Adversary *adversary, const State *state, Command own, int depth,
                       Replies replies, bool *sacrificed) {
    bool lived = false;
    *sacrificed = false;
    do {
        State next;
        play_reply(adversary, state, &replies, own, &next);
        if (adversary_gives_up(adversary))
            return false;
        if (can_live(adversary, &next, depth - 1))
            lived = true;
        else if (adversary->suicides_count || !is_suicidal(adversary, state, &replies, &next))
            return false;
        else
            *sacrificed = true;
    } while (next_reply(&replies));
    return lived;
}

/* Steps that are left out for us may save an opponent from giving its life. */
static bool is_answer(Adversary *adversary, const State *state, Command own, int depth) {
    Replies all;
    bool sacrificed;
    list_replies(adversary, state, depth, &all);
    if (depth > 1 || adversary->outlook == OUTLOOK_HOSTILE)
        return withstands(adversary, state, own, depth, all, &sacrificed);
    Replies few = all;
    leave_out_steps(state, cell_beside(state->cell[adversary->player], own), &few);
    bool stands = withstands(adversary, state, own, depth, few, &sacrificed);
    return sacrificed ? withstands(adversary, state, own, depth, all, &sacrificed) : stands;
}

static bool finds_answer(Adversary *adversary, const State *state, int depth) {
    int player = adversary->player;
    if (!lives(adversary, state, player))
        return false;
    if (depth == 0)
        return adversary->outlook == OUTLOOK_CALM ||
               survivable(adversary->engine, state, player, OUTLOOK_HOSTILE);
    unsigned legal = state_legal(state, player) & ~(1u << COMMAND_BOMB);
    for (unsigned rest = legal; rest && !adversary->gave_up; rest &= rest - 1)
        if (is_answer(adversary, state, (Command)__builtin_ctz(rest), depth))
            return true;
    return false;
}

static uint64_t hash_question(const Adversary *adversary, const State *state, int depth) {
    unsigned how = (unsigned)adversary->outlook << 2 | (unsigned)adversary->joint << 1 |
                   (unsigned)adversary->suicides_count;
    return state->hash ^
           zobrist(ZOBRIST_QUESTION, (uint64_t)state->round << 8 | (uint64_t)depth << 4 | how);
}

static bool can_live(Adversary *adversary, const State *state, int depth) {
    enum { KNOWN = 2, LIVES = 1 };
    const uint64_t place = ANSWERS - 1;
    if (!adversary->answers)
        return finds_answer(adversary, state, depth);
    uint64_t hash = hash_question(adversary, state, depth);
    uint64_t *entry = &adversary->answers->entry[hash & place];
    if (*entry & KNOWN && ((*entry ^ hash) & ~place) == 0)
        return *entry & LIVES;
    bool live = finds_answer(adversary, state, depth);
    if (!adversary->gave_up)
        *entry = (hash & ~place) | KNOWN | (live ? LIVES : 0);
    return live;
}

static void judge_command(Adversary *adversary, const State *state, Command own, int depth,
                          Verdict *verdict) {
    Replies replies;
    list_replies(adversary, state, depth, &replies);
    float deadly = 0, suicidal = 0, count = 0;
    do {
        State next;
        play_reply(adversary, state, &replies, own, &next);
        count++;
        if (!can_live(adversary, &next, depth - 1)) {
            bool gives_its_life = is_suicidal(adversary, state, &replies, &next);
            suicidal += gives_its_life;
            deadly += !gives_its_life;
        }
        if (adversary_gives_up(adversary))
            return;
    } while (next_reply(&replies));
    if (deadly + suicidal == count) {
        deadly = count;
        suicidal = 0;
    }
    verdict->danger[own] =
        (deadly + (adversary->suicides_count ? 1 : SUICIDE_WEIGHT) * suicidal) / count;
    if (deadly + (adversary->suicides_count ? suicidal : 0) == 0)
        verdict->safe |= 1u << own;
}

bool judge_commands(Adversary *adversary, const State *state, int depth, Verdict *verdict) {
    memset(verdict, 0, sizeof *verdict);
    adversary->gave_up = false;
    unsigned legal = state_legal(state, adversary->player);
    for (int command = 0; command < COMMAND_COUNT && !adversary->gave_up; command++)
        if (legal >> command & 1)
            judge_command(adversary, state, (Command)command, depth, verdict);
        else
            verdict->danger[command] = 1;
    return !adversary->gave_up;
}
