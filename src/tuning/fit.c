#include "tuning/fit.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#ifdef HAVE_GSL
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_statistics_double.h>
#endif

#include "records/position_file.h"
#include "search/evaluate.h"

/* The map of a row. */
typedef struct RowMap {
    int seed, row;
} RowMap;

/* Rows of the regression: the features, then a 1 for the constant. */
typedef struct Rows {
    double *x, *y;
    RowMap *map; /* sorted by seed when all rows are read */
    int count, room;
} Rows;

static void list_features(char *error, size_t size) {
    size_t end = strlen(error);
    for (int i = 0; feature_at(i) && end < size; i++)
        end += (size_t)snprintf(error + end, size - end, " %s", feature_at(i)->name);
}

bool fit_choose(Fit *fit, const char *names, char *error, size_t size) {
    fit->feature_count = 0;
    for (int i = 0; (!names || !*names) && feature_at(i); i++)
        fit->features[fit->feature_count++] = feature_at(i);
    while (names && *names) {
        size_t length = strcspn(names, ",");
        const Feature *feature = feature_named(names, length);
        if (!feature || fit->feature_count == FIT_COLUMNS_MAX) {
            snprintf(error, size,
                     "there is no feature \"%.*s\"; there are:", length < 60 ? (int)length : 60,
                     names);
            list_features(error, size);
            return false;
        }
        fit->features[fit->feature_count++] = feature;
        names += length + (names[length] == ',');
    }
    return true;
}

static double evaluation_of(const FeatureView *view, int player) {
    Evaluation evaluation;
    evaluation_init(&evaluation, view->engine, view->game, &default_weights, view->state, player);
    return (double)evaluate(&evaluation, view->state);
}

static double baseline_of(const Fit *fit, const FeatureView *view) {
    if (fit->baseline == FIT_NONE)
        return 0;
    double own = evaluation_of(view, view->player);
    return fit->baseline == FIT_OWN ? own : own - evaluation_of(view, view->opponent);
}

/* `memory` with the new size, or as it is, and *grown false, when memory is short. */
static void *resized(void *memory, size_t size, bool *grown) {
    void *larger = realloc(memory, size);
    if (larger)
        return larger;
    *grown = false;
    return memory;
}

static bool make_room(Rows *rows, int columns) {
    if (rows->count < rows->room)
        return true;
    bool grown = true;
    size_t room = rows->room ? 2 * (size_t)rows->room : 1024;
    rows->x = resized(rows->x, room * (size_t)columns * sizeof *rows->x, &grown);
    rows->y = resized(rows->y, room * sizeof *rows->y, &grown);
    rows->map = resized(rows->map, room * sizeof *rows->map, &grown);
    rows->room = grown ? (int)room : rows->room;
    return grown;
}

static bool add_row(const Fit *fit, const FeatureView *view, const PositionLabel *label,
                    Rows *rows) {
    int columns = fit->feature_count + 1;
    if (!make_room(rows, columns))
        return false;
    double *x = rows->x + (size_t)rows->count * (size_t)columns;
    for (int i = 0; i < fit->feature_count; i++)
        x[i] = fit->features[i]->value(view);
    x[fit->feature_count] = 1;
    rows->y[rows->count] = label->margin[view->player] -
                           position_margin(view->game, view->state, view->player) -
                           baseline_of(fit, view);
    rows->map[rows->count] = (RowMap){label->seed, rows->count};
    rows->count++;
    return true;
}

/* A row for each living player of each position. */
static bool read_rows(const Fit *fit, PositionFile *file, Rows *rows, char *error, size_t size) {
    const Engine *fastest = engine();
    Game game;
    State state;
    PositionLabel label;
    while (position_file_next(file, &game, &state, &label, error, size))
        for (int p = 0; p < state.players; p++) {
            FeatureView view;
            if (!feature_view_init(&view, fastest, &game, &state, p) ||
                (fit->survivors && !(label.survived[p] && label.survived[view.opponent])) ||
                add_row(fit, &view, &label, rows))
                continue;
            snprintf(error, size, "not enough memory");
            return false;
        }
    return !error[0];
}

static int compare_maps(const void *a, const void *b) {
    const RowMap *first = a, *second = b;
    return (first->seed > second->seed) - (first->seed < second->seed);
}

static void describe_columns(Fit *fit, const Rows *rows) {
    int columns = fit->feature_count + 1;
    for (int c = 0; c < columns; c++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < rows->count; i++) {
            double x = rows->x[(size_t)i * (size_t)columns + (size_t)c];
            sum += x;
            squares += x * x;
        }
        FitColumn *column = &fit->columns[c];
        column->name = c < fit->feature_count ? fit->features[c]->name : "constant";
        column->mean = sum / rows->count;
        column->deviation = sqrt(fmax(0, squares / rows->count - column->mean * column->mean));
    }
}

#ifdef HAVE_GSL

bool fit_is_available(void) {
    return true;
}

/* The matrices of a regression. */
typedef struct Solution {
    gsl_matrix *covariance, *meat, *half;
    gsl_vector *coefficients, *residuals, *score;
} Solution;

/* Sum the scores X' residuals of each map into meat = sum of score score'. Returns the number of
 * maps. */
static int sum_scores(const gsl_matrix *x, const Rows *rows, Solution *solution) {
    int maps = 0;
    gsl_matrix_set_zero(solution->meat);
    for (int i = 0; i < rows->count; maps++) {
        gsl_vector_set_zero(solution->score);
        for (int seed = rows->map[i].seed; i < rows->count && rows->map[i].seed == seed; i++) {
            size_t index = (size_t)rows->map[i].row;
            gsl_vector_const_view row = gsl_matrix_const_row(x, index);
            gsl_blas_daxpy(gsl_vector_get(solution->residuals, index), &row.vector,
                           solution->score);
        }
        gsl_blas_dger(1, solution->score, solution->score, solution->meat);
    }
    return maps;
}

/* The covariance from whole maps: inverse(X'X) meat inverse(X'X), for few maps enlarged. */
static void set_errors(Fit *fit, Solution *solution, double variance) {
    double few = fit->maps > 1 ? (double)fit->maps / (fit->maps - 1) : NAN;
    gsl_matrix_scale(solution->covariance, 1 / variance);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, solution->covariance, solution->meat, 0,
                   solution->half);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, few, solution->half, solution->covariance, 0,
                   solution->meat);
    for (int c = 0; c <= fit->feature_count; c++) {
        FitColumn *column = &fit->columns[c];
        column->coefficient = gsl_vector_get(solution->coefficients, (size_t)c);
        column->error = sqrt(gsl_matrix_get(solution->meat, (size_t)c, (size_t)c));
        column->t = column->coefficient / column->error;
    }
}

static bool regress(Fit *fit, const Rows *rows, Solution *solution) {
    size_t count = (size_t)rows->count, columns = (size_t)fit->feature_count + 1;
    gsl_matrix_const_view x = gsl_matrix_const_view_array(rows->x, count, columns);
    gsl_vector_const_view y = gsl_vector_const_view_array(rows->y, count);
    gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc(count, columns);
    double chi2;
    bool solved =
        work && gsl_multifit_linear_tsvd(&x.matrix, &y.vector, 1e-10, solution->coefficients,
                                         solution->covariance, &chi2, &fit->rank, work) == 0;
    if (work)
        gsl_multifit_linear_free(work);
    if (!solved)
        return false;
    double total = gsl_stats_tss(rows->y, 1, count), variance = chi2 / (double)(count - columns);
    gsl_multifit_linear_residuals(&x.matrix, &y.vector, solution->coefficients,
                                  solution->residuals);
    fit->maps = sum_scores(&x.matrix, rows, solution);
    fit->r2 = 1 - chi2 / total;
    fit->deviation = sqrt(total / (double)count);
    set_errors(fit, solution, variance);
    return true;
}

static bool solve(Fit *fit, const Rows *rows, char *error, size_t size) {
    size_t columns = (size_t)fit->feature_count + 1;
    gsl_set_error_handler_off();
    if (rows->count <= (int)columns) {
        snprintf(error, size, "there are %d rows for %d coefficients", rows->count, (int)columns);
        return false;
    }
    Solution solution = {gsl_matrix_alloc(columns, columns),    gsl_matrix_alloc(columns, columns),
                         gsl_matrix_alloc(columns, columns),    gsl_vector_alloc(columns),
                         gsl_vector_alloc((size_t)rows->count), gsl_vector_alloc(columns)};
    bool solved = solution.covariance && solution.meat && solution.half && solution.coefficients &&
                  solution.residuals && solution.score && regress(fit, rows, &solution);
    if (!solved)
        snprintf(error, size, "GSL cannot fit these positions");
    gsl_matrix_free(solution.covariance);
    gsl_matrix_free(solution.meat);
    gsl_matrix_free(solution.half);
    gsl_vector_free(solution.coefficients);
    gsl_vector_free(solution.residuals);
    gsl_vector_free(solution.score);
    return solved;
}

#else

bool fit_is_available(void) {
    return false;
}

static bool solve(Fit *fit, const Rows *rows, char *error, size_t size) {
    (void)fit;
    (void)rows;
    snprintf(error, size, "--fit needs GSL: apt-get install libgsl-dev, then make");
    return false;
}

#endif

bool fit_file(Fit *fit, const char *path, char *error, size_t size) {
    PositionFile file;
    Rows rows = {0};
    error[0] = 0;
    if (!position_file_open(&file, path)) {
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    bool fitted = read_rows(fit, &file, &rows, error, size);
    if (fitted && rows.count) {
        qsort(rows.map, (size_t)rows.count, sizeof *rows.map, compare_maps);
        describe_columns(fit, &rows);
    }
    fit->rows = rows.count;
    fitted = fitted && solve(fit, &rows, error, size);
    position_file_close(&file);
    free(rows.x);
    free(rows.y);
    free(rows.map);
    return fitted;
}

void fit_print(const Fit *fit, FILE *out) {
    fprintf(out, "fit rows=%d maps=%d r2=%.4f deviation=%.1f\n", fit->rows, fit->maps, fit->r2,
            fit->deviation);
    fprintf(out, "%-14s %10s %10s %8s %10s %10s\n", "feature", "coefficient", "error", "t", "mean",
            "deviation");
    if (fit->rank <= (size_t)fit->feature_count)
        fputs("some features follow from others: their coefficients mean nothing\n", out);
    for (int c = 0; c <= fit->feature_count; c++) {
        const FitColumn *column = &fit->columns[c];
        fprintf(out, "%-14s %10.4f %10.4f %8.2f %10.2f %10.2f\n", column->name, column->coefficient,
                column->error, column->t, column->mean, column->deviation);
    }
}
