#include "records/game_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "records/json_line.h"

/* A line of the arena is far shorter. */
enum { PART_MAX = 1 << 20, REPORTED_MAX = 10 };

static const char mark[] = "{\"game\":";
enum { MARK = sizeof mark - 1 };

/* Opening a pipe could block. */
static bool is_file(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    return S_ISREG(status.st_mode);
}

bool game_lines_open(GameLines *lines, const char *path) {
    *lines = (GameLines){.line = 1};
    if (!is_file(path))
        return false;
    lines->buffer = malloc(PART_MAX + 1);
    lines->file = lines->buffer ? fopen(path, "re") : NULL;
    return lines->file;
}

bool game_lines_close(GameLines *lines) {
    bool read = lines->file && !ferror(lines->file);
    if (lines->file)
        fclose(lines->file);
    free(lines->buffer);
    *lines = (GameLines){0};
    return read;
}

static int take(GameLines *lines) {
    int c = getc(lines->file);
    lines->offset += c != EOF;
    return c;
}

static void put_back(GameLines *lines, int c) {
    if (c != EOF) {
        ungetc(c, lines->file);
        lines->offset--;
    }
}

static void read_zeros(GameLines *lines) {
    int c;
    while ((c = take(lines)) == 0)
        lines->part.length++;
    put_back(lines, c);
    lines->part.what = "zero bytes";
}

static bool ends_with_mark(const char *text, size_t length) {
    return length > MARK && memcmp(text + length - MARK, mark, MARK) == 0;
}

/* Read up to a line end, a zero byte, or the beginning of a game. Of a part that is too long only
 * the end is kept. Returns the bytes in the buffer. */
static size_t read_text(GameLines *lines) {
    size_t length = 0;
    int c;
    if (lines->has_mark)
        memcpy(lines->buffer, mark, length = MARK);
    lines->has_mark = false;
    while ((c = take(lines)) != EOF && c != '\n' && c != 0) {
        if (length == PART_MAX) {
            lines->part.what = "the line is too long for a game";
            memmove(lines->buffer, lines->buffer + length - MARK, MARK);
            length = MARK;
        }
        lines->buffer[length++] = (char)c;
        if ((lines->has_mark = ends_with_mark(lines->buffer, length)))
            return length - MARK;
    }
    if (c == 0)
        put_back(lines, c);
    lines->line += c == '\n';
    return length;
}

static void check_text(GameLines *lines, size_t length) {
    size_t at;
    while (length > 0 && strchr(" \t\r", lines->buffer[length - 1]))
        length--;
    lines->buffer[length] = 0;
    if (lines->part.what)
        return;
    lines->part.what = json_flaw(lines->buffer, length, &at);
    lines->part.fault = lines->part.offset + (long long)at;
}

/* Returns false for a blank line. */
static bool read_part(GameLines *lines, bool zeros) {
    int line = lines->line, before = lines->has_mark ? MARK : 0;
    long long begin = lines->offset - before;
    lines->part = (Damage){.line = line, .offset = begin, .fault = begin};
    lines->text = lines->buffer;
    lines->buffer[0] = 0;
    if (zeros) {
        read_zeros(lines);
        return true;
    }
    size_t length = read_text(lines);
    int behind = (lines->has_mark ? MARK : 0) + (lines->line - line);
    lines->part.length = lines->offset - behind - begin;
    check_text(lines, length);
    return lines->buffer[0];
}

bool game_lines_next(GameLines *lines) {
    for (;;) {
        int first = lines->has_mark ? mark[0] : getc(lines->file);
        if (first == EOF)
            return false;
        if (!lines->has_mark)
            ungetc(first, lines->file);
        if (read_part(lines, first == 0))
            return true;
    }
}

bool damage_add(DamageList *list, const Damage *part) {
    if ((list->count & (list->count - 1)) == 0) {
        size_t room = list->count ? 2 * (size_t)list->count : 1;
        Damage *parts = realloc(list->parts, room * sizeof *parts);
        if (!parts)
            return false;
        list->parts = parts;
    }
    list->parts[list->count++] = *part;
    return true;
}

void damage_report(const DamageList *list, const char *path,
                   void (*say)(void *context, const char *text), void *context) {
    char text[1024];
    for (int i = 0; i < list->count && i < REPORTED_MAX; i++) {
        const Damage *part = &list->parts[i];
        snprintf(text, sizeof text, "%s: line %d, byte %lld: %s (at byte %lld); %lld bytes skipped",
                 path, part->line, part->offset, part->what, part->fault, part->length);
        say(context, text);
    }
    if (list->count > REPORTED_MAX) {
        snprintf(text, sizeof text, "%s: %d more places are damaged", path,
                 list->count - REPORTED_MAX);
        say(context, text);
    }
}

static bool copy_part(FILE *from, FILE *to, const Damage *part) {
    if (fseeko(from, (off_t)part->offset, SEEK_SET) != 0)
        return false;
    for (long long i = 0; i < part->length; i++) {
        int c = getc(from);
        if (c == EOF || putc(c, to) == EOF)
            return false;
    }
    return putc('\n', to) != EOF;
}

bool damage_copy(const DamageList *list, const char *path, const char *copy) {
    FILE *from = fopen(path, "re"), *to = from ? fopen(copy, "ae") : NULL;
    bool copied = to;
    for (int i = 0; i < list->count && copied; i++)
        copied = copy_part(from, to, &list->parts[i]);
    if (to && fclose(to) != 0)
        copied = false;
    if (from)
        fclose(from);
    return copied;
}

void damage_clear(DamageList *list) {
    free(list->parts);
    *list = (DamageList){0};
}
