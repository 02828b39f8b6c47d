#include "processes/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/clock.h"
#include "processes/descendants.h"

/* One of the process's two output pipes. */
typedef struct Stream {
    int input; /* -1 after its end */
    bool error;
    size_t length;
    char line[PROCESS_MAX_LINE];
} Stream;

typedef struct Run {
    Stream streams[2];
    const ProcessListener *listener;
    ProcessResult *result;
    int64_t start, deadline;
    int64_t next_count; /* time at which to count the processes again */
} Run;

static void limit_resource(int resource, rlim_t most) {
    struct rlimit old;
    if (getrlimit(resource, &old) != 0)
        return;
    if (old.rlim_max == RLIM_INFINITY || old.rlim_max > most)
        old.rlim_max = most;
    old.rlim_cur = old.rlim_max;
    setrlimit(resource, &old);
}

/* Make the bot the first candidate of the kernel's out-of-memory killer. */
static void prefer_oom_kill(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY);
    if (file >= 0 && write(file, "1000", 4) < 0)
        errno = 0;
    if (file >= 0)
        close(file);
}

static _Noreturn void exec_program(char *const arguments[], const char *folder, int output,
                                   int error) {
    static const int reset[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    int empty = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit_resource(RLIMIT_FSIZE, (rlim_t)PROCESS_MAX_FILE_MB << 20);
    limit_resource(RLIMIT_CORE, 0);
    prefer_oom_kill();
    for (size_t i = 0; i < sizeof reset / sizeof *reset; i++)
        signal(reset[i], SIG_DFL);
    if (empty < 0 || dup2(empty, 0) < 0 || dup2(output, 1) < 0 || dup2(error, 2) < 0)
        _exit(126);
    if (chdir(folder) != 0) {
        dprintf(2, "cannot enter %s: %s\n", folder, strerror(errno));
        _exit(126);
    }
    execvp(arguments[0], arguments);
    dprintf(2, "cannot start %s: %s\n", arguments[0], strerror(errno));
    _exit(127);
}

static void emit_line(Run *run, Stream *stream) {
    if (stream->length > 0 && stream->line[stream->length - 1] == '\r')
        stream->length--;
    stream->line[stream->length] = 0;
    stream->length = 0;
    if (run->listener)
        run->listener->line(run->listener->context, stream->error, stream->line);
}

static void split_lines(Run *run, Stream *stream, const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bool ends = bytes[i] == '\n';
        if (!ends)
            stream->line[stream->length++] = bytes[i] ? bytes[i] : ' ';
        if (ends || stream->length == PROCESS_MAX_LINE - 1)
            emit_line(run, stream);
    }
}

static void end_stream(Run *run, Stream *stream) {
    if (stream->input < 0)
        return;
    if (stream->length > 0)
        emit_line(run, stream);
    if (run->listener)
        run->listener->line(run->listener->context, stream->error, NULL);
    close(stream->input);
    stream->input = -1;
}

/* Read what is available. */
static void read_available(Run *run, Stream *stream) {
    ProcessResult *result = run->result;
    char bytes[16384];
    ssize_t got = read(stream->input, bytes, sizeof bytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        end_stream(run, stream);
        return;
    }
    size_t size = (size_t)got, space = sizeof result->output - 1 - result->size;
    size_t kept = size < space ? size : space;
    memcpy(result->output + result->size, bytes, kept);
    result->size += kept;
    result->dropped += size - kept;
    split_lines(run, stream, bytes, kept);
}

static int milliseconds_left(int64_t deadline) {
    int64_t left = deadline - clock_now();
    return left > 0 ? (int)((left + 999999) / 1000000) : 0;
}

/* Until the deadline or the next count, whichever comes first. */
static int wait_ms(const Run *run) {
    return milliseconds_left(run->deadline < run->next_count ? run->deadline : run->next_count);
}

/* Count the processes, at intervals that grow with the run time. True when there are too many. */
static bool has_too_many_processes(Run *run) {
    int64_t now = clock_now();
    if (now < run->next_count)
        return false;
    run->result->too_many = descendants_count() > PROCESS_MAX_COUNT;
    run->next_count = now + (now - run->start);
    return run->result->too_many;
}

/* Read until the output is closed. Returns false when the limits are reached before that. */
static bool read_output(Run *run) {
    while (run->streams[0].input >= 0 || run->streams[1].input >= 0) {
        struct pollfd ready[2];
        if (milliseconds_left(run->deadline) == 0 || has_too_many_processes(run))
            return false;
        for (int i = 0; i < 2; i++)
            ready[i] = (struct pollfd){run->streams[i].input, POLLIN, 0};
        if (poll(ready, 2, wait_ms(run)) <= 0)
            continue;
        for (int i = 0; i < 2; i++)
            if (ready[i].revents)
                read_available(run, &run->streams[i]);
    }
    return true;
}

static bool has_ended(pid_t process) {
    siginfo_t ended = {.si_pid = 0};
    return waitid(P_PID, (id_t)process, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid == process;
}

/* A file descriptor that becomes readable when the process ends; -1 when the system has none. */
static int open_process(pid_t process) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, process, 0);
#else
    (void)process;
    return -1;
#endif
}

/* Wait for the end of the process without reaping it, so that its id and that of its group are not
 * reused. Returns false when the limits are reached before that. */
static bool wait_for_end(Run *run, pid_t process) {
    struct pollfd end = {open_process(process), POLLIN, 0};
    bool ended = has_ended(process);
    while (!ended && milliseconds_left(run->deadline) > 0 && !has_too_many_processes(run)) {
        if (end.fd < 0)
            clock_sleep_ms(1);
        else
            poll(&end, 1, wait_ms(run));
        ended = has_ended(process);
    }
    if (end.fd >= 0)
        close(end.fd);
    return ended;
}

/* Wait for the process and then kill all that is left of it. */
static void wait_and_clean_up(Run *run, pid_t process) {
    ProcessResult *result = run->result;
    int status = 0;
    setpgid(process, process);
    result->started = true;
    result->killed = !read_output(run) || !wait_for_end(run, process);
    result->ms = (double)(clock_now() - run->start) * 1e-6;
    kill(-process, SIGKILL);
    kill(process, SIGKILL); /* it may have left its group */
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!result->killed && WIFEXITED(status))
        result->status = WEXITSTATUS(status);
    descendants_end();
}

static bool open_pipes(int output[2], int error[2]) {
    if (pipe2(output, O_CLOEXEC) != 0)
        return false;
    if (pipe2(error, O_CLOEXEC) == 0)
        return true;
    close(output[0]);
    close(output[1]);
    return false;
}

void process_run(char *const arguments[], const char *folder, int limit_ms,
                 const ProcessListener *listener, ProcessResult *result) {
    enum { FIRST_COUNT_MS = 50 };
    int output[2], error[2];
    int64_t start = clock_now();
    Run run = {.listener = listener,
               .result = result,
               .start = start,
               .deadline = start + limit_ms * 1000000ll,
               .next_count = start + FIRST_COUNT_MS * 1000000ll};
    memset(result, 0, offsetof(ProcessResult, output));
    result->output[0] = 0;
    result->status = -1;
    if (!open_pipes(output, error))
        return;
    descendants_adopt();
    pid_t process = fork();
    if (process == 0)
        exec_program(arguments, folder, output[1], error[1]);
    close(output[1]);
    close(error[1]);
    run.streams[0].input = output[0];
    run.streams[1].input = error[0];
    run.streams[1].error = true;
    if (process > 0)
        wait_and_clean_up(&run, process);
    if (listener && result->killed)
        listener->killed(listener->context, result->too_many);
    for (int i = 0; i < 2; i++)
        end_stream(&run, &run.streams[i]);
    result->output[result->size] = 0;
}
