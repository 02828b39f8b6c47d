/* A match by the challenge's file protocol, in the place of Bomberman.exe. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "platform/platform.h"
#include "referee/screen.h"

typedef struct Options {
    const char *who[MAX_PLAYERS];
    int count;
    const char *parent;
    const char *arguments; /* for the bots, behind those of bot.json */
    int seed;
    bool pretty, log_to_console;
    int delay_ms;
    Limits limits;
} Options;

static void usage(FILE *out) {
    fputs(
        "usage: referee -b WHO WHO [WHO [WHO]] [options]\n"
        "\n"
        "Plays a match of 2 to 4 players with real processes, files and clocks, as Bomberman.exe\n"
        "does. WHO is a bot's folder (with bot.json) or a built-in agent: beam, chaser, random.\n"
        "\n"
        "  -b, --bots WHO...  the players, in the order of their keys A, B, C, D\n"
        "  -l DIR             where the seed folder is put (default matches)\n"
        "  -s SEED            the map (default: by the clock); a seed folder that exists is left\n"
        "                     alone, the new one is then called SEED-2, SEED-3, ...\n"
        "  --pretty           show the board in the terminal\n"
        "  --delay-ms N       pause between rounds, for watching\n"
        "  --clog             a line a round on the console\n"
        "  --arguments TEXT   start bots with these behind the RunArgs of bot.json\n"
        "  --nolimit          drop no command for being late\n"
        "  --budget-ms N      thinking time of built-in agents (default 1500)\n"
        "  -r, --rules        the rules in short\n"
        "  --help, --version\n"
        "\n"
        "The last line says who won: winner=A rounds=187 points=A:812,B:354\n",
        out);
}

static void print_rules(void) {
    puts(
        "Each round every player gives one command: a step, a bomb, or a trigger for its bomb "
        "with\n"
        "the lowest fuse. The blasts of bombs that are due come first: who stands in one, or "
        "walks\n"
        "into one in the same round, dies. A wall brings 10 points to the owners of the bombs, a\n"
        "player the bounty, a hundredth of the board walked on 1, the super power-up 50. The fuse\n"
        "of a bomb is 3 rounds for each bomb in the bag, 9 at most. Who is alive ranks above who "
        "is\n"
        "dead, then points count.");
}

static void add_player(Options *options, const char *who) {
    if (options->count == MAX_PLAYERS) {
        fputs("referee: at most 4 players\n", stderr);
        exit(2);
    }
    options->who[options->count++] = who;
}

static int number(const char *name, const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < 0 || value > INT32_MAX) {
        fprintf(stderr, "referee: %s takes a number, not \"%s\"\n", name, text);
        exit(2);
    }
    return (int)value;
}

static Options read_options(int argc, char **argv) {
    static const struct option table[] = {
        {"bots", required_argument, NULL, 'b'},      {"pretty", no_argument, NULL, 'p'},
        {"delay-ms", required_argument, NULL, 'd'},  {"clog", no_argument, NULL, 'L'},
        {"nolimit", no_argument, NULL, 'n'},         {"budget-ms", required_argument, NULL, 'm'},
        {"arguments", required_argument, NULL, 'a'}, {"rules", no_argument, NULL, 'r'},
        {"debug", no_argument, NULL, 'L'},           {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'v'},         {NULL, 0, NULL, 0}};
    Options options = {
        .parent = "matches", .arguments = "", .seed = (int)time(NULL), .limits = engine_limits};
    for (int option; (option = getopt_long(argc, argv, "b:l:s:c:rh", table, NULL)) != -1;)
        switch (option) {
        case 'b':
            add_player(&options, optarg);
            while (optind < argc && argv[optind][0] != '-')
                add_player(&options, argv[optind++]);
            break;
        case 'l':
            options.parent = optarg;
            break;
        case 's':
            options.seed = number("-s", optarg);
            break;
        case 'p':
            options.pretty = true;
            break;
        case 'd':
            options.delay_ms = number("--delay-ms", optarg);
            break;
        case 'c':
            fputs("referee: -c: players at the console are not supported\n", stderr);
            exit(2);
        case 'L':
            options.log_to_console = true;
            break;
        case 'n':
            options.limits.none = true;
            break;
        case 'm':
            options.limits.agent_ms = number("--budget-ms", optarg);
            break;
        case 'a':
            options.arguments = optarg;
            break;
        case 'r':
            print_rules();
            exit(0);
        case 'h':
            usage(stdout);
            exit(0);
        case 'v':
            puts("referee 0.1.0");
            exit(0);
        default:
            exit(2);
        }
    if (options.count < 2 || optind < argc) {
        usage(stderr);
        exit(2);
    }
    return options;
}

static void watch(void *context, const Match *match) {
    enum { ROUNDS_A_LINE = 25 };
    const Options *options = context;
    bool terminal = isatty(STDOUT_FILENO);
    if (options->pretty && terminal)
        screen_draw(match, stdout);
    else if (options->log_to_console || match->state.round % ROUNDS_A_LINE == 0)
        screen_progress(match, stdout);
    if (options->delay_ms)
        clock_sleep_ms(options->delay_ms);
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
    printf("winner=%c rounds=%d points=", match->players[order[0]].key, match->state.round);
    for (int p = 0; p < match->player_count; p++)
        printf("%s%c:%d", p ? "," : "", match->players[p].key,
               state_points(&match->game, &match->state, p));
    printf("\n");
}

/* Make the player of a seat. Returns false with a message. */
static bool open_player(const Options *options, int seat, Player *player, char *error,
                        size_t size) {
    uint64_t seed = (uint64_t)options->seed * MAX_PLAYERS + (uint64_t)seat;
    if (!player_open(player, (char)('A' + seat), options->who[seat], seed, error, size))
        return false;
    size_t used = strlen(player->bot.run_arguments);
    snprintf(player->bot.run_arguments + used, sizeof player->bot.run_arguments - used, " %s",
             options->arguments);
    return true;
}

int main(int argc, char **argv) {
    Options options = read_options(argc, argv);
    char error[4096];
    Match *match = aligned_alloc(64, (sizeof *match + 63) / 64 * 64);
    if (!match)
        return 1;
    memset(match, 0, sizeof *match);
    match->player_count = options.count;
    match->seed = options.seed;
    match->limits = options.limits;
    match->parent = options.parent;
    match->watch = watch;
    match->context = &options;
    bool played = true;
    for (int p = 0; p < options.count && played; p++)
        played = open_player(&options, p, &match->players[p], error, sizeof error);
    played = played && match_play(match, error, sizeof error);
    if (played) {
        printf("the match is in %s\n", match->writer.match);
        print_players(match);
    } else {
        fprintf(stderr, "referee: %s\n", error);
    }
    for (int p = 0; p < options.count; p++)
        player_close(&match->players[p]);
    free(match);
    return played ? 0 : 1;
}
