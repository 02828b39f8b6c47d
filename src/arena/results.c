#include "arena/results.h"

#include <errno.h>
#include <stdlib.h>

#include "arena/tournament.h"
#include "platform/file.h"

static bool read_contenders(Results *results, const Tournament *tournament, char *error,
                            size_t size) {
    for (int a = 0; a < tournament->agent_count; a++)
        if (!contender_read(tournament->agents[a], &results->contenders[a], error, size))
            return false;
    return true;
}

static bool is_timed(const Tournament *tournament, const Results *results) {
    const GameSettings *settings = &tournament->settings;
    const ContenderLimits general = game_limits(settings);
    bool timed = tournament->times || results->frame.bots;
    for (int a = 0; a < tournament->agent_count; a++)
        timed |= contender_limits(&results->contenders[a], general).budget_ms > 0;
    return timed;
}

static void set_specs(Results *results, const Tournament *tournament) {
    for (int i = 0; i < results->count; i++) {
        const Pairing *pairing = &results->pairings[i];
        GameSpec *spec = &results->specs[i];
        *spec = (GameSpec){.number = pairing->number, .seed = pairing->seed};
        for (int p = 0; p < tournament->settings.players; p++)
            spec->agents[p] = results->contenders[pairing->seats[p]].spec;
    }
}

bool results_open(Results *results, const Tournament *tournament, char *error, size_t size) {
    int agents = tournament->agent_count, players = tournament->settings.players;
    memset(results, 0, sizeof *results);
    if (!read_contenders(results, tournament, error, size))
        return false;
    results->frame.games = tournament->games;
    results->frame.players = players;
    results->frame.bots = tournament->settings.bots.always;
    for (int a = 0; a < agents; a++)
        results->frame.bots = results->frame.bots || results->contenders[a].is_bot;
    results->frame.adjudicated = tournament->settings.adjudicate;
    results->frame.timed = is_timed(tournament, results);
    results->has_commit = tournament->commit != NULL;
    if (tournament->commit)
        snprintf(results->frame.commit, RECORD_COMMIT, "%s", tournament->commit);
    tournament_describe(tournament, results->frame.arguments);
    results->lineups = schedule_lineups(agents, players, tournament->gauntlet);
    results->pairings = (tournament->gauntlet ? schedule_gauntlet : schedule_games)(
        agents, players, tournament->games, tournament->seed, &results->count);
    results->games = calloc((size_t)results->count + 1, sizeof *results->games);
    results->specs = calloc((size_t)results->count + 1, sizeof *results->specs);
    if (results->pairings && results->games && results->specs) {
        set_specs(results, tournament);
        return true;
    }
    snprintf(error, size, "not enough memory for %d games", results->count);
    return false;
}

void results_close(Results *results) {
    free(results->pairings);
    free(results->games);
    free(results->specs);
    memset(results, 0, sizeof *results);
}

/* With several lineups the numbers of games depend on the number of games of each lineup. */
static bool has_same_numbers(const Results *results, const char *line) {
    char arguments[RECORD_ARGUMENTS];
    int games;
    return record_arguments(line, &games, arguments) &&
           (results->lineups == 1 || games == results->frame.games);
}

/* Games of two programs are no sample of either. The first line decides when the program does not
 * say its own commit. */
static bool has_same_commit(Results *results, const char *commit) {
    if (!results->has_commit)
        snprintf(results->frame.commit, RECORD_COMMIT, "%s", commit);
    results->has_commit = true;
    if (strcmp(results->frame.commit, commit) == 0)
        return true;
    snprintf(results->why, sizeof results->why,
             "was played by %s%s, and not by %s: games of several commits are never in one file",
             commit[0] ? "commit " : "a commit that it does not name", commit,
             results->frame.commit[0] ? results->frame.commit : "one without a name");
    return false;
}

static const char *add_line(Results *results, const char *line, int *added) {
    GameResult result;
    int index = record_number(line);
    /* The folders of the bots may be gone, or on another machine. */
    if (record_has_bots(line))
        results->frame.bots = results->frame.timed = true;
    RecordFrame frame = results->frame;
    record_commit(line, frame.commit);
    if (index < 0 || index >= results->count || !has_same_numbers(results, line) ||
        !record_read(line, &frame, &results->specs[index], &result))
        return "is no game of this tournament: were the agents or options others?";
    if (!has_same_commit(results, frame.commit))
        return results->why;
    GameResult *known = &results->games[index];
    if (known->played && !record_same_game(known, &result, results->frame.players))
        return "has another result of a game than an earlier line: was it played twice?";
    *added += !known->played;
    *known = result;
    return NULL;
}

/* True for the beginning of a line, which is left when the arena was killed while writing. */
static bool is_begun_line(const char *text) {
    const char begin[] = "{\"game\":";
    size_t length = strlen(text);
    return strncmp(text, begin, length < sizeof begin - 1 ? length : sizeof begin - 1) == 0;
}

/* Reading a file of games. */
typedef struct Loading {
    Results *results;
    DamageList *damage;
    int *added;
    int whole;   /* lines of this tournament */
    int foreign; /* the first line that is no part of a game, or 0 */
    int line;    /* of the error */
} Loading;

/* Returns NULL or what is wrong. */
static const char *load_part(Loading *loading, const GameLines *lines) {
    loading->line = lines->part.line;
    if (!lines->part.what) {
        loading->whole++;
        return add_line(loading->results, lines->text, loading->added);
    }
    if (!loading->foreign && !is_begun_line(lines->text))
        loading->foreign = lines->part.line;
    return damage_add(loading->damage, &lines->part) ? NULL : "cannot be kept: not enough memory";
}

/* A file without any game of this tournament may be of another kind: named by mistake, it must not
 * be written to. */
static const char *load_parts(Loading *loading, GameLines *lines) {
    const char *wrong = NULL;
    while (!wrong && game_lines_next(lines))
        wrong = load_part(loading, lines);
    if (wrong || loading->whole || !loading->foreign)
        return wrong;
    loading->line = loading->foreign;
    return "is no game of this tournament";
}

bool results_load(Results *results, const char *path, int *added, DamageList *damage, char *error,
                  size_t size) {
    GameLines lines;
    Loading loading = {.results = results, .damage = damage, .added = added};
    *added = 0;
    const char *wrong = game_lines_open(&lines, path) ? load_parts(&loading, &lines) : NULL;
    bool read = game_lines_close(&lines);
    int reason = wrong ? EINVAL : errno;
    if (wrong)
        snprintf(error, size, "%s: line %d %s", path, loading.line, wrong);
    else if (!read)
        snprintf(error, size, "cannot read %s: %s", path, strerror(reason));
    errno = reason;
    return read && !wrong;
}

bool results_save(const Results *results, const char *path) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; out && i < results->count; i++)
        if (results->games[i].played)
            record_write(out, &results->frame, &results->specs[i], &results->games[i]);
    bool whole = out && !ferror(out);
    whole = out && fclose(out) == 0 && whole;
    bool saved = whole && file_write(path, text, size);
    int error = errno;
    free(text);
    errno = error;
    return saved;
}

bool results_arguments(const char *path, int *games, char arguments[RECORD_ARGUMENTS], char *error,
                       size_t size) {
    GameLines lines;
    bool found = false;
    if (game_lines_open(&lines, path))
        while (!found && game_lines_next(&lines))
            found = !lines.part.what && record_arguments(lines.text, games, arguments);
    bool read = game_lines_close(&lines);
    if (!read)
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
    else if (!found)
        snprintf(error, size, "%s has no line of the arena", path);
    return read && found;
}
