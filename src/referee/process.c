#include "referee/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/platform.h"

static _Noreturn void become(char *const arguments[], const char *folder, int output) {
    int nothing = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 ||
        chdir(folder) != 0)
        _exit(126);
    execvp(arguments[0], arguments);
    dprintf(2, "cannot start %s\n", arguments[0]);
    _exit(127);
}

/* Take in what there is to read. Returns false at the end of the output. */
static bool drain(int input, ProcessResult *result) {
    char dropped[4096];
    size_t space = sizeof result->output - 1 - result->size;
    ssize_t got = space > 0 ? read(input, result->output + result->size, space)
                            : read(input, dropped, sizeof dropped);
    if (got > 0 && space > 0)
        result->size += (size_t)got;
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

static int milliseconds_left(int64_t deadline) {
    int64_t left = deadline - clock_now();
    return left > 0 ? (int)((left + 999999) / 1000000) : 0;
}

/* Read until the output is closed. Returns false when the time is over before. */
static bool read_output(int input, int64_t deadline, ProcessResult *result) {
    for (;;) {
        struct pollfd ready = {input, POLLIN, 0};
        int left = milliseconds_left(deadline);
        if (left == 0)
            return false;
        if (poll(&ready, 1, left) > 0 && !drain(input, result))
            return true;
    }
}

/* Wait for the end of the process, which is left to be reaped so that its number, and that of its
 * group, stay its own. Returns false when the time is over before. */
static bool wait_for_end(pid_t process, int64_t deadline) {
    for (;;) {
        siginfo_t ended = {.si_pid = 0};
        if (waitid(P_PID, (id_t)process, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            ended.si_pid == process)
            return true;
        if (milliseconds_left(deadline) == 0)
            return false;
        clock_sleep_ms(1);
    }
}

void process_run(char *const arguments[], const char *folder, int limit_ms, ProcessResult *result) {
    int ends[2], status = 0;
    int64_t start = clock_now(), deadline = start + limit_ms * 1000000ll;
    result->started = result->killed = false;
    result->status = -1;
    result->size = 0;
    result->output[0] = 0;
    result->ms = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        become(arguments, folder, ends[1]);
    }
    close(ends[1]);
    if (process > 0) {
        setpgid(process, process);
        result->started = true;
        bool closed = read_output(ends[0], deadline, result);
        result->killed = !closed || !wait_for_end(process, deadline);
        result->ms = (double)(clock_now() - start) * 1e-6;
        kill(-process, SIGKILL);
        kill(process, SIGKILL); /* it may have left the group */
        while (waitpid(process, &status, 0) < 0 && errno == EINTR)
            continue;
        if (!result->killed && WIFEXITED(status))
            result->status = WEXITSTATUS(status);
    }
    result->output[result->size] = 0;
    close(ends[0]);
}
