#include "arena/record.h"

#include <math.h>

static const char *const cause_names[] = {"none", "own", "chain", "other"};

static void write_seat(FILE *out, const RecordFrame *frame, const char *agent,
                       const SeatResult *seat) {
    double moves = seat->moves > 0 ? seat->moves : 1;
    fprintf(out,
            "{\"agent\":\"%s\",\"place\":%d,\"points\":%d,\"died\":%d,\"cause\":\"%s\","
            "\"own_bomb\":%d,\"own_alone\":%d,\"unforced\":%d,\"crashed\":%d,\"moves\":%d,"
            "\"late\":%d,\"refused\":%d,\"bumped\":%d,\"depth\":%.4f,\"nodes\":%.4f",
            agent, seat->place, seat->points, seat->died, cause_names[seat->cause],
            died_by_own_bomb(seat), seat->own_alone, seat->unforced, seat->crashed, seat->moves,
            seat->late, seat->refused, seat->bumped, seat->depth / moves, seat->nodes / moves);
    if (frame->bots)
        fprintf(out, ",\"failed\":%d,\"missing\":%d", seat->failed, seat->missing);
    if (frame->timed)
        fprintf(out, ",\"p50\":%.2f,\"p99\":%.2f,\"max\":%.2f", seat->p50, seat->p99,
                seat->longest);
    fputc('}', out);
}

void record_write(FILE *out, const RecordFrame *frame, const GameSpec *spec,
                  const GameResult *result) {
    fprintf(out, "{\"game\":%d,\"games\":%d,\"seed\":%d,\"rounds\":%d,\"arguments\":\"%s\",",
            spec->number, frame->games, spec->seed, result->rounds, frame->arguments);
    if (frame->commit[0])
        fprintf(out, "\"commit\":\"%s\",", frame->commit);
    if (frame->adjudicated)
        fprintf(out, "\"adjudicated\":%d,\"otherwise\":%g,", result->adjudicated, judge_otherwise);
    for (int p = 0; p < frame->players; p++) {
        fputs(p ? "," : "\"seats\":[", out);
        write_seat(out, frame, spec->agents[p], &result->seats[p]);
    }
    fputs("]}\n", out);
}

int record_number(const char *line) {
    int number;
    return sscanf(line, "{\"game\":%d,", &number) == 1 ? number : -1;
}

bool record_has_bots(const char *line) {
    return strstr(line, ",\"failed\":") != NULL;
}

bool record_arguments(const char *line, int *games, char text[RECORD_ARGUMENTS]) {
    int begin = 0;
    int found =
        sscanf(line, "{\"game\":%*d,\"games\":%d,\"seed\":%*d,\"rounds\":%*d,\"arguments\":\"%n",
               games, &begin);
    size_t length = strcspn(line + begin, "\"\\\n");
    if (found != 1 || !begin || line[(size_t)begin + length] != '"' || length >= RECORD_ARGUMENTS)
        return false;
    memcpy(text, line + begin, length);
    text[length] = 0;
    return true;
}

void record_commit(const char *line, char commit[RECORD_COMMIT]) {
    static const char key[] = "\",\"commit\":\"";
    const char *begin = strstr(line, key), *seats = strstr(line, "\"seats\":[");
    size_t length = 0;
    if (begin && seats && begin < seats) {
        begin += sizeof key - 1;
        length = strcspn(begin, "\"\\\n");
    }
    if (length >= RECORD_COMMIT)
        length = 0;
    memset(commit, 0, RECORD_COMMIT);
    if (length)
        memcpy(commit, begin, length);
}

/* Advance *at over `text`. Returns false when something else is there. */
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

static bool read_times(const char **at, SeatResult *seat) {
    int end = 0;
    int found = sscanf(*at, ",\"p50\":%lf,\"p99\":%lf,\"max\":%lf%n", &seat->p50, &seat->p99,
                       &seat->longest, &end);
    *at += end;
    return found == 3 && end > 0;
}

static bool read_failures(const char **at, SeatResult *seat) {
    int end = 0;
    int found = sscanf(*at, ",\"failed\":%d,\"missing\":%d%n", &seat->failed, &seat->missing, &end);
    *at += end;
    return found == 2 && end > 0;
}

static bool read_counts(const char **at, SeatResult *seat) {
    enum { FIELDS = 13 };
    char cause[8];
    int own_alone, unforced, crashed, end = 0;
    int found = sscanf(*at,
                       "\",\"place\":%d,\"points\":%d,\"died\":%d,\"cause\":\"%7[a-z]\","
                       "\"own_bomb\":%*d,\"own_alone\":%d,\"unforced\":%d,\"crashed\":%d,"
                       "\"moves\":%d,\"late\":%d,\"refused\":%d,\"bumped\":%d,\"depth\":%lf,"
                       "\"nodes\":%lf%n",
                       &seat->place, &seat->points, &seat->died, cause, &own_alone, &unforced,
                       &crashed, &seat->moves, &seat->late, &seat->refused, &seat->bumped,
                       &seat->depth, &seat->nodes, &end);
    if (found != FIELDS || end == 0 || !read_cause(cause, &seat->cause))
        return false;
    *at += end;
    seat->own_alone = own_alone;
    seat->unforced = unforced;
    seat->crashed = crashed;
    return true;
}

static bool is_plausible(const SeatResult *seat, int players) {
    return seat->place >= 1 && seat->place <= players && seat->moves >= 0 &&
           seat->moves <= LAST_ROUND + 1 && isfinite(seat->depth) && isfinite(seat->nodes);
}

static bool read_seat(const char **at, const char *agent, const RecordFrame *frame,
                      SeatResult *seat) {
    if (!skip(at, "{\"agent\":\"") || !skip(at, agent) || !read_counts(at, seat) ||
        (frame->bots && !read_failures(at, seat)) || (frame->timed && !read_times(at, seat)) ||
        !skip(at, "}") || !is_plausible(seat, frame->players))
        return false;
    /* The line has rounded means; the sums are whole numbers, so rounding restores them. */
    seat->depth = round(seat->depth * seat->moves);
    seat->nodes = round(seat->nodes * seat->moves);
    return true;
}

static bool skip_commit(const char **at, const char *commit) {
    return !commit[0] || (skip(at, "\",\"commit\":\"") && skip(at, commit));
}

/* Read what is between the arguments and the seats. */
static bool read_end(const char **at, const RecordFrame *frame, GameResult *result) {
    int adjudicated, end = 0;
    if (!skip_commit(at, frame->commit))
        return false;
    if (frame->adjudicated) {
        sscanf(*at, "\",\"adjudicated\":%d,\"otherwise\":%*f%n", &adjudicated, &end);
        if (end == 0)
            return false;
        result->adjudicated = adjudicated;
        *at += end;
    } else if (!skip(at, "\""))
        return false;
    return skip(at, ",\"seats\":[");
}

bool record_read(const char *line, const RecordFrame *frame, const GameSpec *spec,
                 GameResult *result) {
    int number, seed, games, end = 0;
    memset(result, 0, sizeof *result);
    sscanf(line, "{\"game\":%d,\"games\":%d,\"seed\":%d,\"rounds\":%d,\"arguments\":\"%n", &number,
           &games, &seed, &result->rounds, &end);
    if (end == 0 || number != spec->number || seed != spec->seed)
        return false;
    line += end;
    bool read = skip(&line, frame->arguments) && read_end(&line, frame, result);
    for (int p = 0; p < frame->players && read; p++)
        read = (p == 0 || skip(&line, ",")) &&
               read_seat(&line, spec->agents[p], frame, &result->seats[p]);
    read = read && skip(&line, "]}");
    line += read && *line == '\r';
    result->played = read && (*line == '\n' || *line == 0);
    return result->played;
}

static bool is_same_seat(const SeatResult *a, const SeatResult *b) {
    return a->place == b->place && a->points == b->points && a->died == b->died &&
           a->cause == b->cause && a->own_alone == b->own_alone && a->crashed == b->crashed &&
           a->unforced == b->unforced && a->moves == b->moves && a->refused == b->refused &&
           a->bumped == b->bumped && a->depth == b->depth && a->nodes == b->nodes;
}

bool record_same_game(const GameResult *a, const GameResult *b, int players) {
    bool same = a->rounds == b->rounds && a->adjudicated == b->adjudicated;
    for (int p = 0; p < players && same; p++)
        same = is_same_seat(&a->seats[p], &b->seats[p]);
    return same;
}
