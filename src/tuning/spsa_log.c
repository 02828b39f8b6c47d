#include "tuning/spsa_log.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/folder.h"
#include "platform/number.h"
#include "platform/text.h"
#include "processes/file_lock.h"
#include "records/game_lines.h"

enum { HEADER = 4096, LINE = 4096, MESSAGE = 4200, HEADER_LINES = 2 };

typedef struct LogPart {
    char *text;   /* with a 0 behind it; "" for zero bytes */
    bool has_end; /* it ends with the line */
    Damage place; /* `what` is NULL for text */
} LogPart;

typedef struct LogReading {
    const char *path;
    const LogResume *how;
    char *begin, *next, *end; /* of the file, in memory */
    int line;
    char *header[HEADER_LINES]; /* the first lines, which must be these */
    int headers;                /* how many of them have been read */
    Spsa *spsa;
    FILE *clean; /* gets the header and all whole lines */
    DamageList damage;
    char *error;
    size_t size;
} LogReading;

static void write_header(const char *title, const Spsa *spsa, char header[HEADER]) {
    int end = snprintf(header, HEADER, "# %s\n# iteration score", title);
    for (int i = 0; i < spsa->count && end < HEADER; i++)
        end += snprintf(header + end, (size_t)(HEADER - end), " %s", spsa->parameter[i].name);
    if (end < HEADER)
        snprintf(header + end, (size_t)(HEADER - end), "\n");
}

static void complain(const char *path, const char *doing, char *error, size_t size) {
    snprintf(error, size, "cannot %s %s: %s", doing, path, strerror(errno));
}

static void complain_of_lock(const char *path, const LockWait *wait, char *error, size_t size) {
    if (errno != EWOULDBLOCK) {
        complain(path, "write", error, size);
        return;
    }
    snprintf(error, size,
             "%s is being written by another tuning, %s: wait for its end, or name another file",
             path, wait->holder);
}

/* Two tunings with the same log would mix their iterations. */
FILE *spsa_log_create(const char *path, const char *title, const Spsa *spsa, char *error,
                      size_t size) {
    char header[HEADER];
    LockWait wait = {0};
    FILE *created = fopen(path, "wxe");
    bool made = created && fclose(created) == 0;
    if (!made && errno == EEXIST)
        snprintf(error, size, "%s exists: continue it with --resume, or name another file", path);
    else if (!made)
        complain(path, "write", error, size);
    if (!made)
        return NULL;
    FILE *log = file_open_locked(path, &wait);
    if (!log) {
        complain_of_lock(path, &wait, error, size);
        return NULL;
    }
    write_header(title, spsa, header);
    if (fputs(header, log) >= 0 && fflush(log) == 0)
        return log;
    complain(path, "write", error, size);
    fclose(log);
    return NULL;
}

/* Read " NUMBER" within bounds and advance *text over it. */
static bool read_value(const char **text, double low, double high, double *value) {
    const char *end = **text == ' ' ? number_begin(*text + 1, low, high, value) : NULL;
    if (end)
        *text = end;
    return end;
}

static void write_iteration(const Spsa *spsa, char line[LINE]) {
    int end = snprintf(line, LINE, "%d %.*f", spsa->iteration, SPSA_PLACES, spsa->score);
    for (int i = 0; i < spsa->count && end < LINE; i++)
        end += snprintf(line + end, (size_t)(LINE - end), " %.*f", SPSA_PLACES, spsa->value[i]);
}

/* Read a line of a later iteration. It must be as it was written: a line that lost its last digits
 * can still be read. Returns NULL or what is wrong. */
static const char *read_iteration(const char *line, Spsa *spsa) {
    char *end, written[LINE];
    Spsa next = *spsa;
    next.iteration = (int)strtol(line, &end, 10);
    const char *text = end;
    bool whole = read_value(&text, -1, 1, &next.score);
    for (int i = 0; whole && i < spsa->count; i++)
        whole = read_value(&text, spsa->parameter[i].low, spsa->parameter[i].high, &next.value[i]);
    write_iteration(&next, written);
    if (!whole || strcmp(line, written) != 0)
        return "the line is no whole iteration";
    if (next.iteration <= spsa->iteration)
        return "the iteration is not later than the one above";
    *spsa = next;
    return NULL;
}

/* Take a line, what zero bytes leave of one, or zero bytes. Returns false at the end. */
static bool take_part(LogReading *reading, LogPart *part) {
    char *begin = reading->next, *end = begin;
    *part = (LogPart){.text = begin, .place = {.line = reading->line}};
    part->place.offset = part->place.fault = begin - reading->begin;
    while (end < reading->end && !*end)
        end++;
    if (end > begin)
        part->place.what = "zero bytes";
    else {
        while (end < reading->end && *end && *end != '\n')
            end++;
        part->has_end = end < reading->end && *end == '\n';
    }
    part->place.length = end - begin;
    reading->next = end + part->has_end;
    reading->line += part->has_end;
    return reading->next > begin;
}

/* The text of a part, without its line end: "\n" or "\r\n". The byte behind it is kept, because it
 * may be a zero byte, which is a part of its own. */
static void end_text(LogPart *part) {
    char *end = part->text + part->place.length;
    if (part->place.what)
        return;
    if (part->has_end)
        *end = 0;
    if (end > part->text && end[-1] == '\r')
        end[-1] = 0;
}

/* Returns false, with a message, for a line of another tuning. */
static bool read_header(LogReading *reading, LogPart *part) {
    enum { SHOWN_MAX = 1000 };
    const char *wanted = reading->header[reading->headers];
    if (strcmp(part->text, wanted) == 0) {
        reading->headers++;
        return true;
    }
    if (!part->has_end && strncmp(part->text, wanted, strlen(part->text)) == 0) {
        part->place.what = "the line is cut off";
        return true;
    }
    text_make_printable(part->text);
    snprintf(reading->error, reading->size,
             "%s is the log of another tuning; it has\n  %.*s\ninstead of\n  %.*s", reading->path,
             SHOWN_MAX, part->text, SHOWN_MAX, wanted);
    return false;
}

static void say_missing(const LogReading *reading, const LogPart *part, int before) {
    char text[MESSAGE];
    snprintf(text, sizeof text, "%s: line %d: iterations %d to %d are missing before it",
             reading->path, part->place.line, before + 1, reading->spsa->iteration - 1);
    if (reading->spsa->iteration > before + 1)
        reading->how->say(text);
}

static bool read_part(LogReading *reading, LogPart *part) {
    int before = reading->spsa->iteration;
    end_text(part);
    if (!part->place.what && !*part->text)
        return true;
    if (!part->place.what && reading->headers < HEADER_LINES) {
        if (!read_header(reading, part))
            return false;
    } else if (!part->place.what) {
        part->place.what = read_iteration(part->text, reading->spsa);
        if (!part->place.what)
            fprintf(reading->clean, "%s\n", part->text);
        say_missing(reading, part, before);
    }
    return !part->place.what || damage_add(&reading->damage, &part->place);
}

static void say_damage(void *how, const char *text) {
    ((const LogResume *)how)->say(text);
}

/* Say what is wrong with the log and where, and where the tuning continues. */
static void report(LogReading *reading) {
    char text[MESSAGE];
    LogResume how = *reading->how;
    damage_report(&reading->damage, reading->path, say_damage, &how);
    if (reading->headers < HEADER_LINES)
        snprintf(text, sizeof text, "%s %s: it begins with the first iteration", reading->path,
                 reading->begin == reading->end ? "is empty" : "has no whole header");
    else
        snprintf(text, sizeof text, "%s continues after iteration %d", reading->path,
                 reading->spsa->iteration);
    if (reading->headers < HEADER_LINES || reading->damage.count)
        how.say(text);
}

/* Read all parts. Returns false with a message. */
static bool read_log(LogReading *reading, char *header) {
    LogPart part;
    fputs(header, reading->clean);
    for (int i = 0; i < HEADER_LINES; i++)
        reading->header[i] = strtok_r(header, "\n", &header);
    while (take_part(reading, &part))
        if (!read_part(reading, &part))
            return false;
    report(reading);
    return true;
}

/* Replace the log by its whole lines, and keep the damaged ones in another file. */
static FILE *replace_log(const LogReading *reading, const char *clean, size_t length) {
    char copy[MESSAGE], text[sizeof copy + 64];
    snprintf(copy, sizeof copy, "%s.damaged", reading->path);
    if (reading->damage.count && !damage_copy(&reading->damage, reading->path, copy)) {
        complain(copy, "write", reading->error, reading->size);
        return NULL;
    }
    FILE *log = file_replace_locked(reading->path, clean, length);
    if (!log)
        complain(reading->path, "write", reading->error, reading->size);
    snprintf(text, sizeof text, "the skipped bytes are kept in %s", copy);
    if (log && reading->damage.count)
        reading->how->say(text);
    return log;
}

/* Read the iterations of an open log. Returns the log, or its replacement when it has more than its
 * whole lines; the other stream is closed. Returns NULL with a message. */
static FILE *read_iterations(LogReading *reading, FILE *log, const char *title) {
    enum { BYTES_MAX = 1 << 30 };
    char header[HEADER], *clean = NULL, *original = NULL;
    size_t length, clean_length = 0;
    FILE *kept = NULL;
    write_header(title, reading->spsa, header);
    reading->begin = reading->next = file_read(reading->path, BYTES_MAX, &length);
    reading->clean = reading->begin ? open_memstream(&clean, &clean_length) : NULL;
    original = reading->clean ? malloc(length + 1) : NULL;
    if (original) {
        memcpy(original, reading->begin, length);
        reading->end = reading->begin + length;
        bool read = read_log(reading, header);
        if (fflush(reading->clean) == 0 && read)
            kept = clean_length == length && memcmp(clean, original, length) == 0
                       ? log
                       : replace_log(reading, clean, clean_length);
    } else
        complain(reading->path, "read", reading->error, reading->size);
    if (reading->clean)
        fclose(reading->clean);
    if (kept != log)
        fclose(log);
    free(clean);
    free(original);
    free(reading->begin);
    damage_clear(&reading->damage);
    return kept;
}

static void say_waiting(void *context, const char *holder) {
    const LogReading *reading = context;
    char text[MESSAGE];
    snprintf(text, sizeof text, "%s is being written by %s: waiting for it, at most %d s",
             reading->path, holder, reading->how->wait_s);
    reading->how->say(text);
}

FILE *spsa_log_resume(const char *path, const char *title, Spsa *spsa, const LogResume *how,
                      char *error, size_t size) {
    LogReading reading = {
        .path = path, .how = how, .line = 1, .spsa = spsa, .error = error, .size = size};
    LockWait wait = {.wait_ms = how->wait_s * 1000,
                     .stop = how->stop,
                     .report = say_waiting,
                     .context = &reading};
    if (path_kind(path) == PATH_MISSING)
        return spsa_log_create(path, title, spsa, error, size);
    FILE *log = file_open_locked(path, &wait);
    if (log)
        return read_iterations(&reading, log, title);
    complain_of_lock(path, &wait, error, size);
    return NULL;
}

bool spsa_log_add(FILE *log, const Spsa *spsa) {
    char line[LINE];
    write_iteration(spsa, line);
    return fprintf(log, "%s\n", line) > 0 && fflush(log) == 0;
}
