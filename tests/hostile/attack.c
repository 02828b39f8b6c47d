#include "attack.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int evidence_file = -1;

void evidence_open(const Bot *bot) {
    evidence_file =
        open(below(bot->folder, "evidence.txt"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

void evidence(const char *format, ...) {
    char line[ATTACK_PATH + 256];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line - 1, format, values);
    va_end(values);
    length = length < (int)sizeof line - 2 ? length : (int)sizeof line - 2;
    line[length++] = '\n';
    if (write(evidence_file, line, (size_t)length) != length)
        exit(1);
}

const char *below(const char *root, const char *format, ...) {
    enum { PATHS = 8 };
    static char paths[PATHS][ATTACK_PATH + 256];
    static int next;
    char *path = paths[next++ % PATHS];
    int length = snprintf(path, ATTACK_PATH, "%s/", root);
    va_list values;
    va_start(values, format);
    vsnprintf(path + length, 256, format, values);
    va_end(values);
    return path;
}

const char *round_folder(const Bot *bot, int round, char key) {
    return below(bot->match, "%d/%c", round, key);
}

bool write_text(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0755);
    bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0)
        close(file);
    return written;
}

void try_reading(const char *path, const char *what) {
    char byte;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && read(file, &byte, 1) == 1)
        evidence("read %s", what);
    if (file >= 0)
        close(file);
}

static bool ends_in(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcmp(text + length - tail, ending) == 0;
}

/* True when an argument of the process names this test's folder, or its program lies in there. */
static bool belongs_to_test(const Bot *bot, const char *id, const char *program) {
    char path[64], arguments[ATTACK_PATH] = "";
    if (strncmp(program, bot->work, strlen(bot->work)) == 0)
        return true;
    snprintf(path, sizeof path, "/proc/%.20s/cmdline", id);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, arguments, sizeof arguments) : 0;
    if (file >= 0)
        close(file);
    return size > 0 && memmem(arguments, (size_t)size, bot->scratch, strlen(bot->scratch));
}

pid_t find_process(const Bot *bot, const char *name) {
    char link[64], program[ATTACK_PATH], ending[64];
    pid_t found = 0;
    DIR *folder = opendir("/proc");
    snprintf(ending, sizeof ending, "/%s", name);
    for (const struct dirent *item; folder && !found && (item = readdir(folder));) {
        snprintf(link, sizeof link, "/proc/%.20s/exe", item->d_name);
        ssize_t length = readlink(link, program, sizeof program - 1);
        program[length > 0 ? length : 0] = 0;
        if (ends_in(program, ending) && belongs_to_test(bot, item->d_name, program))
            found = (pid_t)atoi(item->d_name);
    }
    if (folder)
        closedir(folder);
    return found;
}

double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
