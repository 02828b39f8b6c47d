/* Plays matches by the challenge's file protocol, in place of Bomberman.exe. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "agents/registry.h"
#include "arena/report.h"
#include "platform/file.h"
#include "platform/folder.h"
#include "platform/interrupt.h"
#include "platform/number.h"
#include "platform/program.h"
#include "processes/supervisor.h"
#include "programs/commit.h"
#include "referee/rules.h"
#include "referee/session.h"
#include "starters/starters.h"

enum { LOCK_WAIT_S = 10 };

static void print_agents(FILE *out) {
    fputs("Built-in agents:", out);
    for (int i = 0; agent_kind_at(i); i++)
        fprintf(out, "%s %s", i ? "," : "", agent_kind_at(i)->name);
    fputs("\n", out);
}

static void print_usage(FILE *out) {
    fputs(
        "usage: referee [-c N] -b PLAYER [PLAYER...] [options]\n"
        "\n"
        "Plays a match of 2 to 4 players with real processes, files and clocks, as Bomberman.exe\n"
        "does, and writes the same files. PLAYER is the folder of a bot (with bot.json), also "
        "with\n"
        "arguments for it (FOLDER:WORD,WORD), or a built-in agent.\n",
        out);
    print_agents(out);
    fputs(
        "\n"
        "Options of Bomberman.exe:\n"
        "  -b, --bot PLAYER...  the players, in the order of their keys A, B, C, D\n"
        "  -c, --console N      N people play at this terminal, in the seats before the bots;\n"
        "                       without any player, two people play\n"
        "  -r, --rules          print the rules, and save them in rules.md in this folder\n"
        "  -l, --log DIR        the folder of the match (default matches/SEED); if DIR already\n"
        "                       holds a match, DIR-2, DIR-3, ... is used\n"
        "  -s, --seed SEED      the seed of the map (default: the time)\n"
        "  --clog               print the engine's log\n"
        "  --pretty             show the board after every round\n"
        "  --nolimit            no time limit for bots\n"
        "  --debug              wait for a key when a bot writes to standard error\n"
        "  --help               print this text\n"
        "\n"
        "Further options:\n"
        "  --rounds N           play N matches: each map with all rotations of the seats, then\n"
        "                       the next seed; print the table of bin/arena at the end. -l is the\n"
        "                       folder of all matches (game-0, game-1, ...), with a line for each\n"
        "                       in games-SEED.json\n"
        "  --resume             go on with a series: the same command, with its seed (-s)\n"
        "  --keys KEYS          six letters for up, left, down, right, bomb, trigger (default\n"
        "                       wasdzx); repeat the option for the next person\n"
        "  --delay-ms N         pause between rounds\n"
        "  --arguments TEXT     append arguments to the RunArgs of the last bot folder before\n"
        "                       this option; -b ../mybot:--depth,3 does the same\n"
        "  --budget-ms N        thinking time of built-in agents (default 1500)\n"
        "  --sandbox            run bots in a sandbox (by bubblewrap), or refuse to start; "
        "without\n"
        "                       this option bots run in one where it works, else with your rights\n"
        "  --no-sandbox         run bots with your rights: they can read and write your files,\n"
        "                       use the network, and see what other bots answer\n"
        "  --keep-memory        in the sandbox bots may write into their own folders, and the "
        "folder\n"
        "                       that TMPDIR names lasts for the match\n"
        "  --compat             leave the answers of a round where the bots after it can read\n"
        "                       them, as Bomberman.exe does\n"
        "  --new LANGUAGE DIR   write a small bot to start from into the new folder DIR; LANGUAGE "
        "is\n"
        "                       python, javascript, java, csharp or c\n"
        "  --version            print the version\n"
        "\n"
        "In the sandbox a bot sees the system's programs, its own folder, and of the match its "
        "own\n"
        "folders and the state of the last eight rounds. It can write into its folder of the "
        "round,\n"
        "and up to 64 MB into /tmp. Memory, processes and files are limited.\n"
        "\n"
        "The last line of a match has the result: winner=A rounds=187 points=A:812,B:354\n"
        "The exit status is 0, 1 after an error, 2 when the options are wrong, 3 when the system\n"
        "does not let a bot start, 130 when a signal ended the session.\n",
        out);
}

/* The command line. */
typedef struct Options {
    Session session;
    int matches; /* 1: the session; more: a series */
    bool resume;
    int key_sets; /* given for people so far */
} Options;

static _Noreturn void fail_usage(const char *text) {
    fprintf(stderr, "referee: %s; see referee --help\n", text);
    exit(2);
}

static void add_bot(Session *session, const char *spec) {
    if (session->bot_count == MAX_PLAYERS)
        fail_usage("at most 4 players: the larger boards of the engine are not supported");
    session->bots[session->bot_count++] = spec;
}

static void add_arguments(Session *session, const char *text) {
    char folder[PLAYER_PATH], words[BOT_FILE_PATH];
    int last = session->bot_count - 1;
    while (last >= 0 && !player_split_spec(session->bots[last], folder, words))
        last--;
    if (last < 0)
        fail_usage("--arguments must follow a bot's folder: -b ../mybot --arguments \"--depth 3\"");
    session->arguments[last] = text;
}

static int parse_number(const char *name, const char *text, long min, long max) {
    long long value;
    if (!number_whole(text, min, max, &value)) {
        fprintf(stderr,
                "referee: %s takes a number from %ld to %ld, not \"%s\"; see referee --help\n",
                name, min, max, text);
        exit(2);
    }
    return (int)value;
}

static void add_keys(Session *session, int *count, const char *text) {
    if (*count == MAX_PLAYERS || !keys_parse(text, &session->keys[(*count)++]))
        fail_usage(
            "--keys takes six different letters or digits, such as wasdzx, for at most 4 people");
}

static const struct option table[] = {{"bot", required_argument, NULL, 'b'},
                                      {"bots", required_argument, NULL, 'b'},
                                      {"console", required_argument, NULL, 'c'},
                                      {"rules", no_argument, NULL, 'r'},
                                      {"log", required_argument, NULL, 'l'},
                                      {"seed", required_argument, NULL, 's'},
                                      {"clog", no_argument, NULL, 'L'},
                                      {"pretty", no_argument, NULL, 'p'},
                                      {"nolimit", no_argument, NULL, 'n'},
                                      {"debug", no_argument, NULL, 'D'},
                                      {"help", no_argument, NULL, 'h'},
                                      {"rounds", required_argument, NULL, 'R'},
                                      {"resume", no_argument, NULL, 'U'},
                                      {"keys", required_argument, NULL, 'k'},
                                      {"delay-ms", required_argument, NULL, 'd'},
                                      {"arguments", required_argument, NULL, 'a'},
                                      {"budget-ms", required_argument, NULL, 'm'},
                                      {"sandbox", no_argument, NULL, 'S'},
                                      {"no-sandbox", no_argument, NULL, 'N'},
                                      {"keep-memory", no_argument, NULL, 'K'},
                                      {"compat", no_argument, NULL, 'C'},
                                      {"new", required_argument, NULL, 'w'},
                                      {"version", no_argument, NULL, 'v'},
                                      {NULL, 0, NULL, 0}};

static void read_option(Options *options, int option, int argc, char **argv) {
    Session *session = &options->session;
    switch (option) {
    case 'b':
        add_bot(session, optarg);
        while (optind < argc && argv[optind][0] != '-')
            add_bot(session, argv[optind++]);
        break;
    case 'c':
        session->humans = parse_number("-c", optarg, 0, MAX_PLAYERS);
        break;
    case 'l':
        session->folder = optarg;
        break;
    case 's':
        session->seed = parse_number("-s", optarg, INT32_MIN, INT32_MAX);
        break;
    case 'L':
        session->log = true;
        break;
    case 'p':
        session->pretty = true;
        break;
    case 'n':
        session->limits.unlimited = true;
        break;
    case 'D':
        session->debug = true;
        break;
    case 'R':
        options->matches = parse_number("--rounds", optarg, 1, 100000);
        break;
    case 'd':
        session->delay_ms = parse_number("--delay-ms", optarg, 0, 60000);
        break;
    case 'a':
        add_arguments(session, optarg);
        break;
    case 'm':
        session->limits.agent_ms = parse_number("--budget-ms", optarg, 1, 3600000);
        break;
    case 'S':
        session->sandbox_use = SANDBOX_REQUIRED;
        break;
    case 'N':
        session->sandbox_use = SANDBOX_OFF;
        break;
    case 'K':
        session->keep_memory = true;
        break;
    case 'C':
        session->answers_visible = true;
        break;
    case 'k':
        add_keys(session, &options->key_sets, optarg);
        break;
    case 'U':
        options->resume = true;
        break;
    default:
        exit(program_refuse_option("referee", option, argv));
    }
}

static _Noreturn void show_rules(void) {
    fputs(rules_text, stdout);
    if (file_replace("rules.md", rules_text, strlen(rules_text)))
        exit(0);
    fprintf(stderr, "referee: cannot write rules.md: %s\n", strerror(errno));
    exit(1);
}

static _Noreturn void write_starter(const char *language, const char *folder) {
    char error[8192];
    if (!folder || folder[0] == '-')
        fail_usage("--new takes a language and a folder");
    if (!starter_write(language, folder, error, sizeof error)) {
        fprintf(stderr, "referee: %s\n", error);
        exit(1);
    }
    const char *build = starter_build_command(language);
    printf("wrote a bot into %s; docs/write-a-bot.md explains what it reads and writes\n", folder);
    if (build)
        printf("build it:  (cd %s && %s)\n", folder, build);
    printf("try it:    bin/referee -b %s chaser\n", folder);
    exit(0);
}

/* A series is played without a screen, so it cannot show or ask anything. */
static void check_series(const Options *options) {
    const Session *session = &options->session;
    int players = session->bot_count;
    if (options->resume && options->matches == 1)
        fail_usage("--resume goes on with a series; it needs --rounds");
    if (options->matches == 1)
        return;
    if (session->humans || session->pretty || session->log || session->debug || session->delay_ms)
        fail_usage("--rounds goes without -c, --pretty, --clog, --debug and --delay-ms");
    if (session->seed > INT32_MAX - (options->matches - 1) / players)
        fail_usage("--rounds exceeds the last seed, 2147483647: choose a lower seed");
}

static void check_players(Session *session) {
    if (session->bot_count + session->humans == 0)
        session->humans = 2;
    if (session->bot_count + session->humans < 2)
        fail_usage("a match needs at least 2 players");
    if (session->bot_count + session->humans > MAX_PLAYERS)
        fail_usage("at most 4 players: the larger boards of the engine are not supported");
}

static Options read_options(int argc, char **argv) {
    Options options = {.matches = 1,
                       .session = {.seed = (int)time(NULL),
                                   .limits = engine_limits,
                                   .keys = {engine_keys, engine_keys, engine_keys, engine_keys}}};
    for (int option; (option = getopt_long(argc, argv, ":b:c:rl:s:h", table, NULL)) != -1;) {
        if (option == 'r')
            show_rules();
        if (option == 'h' || option == 'v') {
            if (option == 'h')
                print_usage(stdout);
            else
                fputs("referee 0.1.0\n", stdout);
            exit(0);
        }
        if (option == 'w')
            write_starter(optarg, argv[optind]);
        read_option(&options, option, argc, argv);
    }
    if (optind < argc)
        fail_usage("players are given after -b");
    check_players(&options.session);
    check_series(&options);
    return options;
}

/* The spec of a bot with its arguments, as the arena writes it. The caller frees it. */
static char *bot_spec(const Session *session, int bot) {
    char folder[PLAYER_PATH], words[BOT_FILE_PATH];
    Text text = {0};
    size_t size;
    const char *spec = session->bots[bot], *arguments = session->arguments[bot];
    text_add(&text, "%s", spec);
    if (arguments) {
        if (strpbrk(arguments, ",'\"\\"))
            fail_usage("with --rounds write the arguments of a bot as -b FOLDER:WORD,WORD");
        bool more = player_split_spec(spec, folder, words) && words[0];
        text_add(&text, "%c%s", more ? ',' : ':', arguments);
    }
    char *whole = text_take(&text, &size);
    for (size_t i = strlen(spec); whole && i < size; i++)
        whole[i] = whole[i] == ' ' ? ',' : whole[i];
    if (whole)
        return whole;
    fputs("referee: not enough memory\n", stderr);
    exit(1);
}

static int find_winner(const GameResult *result) {
    int winner = 0;
    while (result->seats[winner].place > 1)
        winner++;
    return winner;
}

static void print_game(void *context, const GameSpec *spec, const GameResult *result,
                       const char *folder) {
    int players = ((const Session *)context)->bot_count;
    printf("game %d in %s", spec->number, folder);
    for (int p = 0; p < players; p++)
        printf(" %c=%s", 'A' + p, spec->agents[p]);
    printf(" winner=%c rounds=%d points=", 'A' + find_winner(result), result->rounds);
    for (int p = 0; p < players; p++)
        printf("%s%c:%d", p ? "," : "", 'A' + p, result->seats[p].points);
    putchar('\n');
    fflush(stdout);
}

/* Where a series keeps its files. */
typedef struct SeriesFiles {
    char folder[PLAYER_PATH], games[PLAYER_PATH + 64];
} SeriesFiles;

static Tournament make_tournament(const Options *options, const SeriesFiles *files) {
    const Session *session = &options->session;
    Tournament tournament = {.agent_count = session->bot_count,
                             .games = options->matches,
                             .seed = session->seed,
                             .concurrency = 1,
                             .settings = {.players = session->bot_count,
                                          .budget_ms = session->limits.agent_ms,
                                          .threads = 1,
                                          .judge_deaths = true,
                                          .bots = {.folder = files->folder,
                                                   .keep = true,
                                                   .always = true,
                                                   .unlimited = session->limits.unlimited,
                                                   .answers_visible = session->answers_visible}},
                             .sandbox_use = session->sandbox_use,
                             .keep_memory = session->keep_memory,
                             .commit = COMMIT,
                             .json = files->games,
                             .resume = options->resume,
                             .wait_s = LOCK_WAIT_S,
                             .progress = isatty(STDERR_FILENO),
                             .stop = interrupt_watch(),
                             .on_game = print_game,
                             .context = (void *)session};
    for (int i = 0; i < session->bot_count; i++)
        tournament.agents[i] = bot_spec(session, i);
    return tournament;
}

static int play_series(const Options *options) {
    static TournamentTally tally;
    char error[4096];
    SeriesFiles files;
    const Session *session = &options->session;
    snprintf(files.folder, sizeof files.folder, "%s",
             session->folder ? session->folder : "matches");
    snprintf(files.games, sizeof files.games, "%s/games-%d.json", files.folder, session->seed);
    Tournament tournament = make_tournament(options, &files);
    bool played = false;
    if (!options->resume && path_kind(files.games) != PATH_MISSING)
        snprintf(error, sizeof error,
                 "%s has games of this series: go on with --resume, or choose another -l or -s",
                 files.games);
    else if (!folder_create(files.folder))
        snprintf(error, sizeof error, "cannot create %s: %s", files.folder, strerror(errno));
    else
        played = tournament_play(&tournament, &tally, error, sizeof error);
    if (tally.played)
        report_print(&tournament, &tally);
    if (!played)
        fprintf(stderr, "referee: %s\n", error);
    if (played && tally.played < tally.wanted)
        fprintf(stderr,
                "referee: %d of %d matches were played; go on with the same command, -s %d and "
                "--resume\n",
                tally.played, tally.wanted, session->seed);
    for (int i = 0; i < session->bot_count; i++)
        free((char *)tournament.agents[i]);
    if (!played)
        return tally.refused ? SESSION_REFUSED : 1;
    return *tournament.stop ? SESSION_INTERRUPTED : 0;
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    Options options = read_options(argc, argv);
    supervisor_start("referee");
    int status = options.matches > 1 ? play_series(&options) : session_play(&options.session);
    return program_end("referee", status);
}
