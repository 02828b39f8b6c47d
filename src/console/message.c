#include "console/message.h"

#include <stdlib.h>
#include <string.h>

#include "platform/text.h"

enum { UNIT = 2, TERMINATOR = '<', SEPARATOR = '|' };

static uint32_t unit_at(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8;
}

/* Append a character as UTF-8. */
static char *put_utf8(char *out, uint32_t point) {
    if (point < 0x80) {
        *out++ = (char)point;
        return out;
    }
    int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    *out++ = (char)((0xff << (7 - more) & 0xff) | point >> 6 * more);
    while (more-- > 0)
        *out++ = (char)(0x80 | (point >> 6 * more & 0x3f));
    return out;
}

static bool is_high(uint32_t unit) {
    return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low(uint32_t unit) {
    return unit >= 0xdc00 && unit < 0xe000;
}

/* Decode one character. Returns the bytes that it has. */
static size_t take_utf16(const uint8_t *bytes, size_t size, uint32_t *point) {
    uint32_t first = unit_at(bytes);
    uint32_t next = size >= UNIT + UNIT ? unit_at(bytes + UNIT) : 0;
    *point = first;
    if (is_high(first) && is_low(next)) {
        *point = 0x10000 + ((first - 0xd800) << 10) + (next - 0xdc00);
        return UNIT + UNIT;
    }
    if (is_high(first) || is_low(first) || first == 0)
        *point = TEXT_REPLACEMENT;
    return UNIT;
}

/* `size` bytes before the terminator. */
static void parse(const uint8_t *bytes, size_t size, Message *message) {
    char *out = message->text;
    bool has_type = size >= UNIT + UNIT && unit_at(bytes) > '0' &&
                    unit_at(bytes) < '0' + MESSAGE_TYPES && unit_at(bytes + UNIT) == SEPARATOR;
    message->type = has_type ? (MessageType)(unit_at(bytes) - '0') : MESSAGE_MALFORMED;
    for (size_t i = UNIT + UNIT; has_type && i < size;) {
        uint32_t point;
        i += take_utf16(bytes + i, size - i, &point);
        out = put_utf8(out, point);
    }
    *out = 0;
}

MessageResult message_read(MessageReader *reader, const uint8_t **bytes, size_t *size,
                           Message *message) {
    while (*size > 0) {
        if (reader->size == MESSAGE_BYTES)
            return MESSAGE_TOO_LONG;
        reader->bytes[reader->size++] = *(*bytes)++;
        --*size;
        if (reader->size % UNIT || unit_at(reader->bytes + reader->size - UNIT) != TERMINATOR)
            continue;
        parse(reader->bytes, reader->size - UNIT, message);
        reader->size = 0;
        return MESSAGE_READ;
    }
    return MESSAGE_UNFINISHED;
}

static char *put_unit(char *out, uint32_t unit) {
    *out++ = (char)(unit & 0xff);
    *out++ = (char)(unit >> 8);
    return out;
}

static bool has_terminator(uint32_t unit) {
    return (unit & 0xff) == TERMINATOR || unit >> 8 == TERMINATOR;
}

static char *put_utf16(char *out, uint32_t point) {
    uint32_t first = point, second = 0;
    if (point >= 0x10000) {
        first = 0xd800 + ((point - 0x10000) >> 10);
        second = 0xdc00 + ((point - 0x10000) & 0x3ff);
    }
    if (has_terminator(first) || has_terminator(second))
        return put_unit(out, '?');
    out = put_unit(out, first);
    return second ? put_unit(out, second) : out;
}

char *message_write(MessageType type, const char *text, size_t *size) {
    char *bytes = malloc(UNIT * (strlen(text) + 3) + 1);
    if (!bytes)
        return NULL;
    char *out = put_unit(bytes, '0' + type);
    out = put_unit(out, SEPARATOR);
    while (*text) {
        uint32_t point;
        text += text_decode(text, &point);
        out = put_utf16(out, point);
    }
    out = put_unit(out, TERMINATOR);
    *out = 0;
    *size = (size_t)(out - bytes);
    return bytes;
}

/* ---- The layout of a map. ---- */

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

static int line_length(const char *line) {
    return (int)strcspn(line, "\n");
}

/* The players come behind the board, and begin with a line of dashes. */
static const char *find_players(const char *map) {
    while (*map && *map != '-')
        map = next_line(map);
    return map;
}

char *message_lay_out(const char *map) {
    Text text = {0};
    size_t size;
    const char *players = find_players(map), *row = next_line(map), *player = players;
    int width = line_length(row);
    text_add(&text, "%.*s\n", line_length(map), map);
    while (row < players || *player) {
        bool is_board = row < players;
        text_add(&text, "%*.*s", is_board ? 0 : width - 1, is_board ? line_length(row) : 0, row);
        row = is_board ? next_line(row) : row;
        if (*player)
            text_add(&text, "\t\t%.*s", line_length(player), player);
        player = next_line(player);
        text_add(&text, "\n");
    }
    return text_take(&text, &size);
}
