#include "referee/session.h"

#include <stdlib.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/memory.h"
#include "referee/screen.h"
#include "referee/series.h"
#include "stats/pairings.h"

enum { ERROR_TEXT = 4096, ROUNDS_A_LINE = 25 };

/* A session that is being played. */
typedef struct Play {
    const Session *session;
    Console console;
    bool terminal; /* standard output is one */
    int number;    /* of the match, from 1 */
    Match *match;
} Play;

static bool shows_board(const Play *play) {
    return play->session->pretty || (play->session->humans > 0 && isatty(STDIN_FILENO));
}

static void show_progress(const Play *play, const Match *match) {
    int round = match->state.round;
    bool many = play->session->matches > 1;
    if (play->terminal) {
        fputs("\r", stdout);
        if (many)
            printf("match %d of %d, ", play->number, play->session->matches);
        screen_progress(match, stdout);
        fputs("\033[K", stdout);
    } else if (!many && round > 0 && round % ROUNDS_A_LINE == 0) {
        screen_progress(match, stdout);
        fputs("\n", stdout);
    }
    fflush(stdout);
}

static void watch(void *context, const Match *match) {
    const Play *play = context;
    if (shows_board(play))
        screen_draw(match, play->terminal, stdout);
    else if (!play->session->log && play->session->humans == 0)
        show_progress(play, match);
    if (play->session->delay_ms)
        clock_sleep_ms(play->session->delay_ms);
}

static Command ask(void *context, Match *match, int player) {
    Play *play = context;
    return console_ask(&play->console, match, player);
}

static void halt(void *context, const char *text) {
    Play *play = context;
    console_halt(&play->console, text);
}

static void warn(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "referee: %s\n", text);
}

/* Open who[seat] of the session: first the people, then the bots. Returns false with a message. */
static bool open_player(const Play *play, int who, int seat, char *error, size_t size) {
    const Session *session = play->session;
    Player *player = &play->match->players[seat];
    char key = (char)('A' + seat);
    uint64_t seed = (uint64_t)play->match->seed * MAX_PLAYERS + (uint64_t)seat;
    if (who < session->humans) {
        player_open_human(player, key, who + 1);
        return true;
    }
    if (!player_open(player, key, session->bots[who - session->humans], seed, error, size))
        return false;
    if (!player_add_arguments(player, session->arguments, error, size))
        return false;
    if (player->launcher.note[0] && play->number == 1)
        fprintf(stderr, "referee: %s: %s\n", player->given, player->launcher.note);
    return true;
}

static void prepare(Play *play, const Pairing *pairing) {
    const Session *session = play->session;
    bool many = session->matches > 1;
    Match *match = play->match;
    memset(match, 0, sizeof *match);
    match->player_count = session->bot_count + session->humans;
    match->seed = pairing->seed;
    match->limits = session->limits;
    match->parent = many && session->folder ? session->folder : "matches";
    match->folder = many ? NULL : session->folder;
    match->halt_on_error = session->debug;
    match->log.echo = session->log;
    match->watch = watch;
    match->ask = ask;
    match->halt = halt;
    match->warn = warn;
    match->context = play;
}

/* Play one match. Returns false with a message. */
static bool play_match(Play *play, const Pairing *pairing, char *error, size_t size) {
    bool fine = true;
    prepare(play, pairing);
    for (int seat = 0; seat < play->match->player_count; seat++) {
        int who = pairing->seats[seat];
        play->console.keys[seat] = play->session->keys[who];
        fine = fine && open_player(play, who, seat, error, size);
    }
    fine = fine && match_play(play->match, error, size);
    for (int seat = 0; seat < play->match->player_count; seat++)
        player_close(&play->match->players[seat]);
    return fine;
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

static void print_match(const Play *play) {
    const Match *match = play->match;
    if (play->terminal && !shows_board(play))
        fputs("\r\033[K", stdout);
    if (play->session->matches > 1) {
        printf("match %d %s", play->number, match->writer.match);
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

static bool play_all(Play *play, const Pairing *pairings, int count) {
    char error[ERROR_TEXT] = "";
    Series series = {0};
    for (int i = 0; i < count; i++) {
        play->number = i + 1;
        if (!play_match(play, &pairings[i], error, sizeof error)) {
            fprintf(stderr, "%sreferee: %s\n", play->terminal && i > 0 ? "\n" : "", error);
            return false;
        }
        if (play->match->stopped) {
            fprintf(stderr, "referee: the match was left; it is in %s\n",
                    play->match->writer.match);
            break;
        }
        print_match(play);
        series_add(&series, play->match, &pairings[i]);
    }
    if (play->session->matches > 1)
        series_print(&series, stdout);
    return true;
}

int session_play(const Session *session) {
    int count = 0, players = session->bot_count + session->humans;
    Play play = {.session = session,
                 .console = {.input = STDIN_FILENO, .out = stdout},
                 .terminal = isatty(STDOUT_FILENO)};
    Pairing *pairings = schedule_games(players, players, session->matches, session->seed, &count);
    play.match = memory_allocate_aligned(sizeof *play.match);
    bool fine = pairings && play.match;
    if (fine)
        fine = play_all(&play, pairings, count);
    else
        fputs("referee: not enough memory\n", stderr);
    memory_free_aligned(play.match);
    free(pairings);
    return fine ? 0 : 1;
}
