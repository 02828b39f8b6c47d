/* Speeds on one thread: the bit board engine, the reference engine, and the beam search. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "agents/registry.h"
#include "engine/notation.h"
#include "engine/positions.h"
#include "engine/random.h"
#include "engine/reference.h"
#include "platform/clock.h"
#include "platform/number.h"
#include "platform/program.h"
#include "search/agent.h"

enum { MAX_POSITIONS = 128, ROUNDS = 15, SLICES = 10, MAX_THREADS = 64 };

/* The size of a search with several threads. */
enum { THREAD_NODES = 300000 };

/* A narrow beam with a root filter of two rounds: a search of similar size at every position. */
#define SEARCHED "beam:width=60,verify=2"

typedef struct Positions {
    int count;
    Game game[MAX_POSITIONS];
    State state[MAX_POSITIONS];
} Positions;

/* The commands of each mask as a list, so that a random one is found with a multiplication. */
typedef struct Choices {
    uint8_t command[1 << COMMAND_COUNT]
                   [COMMAND_COUNT + 1]; /* the last entry is the number of commands */
} Choices;

static void choices_init(Choices *choices) {
    for (int mask = 0; mask < 1 << COMMAND_COUNT; mask++) {
        int count = 0;
        for (int c = 0; c < COMMAND_COUNT; c++)
            if (mask >> c & 1)
                choices->command[mask][count++] = (uint8_t)c;
        choices->command[mask][COMMAND_COUNT] = (uint8_t)count;
    }
}

static inline uint8_t choose(const Choices *choices, unsigned legal, uint64_t random) {
    const uint8_t *list = choices->command[legal];
    return list[(random & 0xffff) * list[COMMAND_COUNT] >> 16];
}

static bool read_positions(Positions *positions) {
    const char *text = positions_text;
    char name[NOTATION_NAME], error[256];
    positions->count = 0;
    while (positions->count < MAX_POSITIONS &&
           notation_read(&text, name, &positions->game[positions->count],
                         &positions->state[positions->count], error, sizeof error))
        positions->count++;
    if (error[0])
        fprintf(stderr, "bench: %s\n", error);
    return !error[0];
}

/* Play up to ROUNDS random rounds. Returns the number of actions, one for each player and round. */
static long run_bitboard(const Engine *fast, const Choices *choices, const Game *game,
                         const State *start, Random *random) {
    State state;
    RoundEvents events;
    long actions = 0;
    state_copy(&state, start);
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t command[MAX_PLAYERS], legal[MAX_PLAYERS];
        uint64_t bits = random_next(random);
        fast->legal(&state, legal);
        for (int p = 0; p < state.players; p++)
            command[p] = choose(choices, legal[p], bits >> 16 * p);
        fast->play(game, &state, command, &RANKS_IN_ORDER, &events);
        actions += state.players;
        if (events.killed)
            break;
    }
    return actions;
}

static long run_reference(const Choices *choices, const ReferenceEngine *start, Random *random) {
    ReferenceEngine reference = *start;
    long actions = 0;
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t command[MAX_PLAYERS];
        uint64_t bits = random_next(random);
        for (int p = 0; p < reference.players; p++)
            command[p] = choose(choices, reference_legal(&reference, p), bits >> 16 * p);
        reference_play(&reference, command, &RANKS_IN_ORDER);
        actions += reference.players;
        bool died = false;
        for (int p = 0; p < reference.players; p++)
            died = died || !reference.player[p].alive;
        if (died)
            break;
    }
    return actions;
}

typedef struct Speed {
    double actions, seconds;
} Speed;

/* Play the positions with `players` for a slice of time. NULL for `fast`: the reference engine. */
static void run_slice(const Engine *fast, const Choices *choices, const Positions *positions,
                      const ReferenceEngine *references, int players, double seconds,
                      Random *random, Speed *speed) {
    int64_t start = clock_now(), end = start + (int64_t)(seconds * 1e9), now;
    do {
        for (int i = 0; i < positions->count; i++) {
            if (positions->game[i].players != players)
                continue;
            speed->actions += (double)(fast ? run_bitboard(fast, choices, &positions->game[i],
                                                           &positions->state[i], random)
                                            : run_reference(choices, &references[i], random));
        }
        now = clock_now();
    } while (now < end);
    speed->seconds += (double)(now - start) * 1e-9;
}

static void bench_engine(const Engine *fast, const Positions *positions, double seconds) {
    Choices choices;
    choices_init(&choices);
    ReferenceEngine *references = calloc((size_t)positions->count, sizeof *references);
    if (!references)
        return;
    for (int i = 0; i < positions->count; i++)
        reference_from_state(&references[i], &positions->game[i], &positions->state[i]);
    for (int players = 2; players <= MAX_PLAYERS; players++) {
        Speed naive = {0, 0}, bitboard = {0, 0};
        Random random = random_seeded(2016);
        for (int slice = 0; slice < SLICES; slice++) {
            run_slice(NULL, &choices, positions, references, players, seconds / SLICES, &random,
                      &naive);
            run_slice(fast, &choices, positions, references, players, seconds / SLICES, &random,
                      &bitboard);
        }
        double slow = naive.actions / naive.seconds, quick = bitboard.actions / bitboard.seconds;
        printf("engine players=%d naive=%.0f bitboard=%.0f ratio=%.1f\n", players, slow, quick,
               quick / slow);
        fflush(stdout);
    }
    free(references);
}

static Agent *create_agent(const char *name) {
    char error[256];
    Agent *agent = agent_create(name, 1, error, sizeof error);
    if (!agent)
        fprintf(stderr, "bench: %s; see bench --help\n", error);
    return agent;
}

static uint64_t search_position(Agent *agent, const Positions *positions, int index,
                                SearchLimits limits) {
    Observation observation = {.game = &positions->game[index], .state = &positions->state[index]};
    MoveRequest request = {.limits = limits};
    SearchInfo info;
    agent_move(agent, &observation, &request, &info);
    return info.nodes;
}

/* Search all positions with a fixed size. Returns the nodes, which do not depend on speed. */
static uint64_t bench_search(Agent *agent, const Positions *positions) {
    uint64_t nodes = 0;
    int64_t start = clock_now();
    for (int i = 0; i < positions->count; i++)
        nodes += search_position(agent, positions, i, (SearchLimits){.threads = 1});
    double seconds = (double)(clock_now() - start) * 1e-9;
    printf("search agent=%s nodes_per_s=%.0f\n", agent->kind->name, (double)nodes / seconds);
    fflush(stdout);
    return nodes;
}

static int compare_ratios(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Searches with one thread and with several take turns. The ratio is the median over positions,
 * because other processes disturb some of them. */
static void bench_threads(Agent *agent, const Positions *positions, int threads) {
    double ratio[MAX_POSITIONS] = {0};
    for (int i = 0; i < positions->count; i++) {
        double speed[2];
        for (int many = 0; many < 2; many++) {
            SearchLimits limits = {.nodes = THREAD_NODES, .threads = many ? threads : 1};
            int64_t start = clock_now();
            uint64_t nodes = search_position(agent, positions, i, limits);
            speed[many] = (double)nodes / (double)(clock_now() - start);
        }
        ratio[i] = speed[1] / speed[0];
    }
    qsort(ratio, (size_t)positions->count, sizeof ratio[0], compare_ratios);
    printf("threads=%d nodes=%d ratio=%.2f best=%.2f\n", threads, THREAD_NODES,
           ratio[positions->count / 2], ratio[positions->count - 1]);
}

static void usage(void) {
    fputs("usage: bench [--seconds N] [--engine portable|avx2|avx512] [--no-search]\n"
          "             [--agent AGENT] [--threads N]\n"
          "\n"
          "Measures, from fixed positions of real matches:\n"
          "  engine ...  actions per second of random players, in games of 15 rounds or until a\n"
          "              death: the reference engine (naive) and the bit board engine take turns,\n"
          "              N seconds each (default 3)\n"
          "  search ...  nodes per second of one thread of AGENT (" SEARCHED ")\n"
          "  signature   the number of nodes of these searches; it changes only when the\n"
          "              behaviour does\n"
          "  threads     with --threads: searches of 300,000 nodes by N threads and by one take\n"
          "              turns; the ratio of their speeds, median and best of all positions\n",
          stdout);
}

static bool refuse(const char *what, const char *value) {
    fprintf(stderr, "bench: %s \"%s\"; see bench --help\n", what, value);
    return false;
}

typedef struct Options {
    double seconds;
    bool search, help;
    const Engine *engine;
    const char *agent;
    int threads; /* 0: not measured */
} Options;

static bool read_seconds(const char *text, double *seconds) {
    return number_real(text, 0, 3600, seconds) && *seconds > 0;
}

static bool read_threads(const char *text, int *threads) {
    long long value;
    if (!number_whole(text, 2, MAX_THREADS, &value))
        return false;
    *threads = (int)value;
    return true;
}

/* Returns false with a message. */
static bool read_options(int argc, char **argv, Options *options) {
    static const struct option table[] = {{"seconds", required_argument, NULL, 's'},
                                          {"engine", required_argument, NULL, 'e'},
                                          {"agent", required_argument, NULL, 'a'},
                                          {"threads", required_argument, NULL, 't'},
                                          {"no-search", no_argument, NULL, 'n'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    *options = (Options){.seconds = 3, .search = true, .engine = engine(), .agent = SEARCHED};
    for (int option; (option = getopt_long(argc, argv, ":h", table, NULL)) != -1;) {
        if (option == 's' && !read_seconds(optarg, &options->seconds))
            return refuse("--seconds takes a number above 0, at most 3600, not", optarg);
        if (option == 'e' && !(options->engine = engine_named(optarg)))
            return refuse("this processor or this build has no engine", optarg);
        if (option == 't' && !read_threads(optarg, &options->threads))
            return refuse("--threads takes a number from 2 to 64, not", optarg);
        options->agent = option == 'a' ? optarg : options->agent;
        options->search = options->search && option != 'n';
        options->help = options->help || option == 'h';
        if (option == '?' || option == ':')
            return program_refuse_option("bench", option, argv) == 0;
    }
    return optind == argc || refuse("takes only options, not", argv[optind]);
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    Options options;
    if (!read_options(argc, argv, &options))
        return 2;
    if (options.help) {
        usage();
        return program_end("bench", 0);
    }
    static Positions positions;
    if (!read_positions(&positions))
        return 1;
    Agent *agent = create_agent(options.agent);
    if (!agent)
        return 2;
    printf("bench engine=%s positions=%d\n", options.engine->name, positions.count);
    bench_engine(options.engine, &positions, options.seconds);
    if (options.threads)
        bench_threads(agent, &positions, options.threads);
    if (options.search)
        printf("signature=%llu\n", (unsigned long long)bench_search(agent, &positions));
    agent_destroy(agent);
    return program_end("bench", 0);
}
