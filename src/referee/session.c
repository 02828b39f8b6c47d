#include "referee/session.h"

#include <unistd.h>

#include "platform/clock.h"
#include "platform/interrupt.h"
#include "platform/memory.h"
#include "platform/text.h"
#include "referee/screen.h"

enum { ERROR_TEXT = 4096, ROUNDS_PER_LINE = 25 };

/* A session in progress. */
typedef struct SessionRun {
    const Session *session;
    Console console;
    bool terminal; /* standard output is a terminal */
    Match *match;
    Sandbox sandbox;
    const volatile sig_atomic_t *stop;
} SessionRun;

static bool shows_board(const SessionRun *run) {
    return run->session->pretty || (run->session->humans > 0 && isatty(STDIN_FILENO));
}

static void show_progress(const SessionRun *run, const Match *match) {
    int round = match->state.round;
    if (run->terminal) {
        fputs("\r", stdout);
        screen_progress(match, stdout);
        fputs("\033[K", stdout);
    } else if (round > 0 && round % ROUNDS_PER_LINE == 0) {
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

static int first_living(const Match *match) {
    int player = 0;
    while (player < match->player_count - 1 && !state_is_alive(&match->state, player))
        player++;
    return player;
}

static void on_round(void *context, const Match *match) {
    SessionRun *run = context;
    screen_note_round(&run->console.screen, match);
    if (shows_board(run))
        screen_draw(&run->console.screen, match, first_living(match), run->terminal, stdout);
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

bool session_open_player(const Session *session, int seat, int seed, const Sandbox *sandbox,
                         Player *player, char *error, size_t size) {
    char key = (char)('A' + seat);
    int bot = seat - session->humans;
    uint64_t agent_seed = (uint64_t)seed * MAX_PLAYERS + (uint64_t)seat;
    if (bot < 0) {
        player_open_human(player, key, seat + 1);
        return true;
    }
    if (!player_open(player, key, session->bots[bot], agent_seed, sandbox, error, size))
        return false;
    player->limits = session->limits;
    const char *arguments = session->arguments[bot];
    return !arguments || player_add_arguments(player, arguments, error, size);
}

static bool open_player(const SessionRun *run, int seat, char *error, size_t size) {
    Player *player = &run->match->players[seat];
    if (!session_open_player(run->session, seat, run->match->seed, &run->sandbox, player, error,
                             size))
        return false;
    if (player->launcher.note[0])
        fprintf(stderr, "referee: %s: %s\n", player->given_path, player->launcher.note);
    return true;
}

static void prepare_match(SessionRun *run) {
    const Session *session = run->session;
    Match *match = run->match;
    memset(match, 0, sizeof *match);
    match->player_count = session->bot_count + session->humans;
    match->seed = session->seed;
    match->parent = "matches";
    match->folder = session->folder;
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

/* Play the match. Returns false with a message. */
static bool play_match(SessionRun *run, char *error, size_t size) {
    bool ok = true;
    prepare_match(run);
    for (int seat = 0; seat < run->match->player_count; seat++) {
        run->console.keys[seat] = run->session->keys[seat];
        ok = ok && open_player(run, seat, error, size);
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
    printf("the match is in %s\n", match->writer.match);
    print_players(match);
    print_failures(match);
    print_result(match);
    fflush(stdout);
}

/* Returns the exit status. */
static int play_and_report(SessionRun *run) {
    char error[ERROR_TEXT] = "";
    if (!play_match(run, error, sizeof error)) {
        text_make_printable(error);
        fprintf(stderr, "referee: %s\n", error);
        return run->match->refused ? SESSION_REFUSED : 1;
    }
    if (match_is_stopped(run->match))
        fprintf(stderr, "referee: the match was left unfinished; it is in %s\n",
                run->match->writer.match);
    else
        print_match(run);
    return *run->stop ? SESSION_INTERRUPTED : 0;
}

static bool has_bot_folders(const Session *session) {
    char folder[PLAYER_PATH], arguments[BOT_FILE_PATH];
    for (int i = 0; i < session->bot_count; i++)
        if (player_split_spec(session->bots[i], folder, arguments))
            return true;
    return false;
}

bool session_open_sandbox(const Session *session, Sandbox *sandbox, char *said, size_t size) {
    SandboxUse use = has_bot_folders(session) ? session->sandbox_use : SANDBOX_OFF;
    return sandbox_choose(use, session->keep_memory, sandbox, said, size);
}

static bool open_sandbox(SessionRun *run) {
    char said[512];
    bool open = session_open_sandbox(run->session, &run->sandbox, said, sizeof said);
    if (said[0])
        fprintf(stderr, "referee: %s\n", said);
    return open;
}

int session_play(const Session *session) {
    SessionRun run = {.session = session,
                      .console = {.input = STDIN_FILENO, .out = stdout},
                      .terminal = isatty(STDOUT_FILENO),
                      .stop = interrupt_watch()};
    if (!open_sandbox(&run))
        return 1;
    run.match = memory_allocate_aligned(sizeof *run.match);
    if (!run.match) {
        fputs("referee: not enough memory\n", stderr);
        return 1;
    }
    int status = play_and_report(&run);
    memory_free_aligned(run.match);
    return status;
}
