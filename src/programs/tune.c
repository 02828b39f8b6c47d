/* Tune the weights of the beam search's evaluation by SPSA. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/registry.h"
#include "arena/contender.h"
#include "platform/clock.h"
#include "platform/interrupt.h"
#include "platform/number.h"
#include "platform/program.h"
#include "platform/thread.h"
#include "search/agent.h"
#include "tuning/fit.h"
#include "tuning/spsa_log.h"
#include "tuning/tuning.h"

/* After a kill the system needs a moment to end the process and its lock. */
enum { WAIT_S = 10 };

typedef struct Options {
    Fit fit;
    const char *positions; /* the file to fit; NULL: tune */
    const char *features;
    Tuning tuning;
    SpsaGains gains;
    const char *log, *start_text;
    int iterations;
    bool resume;
} Options;

static void usage(FILE *out) {
    fputs(
        "usage: tune -o LOG [options]                        change weights by games\n"
        "       tune --fit FILE [--features LIST]            find what the evaluation misses\n"
        "\n"
        "Tune the weights of the beam search's evaluation by SPSA (Spall 1998): every iteration\n"
        "changes all of them a little, at random up or down, plays the changed weights against\n"
        "the opposite change, and moves the weights towards the winner.\n"
        "\n"
        "  -o, --log LOG     the log: a line for each iteration with its number, the score "
        "(-1..1)\n"
        "                    and the weights after it; `make plot-tune LOG=FILE` plots it\n"
        "  --resume          continue LOG; the result is the same as without an interruption.\n"
        "                    Waits up to 10 s for another tuning to end. Damaged lines are\n"
        "                    reported, and kept in LOG.damaged\n"
        "  --iterations N    the total number of iterations (default 500)\n"
        "  --weights LIST    the weights to tune, separated by commas (default: all)\n"
        "  --start SETTINGS  initial weights, such as bag2=28,kill=0.2 (default: the built-in\n"
        "                    ones); weights that are not tuned keep these values\n"
        "  --agent AGENT     the agent with the settings that both sides share (default beam),\n"
        "                    such as beam:width=200\n"
        "  --nodes N         searched states for a move (default 2000)\n"
        "  --maps N          maps of an iteration, each played with both seatings (default 4)\n"
        "  --seed S          seed of the first map and of all random choices (default 1)\n"
        "  --concurrency N   games at once (default: processors); it does not change the result\n"
        "  --move X          how far each weight moves in the first iteration if one side wins\n"
        "                    all games, in steps of the weight (default 0.3); it sets the gain a,\n"
        "                    unless --a is given\n"
        "  --a X --c X --A X --alpha X --gamma X\n"
        "                    the gains a / (A + k)^alpha and c / k^gamma, in steps of each "
        "weight\n"
        "                    (default c=1 A=50 alpha=0.602 gamma=0.101)\n"
        "\n"
        "  --fit FILE        fit a file of `arena --positions`: a linear regression of the margin "
        "at\n"
        "                    the end of the game - the margin in the position - the evaluation, "
        "on\n"
        "                    features of the position (GSL). Prints for each feature its\n"
        "                    coefficient, its standard error from whole maps, t = coefficient /\n"
        "                    error, mean and standard deviation; r2 is the share explained\n"
        "  --features LIST   the features of the fit, separated by commas (default: all)\n"
        "  --evaluation own|difference|none\n"
        "                    what is subtracted: the evaluation of the player (default), the same\n"
        "                    minus that of its opponent, or nothing\n"
        "  --survivors       leave out games in which the player or its opponent died: a kill is\n"
        "                    worth more than all else, and hides the rest\n"
        "  --help, --version\n"
        "\n"
        "Features of --fit:\n",
        out);
    for (int i = 0; feature_at(i); i++)
        fprintf(out, "  %-14s %s\n", feature_at(i)->name, feature_at(i)->help);
    fputs("\nWeights, with their step:\n", out);
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const WeightKind *kind = weight_kind_at(i);
        Weights weights = default_weights;
        fprintf(out, "  %-22s %g..%g, default %g, step %g\n", kind->name, (double)kind->low,
                (double)kind->high, (double)*weight_at(&weights, i), (double)kind->step);
    }
}

static void say(const char *message) {
    fprintf(stderr, "tune: %s\n", message);
}

static _Noreturn void refuse(const char *message) {
    fprintf(stderr, "tune: %s; see tune --help\n", message);
    exit(2);
}

static double read_number(const char *name, double low, double high, bool whole) {
    char message[256];
    double value;
    if (number_real(optarg, low, high, &value) && (!whole || value == (double)(long)value))
        return value;
    snprintf(message, sizeof message, "--%s takes a %snumber from %g to %g, not \"%s\"", name,
             whole ? "whole " : "", low, high, optarg);
    refuse(message);
}

static void read_start(Options *options) {
    Setting table[WEIGHT_SETTINGS + 1] = {{NULL, SETTING_SWITCH, NULL, 0, 0}};
    char error[1024];
    options->start_text = optarg;
    options->tuning.start = default_weights;
    weights_settings(&options->tuning.start, table, WEIGHT_SETTINGS + 1);
    if (!settings_read(optarg, table, error, sizeof error))
        refuse(error);
}

enum Option {
    OPTION_AGENT = 256,
    OPTION_ITERATIONS,
    OPTION_WEIGHTS,
    OPTION_START,
    OPTION_NODES,
    OPTION_MAPS,
    OPTION_SEED,
    OPTION_CONCURRENCY,
    OPTION_MOVE,
    OPTION_GAIN_A,
    OPTION_GAIN_C,
    OPTION_STABILITY,
    OPTION_ALPHA,
    OPTION_GAMMA,
    OPTION_RESUME,
    OPTION_FIT,
    OPTION_FEATURES,
    OPTION_BASELINE,
    OPTION_SURVIVORS,
    OPTION_VERSION
};

static const struct option table[] = {{"log", required_argument, NULL, 'o'},
                                      {"agent", required_argument, NULL, OPTION_AGENT},
                                      {"iterations", required_argument, NULL, OPTION_ITERATIONS},
                                      {"weights", required_argument, NULL, OPTION_WEIGHTS},
                                      {"start", required_argument, NULL, OPTION_START},
                                      {"nodes", required_argument, NULL, OPTION_NODES},
                                      {"maps", required_argument, NULL, OPTION_MAPS},
                                      {"seed", required_argument, NULL, OPTION_SEED},
                                      {"concurrency", required_argument, NULL, OPTION_CONCURRENCY},
                                      {"move", required_argument, NULL, OPTION_MOVE},
                                      {"a", required_argument, NULL, OPTION_GAIN_A},
                                      {"c", required_argument, NULL, OPTION_GAIN_C},
                                      {"A", required_argument, NULL, OPTION_STABILITY},
                                      {"alpha", required_argument, NULL, OPTION_ALPHA},
                                      {"gamma", required_argument, NULL, OPTION_GAMMA},
                                      {"resume", no_argument, NULL, OPTION_RESUME},
                                      {"fit", required_argument, NULL, OPTION_FIT},
                                      {"features", required_argument, NULL, OPTION_FEATURES},
                                      {"evaluation", required_argument, NULL, OPTION_BASELINE},
                                      {"help", no_argument, NULL, 'h'},
                                      {"survivors", no_argument, NULL, OPTION_SURVIVORS},
                                      {"version", no_argument, NULL, OPTION_VERSION},
                                      {NULL, 0, NULL, 0}};

static bool read_gain(int option, SpsaGains *gains) {
    switch (option) {
    case OPTION_GAIN_A:
        gains->a = read_number("a", 1e-6, 1e6, false);
        return true;
    case OPTION_GAIN_C:
        gains->c = read_number("c", 1e-3, 1e3, false);
        return true;
    case OPTION_STABILITY:
        gains->A = read_number("A", 0, 1e6, false);
        return true;
    case OPTION_ALPHA:
        gains->alpha = read_number("alpha", 0, 2, false);
        return true;
    case OPTION_GAMMA:
        gains->gamma = read_number("gamma", 0, 2, false);
        return true;
    default:
        return false;
    }
}

static void read_match_option(int option, char **argv, Tuning *tuning) {
    switch (option) {
    case OPTION_AGENT:
        tuning->agent = optarg;
        break;
    case OPTION_WEIGHTS:
        if (!tuning_choose(tuning, optarg))
            refuse(tuning->error);
        break;
    case OPTION_NODES:
        tuning->nodes = (uint64_t)read_number("nodes", 1, 1e9, true);
        break;
    case OPTION_MAPS:
        tuning->maps = (int)read_number("maps", 1, 10000, true);
        break;
    case OPTION_SEED:
        tuning->seed = (int)read_number("seed", 0, 1e9, true);
        break;
    case OPTION_CONCURRENCY:
        tuning->concurrency = (int)read_number("concurrency", 1, 64, true);
        break;
    default:
        exit(program_refuse_option("tune", option, argv));
    }
}

static FitBaseline read_baseline(void) {
    static const char *const names[] = {
        [FIT_OWN] = "own", [FIT_DIFFERENCE] = "difference", [FIT_NONE] = "none"};
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++)
        if (strcmp(optarg, names[i]) == 0)
            return (FitBaseline)i;
    refuse("--evaluation takes own, difference or none");
}

static void read_option(int option, char **argv, Options *options, double *first_move) {
    switch (option) {
    case 'o':
        options->log = optarg;
        break;
    case 'h':
        usage(stdout);
        exit(0);
    case OPTION_VERSION:
        puts("tune 0.1.0");
        exit(0);
    case OPTION_RESUME:
        options->resume = true;
        break;
    case OPTION_FIT:
        options->positions = optarg;
        break;
    case OPTION_FEATURES:
        options->features = optarg;
        break;
    case OPTION_BASELINE:
        options->fit.baseline = read_baseline();
        break;
    case OPTION_SURVIVORS:
        options->fit.survivors = true;
        break;
    case OPTION_ITERATIONS:
        options->iterations = (int)read_number("iterations", 1, 1e6, true);
        break;
    case OPTION_START:
        read_start(options);
        break;
    case OPTION_MOVE:
        *first_move = read_number("move", 1e-3, 100, false);
        break;
    default:
        if (!read_gain(option, &options->gains))
            read_match_option(option, argv, &options->tuning);
    }
}

/* Refuse an agent that cannot be created, and agents other than the beam search, which have other
 * default weights. */
static void check_agent(const Options *options) {
    enum { ROOM = 64 /* tuned values may have more digits than the first ones */ };
    double values[SPSA_PARAMETERS_MAX];
    SpsaParameter parameters[SPSA_PARAMETERS_MAX];
    char spec[TUNING_SPEC], error[1024];
    tuning_parameters(&options->tuning, parameters);
    for (int i = 0; i < options->tuning.count; i++)
        values[i] = parameters[i].start;
    tuning_spec(&options->tuning, values, spec);
    if (strlen(spec) + ROOM > CONTENDER_TEXT)
        refuse("--agent has too many settings");
    Agent *agent = agent_create(spec, 1, error, sizeof error);
    if (!agent) {
        fprintf(stderr, "tune: --agent %s cannot be tuned: %s\n", options->tuning.agent, error);
        exit(2);
    }
    bool is_beam = strcmp(agent->kind->name, "beam") == 0;
    agent_destroy(agent);
    if (!is_beam)
        refuse("--agent takes beam, with settings or without: beam, beam:no-lb");
}

static Options read_options(int argc, char **argv) {
    Options options = {
        .tuning = {.agent = "beam", .start = default_weights, .nodes = 2000, .maps = 4, .seed = 1},
        .gains = spsa_usual_gains,
        .start_text = "",
        .iterations = 500};
    double first_move = 0.3;
    options.tuning.concurrency = thread_cores();
    tuning_choose(&options.tuning, NULL);
    for (int option; (option = getopt_long(argc, argv, ":o:h", table, NULL)) != -1;)
        read_option(option, argv, &options, &first_move);
    if (optind < argc)
        refuse("takes only options: a log is named by -o, positions by --fit");
    if (!options.log == !options.positions)
        refuse("wants either -o LOG or --fit FILE");
    options.gains.seed = (uint64_t)options.tuning.seed;
    if (options.gains.a == 0)
        options.gains.a = spsa_gain_for(first_move, &options.gains);
    check_agent(&options);
    return options;
}

/* One line with everything that the values depend on. */
static void write_title(const Options *options, char *title, size_t size) {
    const Tuning *tuning = &options->tuning;
    const SpsaGains *gains = &options->gains;
    snprintf(title, size,
             "tune agent=%s nodes=%llu maps=%d seed=%d start=%s a=%.9g c=%.9g A=%.9g alpha=%.9g "
             "gamma=%.9g",
             tuning->agent, (unsigned long long)tuning->nodes, tuning->maps, tuning->seed,
             options->start_text, gains->a, gains->c, gains->A, gains->alpha, gains->gamma);
}

static void show_progress(const Spsa *spsa, const Options *options, int first, int64_t start) {
    double seconds = (double)(clock_now() - start) * 1e-9;
    int left = options->iterations - spsa->iteration;
    fprintf(stderr, "\riteration %d/%d, %.0f s, %.0f s left \033[K", spsa->iteration,
            options->iterations, seconds, seconds / (spsa->iteration - first) * left);
}

/* Returns false with a message in options->tuning.error. */
static bool run(Options *options, Spsa *spsa, FILE *log) {
    Tuning *tuning = &options->tuning;
    bool terminal = isatty(STDERR_FILENO), written = true;
    int first = spsa->iteration;
    int64_t start = clock_now();
    while (spsa->iteration < options->iterations && !*tuning->stop && written) {
        if (!spsa_iterate(spsa, tuning_match, tuning))
            break;
        written = spsa_log_add(log, spsa);
        if (terminal)
            show_progress(spsa, options, first, start);
    }
    if (terminal)
        fputs("\r\033[K", stderr);
    if (!written)
        snprintf(tuning->error, sizeof tuning->error, "cannot write to %s", options->log);
    return !tuning->error[0];
}

static int fit(Options *options) {
    char error[1024];
    if (!fit_choose(&options->fit, options->features, error, sizeof error))
        refuse(error);
    if (!fit_file(&options->fit, options->positions, error, sizeof error)) {
        say(error);
        return 1;
    }
    fit_print(&options->fit, stdout);
    return 0;
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    Options options = read_options(argc, argv);
    if (options.positions)
        return program_end("tune", fit(&options));
    SpsaParameter parameters[SPSA_PARAMETERS_MAX];
    Spsa spsa;
    char title[2048], spec[TUNING_SPEC], error[4096] = "not enough memory";
    tuning_parameters(&options.tuning, parameters);
    spsa_init(&spsa, &options.gains, parameters, options.tuning.count);
    write_title(&options, title, sizeof title);
    options.tuning.stop = interrupt_watch();
    const LogResume how = {WAIT_S, say, options.tuning.stop};
    FILE *log = options.resume
                    ? spsa_log_resume(options.log, title, &spsa, &how, error, sizeof error)
                    : spsa_log_create(options.log, title, &spsa, error, sizeof error);
    if (!log) {
        fprintf(stderr, "tune: %s\n", error);
        return 1;
    }
    bool whole = run(&options, &spsa, log);
    fclose(log);
    if (!whole) {
        fprintf(stderr, "tune: %s\n", options.tuning.error);
        return 1;
    }
    bool stopped = *options.tuning.stop;
    if (stopped)
        puts("interrupted; the same command with --resume continues");
    tuning_spec(&options.tuning, spsa.value, spec);
    printf("tuned iterations=%d agent=%s\n", spsa.iteration, spec);
    return program_end("tune", stopped ? INTERRUPTED_STATUS : 0);
}
