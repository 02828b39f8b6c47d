#include "experiments/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/conclusion.h"
#include "experiments/figures.h"
#include "experiments/picture.h"
#include "platform/file.h"
#include "platform/text.h"

static void add_introduction(Text *out, const ExperimentList *list, const char *results) {
    text_add(
        out,
        "\n## How to read the tables\n\n"
        "`make experiments` writes this page. It plays the games that are missing in the list of\n"
        "experiments, `%s`: `ROWS=NAME,...` selects rows or sections, "
        "and\n"
        "`GAMES=10%%` plays the first tenth of each row. It can be interrupted and continues the "
        "next\n"
        "time. `%s/` has a file of games for each row.\n\n"
        "All rows are meant to be played by one commit of the program. `commit` is that of a row: "
        "the last\n"
        "one that changed the sources of the arena, the engine or an agent. `other program` says "
        "that it\n"
        "is not that of most rows, so that the row must not be compared with them.\n"
        "`bin/arena --replay-game %s/ROW.json:N` plays game N of a row again. Rows with bots that "
        "are not\n"
        "in this repository are played by hand.\n\n",
        list->path, results, results);
    text_add(
        out,
        "Rows with `--until-error` stop when the error of the share of games won is small enough. "
        "They look\n"
        "at it after every map, so their interval holds the true share a little less often than "
        "95 %% (measured\n"
        "by simulation with independent games: 91 to 94 %%): they answer which agent is stronger, "
        "not by how\n"
        "much. With `--adjudicate` a game ends when only a death can change its places\n"
        "([tournaments.md](tournaments.md)).\n\n"
        "Every map is played with the seats rotated. Errors are those of 95 %% intervals, computed "
        "from\n"
        "whole maps. LOS is the likelihood that the first agent is the stronger one. Lead is the "
        "mean\n"
        "difference in points where both agents are alive at the end, shown if this is so in at "
        "least\n"
        "half of the games. Where an agent has several seats, its shares and its mean place are "
        "those of\n"
        "a seat. \"Published\" is the result of a comparable experiment in another game\n"
        "(Hypersonic, Pommerman): compare directions, not numbers.\n");
}

/* Add "500", "60 of 200 (clear)" when the row stopped early, or "120 of 500 (incomplete)". */
static void add_games(Text *out, const Trial *trial) {
    int played = trial->tally.played, all = trial_games(trial, 100);
    if (trial_missing(trial, all))
        text_add(out, "%d of %d (incomplete)", played, all);
    else if (trial_has_stopped(trial))
        text_add(out, "%d of %d (clear)", played, all);
    else
        text_add(out, "%d", played);
}

static void add_ending(Text *out, const Trial *trial, const char *commit) {
    const char *own = trial->tally.commit;
    text_add(out, " %s | %s | %s |\n", trial->row->published,
             own[0] || !trial->tally.played ? own : "unknown",
             trial_is_of_other_commit(trial, commit) ? "yes" : "");
}

static void add_beginning(Text *out, const Trial *trial) {
    text_add(out, "| %s | ", trial->row->title);
    add_games(out, trial);
    text_add(out, " |");
}

static void add_points_ahead(Text *out, const Score *score) {
    if (score_has_lead(score))
        text_add(out, " %+.1f ± %.1f", sample_mean(&score->lead), sample_margin(&score->lead));
    text_add(out, " |");
}

static void add_duel(Text *out, const Trial *trial, const char *commit) {
    const Score *score = &trial->tally.pair[0][1];
    double games = score_games(score);
    add_beginning(out, trial);
    text_add(out, " ");
    if (games > 0) {
        figures_add_share(out, &score->won);
        text_add(out, " | %.1f | %.1f | ", 100 * score->losses / games, 100 * score->draws / games);
        figures_add_elo(out, score);
        text_add(out, " | %.1f |", 100 * score_superiority(score));
    } else {
        text_add(out, "| | | | |");
    }
    add_points_ahead(out, score);
    add_ending(out, trial, commit);
}

static void add_deaths(Text *out, const Trial *trial, const char *commit) {
    const AgentTally *agent = &trial->tally.agents[0];
    add_beginning(out, trial);
    text_add(out, " %d | %d | %d | %d | %d | %d | %d | %d |", agent->places[0], agent->deaths,
             agent->beaten_dead, agent->own_bomb, agent->own_alone, agent->unforced, agent->late,
             agent->crashed);
    add_ending(out, trial, commit);
}

static void add_finished_above(Text *out, const Trial *trial, int a) {
    const char *separator = "";
    for (int b = 0; b < trial->tournament.agent_count; b++) {
        const Score *score = &trial->tally.pair[a][b];
        if (a == b || !score_games(score))
            continue;
        text_add(out, "%s %s ", separator, trial->tournament.agents[b]);
        figures_add_share(out, &score->won);
        separator = ",";
    }
}

static void add_agent_places(Text *out, const Trial *trial, const char *commit, int a) {
    const AgentTally *agent = &trial->tally.agents[a];
    int players = trial->tournament.settings.players;
    double sum = 0;
    text_add(out, "| %s | `%s` | ", a ? "" : trial->row->title, trial->tournament.agents[a]);
    if (a == 0)
        add_games(out, trial);
    for (int i = 0; i < players; i++)
        sum += (i + 1) * agent->places[i];
    text_add(out, " | ");
    if (agent->games > 0) {
        figures_add_share(out, &agent->first_share);
        text_add(out, " | %.1f | %.1f | %.2f |", 100.0 * agent->tied / agent->games,
                 100.0 * (agent->games - agent->places[0]) / agent->games, sum / agent->games);
    } else {
        text_add(out, "| | | |");
    }
    add_finished_above(out, trial, a);
    text_add(out, " |");
    if (a == 0)
        add_ending(out, trial, commit);
    else
        text_add(out, "  |  |  |\n");
}

static void add_places(Text *out, const Trial *trial, const char *commit) {
    for (int a = 0; a < trial->tournament.agent_count; a++)
        add_agent_places(out, trial, commit, a);
}

static void add_row(Text *out, TableKind table, const Trial *trial, const char *commit) {
    if (!trial->is_valid)
        return;
    if (table == TABLE_DUEL)
        add_duel(out, trial, commit);
    else if (table == TABLE_DEATHS)
        add_deaths(out, trial, commit);
    else
        add_places(out, trial, commit);
}

static void add_heading(Text *out, const Section *section) {
    static const char *const heads[] = {
        "| experiment | games | won % | lost % | drawn % | Elo | LOS % | lead | published | commit "
        "| other program |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n",
        "| experiment | games | won | deaths | of them beaten | by an own bomb | by it alone | "
        "unforced | late moves | crashes | published | commit | other program |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
        "| experiment | agent | games | first %, per seat | tied for it % | lost % | mean place | "
        "finished above % | published | commit | other program |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n"};
    text_add(out, "\n## %s (`ROWS=%s`)\n\n", section->title, section->name);
    if (section->note[0])
        text_add(out, "%s\n\n", section->note);
    text_add(out, "%s", heads[section->table]);
}

/* The name of a file for a link on the page: without the folder in which both are. */
static const char *link_to(const char *page, const char *path) {
    const char *slash = strrchr(page, '/');
    size_t folder = slash ? (size_t)(slash - page) + 1 : 0;
    return strncmp(page, path, folder) == 0 ? path + folder : path;
}

/* The command of a row, so that a reader can play it alone; for a row that was skipped, the
 * reason. */
static void add_command(Text *out, const Trial *trial, const char *page) {
    const Experiment *row = trial->row;
    if (!trial->is_valid) {
        text_add(out, "- %s (%s) is skipped: %.*s\n", row->name, row->title,
                 (int)strcspn(trial->why, ";"), trial->why);
        return;
    }
    text_add(out, "- %s: `bin/arena %s --games %d`; ", row->name, row->arguments, row->games);
    if (row->outside[0])
        text_add(out, "these bots: [%s](%s)\n", link_to(page, row->outside),
                 link_to(page, row->outside));
    else
        text_add(out, "one game: `bin/arena --replay-game %s:0`\n", trial->path);
}

static void add_commands(Text *out, const Trial *trials, int count, int section, const char *page) {
    text_add(out, "\n");
    for (int i = 0; i < count; i++)
        if (trials[i].row->section == section)
            add_command(out, &trials[i], page);
}

/* Say which rows lack games. */
static void add_state(Text *out, const Trial *trials, int count) {
    int unplayed = 0, begun = 0;
    for (int i = 0; i < count; i++) {
        bool lacking = trial_is_played_here(&trials[i]) &&
                       trial_missing(&trials[i], trial_games(&trials[i], 100));
        unplayed += lacking && !trials[i].tally.played;
        begun += lacking && trials[i].tally.played;
    }
    if (unplayed || begun)
        text_add(out, "\n**Rows: %d, of which %d not played yet and %d with missing games.**\n",
                 count, unplayed, begun);
}

static bool has_games(const ExperimentList *list, const Question *question, const Trial *trials,
                      const char *commit) {
    for (int i = 0; i < list->row_count; i++)
        if (list_selects(list, trials[i].row, question->shown) && trial_counts(&trials[i], commit))
            return true;
    return false;
}

/* Returns false when the answer has an unknown field. */
static bool add_answer(Text *out, const ExperimentList *list, const Question *question,
                       const Trial *trials, const char *commit) {
    bool played = has_games(list, question, trials, commit);
    text_add(out, "\n### %s\n\n", question->title);
    bool known =
        conclusion_add(out, played ? question->answer : "Not played yet.", list, trials, commit);
    text_add(out, "\n");
    return known;
}

static bool add_questions(Text *out, const ExperimentList *list, const Trial *trials,
                          const char *commit, const char *results, const char *page, char *why,
                          size_t size) {
    bool known = true;
    for (int i = 0; i < list->question_count; i++) {
        const Question *question = &list->questions[i];
        char picture[PAGE_PATH];
        page_picture(results, question, picture);
        if (!add_answer(out, list, question, trials, commit)) {
            snprintf(why, size, "the answer of question %s has an unknown field", question->name);
            known = false;
        }
        if (picture_is_current(list, question, trials, commit, picture))
            text_add(out, "\n![%s](%s)\n", question->title, link_to(page, picture));
    }
    return known;
}

void page_picture(const char *results, const Question *question, char path[PAGE_PATH]) {
    snprintf(path, PAGE_PATH, "%s/%s.svg", results, question->name);
}

static void add_section(Text *out, const ExperimentList *list, int section, const Trial *trials,
                        const char *commit, const char *page) {
    add_heading(out, &list->sections[section]);
    for (int i = 0; i < list->row_count; i++)
        if (list->rows[i].section == section)
            add_row(out, list->sections[section].table, &trials[i], commit);
    add_commands(out, trials, list->row_count, section, page);
}

bool page_write(const ExperimentList *list, const Trial *trials, const char *results,
                const char *path, char *why, size_t size) {
    Text out = {0};
    char commit[RECORD_COMMIT];
    size_t length;
    trials_commit(trials, list->row_count, commit);
    text_add(&out, "# Results\n");
    add_state(&out, trials, list->row_count);
    bool known = add_questions(&out, list, trials, commit, results, path, why, size);
    add_introduction(&out, list, results);
    for (int s = 0; s < list->section_count; s++)
        add_section(&out, list, s, trials, commit, path);
    char *text = text_take(&out, &length);
    bool written = text && file_write(path, text, length);
    if (!written)
        snprintf(why, size, "cannot write %s: %s", path, text ? strerror(errno) : "no memory");
    free(text);
    return written && known;
}
