#include "host/game.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/mapgen.h"
#include "host/live.h"
#include "host/people.h"
#include "platform/interrupt.h"
#include "platform/memory.h"
#include "platform/text.h"
#include "records/match_replay.h"
#include "replay/html.h"

struct HostGame {
    const GameOptions *options;
    const Lineup *lineup;
    Seats *seats;
    Control *control;
    Feed *feed;
    Live *live;
    Hints *hints;
    People people;
    HostListener listeners[LISTENERS_MAX];
    int listener_count;
    Sandbox sandbox;

    /* Of the present match. */
    Session session;
    Match *match;
    Snapshot snapshot;
    State before; /* the round just played */
    int number;

    pthread_mutex_t mutex; /* guards what follows */
    GameView view;
    Blob *page;
};

static void on_deadline(void *context, int64_t deadline) {
    HostGame *game = context;
    pthread_mutex_lock(&game->mutex);
    game->view.deadline = deadline;
    pthread_mutex_unlock(&game->mutex);
    seats_wake(game->seats);
}

HostGame *host_game_create(const GameOptions *options, const Lineup *lineup, Seats *seats,
                           Control *control, Feed *feed) {
    HostGame *game = memory_allocate_aligned(sizeof *game);
    if (!game)
        return NULL;
    memset(game, 0, sizeof *game);
    pthread_mutex_init(&game->mutex, NULL);
    game->options = options;
    game->lineup = lineup;
    game->seats = seats;
    game->control = control;
    game->feed = feed;
    game->live = live_create(feed);
    game->hints = options->hints ? hints_create(feed) : NULL;
    game->match = memory_allocate_aligned(sizeof *game->match);
    game->people = (People){.seats = seats,
                            .control = control,
                            .tick_ms = options->tick_ms,
                            .turn_s = options->turn_s,
                            .wait_s = options->wait_s,
                            .deputy = options->deputy,
                            .on_deadline = on_deadline,
                            .context = game};
    if (game->live && game->match && (game->hints || !options->hints))
        return game;
    host_game_destroy(game);
    return NULL;
}

void host_game_destroy(HostGame *game) {
    if (!game)
        return;
    hints_destroy(game->hints);
    live_destroy(game->live);
    people_close(&game->people);
    memory_free_aligned(game->match);
    blob_release(game->page);
    pthread_mutex_destroy(&game->mutex);
    memory_free_aligned(game);
}

void host_game_listen(HostGame *game, const HostListener *listener) {
    if (game->listener_count < LISTENERS_MAX)
        game->listeners[game->listener_count++] = *listener;
}

GameView host_game_view(HostGame *game) {
    pthread_mutex_lock(&game->mutex);
    GameView view = game->view;
    view.has_page = game->page != NULL;
    pthread_mutex_unlock(&game->mutex);
    return view;
}

Blob *host_game_page(HostGame *game) {
    pthread_mutex_lock(&game->mutex);
    Blob *page = blob_keep(game->page);
    pthread_mutex_unlock(&game->mutex);
    return page;
}

static void set_phase(HostGame *game, GamePhase phase, const char *error) {
    pthread_mutex_lock(&game->mutex);
    game->view.phase = phase;
    game->view.match = game->number;
    game->view.seed = game->session.seed;
    game->view.people = game->session.humans;
    game->view.chosen_count = game->session.bot_count;
    for (int i = 0; i < game->session.bot_count; i++)
        game->view.chosen[i] = lineup_find(game->lineup, game->session.bots[i]);
    game->view.deadline = 0;
    text_copy(game->view.error, sizeof game->view.error, error, strlen(error));
    pthread_mutex_unlock(&game->mutex);
    seats_wake(game->seats);
}

static void set_round(HostGame *game, int round) {
    pthread_mutex_lock(&game->mutex);
    game->view.round = round;
    pthread_mutex_unlock(&game->mutex);
}

/* ---- What the listeners hear. ---- */

static void tell_round(HostGame *game, bool waiting, bool end) {
    size_t size;
    char *map = game->listener_count ? snapshot_write_map(&game->snapshot, &size) : NULL;
    HostRound round = {.number = game->number,
                       .waiting = waiting,
                       .match = waiting ? NULL : game->match,
                       .snapshot = &game->snapshot,
                       .map = map ? map : ""};
    for (int i = 0; i < game->listener_count; i++) {
        const HostListener *listener = &game->listeners[i];
        void (*tell)(void *, const HostRound *) = end ? listener->on_end : listener->on_round;
        if (tell)
            tell(listener->context, &round);
    }
    free(map);
}

/* Whether a command had no effect: the rules refused it, or another player blocked the way. */
static bool has_failed(const HostGame *game, int player) {
    const State *now = &game->match->state;
    Command command = (Command)game->match->command[player];
    bool refused = !(state_legal(&game->before, player) >> command & 1);
    return refused || (is_move(command) && now->cell[player] == game->before.cell[player]);
}

static void tell_people(const HostGame *game) {
    for (int seat = 0; seat < game->session.humans; seat++) {
        bool lived = state_is_alive(&game->before, seat);
        bool lives = state_is_alive(&game->match->state, seat);
        for (int i = 0; i < game->listener_count && lived; i++) {
            const HostListener *listener = &game->listeners[i];
            Command command = (Command)game->match->command[seat];
            if (lives && listener->on_failed && has_failed(game, seat))
                listener->on_failed(listener->context, seat, command);
            if (!lives && listener->on_killed)
                listener->on_killed(listener->context, seat);
        }
    }
}

/* ---- A match. ---- */

static void set_snapshot(HostGame *game, const Game *rules, const State *state,
                         const RoundEvents *last) {
    snapshot_from_state(rules, state, last, &game->snapshot);
    game->snapshot.seed = game->session.seed;
    for (int p = 0; p < game->snapshot.player_count; p++)
        snprintf(game->snapshot.players[p].name, SNAPSHOT_NAME, "%s", game->match->players[p].name);
}

static void ask_hints(HostGame *game, const Match *match) {
    Game rules;
    State state;
    unsigned living = people_living(match);
    if (!game->hints || !living)
        return;
    state_hide_powerups(&match->game, &match->state, &rules, &state);
    hints_ask(game->hints, game->number, &rules, &state, living);
}

static void begin_match(HostGame *game, const Match *match) {
    game->number = live_begin(game->live, &game->snapshot, false, match->writer.match,
                              game->session.humans == 0);
    people_begin(&game->people);
    set_phase(game, GAME_PLAYING, "");
}

static void on_round(void *context, const Match *match) {
    HostGame *game = context;
    bool first = match->state.round == 0;
    set_snapshot(game, &match->game, &match->state, first ? NULL : &match->events);
    set_round(game, match->state.round);
    people_open_round(&game->people, match->state.round);
    if (first)
        begin_match(game, match);
    else
        live_round(game->live, match->command, &game->snapshot);
    if (!first)
        tell_people(game);
    game->before = match->state;
    if (state_over(&match->game, &match->state))
        return;
    ask_hints(game, match);
    tell_round(game, false, false);
    people_wait_round(&game->people, match);
}

static Command ask(void *context, Match *match, int player) {
    HostGame *game = context;
    return people_ask(&game->people, match, player);
}

static void warn(void *context, const char *text) {
    char shown[4096];
    (void)context;
    text_copy(shown, sizeof shown, text, strlen(text));
    text_make_printable(shown);
    fprintf(stderr, "host: %s\n", shown);
}

static void prepare_match(HostGame *game) {
    Match *match = game->match;
    memset(match, 0, sizeof *match);
    match->player_count = game->session.bot_count + game->session.humans;
    match->seed = game->session.seed;
    match->parent = game->options->parent;
    match->answers_visible = game->session.answers_visible;
    match->people_last = true;
    match->stop = control_stop(game->control);
    match->on_round = on_round;
    match->ask = ask;
    match->warn = warn;
    match->context = game;
}

/* A bot's name is in its player; a person's is the one given at the seat. */
static void name_people(HostGame *game) {
    for (int seat = 0; seat < game->session.humans; seat++) {
        SeatView view = seats_view(game->seats, seat);
        Player *player = &game->match->players[seat];
        if (view.name[0])
            snprintf(player->name, sizeof player->name, "%s", view.name);
    }
}

/* Show the board while people are missing. */
static void wait_for_people(HostGame *game) {
    Game rules;
    State state;
    StartMap map;
    unsigned seats = (1u << game->session.humans) - 1;
    if (!seats)
        return;
    mapgen_generate(&map, game->match->player_count, game->session.seed);
    mapgen_start(&map, &rules, &state);
    set_snapshot(game, &rules, &state, NULL);
    game->number = live_begin(game->live, &game->snapshot, true, NULL, false);
    set_round(game, 0);
    set_phase(game, GAME_WAITING, "");
    tell_round(game, true, false);
    people_gather(&game->people, seats);
    name_people(game);
}

static bool open_players(HostGame *game, char *error, size_t size) {
    for (int seat = 0; seat < game->match->player_count; seat++) {
        Player *player = &game->match->players[seat];
        if (!session_open_player(&game->session, seat, game->session.seed, &game->sandbox, player,
                                 error, size))
            return false;
        if (player->launcher.note[0])
            fprintf(stderr, "host: %s: %s\n", player->given_path, player->launcher.note);
    }
    return true;
}

/* The name of the last folder of a path. */
static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Make the page of the match that is over. */
static void make_page(HostGame *game) {
    char error[GAME_ERROR];
    const char *path = game->match->writer.match;
    size_t size;
    MatchReplay *replay = path[0] ? match_replay_load(path, error, sizeof error) : NULL;
    char *bytes = replay ? html_page(replay, path, base_name(path), &size) : NULL;
    match_replay_free(replay);
    Blob *page = bytes ? blob_make(bytes, size) : NULL;
    pthread_mutex_lock(&game->mutex);
    blob_release(game->page);
    game->page = page;
    pthread_mutex_unlock(&game->mutex);
}

static void print_result(const HostGame *game, const int order[MAX_PLAYERS]) {
    const Match *match = game->match;
    printf("match %s: winner=%c rounds=%d points=", match->writer.match,
           match->players[order[0]].key, match->state.round);
    for (int p = 0; p < match->player_count; p++)
        printf("%s%c:%d", p ? "," : "", match->players[p].key,
               state_points(&match->game, &match->state, p));
    printf("\n");
    fflush(stdout);
}

static void end_match(HostGame *game) {
    int order[MAX_PLAYERS] = {0};
    bool unfinished = match_is_stopped(game->match);
    state_leaderboard(&game->match->game, &game->match->state, order);
    live_end(game->live, order, unfinished);
    tell_round(game, false, true);
    if (unfinished)
        printf("match %s: left unfinished\n", game->match->writer.match);
    else
        print_result(game, order);
    make_page(game);
    set_phase(game, GAME_OVER, "");
}

static void fail(HostGame *game, const char *error) {
    static const int nobody[MAX_PLAYERS];
    warn(game, error);
    live_end(game->live, nobody, true);
    tell_round(game, false, true);
    set_phase(game, GAME_FAILED, "The match cannot be played; the terminal of the host says why.");
}

/* Play the match of game->session. */
static void play(HostGame *game) {
    char error[4096] = "";
    prepare_match(game);
    bool open = open_players(game, error, sizeof error);
    if (open)
        wait_for_people(game);
    bool stopped = interrupt_is_set(control_stop(game->control));
    bool played = open && !stopped && match_play(game->match, error, sizeof error);
    if (played)
        end_match(game);
    else if (!stopped)
        fail(game, error);
    for (int seat = 0; seat < game->match->player_count; seat++)
        player_close(&game->match->players[seat]);
}

static void choose(HostGame *game, const NextMatch *next) {
    Session *session = &game->session;
    session->seed = next->seed;
    session->bot_count = next->count;
    for (int i = 0; i < next->count; i++)
        session->bots[i] = game->lineup->spec[next->player[i]];
}

static void play_matches(HostGame *game) {
    NextMatch next;
    char said[512];
    game->session = game->options->session;
    bool open = session_open_sandbox(&game->session, &game->sandbox, said, sizeof said);
    if (said[0])
        fprintf(stderr, "host: %s\n", said);
    if (!open) {
        set_phase(game, GAME_FAILED, "The host has no sandbox for its bots.");
        return;
    }
    play(game);
    while (control_wait_match(game->control, &next)) {
        choose(game, &next);
        play(game);
    }
}

void host_game_run(void *context) {
    HostGame *game = context;
    play_matches(game);
    hints_destroy(game->hints);
    game->hints = NULL;
}
