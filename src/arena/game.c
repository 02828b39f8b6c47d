#include "arena/game.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "agents/registry.h"
#include "engine/mapgen.h"
#include "engine/ranks.h"
#include "platform/clock.h"
#include "records/position_file.h"

enum { LATE_MS = 5 };

/* The state of a running game. */
typedef struct Play {
    const GameSettings *settings;
    Judge judge;
    Agent *agents[MAX_PLAYERS];
    ContenderLimits limits[MAX_PLAYERS];
    double last_ms[MAX_PLAYERS];
    Game game;
    State state;
    RoundEvents events;
    uint8_t command[MAX_PLAYERS];
    Pv pv[MAX_PLAYERS]; /* principal variation of the last move */
    Trail trail[MAX_PLAYERS];
    Random random;
    PositionDraw draw;
} Play;

static bool is_late(double ms, double budget_ms) {
    return ms > budget_ms + fmax(LATE_MS, 0.1 * budget_ms);
}

/* Get the command of an agent, and store the time that it took in *ms. */
static Command call_agent(Play *play, int seat, const Observation *observation, double *ms) {
    const ContenderLimits *limits = &play->limits[seat];
    SeatResult *result = &play->judge.result->seats[seat];
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

static Command request_move(Play *play, int seat) {
    const GameObserver *observer = play->settings->observer;
    Game game;
    State state;
    double *ms = &play->last_ms[seat];
    state_hide_powerups(&play->game, &play->state, &game, &state);
    Observation observation = {.game = &game,
                               .state = &state,
                               .player = seat,
                               .trail = play->trail[seat],
                               .pv = play->pv[seat]};
    memcpy(observation.last_command, play->command, sizeof observation.last_command);
    if (observer && observer->on_thinking)
        observer->on_thinking(observer->context, seat, state.round);
    Command command = call_agent(play, seat, &observation, ms);
    if (observer && observer->on_thinking)
        observer->on_thinking(observer->context, -1, state.round);
    double budget_ms = play->limits[seat].budget_ms;
    judge_add_move(&play->judge, seat, *ms, budget_ms > 0 && is_late(*ms, budget_ms));
    return command;
}

static const RoundEvents *last_events(const Play *play) {
    return play->state.round > 0 ? &play->events : NULL;
}

static void play_round(Play *play) {
    State before = play->state;
    uint8_t command[MAX_PLAYERS] = {0};
    const GameObserver *observer = play->settings->observer;
    if (observer && observer->on_round)
        observer->on_round(observer->context, &play->game, &before, last_events(play));
    if (play->settings->positions)
        position_draw_round(&play->draw, &before);
    judge_begin_round(&play->judge, &before);
    for (int p = 0; p < before.players; p++)
        if (state_is_alive(&before, p))
            command[p] = (uint8_t)request_move(play, p);
    memcpy(play->command, command, sizeof command);
    if (observer && observer->on_commands)
        observer->on_commands(observer->context, &before, command, play->last_ms);
    for (int p = 0; p < before.players; p++)
        trail_add(&play->trail[p], before.cell[p]);
    Ranks ranks = ranks_roll(&play->random);
    engine()->play(&play->game, &play->state, command, &ranks, &play->events);
    judge_end_round(&play->judge, &play->game, &play->state, command, &play->events);
}

static void set_result(Play *play) {
    const GameObserver *observer = play->settings->observer;
    judge_finish(&play->judge, &play->game, &play->state);
    if (observer && observer->on_end)
        observer->on_end(observer->context, &play->game, &play->state, last_events(play));
}

static bool is_over(const Play *play) {
    return state_over(&play->game, &play->state) ||
           (play->settings->adjudicate && judge_is_decided(&play->game, &play->state));
}

static bool create_agents(Play *play, const GameSpec *spec, char *error, size_t size) {
    const GameSettings *settings = play->settings;
    const ContenderLimits general = game_limits(settings);
    bool created = true;
    for (int p = 0; p < settings->players && created; p++) {
        Contender contender;
        uint64_t seed = (uint64_t)spec->number * MAX_PLAYERS + (uint64_t)p + 1;
        if (!contender_read(spec->agents[p], &contender, error, size))
            return false;
        play->limits[p] = contender_limits(&contender, general);
        play->agents[p] = settings->create ? settings->create(contender.agent, seed, error, size)
                                           : agent_create(contender.agent, seed, error, size);
        created = play->agents[p] != NULL;
    }
    return created;
}

static bool append_positions(Play *play, const GameSpec *spec, char *error, size_t size) {
    const char *path = play->settings->positions;
    if (position_draw_end(&play->draw, path, spec->number, spec->seed, &play->game, &play->state))
        return true;
    snprintf(error, size, "cannot write %s: %s", path, strerror(errno));
    return false;
}

bool game_play(const GameSpec *spec, const GameSettings *settings, GameResult *result, char *error,
               size_t size) {
    Play play = {.settings = settings,
                 .random = random_seeded((uint64_t)spec->number + 1),
                 .draw = {.every = settings->every}};
    StartMap map;
    snprintf(error, size, "not enough memory");
    mapgen_generate(&map, settings->players, spec->seed);
    mapgen_start(&map, &play.game, &play.state);
    bool created = judge_open(&play.judge, settings->players, settings->judge_deaths, result) &&
                   create_agents(&play, spec, error, size);
    while (created && !is_over(&play))
        play_round(&play);
    if (created)
        set_result(&play);
    if (created && settings->positions)
        created = append_positions(&play, spec, error, size);
    for (int p = 0; p < MAX_PLAYERS; p++)
        agent_destroy(play.agents[p]);
    judge_close(&play.judge);
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
