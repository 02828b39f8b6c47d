/* Matches between agents inside one process: did a change make it stronger? */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/report.h"
#include "platform/platform.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    interrupted = 1;
    signal(number, SIG_DFL); /* asked twice, it stops at once */
}

static void usage(FILE *out) {
    fputs(
        "usage: arena -a AGENT [-a AGENT...] [options]\n"
        "\n"
        "  -a AGENT          beam, chaser, random, or a variant: beam:no-lb,verify=2\n"
        "                    (two or more; the last one fills seats that are left; of more than\n"
        "                    there are seats, every lineup plays)\n"
        "  --games N         games of each lineup (default 100); every map is played with the\n"
        "                    seats rotated\n"
        "  --players 2|3|4   (default 2)\n"
        "  --seed S          first map (default 1)\n"
        "  --budget-ms N     time a move, fractions allowed (default 10)\n"
        "  --nodes N         states a move instead: the same games every time\n"
        "  --threads N       threads a move (default 1)\n"
        "  --clock wall|cpu  what a budget in ms counts (default wall): with cpu only the time in\n"
        "                    which the agent ran, so that other load does no harm (one thread)\n"
        "  --concurrency N   games at once (default: processors / threads a move)\n"
        "  --sprt elo0=0 elo1=5\n"
        "                    stop as soon as the games so far say, with 5 % errors, that the "
        "first\n"
        "                    is stronger by elo1, or only by elo0 (two agents, two players)\n"
        "  --json FILE       a line for each game as it ends\n"
        "  --resume          go on: games that FILE holds are counted, not played again\n"
        "  --no-unforced     do not look for unforced errors behind deaths\n"
        "  --help, --version\n"
        "\n"
        "At the end a line for each pair (win: above the other in the same game), with more than\n"
        "two players a line of places for each agent, and one for each agent: games in which it "
        "was\n"
        "first, deaths, deaths by an own bomb, those with no other bomb in play and no opponent\n"
        "within 8 steps in the 10 rounds before (own_alone), deaths that an exhaustive check of "
        "the\n"
        "last 3 rounds finds avoidable whatever the opponents did (unforced), commands refused "
        "that\n"
        "were no wait, late moves, and the time of a move.\n",
        out);
}

static bool read_clock(const char *text) {
    if (strcmp(text, "wall") != 0 && strcmp(text, "cpu") != 0) {
        fprintf(stderr, "arena: --clock takes wall or cpu, not \"%s\"\n", text);
        exit(2);
    }
    return strcmp(text, "cpu") == 0;
}

static double number(const char *name, const char *text, double low, double high) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= low && value <= high)) {
        fprintf(stderr, "arena: --%s takes a number from %g to %g, not \"%s\"\n", name, low, high,
                text);
        exit(2);
    }
    return value;
}

static double elo(const char *name, const char *text) {
    size_t length = strlen(name);
    if (!text || strncmp(text, name, length) != 0 || text[length] != '=') {
        fputs("arena: --sprt takes elo0=NUMBER elo1=NUMBER\n", stderr);
        exit(2);
    }
    return number("sprt", text + length + 1, -1000, 1000);
}

/* The bounds are two arguments, of which getopt knows the first. */
static Sprt read_sprt(char **argv) {
    Sprt sprt = {true, elo("elo0", optarg), elo("elo1", argv[optind++])};
    if (sprt.elo0 >= sprt.elo1) {
        fputs("arena: --sprt needs elo0 below elo1\n", stderr);
        exit(2);
    }
    return sprt;
}

static void read_option(int option, char **argv, Tournament *tournament) {
    GameSettings *settings = &tournament->settings;
    switch (option) {
    case 'a':
        if (tournament->agent_count == ARENA_AGENTS) {
            fprintf(stderr, "arena: at most %d agents\n", ARENA_AGENTS);
            exit(2);
        }
        tournament->agents[tournament->agent_count++] = optarg;
        break;
    case 'g':
        tournament->games = (int)number("games", optarg, 1, 1000000);
        break;
    case 'p':
        settings->players = (int)number("players", optarg, 2, MAX_PLAYERS);
        break;
    case 's':
        tournament->seed = (int)number("seed", optarg, -1e9, 1e9);
        break;
    case 'b':
        settings->budget_ms = number("budget-ms", optarg, 0.1, 1e6);
        break;
    case 'n':
        settings->nodes = (uint64_t)number("nodes", optarg, 1, 1e12);
        settings->budget_ms = 0;
        break;
    case 't':
        settings->threads = (int)number("threads", optarg, 1, 64);
        break;
    case 'k':
        settings->own_time = read_clock(optarg);
        break;
    case 'c':
        tournament->concurrency = (int)number("concurrency", optarg, 1, 64);
        break;
    case 'S':
        tournament->sprt = read_sprt(argv);
        break;
    case 'j':
        tournament->json = optarg;
        break;
    case 'r':
        tournament->resume = true;
        break;
    case 'u':
        settings->judge_deaths = false;
        break;
    case 'h':
        usage(stdout);
        exit(0);
    case 'v':
        puts("arena 0.1.0");
        exit(0);
    default:
        exit(2);
    }
}

/* beam chaser chaser chaser is beam chaser, whose last fills the seats anyway. */
static void merge_last_agents(Tournament *tournament) {
    const char **agents = tournament->agents;
    int *count = &tournament->agent_count;
    if (*count <= tournament->settings.players)
        while (*count > 2 && strcmp(agents[*count - 1], agents[*count - 2]) == 0)
            --*count;
}

static void check_options(const Tournament *tournament) {
    const char *wrong = NULL;
    if (tournament->sprt.on && (tournament->agent_count > 2 || tournament->settings.players > 2))
        wrong = "--sprt is for two agents and two players";
    if (tournament->resume && !tournament->json)
        wrong = "--resume needs --json FILE";
    if (!wrong)
        return;
    fprintf(stderr, "arena: %s\n", wrong);
    exit(2);
}

static Tournament read_options(int argc, char **argv) {
    static const struct option table[] = {{"games", required_argument, NULL, 'g'},
                                          {"players", required_argument, NULL, 'p'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"budget-ms", required_argument, NULL, 'b'},
                                          {"nodes", required_argument, NULL, 'n'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"clock", required_argument, NULL, 'k'},
                                          {"concurrency", required_argument, NULL, 'c'},
                                          {"json", required_argument, NULL, 'j'},
                                          {"no-unforced", no_argument, NULL, 'u'},
                                          {"sprt", required_argument, NULL, 'S'},
                                          {"resume", no_argument, NULL, 'r'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'v'},
                                          {NULL, 0, NULL, 0}};
    Tournament tournament = {
        .games = 100,
        .seed = 1,
        .settings = {.players = 2, .budget_ms = 10, .threads = 1, .judge_deaths = true},
        .progress = isatty(STDERR_FILENO),
        .stop = &interrupted};
    for (int option; (option = getopt_long(argc, argv, "a:h", table, NULL)) != -1;)
        read_option(option, argv, &tournament);
    if (tournament.agent_count < 2 || optind < argc) {
        usage(stderr);
        exit(2);
    }
    merge_last_agents(&tournament);
    check_options(&tournament);
    if (tournament.concurrency == 0)
        tournament.concurrency = platform_cores() / tournament.settings.threads;
    return tournament;
}

static void print_quoted(const char *argument) {
    if (*argument && !strpbrk(argument, " \t\n\"'`$\\&;|<>()*?[]#~!{}")) {
        printf(" %s", argument);
        return;
    }
    fputs(" '", stdout);
    for (; *argument; argument++)
        if (*argument == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*argument);
    putchar('\'');
}

/* How to go on after an interruption. */
static void print_resume(const Tournament *tournament, char **argv, int played) {
    printf("interrupted after %d games", played);
    if (tournament->json) {
        printf("; go on with:");
        for (; *argv; argv++)
            print_quoted(*argv);
        fputs(tournament->resume ? "" : " --resume", stdout);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    Tournament tournament = read_options(argc, argv);
    TournamentTally *tally = malloc(sizeof *tally);
    char error[512];
    signal(SIGINT, on_interrupt);
    if (!tally || !tournament_play(&tournament, tally, error, sizeof error)) {
        fprintf(stderr, "arena: %s\n", tally ? error : "not enough memory");
        free(tally);
        return 1;
    }
    if (tally->resumed)
        fprintf(stderr, "%d games taken from %s\n", tally->resumed, tournament.json);
    if (interrupted)
        print_resume(&tournament, argv, tally->played);
    report_print(&tournament, tally);
    free(tally);
    return 0;
}
