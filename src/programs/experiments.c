/* List the experiments of this project, play their missing games and write the page of results. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/progress.h"
#include "experiments/page.h"
#include "platform/folder.h"
#include "platform/interrupt.h"
#include "platform/number.h"
#include "platform/program.h"

typedef struct Options {
    const char *list, *results, *page, *rows;
    double percent;
    bool play, page_only;
} Options;

static void usage(FILE *out) {
    fputs(
        "usage: experiments [options]\n"
        "\n"
        "Prints the rows of a list of experiments, and how long their missing games would take.\n"
        "With --play it plays these games and writes a page of results; it can be interrupted at\n"
        "any time and continues when it is started again.\n"
        "\n"
        "  --play            play the missing games and write the page\n"
        "  --page-only       write the page from the games that there are, and play nothing\n"
        "  --rows NAME,...   only these rows or sections\n"
        "  --games N%        only the first N percent of the games of each row\n"
        "  --list FILE       the list (default src/experiments/experiments.txt)\n"
        "  --results DIR     the folder with a file of games for each row (default docs/results)\n"
        "  --page FILE       the page (default docs/results.md)\n"
        "  --help, --version\n",
        out);
}

static double read_percent(const char *text) {
    double value;
    const char *end = number_begin(text, 0, 100, &value);
    if (!end || value == 0 || (strcmp(end, "%") != 0 && strcmp(end, " %") != 0 && *end)) {
        fprintf(stderr,
                "experiments: --games takes a percentage such as 10%%, not \"%s\"; see experiments "
                "--help\n",
                text);
        exit(2);
    }
    return value;
}

static Options read_options(int argc, char **argv) {
    static const struct option table[] = {
        {"list", required_argument, NULL, 'l'},  {"results", required_argument, NULL, 'd'},
        {"page", required_argument, NULL, 'p'},  {"rows", required_argument, NULL, 'r'},
        {"games", required_argument, NULL, 'g'}, {"play", no_argument, NULL, 'P'},
        {"page-only", no_argument, NULL, 'o'},   {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'v'},     {NULL, 0, NULL, 0}};
    Options options = {.list = "src/experiments/experiments.txt",
                       .results = "docs/results",
                       .page = "docs/results.md",
                       .percent = 100};
    for (int option; (option = getopt_long(argc, argv, ":h", table, NULL)) != -1;)
        switch (option) {
        case 'l':
            options.list = optarg;
            break;
        case 'd':
            options.results = optarg;
            break;
        case 'p':
            options.page = optarg;
            break;
        case 'r':
            options.rows = optarg;
            break;
        case 'g':
            options.percent = read_percent(optarg);
            break;
        case 'P':
            options.play = true;
            break;
        case 'o':
            options.page_only = true;
            break;
        case 'h':
            usage(stdout);
            exit(0);
        case 'v':
            puts("experiments 0.1.0");
            exit(0);
        default:
            exit(program_refuse_option("experiments", option, argv));
        }
    if (optind < argc) {
        fprintf(stderr, "experiments: \"%s\" is not understood; see experiments --help\n",
                argv[optind]);
        exit(2);
    }
    if (options.play && options.page_only) {
        fputs("experiments: --play and --page-only exclude each other\n", stderr);
        exit(2);
    }
    return options;
}

/* Print the missing games of each row and how long they will take. */
static void print_rows(const ExperimentList *list, const Trial *trials, const Options *options) {
    double sum = 0;
    char span[32];
    for (int i = 0; i < list->row_count; i++) {
        const Trial *trial = &trials[i];
        if (!list_selects(list, trial->row, options->rows))
            continue;
        int games = trial_games(trial, options->percent);
        double seconds = trial->is_valid ? trial_seconds(trial, games) : 0;
        sum += seconds;
        progress_duration(seconds, span, sizeof span);
        if (!trial->is_valid)
            printf("%-24s skipped: %s\n", trial->row->name, trial->why);
        else if (trial_is_closed(trial))
            printf("%-24s closed, %d games\n", trial->row->name, trial->tally.played);
        else if (trial_missing(trial, games))
            printf("%-24s %5d of %5d games, about %s\n", trial->row->name,
                   trial_missing(trial, games), games, span);
        else
            printf("%-24s complete\n", trial->row->name);
    }
    progress_duration(sum, span, sizeof span);
    printf("total: about %s\n", span);
    fflush(stdout);
}

static bool write_page(const ExperimentList *list, const Trial *trials, const Options *options) {
    if (page_write(list, trials, options->page))
        return true;
    fprintf(stderr, "experiments: cannot write %s: %s\n", options->page, strerror(errno));
    return false;
}

static bool play(const ExperimentList *list, Trial *trials, const Options *options,
                 const volatile sig_atomic_t *stop) {
    bool fine = true;
    for (int i = 0; i < list->row_count && !*stop; i++) {
        Trial *trial = &trials[i];
        int games = trial_games(trial, options->percent);
        if (!trial->is_valid || !list_selects(list, trial->row, options->rows) ||
            !trial_missing(trial, games))
            continue;
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "%s\n", trial->row->name);
        if (!trial_play(trial, games, isatty(STDERR_FILENO), stop)) {
            fprintf(stderr, "experiments: %s: %s\n", trial->row->name, trial->why);
            fine = false;
        }
        fine = write_page(list, trials, options) && fine;
    }
    if (*stop)
        puts("interrupted; the same command continues");
    return fine;
}

static bool prepare(const ExperimentList *list, Trial *trials, const Options *options) {
    char name[LIST_NAME];
    if (list_unknown(list, options->rows, name)) {
        fprintf(stderr, "experiments: there is no row or section \"%s\" in %s\n", name,
                options->list);
        return false;
    }
    if (!folder_create(options->results)) {
        fprintf(stderr, "experiments: cannot create %s: %s\n", options->results, strerror(errno));
        return false;
    }
    for (int i = 0; i < list->row_count; i++)
        trial_open(&trials[i], &list->rows[i], options->results);
    return true;
}

/* Complain about the selected rows that cannot be played or counted. Returns true when there are
 * none. */
static bool check_rows(const ExperimentList *list, const Trial *trials, const Options *options) {
    bool valid = true;
    for (int i = 0; i < list->row_count; i++) {
        const Trial *trial = &trials[i];
        if (trial->is_valid || !list_selects(list, trial->row, options->rows))
            continue;
        fprintf(stderr, "experiments: %s is left out: %s\n", trial->row->name, trial->why);
        valid = false;
    }
    return valid;
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    Options options = read_options(argc, argv);
    char error[512] = "not enough memory";
    ExperimentList *list = malloc(sizeof *list);
    Trial *trials = NULL;
    if (!list || !list_read(list, options.list, error, sizeof error) ||
        !(trials = calloc((size_t)list->row_count + 1, sizeof *trials))) {
        fprintf(stderr, "experiments: %s\n", error);
        free(list);
        return 1;
    }
    const volatile sig_atomic_t *stop = interrupt_watch();
    bool fine = prepare(list, trials, &options);
    bool valid = fine && check_rows(list, trials, &options);
    if (fine && !options.page_only)
        print_rows(list, trials, &options);
    if (fine && options.play)
        fine = play(list, trials, &options, stop);
    if (fine && (options.play || options.page_only))
        fine = write_page(list, trials, &options);
    free(trials);
    free(list);
    return program_end("experiments", !fine || !valid ? 1 : *stop ? INTERRUPTED_STATUS : 0);
}
