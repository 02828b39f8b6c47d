#include "arena/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "agents/registry.h"
#include "platform/number.h"
#include "platform/thread.h"
#include "search/agent.h"

enum { WORDS_MAX = 3 * ARENA_AGENTS + 40, STALL_S = 120, WAIT_S = 10, EVERY = 10 };

typedef struct Reader {
    Options *options;
    int argc;
    char **argv;
    bool has_games_option, has_play_option, has_clock;
    bool failed;
    char *error;
    size_t size;
} Reader;

void options_usage(FILE *out) {
    fputs(
        "usage: arena -a AGENT -a AGENT... [options]        play\n"
        "       arena --merge FILE... [--json FILE]         add up the games of several files\n"
        "       arena --replay-game FILE:N [--save DIR]     play game N of a file again\n"
        "\n"
        "  -a AGENT[@LIMIT]  an agent or a variant: beam, chaser, beam:no-lb,verify=2; or the "
        "folder\n"
        "                    of a bot, with arguments: ../mybot:--depth,3. Limits of\n"
        "                    one agent: beam@20ms, beam@nodes=1000, beam:depth=8@5ms,threads=2. "
        "With\n"
        "                    fewer agents than seats, the last agent takes the other seats; with\n"
        "                    more agents than seats, every lineup plays\n"
        "  --gauntlet        only lineups with the first agent\n"
        "  --games N         games of each lineup (default 100); every map is played with the\n"
        "                    seats rotated\n"
        "  --players 2|3|4   (default 2)\n"
        "  --seed S          first map (default 1)\n"
        "  --budget-ms N     milliseconds for a move, fractions allowed (default 10)\n"
        "  --nodes N         searched states for a move instead: the games can be repeated "
        "exactly\n"
        "  --threads N       threads for a move (default 1)\n"
        "  --clock wall|cpu  the clock of --budget-ms. cpu counts only the time in which the "
        "agent\n"
        "                    runs, so that other load does no harm; it is the default when all\n"
        "                    moves have one thread and no bots in folders play. --resume keeps\n"
        "                    the clock of the file\n"
        "  --concurrency N   games at once, each in its own process (default: processors /\n"
        "                    threads of a move)\n"
        "  --stall-s N       end an agent that thinks this long about a move (default 120; 0:\n"
        "                    never); it counts as crashed\n"
        "  --sprt elo0=0 elo1=5\n"
        "                    sequential test (two agents, two players): stop as soon as the maps\n"
        "                    played show, with error rates of 5 %, that the first agent is\n"
        "                    stronger by elo1, or by elo0 only\n"
        "  --until-error P   stop as soon as the error (95 %, from whole maps) of the share of "
        "games\n"
        "                    that the first agent won is at most P percent, after 20 games at the\n"
        "                    earliest; any number of players, one lineup\n"
        "  --json FILE       write a line for each game as it ends; the lines are sorted by game\n"
        "                    at the end. After an interruption the arena prints the command that\n"
        "                    continues, and exits with status 130. Once a minute a line of\n"
        "                    progress is added to FILE.progress, which is removed at the end\n"
        "  --resume          continue: games in FILE are counted and not played again. Games of\n"
        "                    another commit of the program are refused (--version prints that of\n"
        "                    this one). Waits up to 10 s for another arena to end its file. "
        "Damaged\n"
        "                    lines are reported, and kept in FILE.damaged\n"
        "  --overwrite       delete the games in FILE\n"
        "  --shard I/N       play only part I of N; --merge joins the files of all parts\n"
        "  --merge FILE...   add up the games of these files as if they were one tournament; with\n"
        "                    --resume the games in the file of --json count, too\n"
        "  --replay-game F:N play game N of file F again, and say whether the result is the same;\n"
        "                    with a limit by nodes all moves are the same\n"
        "  --save DIR        write that game into DIR as a seed folder for bin/replay; when games\n"
        "                    are played, keep those with bots as DIR/game-N\n"
        "  --positions FILE  append positions of every game to FILE, with the margin in points "
        "that\n"
        "                    each player had at the end, for bin/tune --fit; agents only\n"
        "  --every N         rounds from one of these positions to the next (default 10)\n"
        "  --sandbox, --no-sandbox, --keep-memory\n"
        "                    whether bots run in a sandbox, see referee --help\n"
        "  --adjudicate      end a game when it is decided: all walls, all bombs and the super\n"
        "                    power-up are gone, and no living player can catch up by visiting\n"
        "                    cells. A death can still change the winner: in 4 % of the games that\n"
        "                    were ended so (docs/tournaments.md)\n"
        "  --times           record the times of moves also when only nodes are limited\n"
        "  --no-unforced     do not examine whether deaths were unforced errors\n"
        "  --help, --version\n"
        "\n"
        "Output, all errors for 95 %:\n"
        "  pair    for each pair of agents. win: % of games in which the first finished above the\n"
        "          second; elo: computed with its error from whole maps, because a lucky seat in\n"
        "          one game is the other agent's in the next; los: likelihood in % that the first\n"
        "          is stronger; lead: mean difference in points where both are alive at the end\n"
        "  late    when more than 1 % of an agent's moves were late: a warning\n"
        "  above   with more than two agents: a table of these percentages\n"
        "  adjudicated  with --adjudicate: games that were ended, in which round on average, and\n"
        "          otherwise: % of ended games that would have another winner\n"
        "  places  with more than two players: how often each agent took each place\n"
        "  agent   for each agent. first: games won; points: mean; deaths; own_bomb: deaths by its "
        "own bomb;\n"
        "          own_alone: those without another bomb in play and without an opponent within 8\n"
        "          steps in the last 10 rounds; unforced: deaths that were avoidable whatever the\n"
        "          opponents did, by an exhaustive check of the last 3 rounds; refused: commands\n"
        "          without effect, except waits; bumped: moves into a cell that another player\n"
        "          took; late: moves after the limit; crashed: games that ended with its crash; "
        "the\n"
        "          time of a move: median and 99th percentile of the median game, and the "
        "longest;\n"
        "          for bots failed: runs that crashed, ended with an error or wrote no move; "
        "missing:\n"
        "          those of them that ended well; late: moves after the 2 s of the engine, which\n"
        "          hold for bots instead of --budget-ms\n"
        "\n"
        "agents:\n",
        out);
    for (int i = 0; agent_kind_at(i); i++)
        fprintf(out, "  %-12s %s\n", agent_kind_at(i)->name, agent_kind_at(i)->summary);
}

__attribute__((format(printf, 2, 3))) static void complain(Reader *reader, const char *format,
                                                           ...) {
    va_list values;
    if (reader->failed)
        return;
    reader->failed = true;
    va_start(values, format);
    int length = vsnprintf(reader->error, reader->size, format, values);
    va_end(values);
    if (length >= 0 && (size_t)length < reader->size)
        snprintf(reader->error + length, reader->size - (size_t)length, "; see arena --help");
}

static double read_number(Reader *reader, const char *name, const char *text, double low,
                          double high) {
    double value;
    if (number_real(text, low, high, &value))
        return value;
    complain(reader, "--%s takes a number from %.15g to %.15g, not \"%s\"", name, low, high, text);
    return low;
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

static uint64_t read_nodes(Reader *reader) {
    double nodes = read_number(reader, "nodes", optarg, 1, 1e12);
    if (nodes != floor(nodes))
        complain(reader, "--nodes takes a whole number, not \"%s\"", optarg);
    return (uint64_t)nodes;
}

/* --sprt has two arguments; getopt knows only the first. */
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
    reader->has_clock = true;
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

/* Read an option that decides which games are played. Returns false for any other option. */
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
    case 'A':
        return settings->adjudicate = true;
    case 'u':
        settings->judge_deaths = false;
        return true;
    default:
        return false;
    }
}

/* Read an option about playing and recording the games. Returns false for any other option. */
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
    case 'U':
        tournament->until_error = read_number(reader, "until-error", optarg, 0.1, 50) / 100;
        return true;
    case 'd':
        read_shard(reader, tournament);
        return true;
    case 'j':
        if (strcmp(optarg, "-") == 0)
            complain(reader, "--json needs a file; standard output is /dev/stdout");
        tournament->json = optarg;
        return true;
    case 'P':
        tournament->settings.positions = optarg;
        return true;
    case 'e':
        tournament->settings.every = read_whole(reader, "every", optarg, 1, LAST_ROUND);
        return true;
    case 'x':
        tournament->sandbox_use = SANDBOX_REQUIRED;
        return true;
    case 'X':
        tournament->sandbox_use = SANDBOX_OFF;
        return true;
    case 'K':
        return tournament->keep_memory = true;
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
        complain(reader, "%s needs a value", reader->argv[optind - 1]);
        break;
    default:
        complain(reader, "%s is not understood", reader->argv[optind - 1]);
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
                                          {"adjudicate", no_argument, NULL, 'A'},
                                          {"concurrency", required_argument, NULL, 'c'},
                                          {"stall-s", required_argument, NULL, 'l'},
                                          {"sprt", required_argument, NULL, 'S'},
                                          {"until-error", required_argument, NULL, 'U'},
                                          {"shard", required_argument, NULL, 'd'},
                                          {"json", required_argument, NULL, 'j'},
                                          {"resume", no_argument, NULL, 'r'},
                                          {"overwrite", no_argument, NULL, 'o'},
                                          {"positions", required_argument, NULL, 'P'},
                                          {"every", required_argument, NULL, 'e'},
                                          {"sandbox", no_argument, NULL, 'x'},
                                          {"no-sandbox", no_argument, NULL, 'X'},
                                          {"keep-memory", no_argument, NULL, 'K'},
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
            reader->has_games_option = true;
        else if (read_play_option(reader, option, tournament))
            reader->has_play_option = true;
        else
            read_mode_option(reader, option);
    reader->options->files = reader->argv + optind;
    reader->options->file_count = reader->argc - optind;
}

static const Tournament defaults = {
    .games = 100,
    .seed = 1,
    .stall_s = STALL_S,
    .wait_s = WAIT_S,
    .settings = {.players = 2, .threads = 1, .judge_deaths = true, .every = EVERY}};

/* "beam chaser chaser chaser" is the same as "beam chaser": the last agent takes the other seats.
 */
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
        complain(reader, "at least two agents are needed: -a beam -a chaser");
    for (int a = 0; a < tournament->agent_count && !reader->failed; a++) {
        Contender contender;
        reader->failed =
            !contender_read(tournament->agents[a], &contender, reader->error, reader->size);
    }
    if (settings->own_time && tournament_threads(tournament) > 1)
        complain(reader,
                 "--clock cpu counts the time of one thread only; leave it out with --threads");
}

static void check_play(Reader *reader, const Tournament *tournament) {
    const Sprt *sprt = &tournament->sprt;
    if (sprt->on && (tournament->agent_count > 2 || tournament->settings.players > 2))
        complain(reader, "--sprt is for two agents and two players");
    if (sprt->on && tournament->shards)
        complain(reader, "--sprt cannot be used with --shard: the test needs all games");
    if (tournament->until_error > 0 &&
        (tournament->shards || tournament->agent_count > tournament->settings.players))
        complain(reader, "--until-error is for one lineup, and not for a --shard of it");
    if (tournament->settings.positions &&
        contenders_have_bot(tournament->agents, tournament->agent_count))
        complain(reader, "--positions is for agents, not for bots in folders");
    if (tournament->resume && !tournament->json)
        complain(reader, "--resume needs --json FILE");
    if (tournament->resume && tournament->overwrite)
        complain(reader, "--resume and --overwrite exclude each other");
}

/* Only the time of a single thread in this program can be counted. Without a limit of time the
 * clock has no effect, and stays what files of games have always recorded. */
static bool should_count_own_time(const Tournament *tournament) {
    const ContenderLimits general = game_limits(&tournament->settings);
    bool limited = false;
    for (int a = 0; a < tournament->agent_count; a++) {
        Contender contender;
        char error[256];
        if (!contender_read(tournament->agents[a], &contender, error, sizeof error))
            continue;
        ContenderLimits limits = contender_limits(&contender, general);
        if (contender.is_bot || limits.threads > 1)
            return false;
        limited |= limits.budget_ms > 0;
    }
    return limited;
}

/* A tournament continues with the clock of its file. */
static void choose_clock(const Reader *reader, Tournament *tournament) {
    const Options *options = reader->options;
    bool merges = options->mode == MODE_MERGE;
    const char *path = merges ? options->files[0] : tournament->json;
    char recorded[RECORD_ARGUMENTS], error[256];
    int games;
    if (reader->has_clock)
        return;
    if (path && (merges || tournament->resume) &&
        results_arguments(path, &games, recorded, error, sizeof error))
        tournament->settings.own_time = strstr(recorded, " --clock cpu") != NULL;
    else
        tournament->settings.own_time = should_count_own_time(tournament);
}

static void complete(Reader *reader, Tournament *tournament) {
    GameSettings *settings = &tournament->settings;
    merge_last_agents(tournament);
    if (settings->nodes)
        settings->budget_ms = 0;
    else if (settings->budget_ms == 0)
        settings->budget_ms = 10;
    choose_clock(reader, tournament);
    check_agents(reader, tournament);
    int cores = thread_cores() / tournament_threads(tournament);
    if (tournament->concurrency == 0)
        tournament->concurrency = cores > 1 ? cores : 1;
}

bool options_recorded(Tournament *tournament, char *arguments, int games, char *error,
                      size_t size) {
    char *words[WORDS_MAX] = {(char[]){"arena"}}, *rest = arguments;
    int count = 1;
    for (char *word; count < WORDS_MAX - 1 && (word = strtok_r(rest, " ", &rest));)
        words[count++] = word;
    Options options = {.tournament = defaults};
    Reader reader = {
        .options = &options, .argc = count, .argv = words, .error = error, .size = size};
    read_all(&reader);
    options.tournament.games = games;
    if (options.mode != MODE_PLAY || options.file_count || games < 1 || games > 1000000)
        complain(&reader, "the file has arguments that the arena does not write");
    complete(&reader, &options.tournament);
    *tournament = options.tournament;
    return !reader.failed;
}

/* A merge without -a is of the tournament recorded in its first file with games. */
static void read_recorded(Reader *reader, const char *path) {
    Options *options = reader->options;
    Tournament given = options->tournament;
    int games;
    if (!results_arguments(path, &games, options->recorded, reader->error, reader->size) ||
        !options_recorded(&options->tournament, options->recorded, games, reader->error,
                          reader->size))
        reader->failed = true;
    options->tournament.json = given.json;
    options->tournament.resume = given.resume;
    options->tournament.overwrite = given.overwrite;
    options->tournament.sprt = given.sprt;
    options->tournament.until_error = given.until_error;
}

/* --merge and --replay-game take the games from files: options that choose games are errors. */
static void check_mode(Reader *reader) {
    const Options *options = reader->options;
    if (options->save && options->mode != MODE_REPLAY && options->mode != MODE_PLAY)
        complain(reader, "--save needs --replay-game FILE:N, or games to play");
    if (options->save && !options->save[0])
        complain(reader, "--save needs a folder");
    if (options->mode == MODE_REPLAY && (reader->has_games_option || reader->has_play_option))
        complain(reader,
                 "--replay-game takes all settings from the file; only --save DIR goes with it");
    if (options->mode == MODE_MERGE && options->file_count == 0)
        complain(reader, "--merge needs files");
    if (options->mode == MODE_MERGE && options->tournament.shards)
        complain(reader, "--shard selects games to play; --merge plays none");
    if (options->mode == MODE_MERGE && !options->tournament.agent_count && reader->has_games_option)
        complain(reader,
                 "--merge takes its settings from the files: leave out the options that choose "
                 "games, or name the agents with -a, too");
    if (options->mode != MODE_MERGE && options->file_count > 0)
        complain(reader, "%s is not understood", options->files[0]);
}

/* A shard without games leaves an empty file. */
static const char *first_with_games(const Options *options) {
    char arguments[RECORD_ARGUMENTS], error[256];
    int games;
    for (int i = 0; i < options->file_count; i++) {
        struct stat status;
        if (stat(options->files[i], &status) != 0 ||
            results_arguments(options->files[i], &games, arguments, error, sizeof error))
            return options->files[i];
    }
    return options->files[0];
}

bool options_read(Options *options, int argc, char **argv, char *error, size_t size) {
    Reader reader = {.options = options, .argc = argc, .argv = argv, .error = error, .size = size};
    *options = (Options){.tournament = defaults};
    read_all(&reader);
    if (options->mode == MODE_HELP || options->mode == MODE_VERSION || reader.failed)
        return !reader.failed;
    check_mode(&reader);
    if (options->mode == MODE_MERGE && !options->tournament.agent_count && !reader.failed)
        read_recorded(&reader, first_with_games(options));
    else if (options->mode != MODE_REPLAY)
        complete(&reader, &options->tournament);
    check_play(&reader, &options->tournament);
    options->tournament.settings.bots.folder = options->save;
    options->tournament.settings.bots.keep = options->save != NULL;
    return !reader.failed;
}
