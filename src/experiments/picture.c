#include "experiments/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiments/figures.h"
#include "experiments/gnuplot.h"

/* Lines of a picture stand below each other; line 1 is the highest:
 *
 *     Beam against its rivals          a title (no label, text inside the picture)
 *     beam against rhea    --o--       a label, a mark with its interval, and a published value
 */
typedef struct Drawing {
    Text labels;    /* of the vertical axis */
    Text titles;    /* commands that write the titles */
    Text marks;     /* value low high line */
    Text above;     /* low line: every game was won, so that there is no upper limit */
    Text below;     /* high line: every game was lost */
    Text published; /* value line */
    Text equal;     /* value line: where equal agents would be */
    Text bars;      /* value line */
    int lines, longest, counts[6];
    double low, high; /* of all values */
} Drawing;

enum { MARKS, ABOVE, BELOW, PUBLISHED, EQUAL, BARS };

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
    text_add(&drawing->titles, " at graph 0.01, first %d left front boxed tc rgb \"#555555\"\n",
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

/* An interval of which only one limit is known. */
static void add_limit(Drawing *drawing, Sweep sweep, double limit) {
    Text *out = sweep == SWEEP_WON ? &drawing->above : &drawing->below;
    text_add(out, "%g %d\n", limit, drawing->lines);
    drawing->counts[sweep == SWEEP_WON ? ABOVE : BELOW]++;
    add_value(drawing, limit);
}

static void add_elo(Drawing *drawing, const Trial *trial) {
    const Score *score = &trial->tally.pair[0][1];
    Sweep sweep = figures_sweep(score);
    Sample prior = sample_with_prior(&score->points);
    double mean = sample_mean(&prior), error = sample_error(&score->points), won, lost;
    double low = elo_of(mean - error), high = elo_of(mean + error);
    begin_line(drawing, trial->row->title);
    if (sweep == SWEEP_NONE)
        add_mark(drawing, elo_of(sample_mean(&score->points)), low, high);
    else
        add_limit(drawing, sweep, sweep == SWEEP_WON ? low : high);
    if (sscanf(trial->row->published, "%lf won, %lf lost", &won, &lost) == 2)
        add_published(drawing, elo_of((100 + won - lost) / 200));
}

/* The name of an agent in its spec: without the settings, and of a bot the last folder. Sets its
 * length. */
static const char *short_name(const char *spec, int *length) {
    const char *end = spec + strcspn(spec, ":@"), *name;
    while (end > spec + 1 && end[-1] == '/')
        end--;
    for (name = end; name > spec && name[-1] != '/';)
        name--;
    *length = (int)(end - name);
    return name;
}

enum { LABEL = 80, NAME_LENGTH = 24 };

/* Name an agent, with a number when an earlier one has the same name, and with its seats. */
static void name_agent(const Trial *trial, int agent, char label[LABEL]) {
    int length, other_length, number = 1, seats = trial_seats(trial, agent);
    const char *name = short_name(trial->tournament.agents[agent], &length);
    char numbered[24] = "", seated[24] = "";
    for (int a = 0; a < agent; a++) {
        const char *other = short_name(trial->tournament.agents[a], &other_length);
        number += other_length == length && strncmp(other, name, (size_t)length) == 0;
    }
    if (number > 1)
        snprintf(numbered, sizeof numbered, " (%d)", number);
    if (seats > 1)
        snprintf(seated, sizeof seated, ", %d seats", seats);
    snprintf(label, LABEL, "%.*s%s%s", length < NAME_LENGTH ? length : NAME_LENGTH, name, numbered,
             seated);
}

static void add_firsts(Drawing *drawing, const Trial *trial) {
    double published[4];
    const Tournament *tournament = &trial->tournament;
    int found = sscanf(trial->row->published, "%lf / %lf / %lf / %lf", &published[0], &published[1],
                       &published[2], &published[3]);
    add_title(drawing, trial->row->title);
    for (int a = 0; a < tournament->agent_count; a++) {
        Sample first = figures_share(trial, a);
        double share = 100 * sample_mean(&first), error = 100 * sample_error(&first);
        char label[LABEL];
        name_agent(trial, a, label);
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

static void add_frame(Text *out, Drawing *drawing, PictureKind kind) {
    static const char *const axes[] = {"Elo of the first agent", "first %, per seat",
                                       "of 1000 games; the numbers are counts"};
    size_t size;
    char *labels = text_take(&drawing->labels, &size), *titles = text_take(&drawing->titles, &size);
    text_add(out,
             "set terminal svg size 860,%d dynamic background \"white\" font \"sans,13\" "
             "noenhanced\n"
             "set style textbox opaque noborder fillcolor \"white\" margins 0.5, 0.5\n"
             "set lmargin %d\nset rmargin 3\nset key outside top center horizontal samplen 2 "
             "width -1 maxrows 1\nset grid x\n"
             "set yrange [%d.5:0.5]\nset ytics (%s) scale 0\nset xlabel \"%s\"\n%s",
             110 + 24 * drawing->lines, drawing->longest * 95 / 100 + 3, drawing->lines,
             labels ? labels : "", axes[kind], titles ? titles : "");
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
        [ABOVE] = "$above using 1:2:(high - $1):(0) with vectors head filled size graph "
                  "0.012,20 lw 1.5 lc rgb \"#1f5fa8\" title \"all won: above\"",
        [BELOW] = "$below using 1:2:(low - $1):(0) with vectors head filled size graph "
                  "0.012,20 lw 1.5 lc rgb \"#1f5fa8\" title \"all lost: below\"",
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
    Text *texts[] = {&drawing->labels, &drawing->titles,    &drawing->marks, &drawing->above,
                     &drawing->below,  &drawing->published, &drawing->equal, &drawing->bars};
    size_t size;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(text_take(texts[i], &size));
}

bool picture_script(Text *out, const ExperimentList *list, const Question *question,
                    const Trial *trials, const char *commit) {
    Drawing drawing = {0};
    if (question->shown[0])
        add_trials(&drawing, list, question, trials, commit);
    if (drawing.lines) {
        add_frame(out, &drawing, question->kind);
        add_range(out, &drawing, question->kind);
        add_block(out, "marks", &drawing.marks);
        add_block(out, "above", &drawing.above);
        add_block(out, "below", &drawing.below);
        add_block(out, "published", &drawing.published);
        add_block(out, "equal", &drawing.equal);
        add_block(out, "bars", &drawing.bars);
        add_plots(out, &drawing);
    }
    bool drawn = drawing.lines > 0;
    free_drawing(&drawing);
    return drawn;
}

/* The script; NULL when there is nothing to draw. */
static char *make_script(const ExperimentList *list, const Question *question, const Trial *trials,
                         const char *commit) {
    Text out = {0};
    size_t size;
    picture_script(&out, list, question, trials, commit);
    char *script = text_take(&out, &size);
    if (script && size)
        return script;
    free(script);
    return NULL;
}

PictureEnd picture_draw(const ExperimentList *list, const Question *question, const Trial *trials,
                        const char *commit, const char *path, char *why, size_t size) {
    static const PictureEnd ends[] = {[GNUPLOT_DRAWN] = PICTURE_DRAWN,
                                      [GNUPLOT_MISSING] = PICTURE_NO_PROGRAM,
                                      [GNUPLOT_FAILED] = PICTURE_FAILED};
    char *script = make_script(list, question, trials, commit);
    if (!script) {
        unlink(path);
        return PICTURE_EMPTY;
    }
    GnuplotEnd end = gnuplot_draw(script, path, why, size);
    free(script);
    return ends[end];
}

bool picture_is_current(const ExperimentList *list, const Question *question, const Trial *trials,
                        const char *commit, const char *path) {
    char *script = make_script(list, question, trials, commit);
    bool is_current = script && gnuplot_drew(script, path);
    free(script);
    return is_current;
}
