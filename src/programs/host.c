/* Serves matches of bots, built-in agents and people to browsers. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "console/console.h"
#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/interrupt.h"
#include "platform/number.h"
#include "platform/program.h"
#include "platform/thread.h"
#include "processes/supervisor.h"
#include "web/addresses.h"
#include "web/server.h"
#include "web/status.h"

enum {
    PORT = 8036,
    PORTS_TRIED = 20, /* when the port was not chosen */
    SPEED = 4,
    TURN_S = 60,
    TIMEOUT_S = 20,
    STATUS_MS = 50,
    PING_MS = 1000,
    PINGS_TO_ALL = 5 /* every how many pings go to those who watch, too */
};

static const char usage[] =
    "usage: host -b PLAYER [PLAYER...] [-c N] [options]\n"
    "       host --folder DIR\n"
    "\n"
    "Serves a match to browsers: open the address that it prints. PLAYER is the folder of a bot,\n"
    "also with arguments (FOLDER:WORD,WORD), or a built-in agent. docs/host.md explains all of "
    "it.\n"
    "\n"
    "  -b, --bot PLAYER...  the bots and built-in agents that play\n"
    "  -c, --people N       N people play; each gets a link of its own\n"
    "  -s, --seed SEED      the seed of the map (default: the time)\n"
    "  -l, --log DIR        the seed folders of the matches are created in DIR (default matches)\n"
    "  --speed N            without people: N rounds a second at most (default 4, 0: no limit)\n"
    "  --tick MS            real time: a round takes MS milliseconds (50 to 60000)\n"
    "  --turn-s S           turns: a person has S seconds for a command (default 60, 0: no limit)\n"
    "  --wait-s S           after S seconds an agent plays for a person who is not there\n"
    "                       (default: the match waits)\n"
    "  --hints              show people what the beam thinks of their commands\n"
    "  --folder DIR         also list the matches below DIR, also those that appear later\n"
    "  --port PORT          default 8036, or the next free one\n"
    "  --console[=PORT]     people can also play with the console client of the original engine,\n"
    "                       which connects to port 19010\n"
    "  --public             let other machines connect; otherwise only this one can\n"
    "  --name NAME          a further name of this machine, by which browsers reach it\n"
    "  --budget-ms N        thinking time of built-in agents (default 1500; in real time at most\n"
    "                       half of a round)\n"
    "  --sandbox            run bots in a sandbox, or refuse to start\n"
    "  --no-sandbox         run bots with your rights\n"
    "  --version            print the version\n"
    "  --help               print this text\n";

/* The command line. */
typedef struct Options {
    GameOptions game;
    ServerOptions server;
    const char *folder, *name;
    int speed;
    bool has_port;
    bool has_console;
    ConsoleOptions console;
} Options;

/* Everything that runs. */
typedef struct Host {
    Options options;
    Lineup lineup;
    Seats *seats;
    Control *control;
    Feed *feed;
    Web web;
    Server *server;
    Console *console; /* NULL without --console */
    Thread *game_thread;
    char *status; /* the last one that was published */
} Host;

static _Noreturn void fail_usage(const char *text) {
    fprintf(stderr, "host: %s; see host --help\n", text);
    exit(2);
}

static _Noreturn void fail(const char *text) {
    fprintf(stderr, "host: %s\n", text);
    exit(1);
}

static int parse_number(const char *name, const char *text, long min, long max) {
    long long value;
    if (!number_whole(text, min, max, &value)) {
        fprintf(stderr, "host: %s takes a number from %ld to %ld, not \"%s\"; see host --help\n",
                name, min, max, text);
        exit(2);
    }
    return (int)value;
}

static void add_player(Session *session, const char *spec) {
    if (session->bot_count == MAX_PLAYERS)
        fail_usage("at most 4 players");
    session->bots[session->bot_count++] = spec;
}

static const struct option table[] = {{"bot", required_argument, NULL, 'b'},
                                      {"people", required_argument, NULL, 'c'},
                                      {"seed", required_argument, NULL, 's'},
                                      {"log", required_argument, NULL, 'l'},
                                      {"speed", required_argument, NULL, 'e'},
                                      {"tick", required_argument, NULL, 't'},
                                      {"turn-s", required_argument, NULL, 'u'},
                                      {"wait-s", required_argument, NULL, 'w'},
                                      {"hints", no_argument, NULL, 'i'},
                                      {"folder", required_argument, NULL, 'f'},
                                      {"port", required_argument, NULL, 'p'},
                                      {"console", optional_argument, NULL, 'C'},
                                      {"public", no_argument, NULL, 'P'},
                                      {"name", required_argument, NULL, 'n'},
                                      {"budget-ms", required_argument, NULL, 'm'},
                                      {"sandbox", no_argument, NULL, 'S'},
                                      {"no-sandbox", no_argument, NULL, 'N'},
                                      {"version", no_argument, NULL, 'v'},
                                      {"help", no_argument, NULL, 'h'},
                                      {NULL, 0, NULL, 0}};

static void read_game_option(Options *options, int option) {
    GameOptions *game = &options->game;
    switch (option) {
    case 'c':
        game->session.humans = parse_number("-c", optarg, 0, MAX_PLAYERS);
        break;
    case 's':
        game->session.seed = parse_number("-s", optarg, INT32_MIN, INT32_MAX);
        break;
    case 'l':
        game->parent = optarg;
        break;
    case 'e':
        options->speed = parse_number("--speed", optarg, SPEED_MAX, SPEED_HIGHEST);
        break;
    case 't':
        game->tick_ms = parse_number("--tick", optarg, 50, 60000);
        break;
    case 'u':
        game->turn_s = parse_number("--turn-s", optarg, 0, TURN_S_MAX);
        break;
    case 'w':
        game->wait_s = parse_number("--wait-s", optarg, 1, 86400);
        break;
    case 'i':
        game->hints = true;
        break;
    case 'm':
        game->session.limits.agent_ms = parse_number("--budget-ms", optarg, 1, 3600000);
        break;
    case 'S':
        game->session.sandbox_use = SANDBOX_REQUIRED;
        break;
    default:
        game->session.sandbox_use = SANDBOX_OFF;
    }
}

/* The port follows "=" or a space. */
static void read_console_port(Options *options, int argc, char **argv) {
    const char *text = optarg;
    if (!text && optind < argc && argv[optind][0] != '-')
        text = argv[optind++];
    options->has_console = true;
    options->console.port = text ? parse_number("--console", text, 0, 65535) : CONSOLE_PORT;
}

static void read_option(Options *options, int option, int argc, char **argv) {
    switch (option) {
    case 'b':
        add_player(&options->game.session, optarg);
        while (optind < argc && argv[optind][0] != '-')
            add_player(&options->game.session, argv[optind++]);
        break;
    case 'f':
        options->folder = optarg;
        break;
    case 'p':
        options->server.port = parse_number("--port", optarg, 0, 65535);
        options->has_port = true;
        break;
    case 'C':
        read_console_port(options, argc, argv);
        break;
    case 'P':
        options->server.is_public = true;
        break;
    case 'n':
        options->name = optarg;
        break;
    case 'v':
        puts("host 0.1.0");
        exit(0);
    case 'h':
        fputs(usage, stdout);
        exit(0);
    case '?':
    case ':':
        exit(program_refuse_option("host", option, argv));
    default:
        read_game_option(options, option);
    }
}

static void check_options(Options *options) {
    Session *session = &options->game.session;
    int players = session->bot_count + session->humans, tick = options->game.tick_ms;
    if (players == 0 && !options->folder)
        fail_usage("name the players, such as -b . chaser, or a folder of matches");
    if (players == 1)
        fail_usage("a match needs at least 2 players");
    if (players > MAX_PLAYERS)
        fail_usage("at most 4 players");
    if (options->has_console && !session->humans)
        fail_usage("--console is for people, such as -c 1");
    if (options->folder && path_kind(options->folder) != PATH_FOLDER)
        fail_usage("--folder takes a folder that exists");
    if (tick && session->limits.agent_ms > tick / 2.0)
        session->limits.agent_ms = tick / 2.0;
}

static Options read_options(int argc, char **argv) {
    Options options = {.game = {.session = {.seed = (int)time(NULL), .limits = engine_limits},
                                .parent = "matches",
                                .turn_s = TURN_S,
                                .deputy = "beam"},
                       .server = {.port = PORT, .timeout_s = TIMEOUT_S},
                       .speed = SPEED};
    for (int option; (option = getopt_long(argc, argv, ":b:c:s:l:h", table, NULL)) != -1;)
        read_option(&options, option, argc, argv);
    if (optind < argc)
        fail_usage("players are given after -b");
    check_options(&options);
    return options;
}

/* ---- Start. ---- */

static void on_control(void *seats) {
    seats_wake(seats);
}

static void open_game(Host *host) {
    char error[4096];
    const Session *session = &host->options.game.session;
    host->seats = seats_create(session->humans);
    host->feed = feed_create(NULL, NULL);
    host->control = control_create(host->options.speed, on_control, host->seats);
    if (!host->seats || !host->feed || !host->control)
        fail("not enough memory");
    if (session->bot_count + session->humans == 0)
        return;
    if (!lineup_make(session, &host->lineup, error, sizeof error))
        fail(error);
    host->web.game = host_game_create(&host->options.game, &host->lineup, host->seats,
                                      host->control, host->feed);
    if (!host->web.game)
        fail("not enough memory");
}

static void open_console(Host *host) {
    ConsoleOptions *options = &host->options.console;
    options->is_public = host->options.server.is_public;
    if (!host->options.has_console)
        return;
    host->console = console_start(options, host->seats);
    if (!host->console) {
        fprintf(stderr, "host: cannot listen on port %d: %s; choose another one with --console\n",
                options->port, strerror(errno));
        exit(1);
    }
    HostListener listener = console_listener(host->console);
    host_game_listen(host->web.game, &listener);
}

static void open_web(Host *host) {
    Web *web = &host->web;
    web->feed = host->feed;
    web->seats = host->seats;
    web->control = host->control;
    web->lineup = &host->lineup;
    web->any_address = host->options.server.is_public;
    if (web->any_address && gethostname(web->names[0], WEB_NAME - 1) != 0)
        web->names[0][0] = 0;
    if (host->options.name)
        snprintf(web->names[1], WEB_NAME, "%s", host->options.name);
    if (!token_make(web->token))
        fail("the system has no random numbers");
    if (host->options.folder) {
        web->folders = folders_open(host->options.folder);
        if (!web->folders)
            fail("not enough memory");
    }
    web_open(web);
}

static void open_server(Host *host) {
    ServerOptions *options = &host->options.server;
    int tries = host->options.has_port ? 1 : PORTS_TRIED;
    for (int i = 0; i < tries && !host->server; i++, options->port++)
        host->server = server_start(options, &host->web);
    if (host->server)
        return;
    fprintf(stderr, "host: cannot listen on port %d: %s; choose another one with --port\n",
            options->port - 1, strerror(errno));
    exit(1);
}

static void print_links(const Host *host, const char *address) {
    int port = server_port(host->server);
    bool has_game = host->web.game != NULL;
    printf("http://%s:%d/%s%s\n", address, port, has_game ? "#host=" : "",
           has_game ? host->web.token : "");
    for (int seat = 0; seat < seats_count(host->seats); seat++)
        printf("  player %c: http://%s:%d/#seat=%s\n", 'A' + seat, address, port,
               seats_token(host->seats, seat));
}

static void print_console(const Host *host) {
    if (!host->console)
        return;
    printf("network console: port %d; seats:", console_port(host->console));
    int seats = seats_count(host->seats);
    for (int seat = 0; seat < seats; seat++)
        printf(" %d", console_seat_port(host->console, seat));
    printf("; others: %d\n", console_seat_port(host->console, seats));
}

static void print_addresses(const Host *host) {
    char addresses[ADDRESSES_MAX][ADDRESS_TEXT];
    print_links(host, "127.0.0.1");
    int count = host->options.server.is_public ? addresses_list(addresses) : 0;
    if (host->options.server.is_public)
        printf("from other machines%s:\n", count ? "" : ": this machine has no address");
    for (int i = 0; i < count; i++)
        print_links(host, addresses[i]);
    print_console(host);
    fflush(stdout);
}

/* ---- The loop. ---- */

static void publish_status(Host *host) {
    size_t size;
    StatusSource source = {.options = &host->options.game,
                           .lineup = &host->lineup,
                           .game = host->web.game,
                           .seats = host->seats,
                           .control = host->control,
                           .has_folders = host->web.folders != NULL};
    char *status = status_write(&source, server_watchers(host->server), &size);
    if (status && (!host->status || strcmp(status, host->status) != 0)) {
        feed_set(host->feed, FEED_STATUS, "status", status, size);
        free(host->status);
        host->status = status;
    } else {
        free(status);
    }
}

/* Publish changes and keep the connections alive until a signal comes. */
static void run(Host *host, const volatile sig_atomic_t *stop) {
    const int64_t millisecond = 1000000;
    uint64_t seen = 0;
    int64_t next_ping = clock_now() + PING_MS * millisecond;
    int pings = 0;
    while (!*stop) {
        uint64_t version = seats_wait(host->seats, seen, clock_now() + STATUS_MS * millisecond);
        if (version != seen && host->web.game) {
            publish_status(host);
            clock_sleep_ms(STATUS_MS / 2);
        }
        seen = version;
        if (clock_now() >= next_ping) {
            next_ping = clock_now() + PING_MS * millisecond;
            server_ping(host->server, ++pings % PINGS_TO_ALL == 0);
        }
    }
}

static void close_host(Host *host) {
    control_end(host->control);
    seats_wake(host->seats);
    thread_join(host->game_thread);
    console_stop(host->console);
    server_stop(host->server);
    host_game_destroy(host->web.game);
    folders_close(host->web.folders);
    control_destroy(host->control);
    feed_destroy(host->feed);
    seats_destroy(host->seats);
    free(host->status);
}

int main(int argc, char **argv) {
    static Host host;
    program_begin(&argc, &argv);
    host.options = read_options(argc, argv);
    supervisor_start("host");
    const volatile sig_atomic_t *stop = interrupt_watch();
    signal(SIGPIPE, SIG_IGN); /* whoever read the addresses may be gone */
    open_game(&host);
    open_web(&host);
    open_server(&host);
    open_console(&host);
    print_addresses(&host);
    if (host.web.game) {
        host.game_thread = thread_start(host_game_run, host.web.game);
        if (!host.game_thread)
            fail("the system has no thread for the match");
    }
    run(&host, stop);
    close_host(&host);
    return program_end("host", 0);
}
