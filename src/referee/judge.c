#include "referee/judge.h"

#include <stdlib.h>

#include "engine/commands.h"
#include "stats/stats.h"

enum { ALONE_ROUNDS = 10, ALONE_STEPS = 8 };

bool judge_open(Judge *judge, int players, bool judge_deaths, GameResult *result) {
    bool complete = true;
    memset(judge, 0, sizeof *judge);
    memset(result, 0, sizeof *result);
    judge->result = result;
    judge->players = players;
    judge->judge_deaths = judge_deaths;
    for (int p = 0; p < players; p++) {
        result->seats[p].died = -1;
        judge->last_near[p] = -ALONE_ROUNDS - 1;
        judge->ms[p] = malloc((LAST_ROUND + 1) * sizeof *judge->ms[p]);
        complete = complete && judge->ms[p];
    }
    return complete;
}

void judge_close(Judge *judge) {
    for (int p = 0; p < MAX_PLAYERS; p++)
        free(judge->ms[p]);
}

static bool is_near(const State *state, int a, int b) {
    return cell_distance(state->cell[a], state->cell[b]) <= ALONE_STEPS;
}

static void update_last_near(Judge *judge, const State *state) {
    for (int a = 0; a < state->players; a++)
        for (int b = 0; b < state->players; b++)
            if (a != b && state_is_alive(state, b) && is_near(state, a, b))
                judge->last_near[a] = state->round;
}

static void append_history(Judge *judge, const State *state) {
    if (judge->history_count == UNFORCED_ROUNDS)
        memmove(judge->history, judge->history + 1,
                sizeof judge->history - sizeof judge->history[0]);
    else
        judge->history_count++;
    judge->history[judge->history_count - 1] = *state;
}

void judge_begin_round(Judge *judge, const State *state) {
    update_last_near(judge, state);
    append_history(judge, state);
}

void judge_add_move(Judge *judge, int seat, double ms, bool late) {
    SeatResult *result = &judge->result->seats[seat];
    judge->ms[seat][result->moves++] = (float)ms;
    result->late += late;
}

/* What happened in a round. */
typedef struct Happened {
    const Game *game;
    const State *before, *after;
    const uint8_t *command;
    const RoundEvents *events;
} Happened;

/* Count a command that was refused, or a move that another player blocked. */
static void count_effect(Judge *judge, int seat, const Happened *round) {
    const State *before = round->before;
    Command command = round->command[seat];
    SeatResult *result = &judge->result->seats[seat];
    bool moved = round->events->moved >> seat & 1, died = round->events->killed >> seat & 1;
    if (is_refused(before, seat, command))
        result->refused++;
    else if (is_move(command) && !moved && !died && state_legal(before, seat) >> command & 1)
        result->bumped++;
}

/* True when the bombs in `slots`, exploding alone, would reach the cell. */
static bool blast_reaches(const State *before, unsigned slots, Cell cell) {
    Board exploding, destroyed;
    engine()->blast(before, slots, &exploding, &destroyed);
    return board_has(&exploding, cell);
}

static DeathCause cause_of_death(int seat, const Happened *round) {
    const State *before = round->before;
    Cell cell = round->after->cell[seat];
    unsigned own = round->events->exploded & before->owned[seat];
    unsigned due = own & bombs_due(&before->bombs, before->round);
    if (due && blast_reaches(before, due, cell))
        return DEATH_OWN;
    return own && blast_reaches(before, own, cell) ? DEATH_CHAIN : DEATH_OTHER;
}

static void record_death(Judge *judge, int seat, const Happened *round) {
    const State *before = round->before;
    SeatResult *result = &judge->result->seats[seat];
    bool others = round->events->exploded & ~before->owned[seat];
    bool was_near = before->round - judge->last_near[seat] <= ALONE_ROUNDS;
    result->died = before->round;
    result->cause = cause_of_death(seat, round);
    result->own_alone = died_by_own_bomb(result) && !others && !was_near;
    if (judge->judge_deaths)
        result->unforced =
            death_was_unforced(engine(), round->game, judge->history, judge->history_count, seat);
}

void judge_end_round(Judge *judge, const Game *game, const State *after,
                     const uint8_t command[MAX_PLAYERS], const RoundEvents *events) {
    const Happened round = {game, &judge->history[judge->history_count - 1], after, command,
                            events};
    for (int p = 0; p < judge->players; p++) {
        if (state_is_alive(round.before, p))
            count_effect(judge, p, &round);
        if (events->killed >> p & 1)
            record_death(judge, p, &round);
    }
}

static bool finished_equal(const Game *game, const State *state, int a, int b) {
    return state_is_alive(state, a) == state_is_alive(state, b) &&
           state_points(game, state, a) == state_points(game, state, b) &&
           state->died[a] == state->died[b];
}

static void set_places(Judge *judge, const Game *game, const State *state) {
    int order[MAX_PLAYERS];
    state_leaderboard(game, state, order);
    judge->result->rounds = state->round;
    for (int i = 0; i < state->players; i++) {
        SeatResult *seat = &judge->result->seats[order[i]];
        bool shared = i > 0 && finished_equal(game, state, order[i - 1], order[i]);
        seat->place = shared ? judge->result->seats[order[i - 1]].place : i + 1;
        seat->points = state_points(game, state, order[i]);
    }
}

static void set_times(SeatResult *seat, float *ms) {
    times_sort(ms, seat->moves);
    seat->p50 = times_percentile(ms, seat->moves, 0.5);
    seat->p99 = times_percentile(ms, seat->moves, 0.99);
    seat->longest = times_percentile(ms, seat->moves, 1);
}

/* The points that a living player can have at the end without another wall, power-up or kill. */
static int points_with_coverage(const Game *game, const State *state, int player) {
    int cells = state->touched_count[player] + game->last_round + 1 - state->round;
    if (cells > game->open_cells)
        cells = game->open_cells;
    return state->points[player] + 100 * cells / game->open_cells;
}

static bool has_super_powerup(const Game *game, const State *state) {
    for (uint32_t rest = state->powerups; rest; rest &= rest - 1)
        if (game->powerup_type[__builtin_ctz(rest)] == POWERUP_SUPER)
            return true;
    return false;
}

bool judge_is_decided(const Game *game, const State *state) {
    int order[MAX_PLAYERS];
    if (board_count(&state->walls) > 0 || has_super_powerup(game, state) || state_bombs(state))
        return false;
    state_leaderboard(game, state, order);
    for (int i = 1; i < state->players && state_is_alive(state, order[i]); i++)
        if (state_points(game, state, order[i - 1]) <= points_with_coverage(game, state, order[i]))
            return false;
    return true;
}

void judge_finish(Judge *judge, const Game *game, const State *state) {
    set_places(judge, game, state);
    for (int p = 0; p < judge->players; p++)
        set_times(&judge->result->seats[p], judge->ms[p]);
    judge->result->adjudicated = !state_over(game, state);
    judge->result->played = true;
}
