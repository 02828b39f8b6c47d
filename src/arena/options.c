#include "arena/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "agents/registry.h"
#include "platform/thread.h"
#include "search/agent.h"

enum { MOST_WORDS = 3 * ARENA_AGENTS + 40, STALL_S = 120 };

typedef struct Reader {
    Options *options;
    int argc;
    char **argv;
    bool games_named, play_named; /* by an option of that kind */
    bool wrong;
    char *error;
    size_t size;
} Reader;

void options_usage(FILE *out) {
    fputs(
        "usage: arena -a AGENT -a AGENT... [options]        play\n"
        "       arena --merge FILE... [--json FILE]         add up what files hold\n"
        "       arena --replay-game FILE:N [--save DIR]     play game N of a file again\n"
        "\n"
        "  -a AGENT[@LIMIT]  an agent or a variant: beam, chaser, beam:no-lb,verify=2; its own\n"
        "                    limits: beam@20ms, beam@nodes=1000, beam:depth=8@5ms,threads=2. The\n"
        "                    last agent fills seats that are left; of more agents than seats,\n"
        "                    every lineup plays\n"
        "  --gauntlet        only lineups with the first agent\n"
        "  --games N         games of each lineup (default 100); every map is played with the\n"
        "                    seats rotated\n"
        "  --players 2|3|4   (default 2)\n"
        "  --seed S          first map (default 1)\n"
        "  --budget-ms N     time a move, fractions allowed (default 10)\n"
        "  --nodes N         states a move instead: the same games every time\n"
        "  --threads N       threads a move (default 1)\n"
        "  --clock wall|cpu  what a budget in ms counts (default wall): with cpu only the time in\n"
        "                    which the agent ran, so that other load does no harm (one thread)\n"
        "  --concurrency N   games at once, each a process of its own (default: processors /\n"
        "                    threads of a move)\n"
        "  --stall-s N       end an agent that thinks this long about a move (default 120; 0:\n"
        "                    never); it counts as crashed\n"
        "  --sprt elo0=0 elo1=5\n"
        "                    stop as soon as the maps so far say, with 5 % errors, that the "
        "first\n"
        "                    is stronger by elo1, or only by elo0 (two agents, two players)\n"
        "  --json FILE       a line for each game as it ends, sorted by game at the end;\n"
        "                    interrupted, it says how to go on, and its exit status is 130\n"
        "  --resume          go on: games that FILE holds are counted, not played again\n"
        "  --overwrite       forget the games that FILE holds\n"
        "  --shard I/N       play only part I of N; the files of all parts are joined by --merge\n"
        "  --merge FILE...   what these files hold together, as if played in one go; with\n"
        "                    --resume the games that the file of --json holds count, too\n"
        "  --replay-game F:N play game N of file F again, to the same moves if it was limited by\n"
        "                    nodes, and say whether it came out the same\n"
        "  --save DIR        write that game into DIR as a seed folder for bin/replay\n"
        "  --times           record times also where only nodes are limited\n"
        "  --no-unforced     do not look for unforced errors behind deaths\n"
        "  --help, --version\n"
        "\n"
        "Prints a line for each pair (win: above the other in the same game; Elo with its error,\n"
        "95 %, taken from whole maps, because luck in one seat is bad luck in the other; los:\n"
        "likelihood that the first is stronger, %; lead: points ahead where both live to the\n"
        "end), of more than two agents a table, of more than two players a line of places for\n"
        "each, and a line for each agent: games in which it was first, deaths, deaths by an own\n"
        "bomb, those with no other bomb in play and no opponent within 8 steps in the 10 rounds\n"
        "before (own_alone), deaths that an exhaustive check of the last 3 rounds finds avoidable\n"
        "whatever the opponents did (unforced), commands refused that were no wait, moves into a\n"
        "cell that another took (bumped), late moves, crashes (the game ends, the agent is last),\n"
        "and the time of a move: median and 99th percentile, in the median game, and the longest.\n"
        "\n"
        "agents:\n",
        out);
    for (int i = 0; agent_kind_at(i); i++)
        fprintf(out, "  %-12s %s\n", agent_kind_at(i)->name, agent_kind_at(i)->summary);
}

__attribute__((format(printf, 2, 3))) static void complain(Reader *reader, const char *format,
                                                           ...) {
    va_list values;
    if (reader->wrong)
        return;
    reader->wrong = true;
    va_start(values, format);
    vsnprintf(reader->error, reader->size, format, values);
    va_end(values);
}

static double read_number(Reader *reader, const char *name, const char *text, double low,
                          double high) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= low && value <= high)) {
        complain(reader, "--%s takes a number from %g to %g, not \"%s\"", name, low, high, text);
        return low;
    }
    return value;
}

static int read_whole(Reader *reader, const char *name, const char *text, double low, double high) {
    double value = read_number(reader, name, text, low, high);
    if (value != (double)(int)value)
        complain(reader, "--%s takes a whole number, not \"%s\"", name, text);
    return (int)value;
}

static double read_elo(Reader *reader, const char *name, const char *text) {
    size_t length = strlen(name);
    if (!text || strncmp(text, name, length) != 0 || text[length] != '=') {
        complain(reader, "--sprt takes elo0=NUMBER elo1=NUMBER");
        return 0;
    }
    return read_number(reader, "sprt", text + length + 1, -1000, 1000);
}

/* The bounds are two arguments, of which getopt knows the first. */
static uint64_t read_nodes(Reader *reader) {
    double nodes = read_number(reader, "nodes", optarg, 1, 1e12);
    if (nodes != floor(nodes))
        complain(reader, "--nodes takes a whole number, not \"%s\"", optarg);
    return (uint64_t)nodes;
}

static Sprt read_sprt(Reader *reader) {
    const char *second = optind < reader->argc ? reader->argv[optind++] : NULL;
    Sprt sprt = {true, read_elo(reader, "elo0", optarg), read_elo(reader, "elo1", second)};
    if (sprt.elo0 >= sprt.elo1)
        complain(reader, "--sprt needs elo0 below elo1");
    return sprt;
}

static void read_shard(Reader *reader, Tournament *tournament) {
    char rest;
    if (sscanf(optarg, "%d/%d%c", &tournament->shard, &tournament->shards, &rest) != 2 ||
        tournament->shard < 1 || tournament->shard > tournament->shards)
        complain(reader, "--shard takes I/N with I from 1 to N, not \"%s\"", optarg);
}

static void read_clock(Reader *reader, GameSettings *settings) {
    settings->own_time = strcmp(optarg, "cpu") == 0;
    if (!settings->own_time && strcmp(optarg, "wall") != 0)
        complain(reader, "--clock takes wall or cpu, not \"%s\"", optarg);
}

static void add_agent(Reader *reader, Tournament *tournament) {
    if (tournament->agent_count == ARENA_AGENTS)
        complain(reader, "at most %d agents", ARENA_AGENTS);
    else
        tournament->agents[tournament->agent_count++] = optarg;
}

/* Options that say which games they are. */
static bool read_games_option(Reader *reader, int option, Tournament *tournament) {
    GameSettings *settings = &tournament->settings;
    switch (option) {
    case 'a':
        add_agent(reader, tournament);
        return true;
    case 'G':
        return tournament->gauntlet = true;
    case 'g':
        tournament->games = read_whole(reader, "games", optarg, 1, 1000000);
        return true;
    case 'p':
        settings->players = read_whole(reader, "players", optarg, 2, MAX_PLAYERS);
        return true;
    case 's':
        tournament->seed = read_whole(reader, "seed", optarg, -1e9, 1e9);
        return true;
    case 'b':
        settings->budget_ms = read_number(reader, "budget-ms", optarg, 0.1, 1e6);
        return true;
    case 'n':
        settings->nodes = read_nodes(reader);
        return true;
    case 't':
        settings->threads = read_whole(reader, "threads", optarg, 1, 64);
        return true;
    case 'k':
        read_clock(reader, settings);
        return true;
    case 'T':
        return tournament->times = true;
    case 'u':
        settings->judge_deaths = false;
        return true;
    default:
        return false;
    }
}

/* Options that say how they are played. */
static bool read_play_option(Reader *reader, int option, Tournament *tournament) {
    switch (option) {
    case 'c':
        tournament->concurrency = read_whole(reader, "concurrency", optarg, 1, 64);
        return true;
    case 'l':
        tournament->stall_s = read_whole(reader, "stall-s", optarg, 0, 1e6);
        return true;
    case 'S':
        tournament->sprt = read_sprt(reader);
        return true;
    case 'd':
        read_shard(reader, tournament);
        return true;
    case 'j':
        if (strcmp(optarg, "-") == 0)
            complain(reader, "--json needs a file; standard output is /dev/stdout");
        tournament->json = optarg;
        return true;
    case 'r':
        return tournament->resume = true;
    case 'o':
        return tournament->overwrite = true;
    default:
        return false;
    }
}

static void read_mode_option(Reader *reader, int option) {
    Options *options = reader->options;
    switch (option) {
    case 'm':
        options->mode = MODE_MERGE;
        break;
    case 'R':
        options->mode = MODE_REPLAY;
        options->replay = optarg;
        break;
    case 'D':
        options->save = optarg;
        break;
    case 'h':
        options->mode = MODE_HELP;
        break;
    case 'v':
        options->mode = MODE_VERSION;
        break;
    case ':':
        complain(reader, "%s needs a value; see --help", reader->argv[optind - 1]);
        break;
    default:
        complain(reader, "%s is not understood; see --help", reader->argv[optind - 1]);
    }
}

static void read_all(Reader *reader) {
    static const struct option table[] = {{"gauntlet", no_argument, NULL, 'G'},
                                          {"games", required_argument, NULL, 'g'},
                                          {"players", required_argument, NULL, 'p'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"budget-ms", required_argument, NULL, 'b'},
                                          {"nodes", required_argument, NULL, 'n'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"clock", required_argument, NULL, 'k'},
                                          {"times", no_argument, NULL, 'T'},
                                          {"no-unforced", no_argument, NULL, 'u'},
                                          {"concurrency", required_argument, NULL, 'c'},
                                          {"stall-s", required_argument, NULL, 'l'},
                                          {"sprt", required_argument, NULL, 'S'},
                                          {"shard", required_argument, NULL, 'd'},
                                          {"json", required_argument, NULL, 'j'},
                                          {"resume", no_argument, NULL, 'r'},
                                          {"overwrite", no_argument, NULL, 'o'},
                                          {"merge", no_argument, NULL, 'm'},
                                          {"replay-game", required_argument, NULL, 'R'},
                                          {"save", required_argument, NULL, 'D'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'v'},
                                          {NULL, 0, NULL, 0}};
    Tournament *tournament = &reader->options->tournament;
    optind = 0;
    for (int option; (option = getopt_long(reader->argc, reader->argv, ":a:h", table, NULL)) != -1;)
        if (read_games_option(reader, option, tournament))
            reader->games_named = true;
        else if (read_play_option(reader, option, tournament))
            reader->play_named = true;
        else
            read_mode_option(reader, option);
    reader->options->files = reader->argv + optind;
    reader->options->file_count = reader->argc - optind;
}

static const Tournament defaults = {.games = 100,
                                    .seed = 1,
                                    .stall_s = STALL_S,
                                    .settings = {.players = 2, .threads = 1, .judge_deaths = true}};

/* beam chaser chaser chaser is beam chaser, whose last fills the seats anyway. */
static void merge_last_agents(Tournament *tournament) {
    const char **agents = tournament->agents;
    int *count = &tournament->agent_count;
    if (*count <= tournament->settings.players)
        while (*count > 2 && strcmp(agents[*count - 1], agents[*count - 2]) == 0)
            --*count;
}

static void check_agents(Reader *reader, const Tournament *tournament) {
    const GameSettings *settings = &tournament->settings;
    if (tournament->agent_count < 2)
        complain(reader, "who plays? at least two agents: -a beam -a chaser; see --help");
    for (int a = 0; a < tournament->agent_count && !reader->wrong; a++) {
        Contender contender;
        reader->wrong =
            !contender_read(tournament->agents[a], &contender, reader->error, reader->size);
    }
    if (settings->own_time && tournament_threads(tournament) > 1)
        complain(reader, "--clock cpu counts the time of one thread: with more, leave it out");
}

static void check_play(Reader *reader, const Tournament *tournament) {
    const Sprt *sprt = &tournament->sprt;
    if (sprt->on && (tournament->agent_count > 2 || tournament->settings.players > 2))
        complain(reader, "--sprt is for two agents and two players");
    if (sprt->on && tournament->shards)
        complain(reader, "--sprt needs all games: it cannot stop a shard");
    if (tournament->resume && !tournament->json)
        complain(reader, "--resume needs --json FILE");
    if (tournament->resume && tournament->overwrite)
        complain(reader, "either --resume or --overwrite");
}

static void complete(Reader *reader, Tournament *tournament) {
    GameSettings *settings = &tournament->settings;
    merge_last_agents(tournament);
    if (settings->nodes)
        settings->budget_ms = 0;
    else if (settings->budget_ms == 0)
        settings->budget_ms = 10;
    check_agents(reader, tournament);
    int cores = thread_cores() / tournament_threads(tournament);
    if (tournament->concurrency == 0)
        tournament->concurrency = cores > 1 ? cores : 1;
}

bool options_recorded(Tournament *tournament, char *arguments, int games, char *error,
                      size_t size) {
    char *words[MOST_WORDS] = {(char[]){"arena"}}, *rest = arguments;
    int count = 1;
    for (char *word; count < MOST_WORDS - 1 && (word = strtok_r(rest, " ", &rest));)
        words[count++] = word;
    Options options = {.tournament = defaults};
    Reader reader = {
        .options = &options, .argc = count, .argv = words, .error = error, .size = size};
    read_all(&reader);
    options.tournament.games = games;
    if (options.mode != MODE_PLAY || options.file_count || games < 1 || games > 1000000)
        complain(&reader, "the file holds arguments that the arena does not write");
    complete(&reader, &options.tournament);
    *tournament = options.tournament;
    return !reader.wrong;
}

/* Where the user names no agents, a merge is of the tournament of its first file with games. */
static void read_recorded(Reader *reader, const char *path) {
    Options *options = reader->options;
    Tournament given = options->tournament;
    int games;
    if (!results_arguments(path, &games, options->recorded, reader->error, reader->size) ||
        !options_recorded(&options->tournament, options->recorded, games, reader->error,
                          reader->size))
        reader->wrong = true;
    options->tournament.json = given.json;
    options->tournament.resume = given.resume;
    options->tournament.overwrite = given.overwrite;
    options->tournament.sprt = given.sprt;
}

/* Where files tell which games they are, the command line does not. */
static void check_mode(Reader *reader) {
    const Options *options = reader->options;
    if (options->save && options->mode != MODE_REPLAY)
        complain(reader, "--save needs --replay-game FILE:N");
    if (options->save && !options->save[0])
        complain(reader, "--save wants a folder; see --help");
    if (options->mode == MODE_REPLAY && (reader->games_named || reader->play_named))
        complain(reader, "--replay-game takes all from the file but --save DIR");
    if (options->mode == MODE_MERGE && options->file_count == 0)
        complain(reader, "--merge needs files");
    if (options->mode == MODE_MERGE && options->tournament.shards)
        complain(reader, "--shard is for games to be played, not for --merge");
    if (options->mode == MODE_MERGE && !options->tournament.agent_count && reader->games_named)
        complain(reader, "--merge takes the games from its files: name the agents, too, to have "
                         "others, or leave out what says which games they are");
    if (options->mode != MODE_MERGE && options->file_count > 0)
        complain(reader, "%s is not understood; see --help", options->files[0]);
}

/* A shard that had nothing to play leaves an empty file. */
static const char *first_filled(const Options *options) {
    for (int i = 0; i < options->file_count; i++) {
        struct stat status;
        if (stat(options->files[i], &status) != 0 || status.st_size > 0)
            return options->files[i];
    }
    return options->files[0];
}

bool options_read(Options *options, int argc, char **argv, char *error, size_t size) {
    Reader reader = {.options = options, .argc = argc, .argv = argv, .error = error, .size = size};
    *options = (Options){.tournament = defaults};
    read_all(&reader);
    if (options->mode == MODE_HELP || options->mode == MODE_VERSION || reader.wrong)
        return !reader.wrong;
    check_mode(&reader);
    if (options->mode == MODE_MERGE && !options->tournament.agent_count && !reader.wrong)
        read_recorded(&reader, first_filled(options));
    else if (options->mode != MODE_REPLAY)
        complete(&reader, &options->tournament);
    check_play(&reader, &options->tournament);
    return !reader.wrong;
}
