#include "experiments/conclusion.h"

#include <stdio.h>
#include <string.h>

typedef struct Filling {
    Text *out;
    const ExperimentList *list;
    const Trial *trials;
    const char *commit;
} Filling;

static void add_won(Text *out, const Trial *trial, int agent) {
    const TournamentTally *tally = &trial->tally;
    const Sample *won = &tally->agents[agent].first_share;
    text_add(out, "%.1f ± %.1f %%", 100 * sample_mean(won), 100 * sample_error(won));
}

static void add_elo(Text *out, const Trial *trial) {
    double error, elo = score_elo(&trial->tally.pair[0][1], &error);
    text_add(out, "%+.0f ± %.0f Elo", elo, error);
}

static void add_published(Text *out, const Trial *trial) {
    text_add(out, "%s", trial->row->published[0] ? trial->row->published : "nothing");
}

static bool add_count(Text *out, const char *field, const Trial *trial) {
    const AgentTally *first = &trial->tally.agents[0];
    const struct {
        const char *name;
        int count;
    } counts[] = {{"games", trial->tally.played},
                  {"deaths", first->deaths},
                  {"beaten", first->beaten_dead},
                  {"unforced", first->unforced}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (strcmp(field, counts[i].name) == 0) {
            text_add(out, "%d", counts[i].count);
            return true;
        }
    return false;
}

static bool add_figure(const Filling *filling, const char *field, const Trial *trial, int agent) {
    bool is_won = strcmp(field, "won") == 0, is_elo = strcmp(field, "elo") == 0;
    if (strcmp(field, "published") == 0) {
        add_published(filling->out, trial);
        return true;
    }
    if (!trial_counts(trial, filling->commit)) {
        text_add(filling->out, trial->tally.played ? "(of another program)" : "(not played yet)");
        return true;
    }
    if (is_won && agent < trial->tournament.agent_count)
        add_won(filling->out, trial, agent);
    else if (is_elo)
        add_elo(filling->out, trial);
    else
        return add_count(filling->out, field, trial);
    return true;
}

/* 1 when the first agent of a duel is stronger by more than the error, -1 when weaker. */
static int direction(const Trial *trial) {
    const Sample *points = &trial->tally.pair[0][1].points;
    double lead = sample_mean(points) - 0.5, error = sample_error(points);
    return (lead > error) - (lead < -error);
}

static bool add_list(const Filling *filling, const char *field, int section) {
    static const char *const fields[] = {"harms", "open", "helps"};
    const char *separator = "";
    int wanted = -1, found = 0;
    while (wanted <= 1 && strcmp(field, fields[wanted + 1]) != 0)
        if (++wanted > 1)
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

/* Replace the inside of {FIELD NAME N}. */
static bool add_field(const Filling *filling, const char *inside) {
    char field[LIST_NAME], name[LIST_NAME];
    int agent = 1;
    const ExperimentList *list = filling->list;
    if (sscanf(inside, "%31s %31s %d", field, name, &agent) < 2 || agent < 1 ||
        agent > ARENA_AGENTS)
        return false;
    for (int i = 0; i < list->row_count; i++)
        if (strcmp(list->rows[i].name, name) == 0)
            return add_figure(filling, field, &filling->trials[i], agent - 1);
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
