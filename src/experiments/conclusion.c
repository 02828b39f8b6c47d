#include "experiments/conclusion.h"

#include <stdio.h>
#include <string.h>

#include "experiments/figures.h"
#include "platform/number.h"

typedef struct Filling {
    Text *out;
    const ExperimentList *list;
    const Trial *trials;
    const char *commit;
} Filling;

static void add_won(Text *out, const Trial *trial, int agent) {
    Sample share = figures_share(trial, agent);
    figures_add_share(out, &share);
    text_add(out, " %%%s", trial_seats(trial, agent) > 1 ? " per seat" : "");
}

static void add_elo(Text *out, const Trial *trial, int agent) {
    (void)agent;
    const Score *score = &trial->tally.pair[0][1];
    figures_add_elo(out, score);
    if (figures_sweep(score) == SWEEP_NONE)
        text_add(out, " Elo");
}

static void add_games(Text *out, const Trial *trial, int agent) {
    (void)agent;
    text_add(out, "%d", trial->tally.played);
}

static void add_deaths(Text *out, const Trial *trial, int agent) {
    text_add(out, "%d", trial->tally.agents[agent].deaths);
}

static void add_beaten(Text *out, const Trial *trial, int agent) {
    text_add(out, "%d", trial->tally.agents[agent].beaten_dead);
}

static void add_unforced(Text *out, const Trial *trial, int agent) {
    text_add(out, "%d", trial->tally.agents[agent].unforced);
}

static void add_published(Text *out, const Trial *trial, int agent) {
    (void)agent;
    text_add(out, "%s", trial->row->published[0] ? trial->row->published : "nothing");
}

/* What rows a field is of. */
typedef enum RowKind { ANY_ROW, DUEL, MORE_PLAYERS } RowKind;

typedef struct Field {
    const char *name;
    RowKind rows;
    bool needs_games;
    void (*add)(Text *out, const Trial *trial, int agent);
} Field;

static const Field fields[] = {{"won", DUEL, true, add_won},
                               {"first", MORE_PLAYERS, true, add_won},
                               {"elo", DUEL, true, add_elo},
                               {"games", ANY_ROW, true, add_games},
                               {"deaths", ANY_ROW, true, add_deaths},
                               {"beaten", ANY_ROW, true, add_beaten},
                               {"unforced", ANY_ROW, true, add_unforced},
                               {"published", ANY_ROW, false, add_published}};

/* Of a row whose arguments are wrong the kind is not known. */
static bool suits(const Field *field, const Trial *trial, int agent) {
    int agents = trial->tournament.agent_count;
    bool is_kind = field->rows == ANY_ROW || (field->rows == DUEL) == trial_is_duel(trial);
    return !agents || (is_kind && agent < agents);
}

static const Field *find_field(const char *name) {
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

static bool add_figure(const Filling *filling, const char *name, const Trial *trial, int agent) {
    const Field *field = find_field(name);
    if (!field || !suits(field, trial, agent))
        return false;
    if (!field->needs_games || trial_counts(trial, filling->commit))
        field->add(filling->out, trial, agent);
    else
        text_add(filling->out, trial->tally.played ? "(of another program)" : "(not played yet)");
    return true;
}

/* 1 when the first agent of a duel is stronger by more than the error, -1 when weaker. */
static int direction(const Trial *trial) {
    const Sample *points = &trial->tally.pair[0][1].points;
    double lead = sample_mean(points) - 0.5, error = sample_error(points);
    return (lead > error) - (lead < -error);
}

/* Set the direction of the rows that a field of a section lists. */
static bool read_direction(const char *name, int *wanted) {
    static const char *const names[] = {"harms", "open", "helps"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            *wanted = i - 1;
            return true;
        }
    return false;
}

static bool add_list(const Filling *filling, const char *name, int section) {
    const char *separator = "";
    int wanted, found = 0;
    if (!read_direction(name, &wanted))
        return false;
    for (int i = 0; i < filling->list->row_count; i++) {
        const Trial *trial = &filling->trials[i];
        if (trial->row->section != section || !trial_counts(trial, filling->commit) ||
            direction(trial) != wanted)
            continue;
        text_add(filling->out, "%s%s", separator, trial->row->title);
        separator = ", ";
        found++;
    }
    if (!found)
        text_add(filling->out, "none");
    return true;
}

/* Read FIELD NAME or FIELD NAME N. */
static bool read_inside(const char *inside, char field[LIST_NAME], char name[LIST_NAME],
                        long long *agent) {
    int end = 0;
    *agent = 1;
    return sscanf(inside, "%31s %31s %n", field, name, &end) == 2 &&
           (!inside[end] || number_whole(inside + end, 1, ARENA_AGENTS, agent));
}

/* Replace the inside of {FIELD NAME N}. */
static bool add_field(const Filling *filling, const char *inside) {
    char field[LIST_NAME], name[LIST_NAME];
    long long agent;
    const ExperimentList *list = filling->list;
    if (!read_inside(inside, field, name, &agent))
        return false;
    for (int i = 0; i < list->row_count; i++)
        if (strcmp(list->rows[i].name, name) == 0)
            return add_figure(filling, field, &filling->trials[i], (int)agent - 1);
    for (int i = 0; i < list->section_count; i++)
        if (strcmp(list->sections[i].name, name) == 0)
            return add_list(filling, field, i);
    return false;
}

bool conclusion_add(Text *out, const char *text, const ExperimentList *list, const Trial *trials,
                    const char *commit) {
    const Filling filling = {out, list, trials, commit};
    bool known = true;
    while (*text) {
        size_t plain = strcspn(text, "{"), length = strcspn(text + plain, "}");
        char inside[2 * LIST_NAME + 16];
        text_add(out, "%.*s", (int)plain, text);
        text += plain;
        if (!*text)
            break;
        snprintf(inside, sizeof inside, "%.*s", length ? (int)length - 1 : 0, text + 1);
        length += text[length] == '}';
        if (!add_field(&filling, inside)) {
            text_add(out, "%.*s", (int)length, text);
            known = false;
        }
        text += length;
    }
    return known;
}
