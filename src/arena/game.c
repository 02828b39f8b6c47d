#include "arena/game.h"

#include <math.h>
#include <stdlib.h>

#include "agents/registry.h"
#include "engine/commands.h"
#include "engine/mapgen.h"
#include "engine/ranks.h"
#include "platform/clock.h"
#include "safety/unforced.h"
#include "stats/stats.h"

enum { ALONE_ROUNDS = 10, ALONE_STEPS = 8, LATE_MS = 5 };

/* A game while it is being played. */
typedef struct Play {
    const GameSettings *settings;
    GameResult *result;
    Agent *agents[MAX_PLAYERS];
    ContenderLimits limits[MAX_PLAYERS];
    float *ms[MAX_PLAYERS]; /* time of each move */
    double last_ms[MAX_PLAYERS];
    Game game;
    State state, history[UNFORCED_ROUNDS];
    int history_count;
    RoundEvents events;
    uint8_t command[MAX_PLAYERS];
    Pv pv[MAX_PLAYERS];       /* what they said in their last move */
    int company[MAX_PLAYERS]; /* last round in which an opponent was near */
    Random random;
} Play;

static bool is_near(const State *state, int a, int b) {
    return cell_distance(state->cell[a], state->cell[b]) <= ALONE_STEPS;
}

static void note_company(Play *play) {
    const State *state = &play->state;
    for (int a = 0; a < state->players; a++)
        for (int b = 0; b < state->players; b++)
            if (a != b && state_is_alive(state, b) && is_near(state, a, b))
                play->company[a] = state->round;
}

static void note_history(Play *play) {
    if (play->history_count == UNFORCED_ROUNDS)
        memmove(play->history, play->history + 1, sizeof play->history - sizeof play->history[0]);
    else
        play->history_count++;
    play->history[play->history_count - 1] = play->state;
}

static bool is_late(double ms, double budget_ms) {
    return ms > budget_ms + fmax(LATE_MS, 0.1 * budget_ms);
}

/* Have the agent think, for the time in *ms. */
static Command think(Play *play, int seat, const Observation *observation, double *ms) {
    const ContenderLimits *limits = &play->limits[seat];
    SeatResult *result = &play->result->seats[seat];
    SearchInfo info;
    clock_count_own_time(play->settings->own_time);
    int64_t start = clock_now();
    MoveRequest request = {.limits = {.nodes = limits->nodes, .threads = limits->threads}};
    if (limits->budget_ms > 0)
        request.limits.deadline = start + (int64_t)(limits->budget_ms * 1e6);
    Command command = agent_move(play->agents[seat], observation, &request, &info);
    *ms = (double)(clock_now() - start) * 1e-6;
    clock_count_own_time(false);
    result->depth += info.depth;
    result->nodes += (double)info.nodes;
    play->pv[seat] = info.pv;
    return command;
}

/* The history ends with the present state. */
static bool is_back_again(const Play *play, int seat) {
    int earlier = play->history_count - 3;
    return earlier >= 0 && play->history[earlier].cell[seat] == play->state.cell[seat];
}

static Command ask(Play *play, int seat) {
    SeatResult *result = &play->result->seats[seat];
    const GameObserver *observer = play->settings->observer;
    Game game;
    State state;
    double *ms = &play->last_ms[seat];
    state_hide_powerups(&play->game, &play->state, &game, &state);
    Observation observation = {.game = &game,
                               .state = &state,
                               .player = seat,
                               .repeated = is_back_again(play, seat),
                               .pv = play->pv[seat]};
    memcpy(observation.last_command, play->command, sizeof observation.last_command);
    if (observer && observer->asks)
        observer->asks(observer->context, seat, state.round);
    Command command = think(play, seat, &observation, ms);
    if (observer && observer->asks)
        observer->asks(observer->context, -1, state.round);
    play->ms[seat][result->moves++] = (float)*ms;
    double budget_ms = play->limits[seat].budget_ms;
    result->late += budget_ms > 0 && is_late(*ms, budget_ms);
    return command;
}

/* Count a command that was refused, or a move that another player stood in the way of. */
static void note_effect(Play *play, int seat, const State *before) {
    Command command = play->command[seat];
    SeatResult *result = &play->result->seats[seat];
    bool came = play->events.moved >> seat & 1, died = play->events.killed >> seat & 1;
    if (is_refused(before, seat, command))
        result->refused++;
    else if (is_move(command) && !came && !died && state_legal(before, seat) >> command & 1)
        result->bumped++;
}

/* Whether the blasts of the bombs that went off, were they only those in `slots`, mark a cell. */
static bool reached_by(const State *before, unsigned slots, Cell cell) {
    Board exploding, destroyed;
    engine()->blast(before, slots, &exploding, &destroyed);
    return board_has(&exploding, cell);
}

static DeathCause cause_of_death(const Play *play, int seat, const State *before) {
    Cell cell = play->state.cell[seat];
    unsigned own = play->events.exploded & before->owned[seat];
    unsigned due = own & bombs_due(&before->bombs, before->round);
    if (due && reached_by(before, due, cell))
        return DEATH_OWN;
    return own && reached_by(before, own, cell) ? DEATH_CHAIN : DEATH_OTHER;
}

static void note_death(Play *play, int seat, const State *before) {
    SeatResult *result = &play->result->seats[seat];
    bool others = play->events.exploded & ~before->owned[seat];
    bool company = before->round - play->company[seat] <= ALONE_ROUNDS;
    result->died = before->round;
    result->cause = cause_of_death(play, seat, before);
    result->own_alone = died_by_own_bomb(result) && !others && !company;
    if (play->settings->judge_deaths)
        result->unforced =
            death_was_unforced(engine(), &play->game, play->history, play->history_count, seat);
}

static const RoundEvents *last_events(const Play *play) {
    return play->state.round > 0 ? &play->events : NULL;
}

static void note_effects(Play *play, const State *before) {
    for (int p = 0; p < before->players; p++) {
        if (state_is_alive(before, p))
            note_effect(play, p, before);
        if (play->events.killed >> p & 1)
            note_death(play, p, before);
    }
}

static void play_round(Play *play) {
    State before = play->state;
    uint8_t command[MAX_PLAYERS] = {0};
    const GameObserver *observer = play->settings->observer;
    if (observer && observer->begins)
        observer->begins(observer->context, &play->game, &before, last_events(play));
    note_company(play);
    note_history(play);
    for (int p = 0; p < before.players; p++)
        if (state_is_alive(&before, p))
            command[p] = (uint8_t)ask(play, p);
    memcpy(play->command, command, sizeof command);
    if (observer && observer->answered)
        observer->answered(observer->context, &before, command, play->last_ms);
    Ranks ranks = ranks_roll(&play->random);
    engine()->play(&play->game, &play->state, command, &ranks, &play->events);
    note_effects(play, &before);
}

static bool stands_equal(const Play *play, int a, int b) {
    const State *state = &play->state;
    return state_is_alive(state, a) == state_is_alive(state, b) &&
           state_points(&play->game, state, a) == state_points(&play->game, state, b) &&
           state->died[a] == state->died[b];
}

static void note_places(Play *play) {
    int order[MAX_PLAYERS];
    state_leaderboard(&play->game, &play->state, order);
    play->result->rounds = play->state.round;
    for (int i = 0; i < play->state.players; i++) {
        SeatResult *seat = &play->result->seats[order[i]];
        bool shared = i > 0 && stands_equal(play, order[i - 1], order[i]);
        seat->place = shared ? play->result->seats[order[i - 1]].place : i + 1;
        seat->points = state_points(&play->game, &play->state, order[i]);
    }
}

static void note_times(SeatResult *seat, float *ms) {
    times_sort(ms, seat->moves);
    seat->p50 = times_at(ms, seat->moves, 0.5);
    seat->p99 = times_at(ms, seat->moves, 0.99);
    seat->longest = times_at(ms, seat->moves, 1);
}

static void note_result(Play *play) {
    const GameObserver *observer = play->settings->observer;
    note_places(play);
    for (int p = 0; p < play->settings->players; p++)
        note_times(&play->result->seats[p], play->ms[p]);
    play->result->played = true;
    if (observer && observer->ended)
        observer->ended(observer->context, &play->game, &play->state, last_events(play));
}

static bool open_seats(Play *play, const GameSpec *spec, char *error, size_t size) {
    const GameSettings *settings = play->settings;
    const ContenderLimits general = {settings->budget_ms, settings->nodes, settings->threads};
    bool open = true;
    for (int p = 0; p < settings->players && open; p++) {
        Contender contender;
        uint64_t seed = (uint64_t)spec->number * MAX_PLAYERS + (uint64_t)p + 1;
        play->result->seats[p].died = -1;
        play->company[p] = -ALONE_ROUNDS - 1;
        if (!contender_read(spec->agents[p], &contender, error, size))
            return false;
        play->limits[p] = contender_limits(&contender, general);
        play->ms[p] = malloc((LAST_ROUND + 1) * sizeof *play->ms[p]);
        play->agents[p] = settings->create ? settings->create(contender.agent, seed, error, size)
                                           : agent_create(contender.agent, seed, error, size);
        open = play->ms[p] && play->agents[p];
    }
    return open;
}

bool game_play(const GameSpec *spec, const GameSettings *settings, GameResult *result, char *error,
               size_t size) {
    Play play = {.settings = settings,
                 .result = result,
                 .random = random_seeded((uint64_t)spec->number + 1)};
    StartMap map;
    memset(result, 0, sizeof *result);
    snprintf(error, size, "not enough memory");
    mapgen_generate(&map, settings->players, spec->seed);
    mapgen_start(&map, &play.game, &play.state);
    bool open = open_seats(&play, spec, error, size);
    while (open && !state_over(&play.game, &play.state))
        play_round(&play);
    if (open)
        note_result(&play);
    for (int p = 0; p < MAX_PLAYERS; p++) {
        agent_destroy(play.agents[p]);
        free(play.ms[p]);
    }
    return open;
}

void game_crash(GameResult *result, int players, int seat, int round) {
    for (int p = 0; p < players; p++)
        result->seats[p].place = p == seat ? players : 1;
    result->seats[seat].crashed = true;
    result->rounds = round;
    result->played = true;
}

void game_forget_times(GameResult *result) {
    for (int p = 0; p < MAX_PLAYERS; p++)
        result->seats[p].p50 = result->seats[p].p99 = result->seats[p].longest = 0;
}
