#include "host/people.h"

#include "agents/registry.h"
#include "platform/clock.h"
#include "platform/interrupt.h"

/* The search of a deputy. */
enum { DEPUTY_NODES = 20000, DEPUTY_MS = 200 };

static const int64_t second = 1000000000, millisecond = 1000000;

/* How long the thread sleeps at most without looking at the control. */
static const int64_t piece = 100 * 1000000;

unsigned people_living(const Match *match) {
    unsigned living = 0;
    for (int p = 0; p < match->player_count; p++)
        living |= (unsigned)(match->players[p].human && state_is_alive(&match->state, p)) << p;
    return living;
}

/* Lend a seat that nobody has been on for too long. Returns whether somebody plays on it. */
static bool is_played(People *people, int seat) {
    SeatView view = seats_view(people->seats, seat);
    if (view.state == SEAT_HERE || view.lent)
        return true;
    if (!people->wait_s || clock_now() < view.since + people->wait_s * second)
        return false;
    seats_lend(people->seats, seat);
    return true;
}

/* Look at all of them, because each is lent at a time of its own. */
static bool are_played(People *people, unsigned seats) {
    bool all = true;
    for (int seat = 0; seat < seats_count(people->seats); seat++)
        if (seats >> seat & 1)
            all &= is_played(people, seat);
    return all;
}

static bool is_stopped(const People *people) {
    return interrupt_is_set(control_stop(people->control));
}

void people_gather(People *people, unsigned seats) {
    uint64_t seen = seats_version(people->seats);
    while (!is_stopped(people) && !are_played(people, seats))
        seen = seats_wait(people->seats, seen, clock_now() + piece);
}

void people_begin(People *people) {
    people->asked = -1;
    people->due = 0;
}

/* Real time: sleep until the end of the round before, and start the time of the next one. */
static void begin_tick(People *people) {
    int64_t tick = people->tick_ms * millisecond, now;
    uint64_t seen = seats_version(people->seats);
    while (!is_stopped(people) && (now = clock_now()) < people->due)
        seen =
            seats_wait(people->seats, seen, people->due < now + piece ? people->due : now + piece);
    control_wait_round(people->control, false);
    now = clock_now();
    people->due = now - people->due < tick / 2 ? people->due + tick : now + tick;
}

static void announce_deadline(const People *people, int64_t deadline) {
    if (people->on_deadline)
        people->on_deadline(people->context, deadline);
}

void people_open_round(People *people, int round) {
    announce_deadline(people, 0);
    seats_begin_round(people->seats, round, !people->tick_ms);
}

void people_wait_round(People *people, const Match *match) {
    if (people->tick_ms)
        begin_tick(people);
    else
        control_wait_round(people->control, !people_living(match));
}

/* Whether all of them have given a command, or have an agent that will. */
static bool have_given(People *people, unsigned living) {
    for (int seat = 0; seat < seats_count(people->seats); seat++) {
        SeatView view = seats_view(people->seats, seat);
        if (living >> seat & 1 && !view.given && !view.lent)
            return false;
    }
    return true;
}

static bool is_held(const People *people) {
    return control_view(people->control).held;
}

static bool is_turn_over(People *people, unsigned living, int64_t deadline) {
    bool late = deadline && clock_now() >= deadline;
    return late || (!people->tick_ms && have_given(people, living));
}

/* The time does not run while somebody is missing, or during a pause. */
static void wait_for_commands(People *people, unsigned living) {
    int64_t deadline = people->tick_ms  ? people->due
                       : people->turn_s ? clock_now() + people->turn_s * second
                                        : 0;
    int64_t last = clock_now();
    bool ran = false;
    uint64_t seen = seats_version(people->seats);
    while (!is_stopped(people)) {
        bool runs = are_played(people, living) && !is_held(people);
        int64_t now = clock_now();
        if (!runs && deadline)
            deadline += now - last;
        last = now;
        if (runs != ran)
            announce_deadline(people, runs ? deadline : 0);
        ran = runs;
        if (runs && is_turn_over(people, living, deadline))
            break;
        bool is_near = runs && deadline && deadline < now + piece;
        seen = seats_wait(people->seats, seen, is_near ? deadline : now + piece);
    }
    people->due = people->tick_ms ? deadline : 0;
}

static Command ask_deputy(People *people, const Match *match, int player) {
    Game game;
    State state;
    SearchInfo info;
    char error[128];
    Agent **agent = &people->agents[player];
    if (!*agent)
        *agent = agent_create(people->deputy, (uint64_t)player, error, sizeof error);
    if (!*agent)
        return COMMAND_NOTHING;
    state_hide_powerups(&match->game, &match->state, &game, &state);
    Observation observation = {.game = &game, .state = &state, .player = player};
    memcpy(observation.last_command, match->command, sizeof observation.last_command);
    MoveRequest request = {.limits = {.nodes = DEPUTY_NODES,
                                      .threads = 1,
                                      .deadline = clock_now() + DEPUTY_MS * millisecond}};
    return agent_move(*agent, &observation, &request, &info);
}

Command people_ask(People *people, Match *match, int player) {
    if (people->asked != match->state.round)
        wait_for_commands(people, people_living(match));
    people->asked = match->state.round;
    if (is_stopped(people))
        return COMMAND_NOTHING;
    if (seats_view(people->seats, player).lent)
        return ask_deputy(people, match, player);
    return seats_take(people->seats, player);
}

void people_close(People *people) {
    for (int p = 0; p < MAX_PLAYERS; p++)
        agent_destroy(people->agents[p]);
}
