#include "arena/record.h"

#include <inttypes.h>
#include <math.h>

enum { SETTINGS_TEXT = 128 };

static const char *const cause_names[] = {"none", "own", "chain", "other"};

static void describe_settings(const GameSettings *settings, char text[SETTINGS_TEXT]) {
    snprintf(text, SETTINGS_TEXT,
             "players=%d budget_ms=%g nodes=%" PRIu64 " threads=%d clock=%s unforced=%d",
             settings->players, settings->budget_ms, settings->nodes, settings->threads,
             settings->own_time ? "cpu" : "wall", settings->judge_deaths);
}

static void write_seat(FILE *out, const char *agent, const SeatResult *seat) {
    double moves = seat->moves > 0 ? seat->moves : 1;
    fprintf(out,
            "{\"agent\":\"%s\",\"place\":%d,\"points\":%d,\"died\":%d,\"cause\":\"%s\","
            "\"own_bomb\":%d,\"own_alone\":%d,\"unforced\":%d,\"moves\":%d,\"late\":%d,"
            "\"refused\":%d,\"bumped\":%d,\"p50\":%.2f,\"p99\":%.2f,\"max\":%.2f,"
            "\"depth\":%.4f,\"nodes\":%.4f}",
            agent, seat->place, seat->points, seat->died, cause_names[seat->cause],
            died_by_own_bomb(seat), seat->own_alone, seat->unforced, seat->moves, seat->late,
            seat->refused, seat->bumped, seat->p50, seat->p99, seat->longest, seat->depth / moves,
            seat->nodes / moves);
}

void record_write(FILE *out, const GameSpec *spec, const GameSettings *settings,
                  const GameResult *result) {
    char text[SETTINGS_TEXT];
    describe_settings(settings, text);
    fprintf(out, "{\"game\":%d,\"seed\":%d,\"rounds\":%d,\"settings\":\"%s\",\"seats\":[",
            spec->number, spec->seed, result->rounds, text);
    for (int p = 0; p < settings->players; p++) {
        fputs(p ? "," : "", out);
        write_seat(out, spec->agents[p], &result->seats[p]);
    }
    fputs("]}\n", out);
    fflush(out);
}

int record_number(const char *line) {
    int number;
    return sscanf(line, "{\"game\":%d,", &number) == 1 ? number : -1;
}

/* Go on behind `text`, which must be next. */
static bool skip(const char **at, const char *text) {
    size_t length = strlen(text);
    if (strncmp(*at, text, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool read_cause(const char *name, DeathCause *cause) {
    for (int i = 0; i < (int)(sizeof cause_names / sizeof cause_names[0]); i++)
        if (strcmp(name, cause_names[i]) == 0) {
            *cause = (DeathCause)i;
            return true;
        }
    return false;
}

static bool read_seat(const char **at, const char *agent, SeatResult *seat) {
    enum { FIELDS = 15 };
    char cause[8];
    int own_alone, unforced, end = 0;
    if (!skip(at, "{\"agent\":\"") || !skip(at, agent))
        return false;
    int found = sscanf(*at,
                       "\",\"place\":%d,\"points\":%d,\"died\":%d,\"cause\":\"%7[a-z]\","
                       "\"own_bomb\":%*d,\"own_alone\":%d,\"unforced\":%d,\"moves\":%d,\"late\":%d,"
                       "\"refused\":%d,\"bumped\":%d,\"p50\":%lf,\"p99\":%lf,\"max\":%lf,"
                       "\"depth\":%lf,\"nodes\":%lf}%n",
                       &seat->place, &seat->points, &seat->died, cause, &own_alone, &unforced,
                       &seat->moves, &seat->late, &seat->refused, &seat->bumped, &seat->p50,
                       &seat->p99, &seat->longest, &seat->depth, &seat->nodes, &end);
    if (found != FIELDS || end == 0 || !read_cause(cause, &seat->cause))
        return false;
    *at += end;
    seat->own_alone = own_alone;
    seat->unforced = unforced;
    /* The sums are whole numbers, which the rounded means give back. */
    seat->depth = round(seat->depth * seat->moves);
    seat->nodes = round(seat->nodes * seat->moves);
    return true;
}

bool record_read(const char *line, const GameSpec *spec, const GameSettings *settings,
                 GameResult *result) {
    char text[SETTINGS_TEXT];
    int number, seed, end = 0;
    memset(result, 0, sizeof *result);
    describe_settings(settings, text);
    sscanf(line, "{\"game\":%d,\"seed\":%d,\"rounds\":%d,\"settings\":\"%n", &number, &seed,
           &result->rounds, &end);
    if (end == 0 || number != spec->number || seed != spec->seed)
        return false;
    line += end;
    bool read = skip(&line, text) && skip(&line, "\",\"seats\":[");
    for (int p = 0; p < settings->players && read; p++)
        read = (p == 0 || skip(&line, ",")) && read_seat(&line, spec->agents[p], &result->seats[p]);
    result->played = read && skip(&line, "]}") && (*line == '\n' || *line == 0);
    return result->played;
}
