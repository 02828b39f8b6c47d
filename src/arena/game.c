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

/* The state of a running game. */
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
    Pv pv[MAX_PLAYERS];         /* principal variation of the last move */
    int last_near[MAX_PLAYERS]; /* last round in which an opponent was near */
    Random random;
} Play;

static bool is_near(const State *state, int a, int b) {
    return cell_distance(state->cell[a], state->cell[b]) <= ALONE_STEPS;
}

static void update_last_near(Play *play) {
    const State *state = &play->state;
    for (int a = 0; a < state->players; a++)
        for (int b = 0; b < state->players; b++)
            if (a != b && state_is_alive(state, b) && is_near(state, a, b))
                play->last_near[a] = state->round;
}

static void append_history(Play *play) {
    if (play->history_count == UNFORCED_ROUNDS)
        memmove(play->history, play->history + 1, sizeof play->history - sizeof play->history[0]);
    else
        play->history_count++;
    play->history[play->history_count - 1] = play->state;
}

static bool is_late(double ms, double budget_ms) {
    return ms > budget_ms + fmax(LATE_MS, 0.1 * budget_ms);
}

/* Get the command of an agent, and store the time that it took in *ms. */
static Command call_agent(Play *play, int seat, const Observation *observation, double *ms) {
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

/* The history ends with the current state. */
static bool is_repeating(const Play *play, int seat) {
    int earlier = play->history_count - 3;
    return earlier >= 0 && play->history[earlier].cell[seat] == play->state.cell[seat];
}

static Command request_move(Play *play, int seat) {
    SeatResult *result = &play->result->seats[seat];
    const GameObserver *observer = play->settings->observer;
    Game game;
    State state;
    double *ms = &play->last_ms[seat];
    state_hide_powerups(&play->game, &play->state, &game, &state);
    Observation observation = {.game = &game,
                               .state = &state,
                               .player = seat,
                               .repeated = is_repeating(play, seat),
                               .pv = play->pv[seat]};
    memcpy(observation.last_command, play->command, sizeof observation.last_command);
    if (observer && observer->on_thinking)
        observer->on_thinking(observer->context, seat, state.round);
    Command command = call_agent(play, seat, &observation, ms);
    if (observer && observer->on_thinking)
        observer->on_thinking(observer->context, -1, state.round);
    play->ms[seat][result->moves++] = (float)*ms;
    double budget_ms = play->limits[seat].budget_ms;
    result->late += budget_ms > 0 && is_late(*ms, budget_ms);
    return command;
}

/* Count a command that was refused, or a move that another player blocked. */
static void count_effect(Play *play, int seat, const State *before) {
    Command command = play->command[seat];
    SeatResult *result = &play->result->seats[seat];
    bool moved = play->events.moved >> seat & 1, died = play->events.killed >> seat & 1;
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

static DeathCause cause_of_death(const Play *play, int seat, const State *before) {
    Cell cell = play->state.cell[seat];
    unsigned own = play->events.exploded & before->owned[seat];
    unsigned due = own & bombs_due(&before->bombs, before->round);
    if (due && blast_reaches(before, due, cell))
        return DEATH_OWN;
    return own && blast_reaches(before, own, cell) ? DEATH_CHAIN : DEATH_OTHER;
}

static void record_death(Play *play, int seat, const State *before) {
    SeatResult *result = &play->result->seats[seat];
    bool others = play->events.exploded & ~before->owned[seat];
    bool was_near = before->round - play->last_near[seat] <= ALONE_ROUNDS;
    result->died = before->round;
    result->cause = cause_of_death(play, seat, before);
    result->own_alone = died_by_own_bomb(result) && !others && !was_near;
    if (play->settings->judge_deaths)
        result->unforced =
            death_was_unforced(engine(), &play->game, play->history, play->history_count, seat);
}

static const RoundEvents *last_events(const Play *play) {
    return play->state.round > 0 ? &play->events : NULL;
}

static void record_effects(Play *play, const State *before) {
    for (int p = 0; p < before->players; p++) {
        if (state_is_alive(before, p))
            count_effect(play, p, before);
        if (play->events.killed >> p & 1)
            record_death(play, p, before);
    }
}

static void play_round(Play *play) {
    State before = play->state;
    uint8_t command[MAX_PLAYERS] = {0};
    const GameObserver *observer = play->settings->observer;
    if (observer && observer->on_round)
        observer->on_round(observer->context, &play->game, &before, last_events(play));
    update_last_near(play);
    append_history(play);
    for (int p = 0; p < before.players; p++)
        if (state_is_alive(&before, p))
            command[p] = (uint8_t)request_move(play, p);
    memcpy(play->command, command, sizeof command);
    if (observer && observer->on_commands)
        observer->on_commands(observer->context, &before, command, play->last_ms);
    Ranks ranks = ranks_roll(&play->random);
    engine()->play(&play->game, &play->state, command, &ranks, &play->events);
    record_effects(play, &before);
}

static bool finished_equal(const Play *play, int a, int b) {
    const State *state = &play->state;
    return state_is_alive(state, a) == state_is_alive(state, b) &&
           state_points(&play->game, state, a) == state_points(&play->game, state, b) &&
           state->died[a] == state->died[b];
}

static void set_places(Play *play) {
    int order[MAX_PLAYERS];
    state_leaderboard(&play->game, &play->state, order);
    play->result->rounds = play->state.round;
    for (int i = 0; i < play->state.players; i++) {
        SeatResult *seat = &play->result->seats[order[i]];
        bool shared = i > 0 && finished_equal(play, order[i - 1], order[i]);
        seat->place = shared ? play->result->seats[order[i - 1]].place : i + 1;
        seat->points = state_points(&play->game, &play->state, order[i]);
    }
}

static void set_times(SeatResult *seat, float *ms) {
    times_sort(ms, seat->moves);
    seat->p50 = times_percentile(ms, seat->moves, 0.5);
    seat->p99 = times_percentile(ms, seat->moves, 0.99);
    seat->longest = times_percentile(ms, seat->moves, 1);
}

static void set_result(Play *play) {
    const GameObserver *observer = play->settings->observer;
    set_places(play);
    for (int p = 0; p < play->settings->players; p++)
        set_times(&play->result->seats[p], play->ms[p]);
    play->result->played = true;
    if (observer && observer->on_end)
        observer->on_end(observer->context, &play->game, &play->state, last_events(play));
}

static bool create_agents(Play *play, const GameSpec *spec, char *error, size_t size) {
    const GameSettings *settings = play->settings;
    const ContenderLimits general = game_limits(settings);
    bool created = true;
    for (int p = 0; p < settings->players && created; p++) {
        Contender contender;
        uint64_t seed = (uint64_t)spec->number * MAX_PLAYERS + (uint64_t)p + 1;
        play->result->seats[p].died = -1;
        play->last_near[p] = -ALONE_ROUNDS - 1;
        if (!contender_read(spec->agents[p], &contender, error, size))
            return false;
        play->limits[p] = contender_limits(&contender, general);
        play->ms[p] = malloc((LAST_ROUND + 1) * sizeof *play->ms[p]);
        play->agents[p] = settings->create ? settings->create(contender.agent, seed, error, size)
                                           : agent_create(contender.agent, seed, error, size);
        created = play->ms[p] && play->agents[p];
    }
    return created;
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
    bool created = create_agents(&play, spec, error, size);
    while (created && !state_over(&play.game, &play.state))
        play_round(&play);
    if (created)
        set_result(&play);
    for (int p = 0; p < MAX_PLAYERS; p++) {
        agent_destroy(play.agents[p]);
        free(play.ms[p]);
    }
    return created;
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
