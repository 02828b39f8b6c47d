#include "referee/session.h"

#include <stdlib.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/interrupt.h"
#include "platform/memory.h"
#include "platform/text.h"
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
    Sandbox sandbox;
    const volatile sig_atomic_t *stop;
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

/* In short pieces, so that a signal ends the pause. */
static void pause_for_viewer(const SessionRun *run) {
    enum { PIECE_MS = 50 };
    for (int left = run->session->delay_ms; left > 0 && !*run->stop; left -= PIECE_MS)
        clock_sleep_ms(left < PIECE_MS ? left : PIECE_MS);
}

static void on_round(void *context, const Match *match) {
    const SessionRun *run = context;
    if (shows_board(run))
        screen_draw(match, run->terminal, stdout);
    else if (!run->session->log && run->session->humans == 0)
        show_progress(run, match);
    pause_for_viewer(run);
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
    char shown[ERROR_TEXT];
    (void)context;
    text_copy(shown, sizeof shown, text, strlen(text));
    text_make_printable(shown);
    fprintf(stderr, "referee: %s\n", shown);
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
    if (!player_open(player, key, session->bots[number - session->humans], seed, &run->sandbox,
                     error, size))
        return false;
    player->limits = session->limits;
    const char *arguments = session->arguments[number - session->humans];
    if (arguments && !player_add_arguments(player, arguments, error, size))
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
    match->parent = is_series && session->folder ? session->folder : "matches";
    match->folder = is_series ? NULL : session->folder;
    match->answers_visible = session->answers_visible;
    match->pause_on_error = session->debug;
    match->stop = run->stop;
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
        printf("%d. %c %-16s %s late=%d refused=%d failed=%d slowest_ms=%.0f\n", i + 1, player->key,
               player->name, state_is_alive(&match->state, order[i]) ? "alive" : "dead ",
               player->late, match->result.seats[order[i]].refused, player->failed,
               player->slowest_ms);
    }
}

/* Say how bots failed for the first time. */
static void print_failures(const Match *match) {
    for (int p = 0; p < match->player_count; p++) {
        const Player *player = &match->players[p];
        if (player->failed > 0)
            printf("   %c failed in %d of %ld moves, first in round %d: %s\n", player->key,
                   player->failed, player->moves, player->failed_round, player->failure);
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
        print_result(match);
        print_failures(match);
    } else {
        printf("the match is in %s\n", match->writer.match);
        print_players(match);
        print_failures(match);
        print_result(match);
    }
    fflush(stdout);
}

/* Play the matches in turn. Returns the exit status. */
static int play_all(SessionRun *run, const Pairing *pairings, int count) {
    char error[ERROR_TEXT] = "";
    Series series = {0};
    int status = 0;
    for (int i = 0; i < count && status == 0 && !*run->stop; i++) {
        run->match_number = i + 1;
        if (!play_match(run, &pairings[i], error, sizeof error)) {
            text_make_printable(error);
            fprintf(stderr, "%sreferee: %s\n", run->terminal && i > 0 ? "\n" : "", error);
            status = run->match->refused ? SESSION_REFUSED : 1;
        } else if (match_is_stopped(run->match)) {
            fprintf(stderr, "referee: the match was left unfinished; it is in %s\n",
                    run->match->writer.match);
            break;
        } else {
            print_match(run);
            series_add(&series, run->match, &pairings[i]);
        }
    }
    if (run->session->matches > 1)
        series_print(&series, stdout);
    return *run->stop ? SESSION_INTERRUPTED : status;
}

static bool has_bot_folders(const Session *session) {
    for (int i = 0; i < session->bot_count; i++)
        if (path_kind(session->bots[i]) == PATH_FOLDER)
            return true;
    return false;
}

/* Find out whether bots run in a sandbox, and say so. Returns false when the sandbox is required
 * and does not work. */
static bool open_sandbox(SessionRun *run) {
    char reason[256];
    SandboxUse use = run->session->sandbox_use;
    if (use == SANDBOX_OFF || !has_bot_folders(run->session))
        return true;
    if (sandbox_open(&run->sandbox, reason, sizeof reason)) {
        run->sandbox.keep_memory = run->session->keep_memory;
        fputs("referee: the bots run in a sandbox (bubblewrap)\n", stderr);
        return true;
    }
    fprintf(stderr, "referee: %s: %s\n",
            use == SANDBOX_REQUIRED ? "the sandbox does not work"
                                    : "no sandbox, so the bots can do all that you can do",
            reason);
    return use != SANDBOX_REQUIRED;
}

int session_play(const Session *session) {
    int count = 0, players = session->bot_count + session->humans, status = 1;
    SessionRun run = {.session = session,
                      .console = {.input = STDIN_FILENO, .out = stdout},
                      .terminal = isatty(STDOUT_FILENO),
                      .stop = interrupt_watch()};
    if (!open_sandbox(&run))
        return 1;
    Pairing *pairings = schedule_games(players, players, session->matches, session->seed, &count);
    run.match = memory_allocate_aligned(sizeof *run.match);
    if (pairings && run.match)
        status = play_all(&run, pairings, count);
    else
        fputs("referee: not enough memory\n", stderr);
    memory_free_aligned(run.match);
    free(pairings);
    return status;
}
