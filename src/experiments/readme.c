#include "experiments/readme.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/conclusion.h"
#include "platform/file.h"

enum { BYTES_MAX = 1 << 20 };

static const char begin_mark[] = "<!-- strength -->\n", end_mark[] = "<!-- -->";
static const char common[] = "--budget-ms 10 --clock cpu --adjudicate";

/* Add the arguments of a row that say which agents play: those before the common ones, if it has
 * them. */
static void add_arguments(Text *out, const Experiment *row) {
    const char *found = strstr(row->arguments, common);
    int length = found ? (int)(found - row->arguments) : (int)strlen(row->arguments);
    while (length && row->arguments[length - 1] == ' ')
        length--;
    text_add(out, "%.*s", length, row->arguments);
}

static void add_row(Text *out, const Trial *trial) {
    const Score *score = &trial->tally.pair[0][1];
    const Sample *first = &trial->tally.agents[0].first_share;
    double error, elo = score_elo(score, &error);
    text_add(out, "| `");
    add_arguments(out, trial->row);
    text_add(out, "` | %d | %.1f ± %.1f | ", trial->tally.played, 100 * sample_mean(first),
             100 * sample_error(first));
    if (trial->tournament.settings.players > 2)
        text_add(out, "|\n");
    else if (score->wins == score_games(score))
        text_add(out, "all won |\n");
    else
        text_add(out, "%+.0f ± %.0f |\n", elo, error);
}

static bool is_clean(const char *commit) {
    return commit[0] && strcmp(commit, "unknown") != 0 && !strstr(commit, "-dirty");
}

static ReadmeEnd make_table(Text *out, const ExperimentList *list, const Trial *trials,
                            const char *commit) {
    int rows = 0;
    text_add(out,
             "At 10 ms of processor time a move, by commit %s; errors are 95 %% "
             "([all tables](docs/results.md)):\n\n"
             "| `bin/arena %s ...` | games | won %% | Elo |\n|---|---|---|---|\n",
             commit, common);
    for (int i = 0; i < list->row_count; i++) {
        const Trial *trial = &trials[i];
        if (!list->rows[i].in_readme)
            continue;
        if (!is_clean(commit) || !trial_counts(trial, commit) ||
            trial_missing(trial, trial_games(trial, 100)))
            return README_UNPLAYED;
        add_row(out, trial);
        rows++;
    }
    return rows ? README_WRITTEN : README_NO_ROWS;
}

/* Write `text` with the table between its marks. */
static bool replace(const char *path, const char *text, const char *table, char *why, size_t size) {
    const char *begin = strstr(text, begin_mark);
    const char *end = begin ? strstr(begin, end_mark) : NULL;
    Text out = {0};
    size_t length;
    if (!end) {
        snprintf(why, size, "%s has no lines \"<!-- strength -->\" and \"%s\"", path, end_mark);
        return false;
    }
    begin += sizeof begin_mark - 1;
    text_add(&out, "%.*s%s%s", (int)(begin - text), text, table, end);
    char *changed = text_take(&out, &length);
    bool written = changed && file_write(path, changed, length);
    if (!written)
        snprintf(why, size, "cannot write %s: %s", path, strerror(errno));
    free(changed);
    return written;
}

ReadmeEnd readme_write(const ExperimentList *list, const Trial *trials, const char *commit,
                       const char *path, char *why, size_t size) {
    Text out = {0};
    size_t length;
    ReadmeEnd end = make_table(&out, list, trials, commit);
    char *table = text_take(&out, &length);
    char *text = end == README_WRITTEN && table ? file_read(path, BYTES_MAX, &length) : NULL;
    if (end == README_WRITTEN && !text) {
        snprintf(why, size, "cannot read %s: %s", path, strerror(errno));
        end = README_FAILED;
    }
    if (text && !replace(path, text, table, why, size))
        end = README_FAILED;
    free(table);
    free(text);
    return end;
}
