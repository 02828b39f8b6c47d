#include "experiments/readme.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/figures.h"
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

static void add_name(Text *out, const Experiment *row) {
    if (row->outside[0])
        text_add(out, "[%s](%s): `bin/arena %s`", row->title, row->outside, row->arguments);
    else {
        text_add(out, "`");
        add_arguments(out, row);
        text_add(out, "`");
    }
}

static void add_row(Text *out, const Trial *trial) {
    bool duel = trial_is_duel(trial);
    Sample share = figures_share(trial, 0);
    text_add(out, "| ");
    add_name(out, trial->row);
    text_add(out, " | %d | %s", trial->tally.played, duel ? "" : "was first: ");
    figures_add_share(out, &share);
    text_add(out, " | ");
    if (duel)
        figures_add_elo(out, &trial->tally.pair[0][1]);
    text_add(out, "%s|\n", duel ? " " : "");
}

/* The first of the rows that the table must have at `from` or behind it; NULL when there is none.
 */
static const Trial *next_row(const ExperimentList *list, const Trial *trials, int from) {
    for (int i = from; i < list->row_count; i++)
        if (list->rows[i].in_readme && !list->rows[i].outside[0])
            return &trials[i];
    return NULL;
}

static bool is_complete(const Trial *trial) {
    return trial->is_valid && !trial_missing(trial, trial_games(trial, 100));
}

static const Trial *find_incomplete(const ExperimentList *list, const Trial *trials) {
    const Trial *trial = next_row(list, trials, 0);
    while (trial && is_complete(trial))
        trial = next_row(list, trials, (int)(trial - trials) + 1);
    return trial;
}

static const Trial *find_other_commit(const ExperimentList *list, const Trial *trials,
                                      const char *commit) {
    const Trial *trial = next_row(list, trials, 0);
    while (trial && !trial_is_of_other_commit(trial, commit))
        trial = next_row(list, trials, (int)(trial - trials) + 1);
    return trial;
}

/* The commit of a program that was built outside of a clone is not known. */
static bool is_known(const char *commit) {
    return commit[0] && strcmp(commit, "unknown") != 0;
}

/* True when the rows of the table, of which `first` is one, belong into it. */
static bool are_fit(const ExperimentList *list, const Trial *trials, const Trial *first, char *why,
                    size_t size) {
    const char *commit = first->tally.commit;
    const Trial *incomplete = find_incomplete(list, trials);
    const Trial *other = find_other_commit(list, trials, commit);
    if (incomplete)
        snprintf(why, size, "its row %s is not complete", incomplete->row->name);
    else if (other)
        snprintf(why, size, "its rows are of several commits: %s of %s, %s of %s", first->row->name,
                 is_known(commit) ? commit : "unknown", other->row->name,
                 is_known(other->tally.commit) ? other->tally.commit : "unknown");
    else if (!is_known(commit))
        snprintf(why, size, "the commit that played its rows is not known");
    else if (strstr(commit, "-dirty"))
        snprintf(why, size, "its rows were played with changes that are not committed, %s", commit);
    else
        return true;
    return false;
}

/* A row of bots outside cannot be played by everybody. It is left out when it is not fit. */
static bool is_shown(const Trial *trial, const char *commit) {
    return trial->row->in_readme &&
           (!trial->row->outside[0] ||
            (is_complete(trial) && !trial_is_of_other_commit(trial, commit)));
}

static void make_table(Text *out, const ExperimentList *list, const Trial *trials,
                       const Trial *first) {
    text_add(out,
             "At 10 ms of processor time a move, by commit %s; errors are 95 %% "
             "([all tables](docs/results.md)):\n\n"
             "| `bin/arena %s ...` | games | won %% | Elo |\n|---|---|---|---|\n",
             first->tally.commit, common);
    for (int i = 0; i < list->row_count; i++)
        if (is_shown(&trials[i], first->tally.commit))
            add_row(out, &trials[i]);
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

ReadmeEnd readme_write(const ExperimentList *list, const Trial *trials, const char *path, char *why,
                       size_t size) {
    Text out = {0};
    size_t length;
    const Trial *first = next_row(list, trials, 0);
    if (!first)
        return README_NO_ROWS;
    if (!are_fit(list, trials, first, why, size))
        return README_KEPT;
    char *text = file_read(path, BYTES_MAX, &length);
    if (!text) {
        snprintf(why, size, "cannot read %s: %s", path, strerror(errno));
        return README_FAILED;
    }
    make_table(&out, list, trials, first);
    char *table = text_take(&out, &length);
    bool written = table && replace(path, text, table, why, size);
    if (!table)
        snprintf(why, size, "not enough memory for %s", path);
    free(table);
    free(text);
    return written ? README_WRITTEN : README_FAILED;
}
