#include "protocol/move_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/text.h"
#include "protocol/round_path.h"

void movefile_init(MoveFile *file, const char *folder) {
    size_t length = strlen(folder);
    bool closed = length > 0 && (folder[length - 1] == '/' || folder[length - 1] == '\\');
    int used = snprintf(file->path, sizeof file->path, "%s%smove.txt", folder, closed ? "" : "/");
    if (used < 0 || used >= (int)sizeof file->path)
        file->path[0] = 0;
    atomic_init(&file->written, -1);
    file->file = NO_FILE;
}

void movefile_close(MoveFile *file) {
    file_release(file->file);
    file->file = NO_FILE;
}

static bool write_anew(MoveFile *file, char digit) {
    movefile_close(file);
    return file_replace_kept(file->path, &digit, 1, &file->file);
}

bool movefile_write(MoveFile *file, Command command) {
    if (atomic_load(&file->written) == (int)command)
        return true;
    char digit = (char)('0' + (int)command);
    errno = ENAMETOOLONG;
    if (!file->path[0] || !(file_overwrite(file->file, &digit, 1) || write_anew(file, digit)))
        return false;
    atomic_store(&file->written, (int)command);
    return true;
}

static const char *skip_mark(const char *text, size_t size) {
    bool little = size > 2 && memcmp(text, "\xff\xfe", 2) == 0 && (size < 4 || !text[3]);
    bool big = size > 3 && memcmp(text, "\xfe\xff", 2) == 0 && !text[2];
    return little ? text + 2 : big ? text + 3 : text + text_byte_order_mark(text, size);
}

Command movefile_parse(const char *text, size_t size) {
    text = skip_mark(text, size);
    return text[0] >= '1' && text[0] <= '6' ? (Command)(text[0] - '0') : COMMAND_NOTHING;
}

Command movefile_read_last(const char *folder) {
    enum { LIMIT = 1 << 16 };
    RoundPath path;
    char name[ROUNDPATH_SIZE];
    size_t size;
    if (!roundpath_split(folder, &path) || path.round == 0 ||
        !roundpath_file(&path, path.round - 1, true, "move.txt", name))
        return COMMAND_NOTHING;
    char *text = file_read(name, LIMIT, &size);
    Command command = text ? movefile_parse(text, size) : COMMAND_NOTHING;
    free(text);
    return command;
}
