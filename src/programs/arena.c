/* Matches between agents inside one process: did a change make it stronger? */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/tournament.h"
#include "platform/platform.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static void usage(FILE *out) {
    fputs(
        "usage: arena -a AGENT [-a AGENT...] [options]\n"
        "\n"
        "  -a AGENT          beam, chaser, random, or a variant: beam:no-lb,verify=2\n"
        "                    (two or more; the last one fills seats that are left, more than "
        "there\n"
        "                    are seats play each other in pairs)\n"
        "  --games N         games of each pairing (default 100); every map is played with the\n"
        "                    seats rotated\n"
        "  --players 2|3|4   (default 2)\n"
        "  --seed S          first map (default 1)\n"
        "  --budget-ms N     time a move, fractions allowed (default 10)\n"
        "  --nodes N         states a move instead: the same games every time\n"
        "  --threads N       threads a move (default 1)\n"
        "  --concurrency N   games at once (default: processors / threads a move)\n"
        "  --json FILE       a line for each game as it ends\n"
        "  --no-unforced     do not look for unforced errors behind deaths\n"
        "  --help, --version\n"
        "\n"
        "At the end a line for each pair (win: above the other in the same game) and for each\n"
        "agent: games in which it was first, deaths, deaths by an own bomb, those with no other\n"
        "bomb in play and no opponent within 8 steps in the 10 rounds before (own_alone), deaths\n"
        "that an exhaustive check of the last 3 rounds finds avoidable whatever the opponents did\n"
        "(unforced), commands refused that were no wait, late moves, and the time of a move.\n",
        out);
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

static void read_option(int option, Tournament *tournament) {
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
    case 'c':
        tournament->concurrency = (int)number("concurrency", optarg, 1, 64);
        break;
    case 'j':
        tournament->json = fopen(optarg, "w");
        if (!tournament->json) {
            fprintf(stderr, "arena: cannot write %s\n", optarg);
            exit(2);
        }
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

static Tournament read_options(int argc, char **argv) {
    static const struct option table[] = {
        {"games", required_argument, NULL, 'g'},       {"players", required_argument, NULL, 'p'},
        {"seed", required_argument, NULL, 's'},        {"budget-ms", required_argument, NULL, 'b'},
        {"nodes", required_argument, NULL, 'n'},       {"threads", required_argument, NULL, 't'},
        {"concurrency", required_argument, NULL, 'c'}, {"json", required_argument, NULL, 'j'},
        {"no-unforced", no_argument, NULL, 'u'},       {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'v'},           {NULL, 0, NULL, 0}};
    Tournament tournament = {
        .games = 100,
        .seed = 1,
        .settings = {.players = 2, .budget_ms = 10, .threads = 1, .judge_deaths = true},
        .progress = isatty(STDERR_FILENO),
        .stop = &interrupted};
    for (int option; (option = getopt_long(argc, argv, "a:h", table, NULL)) != -1;)
        read_option(option, &tournament);
    if (tournament.agent_count < 2 || optind < argc) {
        usage(stderr);
        exit(2);
    }
    if (tournament.settings.players > 2 && tournament.agent_count > tournament.settings.players) {
        fputs("arena: more agents than seats play in pairs, so only with --players 2\n", stderr);
        exit(2);
    }
    if (tournament.concurrency == 0)
        tournament.concurrency = platform_cores() / tournament.settings.threads;
    return tournament;
}

static void print_pair(const Tournament *tournament, const TournamentTally *tally, int a, int b) {
    const Score *score = &tally->pair[a][b];
    double games = score_games(score), error;
    if (games == 0)
        return;
    double elo = score_elo(score, &error);
    printf("pair %s %s games=%.0f win=%.1f loss=%.1f draw=%.1f elo=%+.0f +/-%.0f los=%.1f\n",
           tournament->agents[a], tournament->agents[b], games, 100 * score->wins / games,
           100 * score->losses / games, 100 * score->draws / games, elo, error,
           100 * score_superiority(score));
}

static void print_agent(const char *name, const AgentTally *agent) {
    double moves = agent->moves > 0 ? (double)agent->moves : 1;
    printf("agent %s games=%d first=%d deaths=%d own_bomb=%d own_alone=%d unforced=%d refused=%d "
           "bumped=%d late=%d moves=%ld p50=%.1fms p99=%.1fms max=%.1fms depth=%.1f nodes=%.0f\n",
           name, agent->games, agent->first, agent->deaths, agent->own_bomb, agent->own_alone,
           agent->unforced, agent->refused, agent->bumped, agent->late, agent->moves, agent->p50,
           agent->p99, agent->longest, agent->depth / moves, agent->nodes / moves);
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
    if (interrupted)
        printf("interrupted after %d games\n", tally->played);
    for (int a = 0; a < tournament.agent_count; a++)
        for (int b = a + 1; b < tournament.agent_count; b++)
            print_pair(&tournament, tally, a, b);
    for (int a = 0; a < tournament.agent_count; a++)
        print_agent(tournament.agents[a], &tally->agents[a]);
    free(tally);
    return 0;
}
