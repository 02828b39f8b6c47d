#include "tuning/spsa_log.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "platform/file.h"
#include "platform/number.h"

enum { HEADER = 4096 };

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

/* Two tunings with the same log would mix their iterations. On a file system without locks this is
 * not prevented. */
static bool lock_log(FILE *log, const char *path, char *error, size_t size) {
    if (flock(fileno(log), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return true;
    snprintf(error, size,
             "%s is being written by another tuning: wait for its end, or name another file", path);
    return false;
}

FILE *spsa_log_create(const char *path, const char *title, const Spsa *spsa, char *error,
                      size_t size) {
    char header[HEADER];
    FILE *log = fopen(path, "wx");
    if (!log && errno == EEXIST)
        snprintf(error, size, "%s exists: continue it with --resume, or name another file", path);
    else if (!log)
        complain(path, "write", error, size);
    if (!log)
        return NULL;
    write_header(title, spsa, header);
    bool written = fputs(header, log) >= 0 && fflush(log) == 0;
    if (written && lock_log(log, path, error, size))
        return log;
    if (!written)
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

/* Read one line, which must be of the next iteration. */
static bool read_iteration(const char *line, Spsa *spsa) {
    char *end;
    Spsa next = *spsa;
    if (strtol(line, &end, 10) != spsa->iteration + 1 || *line < '1' || *line > '9')
        return false;
    const char *text = end;
    next.iteration++;
    bool whole = read_value(&text, -1, 1, &next.score);
    for (int i = 0; whole && i < spsa->count; i++)
        whole = read_value(&text, spsa->parameter[i].low, spsa->parameter[i].high, &next.value[i]);
    if (!whole || *text != '\n')
        return false;
    *spsa = next;
    return true;
}

/* Complain about the first line in which the two headers differ. */
static void complain_of_header(const char *path, const char *text, const char *header, char *error,
                               size_t size) {
    enum { LINE_MAX_SHOWN = 1000 };
    size_t first = strcspn(header, "\n") + 1;
    if (strncmp(text, header, first) == 0) {
        text += first;
        header += first;
    }
    size_t has = strcspn(text, "\n"), wanted = strcspn(header, "\n");
    snprintf(error, size, "%s is the log of another tuning; it has\n  %.*s\ninstead of\n  %.*s",
             path, has < LINE_MAX_SHOWN ? (int)has : LINE_MAX_SHOWN, text,
             wanted < LINE_MAX_SHOWN ? (int)wanted : LINE_MAX_SHOWN, header);
}

/* Returns the length of the complete lines, or 0 with a message. */
static size_t read_log(const char *path, const char *text, size_t text_size, const char *title,
                       Spsa *spsa, char *error, size_t size) {
    char header[HEADER];
    write_header(title, spsa, header);
    size_t length = strlen(header);
    if (strlen(text) != text_size) {
        snprintf(error, size, "%s is not a text file: byte %zu is 0", path, strlen(text) + 1);
        return 0;
    }
    if (strncmp(text, header, length) != 0) {
        complain_of_header(path, text, header, error, size);
        return 0;
    }
    const char *line = text + length;
    int number = 3;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1, number++)
        if (!read_iteration(line, spsa)) {
            snprintf(error, size, "line %d of %s is not a line of iteration %d", number, path,
                     spsa->iteration + 1);
            return 0;
        }
    return (size_t)(line - text);
}

/* Read the iterations of the log, and cut off an incomplete last line. */
static bool read_iterations(FILE *log, const char *path, const char *title, Spsa *spsa, char *error,
                            size_t size) {
    enum { BYTES_MAX = 1 << 28 };
    size_t length;
    char *text = file_read(path, BYTES_MAX, &length);
    if (!text) {
        complain(path, "read", error, size);
        return false;
    }
    size_t whole = read_log(path, text, length, title, spsa, error, size);
    bool kept = whole == length || (whole > 0 && ftruncate(fileno(log), (off_t)whole) == 0);
    if (whole > 0 && !kept)
        complain(path, "write", error, size);
    free(text);
    return whole > 0 && kept;
}

FILE *spsa_log_resume(const char *path, const char *title, Spsa *spsa, char *error, size_t size) {
    int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0 && errno == ENOENT)
        return spsa_log_create(path, title, spsa, error, size);
    FILE *log = file < 0 ? NULL : fdopen(file, "a");
    if (!log) {
        complain(path, "write", error, size);
        return NULL;
    }
    if (lock_log(log, path, error, size) && read_iterations(log, path, title, spsa, error, size))
        return log;
    fclose(log);
    return NULL;
}

bool spsa_log_add(FILE *log, const Spsa *spsa) {
    fprintf(log, "%d %.*f", spsa->iteration, SPSA_PLACES, spsa->score);
    for (int i = 0; i < spsa->count; i++)
        fprintf(log, " %.*f", SPSA_PLACES, spsa->value[i]);
    return fputc('\n', log) != EOF && fflush(log) == 0;
}
