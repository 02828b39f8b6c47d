/* List the experiments of this project, play their missing games and write the page of results. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/progress.h"
#include "experiments/page.h"
#include "experiments/picture.h"
#include "experiments/readme.h"
#include "platform/folder.h"
#include "platform/interrupt.h"
#include "platform/number.h"
#include "platform/program.h"
#include "platform/thread.h"
#include "programs/commit.h"

typedef struct Options {
    const char *list, *results, *page, *readme, *rows;
    double percent;
    bool estimate, play, renew, page_only;
} Options;

static void usage(FILE *out) {
    fputs(
        "usage: experiments [options]\n"
        "\n"
        "Prints the rows of a list of experiments, and how long their missing games would take:\n"
        "the time of all processors together, and the time until the end with one game at once\n"
        "for each processor. With --play it plays these games and writes a page of results; it "
        "can\n"
        "be interrupted at any time and continues when it is started again.\n"
        "\n"
        "All games of a row are played by one commit of the program (--version prints that of "
        "this\n"
        "one; a commit that changes no sources of the arena, the engine or an agent does not\n"
        "count). A row whose games are of another commit is not continued: --renew plays it anew.\n"
        "\n"
        "  --estimate        play nothing, print the list (the default)\n"
        "  --play            play the missing games and write the page\n"
        "  --renew           with --play: delete the games of rows that another commit played\n"
        "  --page-only       write the page from the games that there are, and play nothing. Its\n"
        "                    pictures are drawn by gnuplot, at the end of --play, too\n"
        "  --rows NAME,...   only these rows or sections\n"
        "  --games N%        only the first N percent of the games of each row\n"
        "  --list FILE       the list (default src/experiments/experiments.txt)\n"
        "  --results DIR     the folder with a file of games for each row (default docs/results)\n"
        "  --page FILE       the page (default docs/results.md)\n"
        "  --readme FILE     the file with the table of strength, between lines\n"
        "                    <!-- strength --> and <!-- --> (default README.md); it is written "
        "when\n"
        "                    its rows are complete and of one commit\n"
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

static const struct option table[] = {{"list", required_argument, NULL, 'l'},
                                      {"results", required_argument, NULL, 'd'},
                                      {"readme", required_argument, NULL, 'm'},
                                      {"page", required_argument, NULL, 'p'},
                                      {"rows", required_argument, NULL, 'r'},
                                      {"games", required_argument, NULL, 'g'},
                                      {"play", no_argument, NULL, 'P'},
                                      {"estimate", no_argument, NULL, 'e'},
                                      {"renew", no_argument, NULL, 'R'},
                                      {"page-only", no_argument, NULL, 'o'},
                                      {"help", no_argument, NULL, 'h'},
                                      {"version", no_argument, NULL, 'v'},
                                      {NULL, 0, NULL, 0}};

static void read_option(Options *options, int option, char **argv) {
    switch (option) {
    case 'l':
        options->list = optarg;
        break;
    case 'd':
        options->results = optarg;
        break;
    case 'p':
        options->page = optarg;
        break;
    case 'm':
        options->readme = optarg;
        break;
    case 'r':
        options->rows = optarg;
        break;
    case 'g':
        options->percent = read_percent(optarg);
        break;
    case 'P':
        options->play = true;
        break;
    case 'e':
        options->estimate = true;
        break;
    case 'R':
        options->renew = true;
        break;
    case 'o':
        options->page_only = true;
        break;
    case 'h':
        usage(stdout);
        exit(0);
    case 'v':
        puts("experiments 0.1.0 " COMMIT);
        exit(0);
    default:
        exit(program_refuse_option("experiments", option, argv));
    }
}

static void check_options(const Options *options) {
    if (options->estimate + options->play + options->page_only > 1) {
        fputs("experiments: --estimate, --play and --page-only exclude each other\n", stderr);
        exit(2);
    }
    if (options->renew && !options->play) {
        fputs("experiments: --renew plays rows anew, so it needs --play\n", stderr);
        exit(2);
    }
}

static Options read_options(int argc, char **argv) {
    Options options = {.list = "src/experiments/experiments.txt",
                       .results = "docs/results",
                       .page = "docs/results.md",
                       .readme = "README.md",
                       .percent = 100};
    for (int option; (option = getopt_long(argc, argv, ":h", table, NULL)) != -1;)
        read_option(&options, option, argv);
    if (optind < argc) {
        fprintf(stderr, "experiments: \"%s\" is not understood; see experiments --help\n",
                argv[optind]);
        exit(2);
    }
    check_options(&options);
    return options;
}

/* The row as it will be when its turn comes: with --renew, without the games of another commit. */
static void plan_row(Trial *planned, const Trial *trial, const Options *options) {
    *planned = *trial;
    if (options->renew && trial_is_of_other_commit(trial, COMMIT))
        trial_forget(planned);
}

/* True when another commit played the games of the row, so that it cannot be continued. */
static bool is_refused(const Trial *planned, int games) {
    return trial_missing(planned, games) && trial_is_of_other_commit(planned, COMMIT);
}

static TrialCost row_cost(const Trial *trial, const Options *options) {
    Trial planned;
    plan_row(&planned, trial, options);
    int games = trial_games(trial, options->percent);
    const TrialCost nothing = {0};
    return is_refused(&planned, games) ? nothing : trial_cost(&planned, games);
}

static void add_cost(TrialCost *sum, TrialCost cost) {
    sum->processor_s += cost.processor_s;
    sum->wall_s += cost.wall_s;
}

/* The cost of the selected rows from `first` on: of those of its section only, or of all. */
static TrialCost rows_cost(const ExperimentList *list, const Trial *trials, const Options *options,
                           int first, bool one_section) {
    TrialCost sum = {0};
    for (int i = first; i < list->row_count; i++) {
        const Trial *trial = &trials[i];
        if (one_section && trial->row->section != list->rows[first].section)
            break;
        if (trial_is_played_here(trial) && list_selects(list, trial->row, options->rows))
            add_cost(&sum, row_cost(trial, options));
    }
    return sum;
}

static void print_refusal(FILE *out, const char *before, const Trial *trial) {
    fprintf(out, "%s has games of commit %s: --renew plays it anew\n", before,
            trial->tally.commit[0] ? trial->tally.commit : "unknown");
}

static void print_row(const Trial *trial, const Options *options) {
    char span[32], name[64];
    Trial planned;
    snprintf(name, sizeof name, "  %-26s", trial->row->name);
    if (!trial->is_valid) {
        printf("%s skipped: %s\n", name, trial->why);
        return;
    }
    if (!trial_is_played_here(trial)) {
        printf("%s %5d of %5d games, played as %s says\n", name, trial->tally.played,
               trial_games(trial, 100), trial->row->outside);
        return;
    }
    plan_row(&planned, trial, options);
    int games = trial_games(trial, options->percent), missing = trial_missing(&planned, games);
    int expected = trial_expected(&planned, games);
    progress_duration(trial_cost(&planned, games).processor_s, span, sizeof span);
    if (is_refused(&planned, games))
        print_refusal(stdout, name, trial);
    else if (!missing)
        printf("%s complete\n", name);
    else if (expected < missing)
        printf("%s %5d of %5d games, about %s, if it stops after %d\n", name, missing, games, span,
               planned.tally.played + expected);
    else
        printf("%s %5d of %5d games, about %s\n", name, missing, games, span);
}

/* Print the missing games of each row and how long they will take. */
static void print_rows(const ExperimentList *list, const Trial *trials, const Options *options) {
    char span[32];
    int section = -1;
    for (int i = 0; i < list->row_count; i++) {
        const Experiment *row = &list->rows[i];
        if (!list_selects(list, row, options->rows))
            continue;
        if (row->section != section) {
            TrialCost cost = rows_cost(list, trials, options, i, true);
            progress_duration(cost.processor_s, span, sizeof span);
            printf("%s: about %s of processor time\n", list->sections[row->section].name, span);
        }
        section = row->section;
        print_row(&trials[i], options);
    }
    TrialCost cost = rows_cost(list, trials, options, 0, false);
    progress_duration(cost.wall_s, span, sizeof span);
    printf("total: about %.2f core-hours, %s with %d games at once\n", cost.processor_s / 3600,
           span, thread_cores());
    fflush(stdout);
}

static bool write_page(const ExperimentList *list, const Trial *trials, const Options *options) {
    char why[512];
    bool written = page_write(list, trials, options->results, options->page, why, sizeof why);
    if (!written)
        fprintf(stderr, "experiments: %s\n", why);
    return written;
}

/* Draw the pictures of the page. Returns false when one could not be drawn. */
static bool draw_pictures(const ExperimentList *list, const Trial *trials, const char *commit,
                          const Options *options) {
    bool fine = true;
    for (int i = 0; i < list->question_count; i++) {
        const Question *question = &list->questions[i];
        char path[PAGE_PATH], why[512];
        page_picture(options->results, question, path);
        PictureEnd end = picture_draw(list, question, trials, commit, path, why, sizeof why);
        if (end == PICTURE_NO_PROGRAM) {
            puts("the page has no new pictures: gnuplot is missing; ask for: apt-get install "
                 "gnuplot-nox");
            return true;
        }
        if (end == PICTURE_FAILED)
            fprintf(stderr, "experiments: %s is not drawn: %s\n", path, why);
        fine = fine && end != PICTURE_FAILED;
    }
    return fine;
}

static bool write_readme(const ExperimentList *list, const Trial *trials, const Options *options) {
    char why[512];
    ReadmeEnd end = readme_write(list, trials, options->readme, why, sizeof why);
    if (end == README_KEPT)
        printf("%s keeps its table: %s\n", options->readme, why);
    if (end == README_FAILED)
        fprintf(stderr, "experiments: %s\n", why);
    return end != README_FAILED;
}

/* Write the page, its pictures and the table of strength. */
static bool write_all(const ExperimentList *list, const Trial *trials, const Options *options) {
    char commit[RECORD_COMMIT];
    trials_commit(trials, list->row_count, commit);
    bool drawn = draw_pictures(list, trials, commit, options);
    bool written = write_page(list, trials, options);
    return write_readme(list, trials, options) && drawn && written;
}

/* Say which row begins, and how long this and all rows will take. */
static double print_beginning(const ExperimentList *list, const Trial *trials,
                              const Options *options, int row) {
    char own[32], all[32];
    const Trial *trial = &trials[row];
    TrialCost rest = rows_cost(list, trials, options, row + 1, false);
    TrialCost cost = row_cost(trial, options);
    progress_duration(cost.wall_s, own, sizeof own);
    progress_duration(cost.wall_s + rest.wall_s, all, sizeof all);
    printf("%s: about %s, all rows %s\n", trial->row->name, own, all);
    fflush(stdout);
    return rest.wall_s;
}

static bool play_row(const ExperimentList *list, Trial *trials, const Options *options, int row,
                     const volatile sig_atomic_t *stop) {
    Trial *trial = &trials[row];
    int games = trial_games(trial, options->percent);
    const TrialPlay play = {.commit = COMMIT,
                            .renew = options->renew,
                            .progress = isatty(STDERR_FILENO),
                            .title = trial->row->name,
                            .rest_s = print_beginning(list, trials, options, row),
                            .stop = stop};
    bool played = trial_play(trial, games, &play);
    if (!played)
        fprintf(stderr, "experiments: %s: %s\n", trial->row->name, trial->why);
    return write_page(list, trials, options) && played;
}

static bool complain(const Trial *trial) {
    fprintf(stderr, "experiments: %s is left out: %s\n", trial->row->name, trial->why);
    return false;
}

/* Play what the row lacks when its turn comes: another process may have played it since this one
 * began. */
static bool take_turn(const ExperimentList *list, Trial *trials, const Options *options, int row,
                      const volatile sig_atomic_t *stop) {
    Trial *trial = &trials[row], planned;
    int games = trial_games(trial, options->percent);
    char name[64];
    trial_read(trial);
    if (!trial->is_valid)
        return complain(trial);
    plan_row(&planned, trial, options);
    if (is_refused(&planned, games)) {
        snprintf(name, sizeof name, "experiments: %s", trial->row->name);
        print_refusal(stderr, name, trial);
        return false;
    }
    return !trial_missing(&planned, games) || play_row(list, trials, options, row, stop);
}

static bool play(const ExperimentList *list, Trial *trials, const Options *options,
                 const volatile sig_atomic_t *stop) {
    bool fine = true;
    for (int i = 0; i < list->row_count && !*stop; i++)
        if (trial_is_played_here(&trials[i]) && list_selects(list, trials[i].row, options->rows))
            fine = take_turn(list, trials, options, i, stop) && fine;
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
    bool writes = options->play || options->page_only;
    if (writes && !folder_create(options->results)) {
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
    for (int i = 0; i < list->row_count; i++)
        if (!trials[i].is_valid && list_selects(list, trials[i].row, options->rows))
            valid = complain(&trials[i]);
    return valid;
}

/* What the options ask for. Whatever fails, the rest is written. */
static bool run(const ExperimentList *list, Trial *trials, const Options *options,
                const volatile sig_atomic_t *stop) {
    if (!prepare(list, trials, options))
        return false;
    bool fine = check_rows(list, trials, options);
    if (!options->page_only)
        print_rows(list, trials, options);
    if (options->play)
        fine = play(list, trials, options, stop) && fine;
    if (options->play || options->page_only)
        fine = write_all(list, trials, options) && fine;
    return fine;
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
    bool fine = run(list, trials, &options, stop);
    free(trials);
    free(list);
    return program_end("experiments", !fine ? 1 : *stop ? INTERRUPTED_STATUS : 0);
}
