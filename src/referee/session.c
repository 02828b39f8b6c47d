#include "referee/session.h"

#include <stdlib.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/memory.h"
#include "referee/screen.h"
#include "referee/series.h"
#include "stats/pairings.h"

enum { ERROR_TEXT = 4096, ROUNDS_PER_LINE = 25 };

/* A session in progress. */
typedef struct SessionRun {
    const Session *session;
    Console console;
    bool terminal;    /* standard output is a terminal */
    int match_number; /* from 1 */
    Match *match;
} SessionRun;

static bool shows_board(const SessionRun *run) {
    return run->session->pretty || (run->session->humans > 0 && isatty(STDIN_FILENO));
}

static void show_progress(const SessionRun *run, const Match *match) {
    int round = match->state.round;
    bool is_series = run->session->matches > 1;
    if (run->terminal) {
        fputs("\r", stdout);
        if (is_series)
            printf("match %d of %d, ", run->match_number, run->session->matches);
        screen_progress(match, stdout);
        fputs("\033[K", stdout);
    } else if (!is_series && round > 0 && round % ROUNDS_PER_LINE == 0) {
        screen_progress(match, stdout);
        fputs("\n", stdout);
    }
    fflush(stdout);
}

static void on_round(void *context, const Match *match) {
    const SessionRun *run = context;
    if (shows_board(run))
        screen_draw(match, run->terminal, stdout);
    else if (!run->session->log && run->session->humans == 0)
        show_progress(run, match);
    if (run->session->delay_ms)
        clock_sleep_ms(run->session->delay_ms);
}

static Command ask(void *context, Match *match, int player) {
    SessionRun *run = context;
    return console_ask(&run->console, match, player);
}

static void wait_for_user(void *context, const char *text) {
    SessionRun *run = context;
    console_wait(&run->console, text);
}

static void warn(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "referee: %s\n", text);
}

/* Open a player of the session, numbered from 0: first the people, then the bots. Returns false
 * with a message. */
static bool open_player(const SessionRun *run, int number, int seat, char *error, size_t size) {
    const Session *session = run->session;
    Player *player = &run->match->players[seat];
    char key = (char)('A' + seat);
    uint64_t seed = (uint64_t)run->match->seed * MAX_PLAYERS + (uint64_t)seat;
    if (number < session->humans) {
        player_open_human(player, key, number + 1);
        return true;
    }
    if (!player_open(player, key, session->bots[number - session->humans], seed, error, size))
        return false;
    if (!player_add_arguments(player, session->arguments, error, size))
        return false;
    if (player->launcher.note[0] && run->match_number == 1)
        fprintf(stderr, "referee: %s: %s\n", player->given_path, player->launcher.note);
    return true;
}

static void prepare_match(SessionRun *run, const Pairing *pairing) {
    const Session *session = run->session;
    bool is_series = session->matches > 1;
    Match *match = run->match;
    memset(match, 0, sizeof *match);
    match->player_count = session->bot_count + session->humans;
    match->seed = pairing->seed;
    match->limits = session->limits;
    match->parent = is_series && session->folder ? session->folder : "matches";
    match->folder = is_series ? NULL : session->folder;
    match->pause_on_error = session->debug;
    match->log.echo = session->log;
    match->on_round = on_round;
    match->ask = ask;
    match->wait_for_user = wait_for_user;
    match->warn = warn;
    match->context = run;
}

/* Play one match. Returns false with a message. */
static bool play_match(SessionRun *run, const Pairing *pairing, char *error, size_t size) {
    bool ok = true;
    prepare_match(run, pairing);
    for (int seat = 0; seat < run->match->player_count; seat++) {
        int number = pairing->seats[seat];
        run->console.keys[seat] = run->session->keys[number];
        ok = ok && open_player(run, number, seat, error, size);
    }
    ok = ok && match_play(run->match, error, size);
    for (int seat = 0; seat < run->match->player_count; seat++)
        player_close(&run->match->players[seat]);
    return ok;
}

static void print_result(const Match *match) {
    int order[MAX_PLAYERS];
    state_leaderboard(&match->game, &match->state, order);
    printf("winner=%c rounds=%d points=", match->players[order[0]].key, match->state.round);
    for (int p = 0; p < match->player_count; p++)
        printf("%s%c:%d", p ? "," : "", match->players[p].key,
               state_points(&match->game, &match->state, p));
    printf("\n");
}

static void print_players(const Match *match) {
    int order[MAX_PLAYERS];
    state_leaderboard(&match->game, &match->state, order);
    for (int i = 0; i < match->player_count; i++) {
        const Player *player = &match->players[order[i]];
        printf("%d. %c %-16s %s late=%d refused=%d slowest_ms=%.0f\n", i + 1, player->key,
               player->name, state_is_alive(&match->state, order[i]) ? "alive" : "dead ",
               player->late, player->refused, player->slowest_ms);
    }
}

static void print_match(const SessionRun *run) {
    const Match *match = run->match;
    if (run->terminal && !shows_board(run))
        fputs("\r\033[K", stdout);
    if (run->session->matches > 1) {
        printf("match %d %s", run->match_number, match->writer.match);
        for (int p = 0; p < match->player_count; p++)
            printf(" %c=%s", match->players[p].key, match->players[p].name);
        fputs(" ", stdout);
    } else {
        printf("the match is in %s\n", match->writer.match);
        print_players(match);
    }
    print_result(match);
    fflush(stdout);
}

static bool play_all(SessionRun *run, const Pairing *pairings, int count) {
    char error[ERROR_TEXT] = "";
    Series series = {0};
    for (int i = 0; i < count; i++) {
        run->match_number = i + 1;
        if (!play_match(run, &pairings[i], error, sizeof error)) {
            fprintf(stderr, "%sreferee: %s\n", run->terminal && i > 0 ? "\n" : "", error);
            return false;
        }
        if (run->match->stopped) {
            fprintf(stderr, "referee: the match was left unfinished; it is in %s\n",
                    run->match->writer.match);
            break;
        }
        print_match(run);
        series_add(&series, run->match, &pairings[i]);
    }
    if (run->session->matches > 1)
        series_print(&series, stdout);
    return true;
}

int session_play(const Session *session) {
    int count = 0, players = session->bot_count + session->humans;
    SessionRun run = {.session = session,
                      .console = {.input = STDIN_FILENO, .out = stdout},
                      .terminal = isatty(STDOUT_FILENO)};
    Pairing *pairings = schedule_games(players, players, session->matches, session->seed, &count);
    run.match = memory_allocate_aligned(sizeof *run.match);
    bool ok = pairings && run.match;
    if (ok)
        ok = play_all(&run, pairings, count);
    else
        fputs("referee: not enough memory\n", stderr);
    memory_free_aligned(run.match);
    free(pairings);
    return ok ? 0 : 1;
}
