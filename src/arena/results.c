#include "arena/results.h"

#include <errno.h>
#include <stdlib.h>

#include "arena/tournament.h"
#include "platform/file.h"

enum { BYTES_MAX = 1 << 30 };

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
    bool timed = tournament->times;
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
    results->frame.timed = is_timed(tournament, results);
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

static const char *add_line(Results *results, const char *line, int *added) {
    GameResult result;
    int index = record_number(line);
    if (index < 0 || index >= results->count || !has_same_numbers(results, line) ||
        !record_read(line, &results->frame, &results->specs[index], &result))
        return "is no game of this tournament: were the agents or options others?";
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

static bool add_lines(Results *results, const char *path, char *text, int *added, size_t *whole,
                      char *error, size_t size) {
    char *line = text;
    int number = 1;
    const char *wrong = NULL;
    for (char *end; !wrong && (end = strchr(line, '\n')); number += !wrong) {
        *end = 0;
        wrong = add_line(results, line, added);
        line = wrong ? line : end + 1;
    }
    if (!wrong && !is_begun_line(line))
        wrong = "is no game of this tournament";
    if (wrong)
        snprintf(error, size, "%s: line %d %s", path, number, wrong);
    *whole = (size_t)(line - text);
    errno = wrong ? EINVAL : 0;
    return !wrong;
}

bool results_load(Results *results, const char *path, int *added, size_t *whole, char *error,
                  size_t size) {
    size_t length;
    char *text = file_read(path, BYTES_MAX, &length);
    *added = 0;
    *whole = 0;
    if (!text) {
        int reason = errno;
        snprintf(error, size, "cannot read %s: %s", path, strerror(reason));
        errno = reason;
        return false;
    }
    bool loaded = add_lines(results, path, text, added, whole, error, size);
    free(text);
    return loaded;
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
    size_t length;
    char *text = file_read(path, BYTES_MAX, &length);
    if (!text) {
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    text[strcspn(text, "\n")] = 0;
    bool read = record_arguments(text, games, arguments);
    if (!read)
        snprintf(error, size, "%s: line 1 is no line of the arena", path);
    free(text);
    return read;
}
