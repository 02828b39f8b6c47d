#include "protocol/move_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/text.h"

void move_file_init(MoveFile *file, const char *folder) {
    round_path_join(folder, "move.txt", file->path);
    atomic_init(&file->written, -1);
    file->file = NO_FILE;
}

void move_file_close(MoveFile *file) {
    file_release(file->file);
    file->file = NO_FILE;
}

static bool write_new_file(MoveFile *file, char digit) {
    move_file_close(file);
    return file_replace_kept(file->path, &digit, 1, &file->file);
}

bool move_file_write(MoveFile *file, Command command) {
    if (atomic_load(&file->written) == (int)command)
        return true;
    char digit = (char)('0' + (int)command);
    errno = ENAMETOOLONG;
    if (!file->path[0] || !(file_overwrite(file->file, &digit, 1) || write_new_file(file, digit)))
        return false;
    atomic_store(&file->written, (int)command);
    return true;
}

static const char *skip_byte_order_mark(const char *text, size_t size) {
    bool little = size > 2 && memcmp(text, "\xff\xfe", 2) == 0 && (size < 4 || !text[3]);
    bool big = size > 3 && memcmp(text, "\xfe\xff", 2) == 0 && !text[2];
    return little ? text + 2 : big ? text + 3 : text + text_byte_order_mark(text, size);
}

Command move_file_parse(const char *text, size_t size) {
    text = skip_byte_order_mark(text, size);
    return text[0] >= '1' && text[0] <= '6' ? (Command)(text[0] - '0') : COMMAND_NOTHING;
}

bool move_file_has_command(const char *text, size_t size) {
    text = skip_byte_order_mark(text, size);
    text += text[0] == '-';
    return text[0] >= '0' && text[0] <= '9';
}

Command move_file_read_last(const RoundPath *path) {
    enum { LIMIT = 1 << 16 };
    char name[ROUND_PATH_SIZE];
    size_t size;
    if (path->round == 0 || !round_path_file(path, path->round - 1, true, "move.txt", name))
        return COMMAND_NOTHING;
    char *text = file_read(name, LIMIT, &size);
    Command command = text ? move_file_parse(text, size) : COMMAND_NOTHING;
    free(text);
    return command;
}
