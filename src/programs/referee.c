/* Plays matches by the challenge's file protocol, in place of Bomberman.exe. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <time.h>

#include "agents/registry.h"
#include "platform/file.h"
#include "platform/number.h"
#include "platform/program.h"
#include "processes/supervisor.h"
#include "referee/rules.h"
#include "referee/session.h"

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
        "                       the next seed; print a table at the end; -l is the folder that\n"
        "                       holds all matches\n"
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
        "  --keep-memory        in the sandbox bots may write into their own folders\n"
        "  --compat             leave the answers of a round where the bots after it can read\n"
        "                       them, as Bomberman.exe does\n"
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
        fprintf(stderr, "referee: %s takes a number from %ld to %ld, not \"%s\"\n", name, min, max,
                text);
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
                                      {"keys", required_argument, NULL, 'k'},
                                      {"delay-ms", required_argument, NULL, 'd'},
                                      {"arguments", required_argument, NULL, 'a'},
                                      {"budget-ms", required_argument, NULL, 'm'},
                                      {"sandbox", no_argument, NULL, 'S'},
                                      {"no-sandbox", no_argument, NULL, 'N'},
                                      {"keep-memory", no_argument, NULL, 'K'},
                                      {"compat", no_argument, NULL, 'C'},
                                      {"version", no_argument, NULL, 'v'},
                                      {NULL, 0, NULL, 0}};

static void read_option(Session *session, int option, int argc, char **argv) {
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
        session->matches = parse_number("--rounds", optarg, 1, 100000);
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
    default:
        exit(2);
    }
}

static _Noreturn void show_rules(void) {
    fputs(rules_text, stdout);
    if (file_replace("rules.md", rules_text, strlen(rules_text)))
        exit(0);
    fprintf(stderr, "referee: cannot write rules.md: %s\n", strerror(errno));
    exit(1);
}

static Session read_options(int argc, char **argv) {
    Session session = {.seed = (int)time(NULL),
                       .matches = 1,
                       .limits = engine_limits,
                       .keys = {engine_keys, engine_keys, engine_keys, engine_keys}};
    int keys = 0;
    for (int option; (option = getopt_long(argc, argv, "b:c:rl:s:h", table, NULL)) != -1;) {
        if (option == 'r')
            show_rules();
        if (option == 'h' || option == 'v') {
            if (option == 'h')
                print_usage(stdout);
            else
                fputs("referee 0.1.0\n", stdout);
            exit(0);
        }
        if (option == 'k')
            add_keys(&session, &keys, optarg);
        else
            read_option(&session, option, argc, argv);
    }
    if (optind < argc)
        fail_usage("players are given after -b");
    if (session.bot_count + session.humans == 0)
        session.humans = 2;
    if (session.bot_count + session.humans < 2)
        fail_usage("a match needs at least 2 players");
    if (session.bot_count + session.humans > MAX_PLAYERS)
        fail_usage("at most 4 players: the larger boards of the engine are not supported");
    int players = session.bot_count + session.humans;
    if (session.seed > INT32_MAX - (session.matches - 1) / players)
        fail_usage("--rounds exceeds the last seed, 2147483647: choose a lower seed");
    return session;
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    Session session = read_options(argc, argv);
    supervisor_start("referee");
    return program_end("referee", session_play(&session));
}
