#include "experiments/picture.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "experiments/conclusion.h"

/* Lines of a picture stand below each other; line 1 is the highest:
 *
 *     Beam against its rivals          a title (no label, text inside the picture)
 *     beam against rhea    --o--       a label, a mark with its interval, and a published value
 */
typedef struct Drawing {
    Text labels;    /* of the vertical axis */
    Text titles;    /* commands that write the titles */
    Text marks;     /* value low high line */
    Text rays;      /* low line: every game was won, so that there is no upper limit */
    Text published; /* value line */
    Text equal;     /* value line: where equal agents would be */
    Text bars;      /* value line */
    int lines, longest, counts[5];
    double low, high; /* of all values */
} Drawing;

enum { MARKS, RAYS, PUBLISHED, EQUAL, BARS };

static const double elo_max = 1200;

static double elo_of(double share) {
    if (share <= 0 || share >= 1)
        return share <= 0 ? -elo_max : elo_max;
    return fmax(-elo_max, fmin(elo_max, -400 * log10(1 / share - 1)));
}

static void add_value(Drawing *drawing, double value) {
    drawing->low = fmin(drawing->low, value);
    drawing->high = fmax(drawing->high, value);
}

/* Labels of an axis are formats, in which %% stands for a percent sign. */
static void add_quoted(Text *out, const char *text, bool is_format) {
    text_add(out, "\"");
    for (; *text; text++) {
        bool doubled = is_format && *text == '%';
        text_add(out, "%s%c", *text == '"' || *text == '\\' ? "\\" : doubled ? "%" : "", *text);
    }
    text_add(out, "\"");
}

static void begin_line(Drawing *drawing, const char *label) {
    int length = (int)strlen(label);
    text_add(&drawing->labels, "%s", drawing->lines ? "," : "");
    add_quoted(&drawing->labels, label, true);
    text_add(&drawing->labels, " %d", ++drawing->lines);
    drawing->longest = length > drawing->longest ? length : drawing->longest;
}

static void add_title(Drawing *drawing, const char *title) {
    begin_line(drawing, "");
    text_add(&drawing->titles, "set label ");
    add_quoted(&drawing->titles, title, false);
    text_add(&drawing->titles, " at screen 0.01, first %d left tc rgb \"#555555\"\n",
             drawing->lines);
}

static void add_mark(Drawing *drawing, double value, double low, double high) {
    text_add(&drawing->marks, "%g %g %g %d\n", value, low, high, drawing->lines);
    drawing->counts[MARKS]++;
    add_value(drawing, low);
    add_value(drawing, high);
}

static void add_published(Drawing *drawing, double value) {
    text_add(&drawing->published, "%g %d\n", value, drawing->lines);
    drawing->counts[PUBLISHED]++;
    add_value(drawing, value);
}

/* When all games were won, only the lower limit is known. */
static void add_elo(Drawing *drawing, const Trial *trial) {
    const Score *score = &trial->tally.pair[0][1];
    Sample prior = sample_with_prior(&score->points);
    double mean = sample_mean(&prior), error = sample_error(&score->points), won, lost;
    double low = elo_of(mean - error), high = elo_of(mean + error);
    begin_line(drawing, trial->row->title);
    if (score->wins == score_games(score)) {
        text_add(&drawing->rays, "%g %d\n", low, drawing->lines);
        drawing->counts[RAYS]++;
        add_value(drawing, low);
    } else {
        add_mark(drawing, elo_of(sample_mean(&score->points)), low, high);
    }
    if (sscanf(trial->row->published, "%lf won, %lf lost", &won, &lost) == 2)
        add_published(drawing, elo_of((100 + won - lost) / 200));
}

/* The name of an agent without its settings; with a number when an earlier agent has the same. */
static void name_agent(const Tournament *tournament, int agent, char label[LIST_NAME]) {
    const char *name = tournament->agents[agent];
    int length = (int)strcspn(name, ":@"), number = 1;
    for (int a = 0; a < agent; a++)
        number += (int)strcspn(tournament->agents[a], ":@") == length &&
                  strncmp(tournament->agents[a], name, (size_t)length) == 0;
    if (number > 1)
        snprintf(label, LIST_NAME, "%.*s (%d)", length, name, number);
    else
        snprintf(label, LIST_NAME, "%.*s", length, name);
}

static void add_firsts(Drawing *drawing, const Trial *trial) {
    double published[4];
    const Tournament *tournament = &trial->tournament;
    int found = sscanf(trial->row->published, "%lf / %lf / %lf / %lf", &published[0], &published[1],
                       &published[2], &published[3]);
    add_title(drawing, trial->row->title);
    for (int a = 0; a < tournament->agent_count; a++) {
        const Sample *first = &trial->tally.agents[a].first_share;
        double share = 100 * sample_mean(first), error = 100 * sample_error(first);
        char label[LIST_NAME];
        name_agent(tournament, a, label);
        begin_line(drawing, label);
        add_mark(drawing, share, fmax(share - error, 0), fmin(share + error, 100));
        text_add(&drawing->equal, "%g %d\n", 100.0 / tournament->settings.players, drawing->lines);
        drawing->counts[EQUAL]++;
        if (found == tournament->agent_count)
            add_published(drawing, published[a]);
    }
}

static void add_deaths(Drawing *drawing, const Trial *trial) {
    const AgentTally *agent = &trial->tally.agents[0];
    const struct {
        const char *label;
        int count;
    } counts[] = {{"deaths", agent->deaths},
                  {"lost by it", agent->beaten_dead},
                  {"own bomb", agent->own_bomb},
                  {"unforced", agent->unforced}};
    char title[LIST_TITLE + 32];
    snprintf(title, sizeof title, "%s, %d games", trial->row->title, trial->tally.played);
    add_title(drawing, title);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        begin_line(drawing, counts[i].label);
        text_add(&drawing->bars, "%g %d %d\n", 1000.0 * counts[i].count / agent->games,
                 drawing->lines, counts[i].count);
        drawing->counts[BARS]++;
        add_value(drawing, 1000.0 * counts[i].count / agent->games);
    }
}

static void add_trial(Drawing *drawing, PictureKind kind, const Trial *trial) {
    if (kind == PICTURE_ELO)
        add_elo(drawing, trial);
    else if (kind == PICTURE_FIRST)
        add_firsts(drawing, trial);
    else
        add_deaths(drawing, trial);
}

/* Duels get the titles of their sections when there are several. */
static void add_trials(Drawing *drawing, const ExperimentList *list, const Question *question,
                       const Trial *trials, const char *commit) {
    int section = -1;
    bool titles = question->kind == PICTURE_ELO && strchr(question->shown, ',');
    for (int i = 0; i < list->row_count; i++) {
        const Trial *trial = &trials[i];
        if (!list_selects(list, trial->row, question->shown) || !trial_counts(trial, commit))
            continue;
        if (titles && trial->row->section != section)
            add_title(drawing, list->sections[trial->row->section].title);
        section = trial->row->section;
        add_trial(drawing, question->kind, trial);
    }
}

static void add_block(Text *out, const char *name, Text *block) {
    size_t size;
    char *text = text_take(block, &size);
    text_add(out, "$%s << EOD\n%sEOD\n", name, text ? text : "");
    free(text);
}

static void add_frame(Text *out, Drawing *drawing, PictureKind kind, const char *path) {
    static const char *const axes[] = {"Elo of the first agent", "games won, %",
                                       "of 1000 games; the numbers are counts"};
    size_t size;
    char *labels = text_take(&drawing->labels, &size), *titles = text_take(&drawing->titles, &size);
    text_add(out,
             "set terminal svg size 860,%d dynamic background \"white\" font \"sans,13\" "
             "noenhanced\nset output ",
             110 + 24 * drawing->lines);
    add_quoted(out, path, false);
    text_add(out,
             "\nset lmargin %d\nset rmargin 3\nset key outside top center horizontal samplen 2 "
             "width -1 maxrows 1\nset grid x\n"
             "set yrange [%d.5:0.5]\nset ytics (%s) scale 0\nset xlabel \"%s\"\n%s",
             drawing->longest * 95 / 100 + 3, drawing->lines, labels ? labels : "", axes[kind],
             titles ? titles : "");
    free(labels);
    free(titles);
}

/* The range of the values, with some room beside them. */
static void add_range(Text *out, const Drawing *drawing, PictureKind kind) {
    double low = fmin(drawing->low, 0), high = fmax(drawing->high, 0);
    if (kind == PICTURE_FIRST)
        high = 100;
    if (kind == PICTURE_ELO) {
        low = fmax(low * 1.1 - 20, -elo_max - 50);
        high = fmin(high * 1.1 + 20, elo_max + 50);
        text_add(out, "set arrow from 0, graph 0 to 0, graph 1 nohead lc rgb \"#888888\"\n");
    }
    if (kind == PICTURE_ELO)
        text_add(out, "set xtics %d\n", high - low > 1400 ? 400 : high - low > 500 ? 200 : 100);
    if (kind == PICTURE_DEATHS)
        high = high * 1.15 + 1;
    text_add(out, "low = %g\nhigh = %g\nset xrange [low:high]\n", low, high);
}

static void add_plots(Text *out, const Drawing *drawing) {
    static const char *const plots[] = {
        [MARKS] = "$marks using 1:4:2:3 with xerrorbars pt 7 ps 0.7 lw 1.5 lc rgb \"#1f5fa8\" "
                  "title \"measured, 95 %\"",
        [RAYS] = "$rays using 1:2:(high - $1):(0) with vectors head filled size graph 0.012,20 lw "
                 "1.5 lc rgb "
                 "\"#1f5fa8\" title \"all won: above\"",
        [PUBLISHED] = "$published using 1:2 with points pt 4 ps 0.9 lw 1.5 lc rgb \"#c8501e\" "
                      "title \"published (other game)\"",
        [EQUAL] = "$equal using 1:2 with points pt 2 ps 0.7 lc rgb \"#555555\" "
                  "title \"equal agents\"",
        [BARS] = "$bars using ($1 / 2):2:(0):1:($2 - 0.35):($2 + 0.35) with boxxyerror fs solid "
                 "0.6 lc rgb \"#1f5fa8\" notitle, $bars using 1:2:3 with labels left offset 0.5,0 "
                 "notitle"};
    const char *separator = "plot ";
    for (int i = 0; i <= BARS; i++)
        if (drawing->counts[i]) {
            text_add(out, "%s%s", separator, plots[i]);
            separator = ", ";
        }
    text_add(out, "\n");
}

static void free_drawing(Drawing *drawing) {
    Text *texts[] = {&drawing->labels,    &drawing->titles, &drawing->marks, &drawing->rays,
                     &drawing->published, &drawing->equal,  &drawing->bars};
    size_t size;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(text_take(texts[i], &size));
}

bool picture_script(Text *out, const ExperimentList *list, const Question *question,
                    const Trial *trials, const char *commit, const char *path) {
    Drawing drawing = {0};
    if (question->shown[0])
        add_trials(&drawing, list, question, trials, commit);
    if (drawing.lines) {
        add_frame(out, &drawing, question->kind, path);
        add_range(out, &drawing, question->kind);
        add_block(out, "marks", &drawing.marks);
        add_block(out, "rays", &drawing.rays);
        add_block(out, "published", &drawing.published);
        add_block(out, "equal", &drawing.equal);
        add_block(out, "bars", &drawing.bars);
        add_plots(out, &drawing);
    }
    bool drawn = drawing.lines > 0;
    free_drawing(&drawing);
    return drawn;
}

/* Give a script to gnuplot. Returns its status, or -1. When it is missing it may end before it has
 * read anything, which must not end this program. */
static int run_gnuplot(const char *script, size_t size) {
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    FILE *gnuplot = popen("exec gnuplot 2>/dev/null", "w");
    int status = -1;
    if (gnuplot) {
        fwrite(script, 1, size, gnuplot);
        status = pclose(gnuplot);
    }
    signal(SIGPIPE, before);
    return status;
}

PictureEnd picture_draw(const ExperimentList *list, const Question *question, const Trial *trials,
                        const char *commit, const char *path) {
    enum { NOT_FOUND = 127 };
    Text out = {0};
    size_t size;
    bool wanted = picture_script(&out, list, question, trials, commit, path);
    char *script = text_take(&out, &size);
    int status = wanted && script ? run_gnuplot(script, size) : -1;
    free(script);
    if (!wanted)
        return PICTURE_EMPTY;
    if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        return PICTURE_NO_PROGRAM;
    return status == 0 ? PICTURE_DRAWN : PICTURE_FAILED;
}
