#include "support/bot.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/file.h"
#include "platform/folder.h"
#include "test.h"

enum { LIMIT_MS = 60000, FILE_LIMIT = 1 << 22, MATCH = 7, ROUND = 12 };

static void write_file(const char *path, const char *text, size_t size) {
    if (!file_replace(path, text, size))
        fail_msg("cannot write %s", path);
}

static void copy_file(const char *from, const char *to) {
    size_t size;
    char *text = file_read(from, FILE_LIMIT, &size);
    if (!text)
        fail_msg("cannot read %s", from);
    write_file(to, text, size);
    free(text);
}

static void copy_sample(const char *sample, const char *folder) {
    static const char *const names[] = {"state.json", "map.txt"};
    for (int i = 0; i < 2; i++) {
        char from[BOT_PATH], to[2 * BOT_PATH];
        snprintf(from, sizeof from, "%s/%s", sample, names[i]);
        snprintf(to, sizeof to, "%s/%s", folder, names[i]);
        copy_file(from, to);
    }
}

static void make_round(const BotFolder *folder, int round, const char *log) {
    char path[BOT_PATH], file[2 * BOT_PATH];
    snprintf(path, sizeof path, "%s/%d/%d/A", folder->scratch, MATCH, round);
    assert_true(folder_create(path));
    if (log) {
        snprintf(file, sizeof file, "%s/log.txt", path);
        write_file(file, log, strlen(log));
    }
    path[strlen(path) - 2] = 0;
    copy_sample("sample-state/2p-early", path);
}

void bot_folder_make(BotFolder *folder) {
    assert_true(own_folder_make(folder->scratch));
    make_round(folder, 0, "Bot calibration complete and can run an additional 37ms\n");
    make_round(folder, ROUND - 1, "Your bots total execution time was 00:00:00.0300000\n");
    make_round(folder, ROUND, NULL);
    snprintf(folder->player, sizeof folder->player, "%s/%d/%d/A", folder->scratch, MATCH, ROUND);
    bot_folder_take(folder, "sample-state/2p-early");
}

void bot_folder_remove(const BotFolder *folder) {
    assert_true(own_folder_remove(folder->scratch));
}

const char *bot_path(const BotFolder *folder, const char *name, char path[BOT_PATH]) {
    int used = snprintf(path, BOT_PATH, "%s/%s", folder->player, name);
    assert_in_range(used, 1, BOT_PATH - 1);
    return path;
}

void bot_folder_write(const BotFolder *folder, const char *name, const char *text) {
    char path[BOT_PATH];
    write_file(bot_path(folder, name, path), text, strlen(text));
}

void bot_folder_unlink(const BotFolder *folder, const char *name) {
    char path[BOT_PATH];
    if (unlink(bot_path(folder, name, path)) != 0)
        assert_int_equal(errno, ENOENT);
}

void bot_folder_take(const BotFolder *folder, const char *sample) {
    copy_sample(sample, folder->player);
}

static bool is_given(const char *name) {
    return name[0] == '.' || strcmp(name, "state.json") == 0 || strcmp(name, "map.txt") == 0;
}

void bot_folder_clean(const BotFolder *folder) {
    DIR *directory = opendir(folder->player);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        if (!is_given(entry->d_name))
            unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
}

int bot_folder_count(const BotFolder *folder, const char *part) {
    int count = 0;
    DIR *directory = opendir(folder->player);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.' && strstr(entry->d_name, part) != NULL;
    closedir(directory);
    return count;
}

void bot_await(const BotFolder *folder, const char *part) {
    int64_t deadline = clock_now() + LIMIT_MS * 1000000ll;
    while (bot_folder_count(folder, part) == 0) {
        if (clock_now() > deadline)
            fail_msg("no %s within %d ms", part, LIMIT_MS);
        clock_sleep_ms(1);
    }
}

static _Noreturn void become(const char *program, const char *player, const char *options,
                             int output) {
    char words[BOT_PATH];
    char *arguments[16] = {(char *)program, "A", (char *)player};
    int count = 3;
    snprintf(words, sizeof words, "%s", options);
    for (char *word = strtok(words, " "); word && count < 15; word = strtok(NULL, " "))
        arguments[count++] = word;
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    for (int i = 0; i < 3; i++) /* a shell's background job has some of them ignored */
        signal(signals[i], SIG_DFL);
    if (getenv("BLASTBEAM_NOHUP"))
        signal(SIGHUP, SIG_IGN);
    int nowhere = open("/dev/null", O_RDWR);
    dup2(output < 0 ? nowhere : output, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv(program, arguments);
    _exit(127);
}

pid_t bot_start(const BotFolder *folder, const char *program, const char *options, int output) {
    pid_t process = fork();
    if (process == 0)
        become(program, folder->player, options, output);
    assert_true(process > 0);
    return process;
}

static int read_move(const BotFolder *folder) {
    char path[BOT_PATH];
    size_t size;
    char *text = file_read(bot_path(folder, "move.txt", path), FILE_LIMIT, &size);
    if (!text)
        return -1;
    int move = size == 1 && text[0] >= '0' && text[0] <= '6' ? text[0] - '0' : -2;
    free(text);
    return move;
}

/* Reap the process, or kill it after the limit. */
static bool reap(pid_t process, int64_t deadline, int *status, struct rusage *usage) {
    for (;;) {
        if (wait4(process, status, WNOHANG, usage) == process)
            return true;
        if (clock_now() > deadline)
            break;
        clock_sleep_ms(1);
    }
    kill(process, SIGKILL);
    wait4(process, status, 0, usage);
    return false;
}

void bot_wait(const BotFolder *folder, pid_t process, BotRun *run) {
    int status = 0;
    struct rusage usage;
    int64_t start = clock_now();
    if (!reap(process, start + LIMIT_MS * 1000000ll, &status, &usage))
        fail_msg("the bot did not end within %d ms", LIMIT_MS);
    run->ms = (double)(clock_now() - start) * 1e-6;
    run->exited = WIFEXITED(status);
    run->status = run->exited ? WEXITSTATUS(status) : -1;
    run->signal = run->exited ? 0 : WTERMSIG(status);
    run->peak_kb = usage.ru_maxrss;
    run->move = read_move(folder);
}

void bot_run(const BotFolder *folder, const char *program, const char *options, BotRun *run) {
    int ends[2];
    memset(run, 0, sizeof *run);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t process = bot_start(folder, program, options, ends[1]);
    close(ends[1]);
    bot_wait(folder, process, run);
    ssize_t size = read(ends[0], run->output, sizeof run->output - 1);
    run->output[size > 0 ? size : 0] = 0;
    close(ends[0]);
}
