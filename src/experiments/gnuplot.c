#include "experiments/gnuplot.h"

#include <errno.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/file.h"
#include "platform/text.h"

enum { MARK = 64, BYTES_MAX = 1 << 22 };

/* A comment at the end of a picture, with a hash (FNV-1a) of the script that drew it. */
static void make_mark(const char *script, char mark[MARK]) {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (; *script; script++)
        hash = (hash ^ (unsigned char)*script) * 0x100000001b3ull;
    snprintf(mark, MARK, "<!-- drawn from %016" PRIx64 " -->\n", hash);
}

/* The files of a run of gnuplot; temporary ones, so that a failed run leaves nothing. */
typedef struct GnuplotFiles {
    FILE *script, *picture, *errors;
} GnuplotFiles;

static bool open_files(GnuplotFiles *files, const char *script) {
    files->script = tmpfile();
    files->picture = tmpfile();
    files->errors = tmpfile();
    return files->script && files->picture && files->errors &&
           fputs(script, files->script) != EOF && fflush(files->script) == 0 &&
           fseek(files->script, 0, SEEK_SET) == 0;
}

static void close_files(GnuplotFiles *files) {
    FILE *all[] = {files->script, files->picture, files->errors};
    for (int i = 0; i < 3; i++)
        if (all[i])
            fclose(all[i]);
}

/* Run gnuplot with these files. Returns its exit status, or -1 with errno when it does not start;
 * ENOENT when it is not installed. */
static int run_gnuplot(const GnuplotFiles *files) {
    char name[] = "gnuplot", *const words[] = {name, NULL};
    FILE *const streams[] = {files->script, files->picture, files->errors};
    posix_spawn_file_actions_t actions;
    pid_t child = -1;
    int status, error = posix_spawn_file_actions_init(&actions);
    if (!error) {
        for (int i = 0; i < 3 && !error; i++)
            error = posix_spawn_file_actions_adddup2(&actions, fileno(streams[i]), i);
        if (!error)
            error = posix_spawnp(&child, name, &actions, NULL, words, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    if (error) {
        errno = error;
        return -1;
    }
    if (waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* What was written into a file; the caller frees it. */
static char *read_back(FILE *file) {
    Text text = {0};
    char part[4096];
    size_t size, length;
    rewind(file);
    while ((length = fread(part, 1, sizeof part, file)) > 0)
        text_add(&text, "%.*s", (int)length, part);
    return text_take(&text, &size);
}

/* The last line of gnuplot's errors says what is wrong; those before it show where. */
static void explain(FILE *errors, char *why, size_t size) {
    char *text = read_back(errors);
    size_t length = text ? strlen(text) : 0;
    while (length && strchr(" \r\n", text[length - 1]))
        text[--length] = 0;
    const char *line = length ? strrchr(text, '\n') : NULL;
    line = line ? line + 1 : text;
    snprintf(why, size, "%s", length ? line + strspn(line, " ") : "gnuplot drew nothing");
    free(text);
}

/* Write what gnuplot has drawn, with its mark. */
static GnuplotEnd keep_picture(const GnuplotFiles *files, const char *script, const char *path,
                               char *why, size_t size) {
    Text out = {0};
    char mark[MARK];
    size_t length;
    char *drawn = read_back(files->picture);
    if (!drawn || !strstr(drawn, "</svg>")) {
        explain(files->errors, why, size);
        free(drawn);
        return GNUPLOT_FAILED;
    }
    make_mark(script, mark);
    text_add(&out, "%s%s", drawn, mark);
    char *text = text_take(&out, &length);
    bool written = text && file_replace(path, text, length);
    if (!written)
        snprintf(why, size, "cannot write it: %s", strerror(errno));
    free(text);
    free(drawn);
    return written ? GNUPLOT_DRAWN : GNUPLOT_FAILED;
}

GnuplotEnd gnuplot_draw(const char *script, const char *path, char *why, size_t size) {
    GnuplotFiles files = {0};
    GnuplotEnd end = GNUPLOT_FAILED;
    int status = open_files(&files, script) ? run_gnuplot(&files) : -1;
    if (status == 0)
        end = keep_picture(&files, script, path, why, size);
    else if (status > 0)
        explain(files.errors, why, size);
    else if (files.errors && errno == ENOENT)
        end = GNUPLOT_MISSING;
    else
        snprintf(why, size, "cannot run gnuplot: %s", strerror(errno));
    close_files(&files);
    return end;
}

bool gnuplot_drew(const char *script, const char *path) {
    char mark[MARK];
    size_t size;
    char *picture = file_read(path, BYTES_MAX, &size);
    make_mark(script, mark);
    bool drew = picture && strstr(picture, mark);
    free(picture);
    return drew;
}
