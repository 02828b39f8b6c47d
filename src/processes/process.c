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
#include "platform/interrupt.h"
#include "platform/text.h"
#include "processes/descendants.h"
#include "processes/folder_size.h"
#include "processes/host_memory.h"
#include "processes/sandbox.h"

/* One of the process's two output pipes. */
typedef struct Stream {
    int input; /* -1 after its end */
    bool error;
    size_t length;
    char line[PROCESS_MAX_LINE];
} Stream;

typedef struct Run {
    const ProcessRequest *request;
    ProcessResult *result;
    Stream streams[2];
    int64_t start, deadline;
    int64_t next_check; /* time at which to check the processes again */
    HostMemory before;  /* at the first check; most runs end earlier */
} Run;

/* The pipes of a run. */
typedef struct Pipes {
    int output[2], error[2], status[2];
} Pipes;

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

static bool starts_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* The variables of the environment that a program gets; others may hold secrets of the caller. */
static char **small_environment(char *list[], int size) {
    static const char *const kept[] = {
        "PATH=", "HOME=",   "USER=",      "LOGNAME=", "SHELL=", "LANG=", "LC_",
        "TZ=",   "TMPDIR=", "JAVA_HOME=", "ASAN_",    "UBSAN_", "TSAN_", "LSAN_OPTIONS"};
    int count = 0;
    for (char **variable = environ; variable && *variable; variable++)
        for (size_t i = 0; i < sizeof kept / sizeof *kept && count < size - 1; i++)
            if (starts_with(*variable, kept[i]))
                list[count++] = *variable;
    list[count] = NULL;
    return list;
}

/* The sanitizers reserve more data than the limit; programs that use them run without a sandbox. */
static void limit_resources(bool sandboxed) {
    limit_resource(RLIMIT_FSIZE, (rlim_t)PROCESS_MAX_FILE_MB << 20);
    if (sandboxed) {
        limit_resource(RLIMIT_DATA, (rlim_t)PROCESS_MAX_DATA_MB << 20);
        limit_resource(RLIMIT_NOFILE, PROCESS_MAX_OPEN);
    }
    limit_resource(RLIMIT_CORE, 0);
    prefer_oom_kill();
}

static void reset_signals(void) {
    static const int reset[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCHLD};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (size_t i = 0; i < sizeof reset / sizeof *reset; i++)
        signal(reset[i], SIG_DFL);
}

/* Close everything after the standard streams and, for bwrap, the status pipe. */
static bool arrange_files(const ProcessRequest *request, const Pipes *pipes) {
    unsigned first = SANDBOX_STATUS_FD + (request->sandboxed ? 1 : 0);
    int empty = open("/dev/null", O_RDONLY);
    if (request->sandboxed && dup2(pipes->status[1], SANDBOX_STATUS_FD) < 0)
        return false;
    if (empty < 0 || dup2(empty, 0) < 0 || dup2(pipes->output[1], 1) < 0 ||
        dup2(pipes->error[1], 2) < 0)
        return false;
    return close_range(first, ~0u, 0) == 0;
}

static _Noreturn void exec_program(const ProcessRequest *request, const Pipes *pipes) {
    enum { MAX_VARIABLES = 64 };
    char *variables[MAX_VARIABLES];
    char *const *arguments = request->arguments;
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit_resources(request->sandboxed);
    reset_signals();
    if (!arrange_files(request, pipes))
        _exit(126);
    /* bwrap enters the folder itself. */
    const char *folder = request->sandboxed ? "/" : request->folder;
    if (chdir(folder) != 0) {
        dprintf(2, "cannot enter %s: %s\n", folder, strerror(errno));
        _exit(126);
    }
    execvpe(arguments[0], arguments, small_environment(variables, MAX_VARIABLES));
    dprintf(2, "cannot start %s: %s\n", arguments[0], strerror(errno));
    _exit(127);
}

static void emit_line(Run *run, Stream *stream) {
    if (stream->length > 0 && stream->line[stream->length - 1] == '\r')
        stream->length--;
    stream->line[stream->length] = 0;
    stream->length = 0;
    if (run->request->listener)
        run->request->listener->line(run->request->listener->context, stream->error, stream->line);
}

/* Emit a line that is full. A character that is incomplete at its end begins the next one. */
static void emit_full_line(Run *run, Stream *stream) {
    char begun[4];
    size_t whole = text_whole_length(stream->line, stream->length), rest = stream->length - whole;
    memcpy(begun, stream->line + whole, rest);
    stream->length = whole;
    emit_line(run, stream);
    memcpy(stream->line, begun, rest);
    stream->length = rest;
}

static void split_lines(Run *run, Stream *stream, const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bool ends = bytes[i] == '\n';
        if (!ends)
            stream->line[stream->length++] = bytes[i] ? bytes[i] : ' ';
        if (ends)
            emit_line(run, stream);
        else if (stream->length == PROCESS_MAX_LINE - 1)
            emit_full_line(run, stream);
    }
}

static void end_stream(Run *run, Stream *stream) {
    if (stream->input < 0)
        return;
    if (stream->length > 0)
        emit_line(run, stream);
    if (run->request->listener)
        run->request->listener->line(run->request->listener->context, stream->error, NULL);
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

/* Until the deadline or the next check, whichever comes first. */
static int wait_ms(const Run *run) {
    return milliseconds_left(run->deadline < run->next_check ? run->deadline : run->next_check);
}

/* Memory that belongs to no process: files in memory, unread messages, tables of the system. */
static bool exhausts_memory(Run *run) {
    enum { RESERVED_PART = 16 };
    HostMemory now = host_memory();
    if (!run->before.total_mb)
        run->before = now;
    return now.shared_mb - run->before.shared_mb > PROCESS_MAX_MEMORY_MB ||
           now.kernel_mb - run->before.kernel_mb > PROCESS_MAX_MEMORY_MB ||
           (now.total_mb > 0 && now.available_mb < now.total_mb / RESERVED_PART);
}

static bool fills_disk(const char *folder) {
    enum { MEASURE_MS = 5 };
    const long long limit = (long long)PROCESS_MAX_FOLDER_MB << 20;
    if (!folder)
        return false;
    FolderSize size = folder_measure_until(folder, limit, PROCESS_MAX_FOLDER_FILES, MEASURE_MS);
    return size.bytes > limit || size.files > PROCESS_MAX_FOLDER_FILES;
}

/* Check what the processes use, at intervals that grow with the run time. */
static ProcessEnd check_usage(Run *run) {
    enum { MAX_INTERVAL_NS = 200000000 };
    int64_t now = clock_now(), interval = now - run->start;
    if (now < run->next_check)
        return PROCESS_ENDED;
    run->next_check = now + (interval < MAX_INTERVAL_NS ? interval : MAX_INTERVAL_NS);
    DescendantsUsage usage = descendants_usage();
    if (usage.count > PROCESS_MAX_COUNT || usage.threads > PROCESS_MAX_THREADS)
        return PROCESS_TOO_MANY;
    if (usage.memory_mb > PROCESS_MAX_MEMORY_MB || exhausts_memory(run))
        return PROCESS_TOO_MUCH_MEMORY;
    return fills_disk(run->request->written) ? PROCESS_TOO_MUCH_DISK : PROCESS_ENDED;
}

/* True when the run must be killed; the result has the reason then. */
static bool exceeds_limits(Run *run) {
    const volatile sig_atomic_t *stop = run->request->stop;
    if (interrupt_is_set(stop))
        run->result->end = PROCESS_INTERRUPTED;
    else if (milliseconds_left(run->deadline) == 0)
        run->result->end = PROCESS_TIMED_OUT;
    else
        run->result->end = check_usage(run);
    return run->result->end != PROCESS_ENDED;
}

/* Read until the output is closed. Returns false when the limits are reached before that. */
static bool read_output(Run *run) {
    while (run->streams[0].input >= 0 || run->streams[1].input >= 0) {
        struct pollfd ready[2];
        if (exceeds_limits(run))
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
    while (!ended && !exceeds_limits(run)) {
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

static void read_status(ProcessResult *result, int status) {
    if (WIFEXITED(status))
        result->status = WEXITSTATUS(status);
    if (WIFSIGNALED(status))
        result->signal = WTERMSIG(status);
}

/* Wait for the process and then kill all that is left of it. */
static void wait_and_clean_up(Run *run, pid_t process) {
    ProcessResult *result = run->result;
    int status = 0;
    bool ended = read_output(run) && wait_for_end(run, process);
    result->ms = (double)(clock_now() - run->start) * 1e-6;
    kill(-process, SIGKILL);
    kill(process, SIGKILL); /* it may have left its group */
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (ended)
        read_status(result, status);
    descendants_end();
    if (!ended)
        result->ms = (double)(clock_now() - run->start) * 1e-6;
}

static void close_pipes(const Pipes *pipes, int side) {
    const int *const list[] = {pipes->output, pipes->error, pipes->status};
    for (int i = 0; i < 3; i++)
        if (list[i][side] >= 0)
            close(list[i][side]);
}

static bool open_pipes(Pipes *pipes) {
    *pipes = (Pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    if (pipe2(pipes->output, O_CLOEXEC) == 0 && pipe2(pipes->error, O_CLOEXEC) == 0 &&
        pipe2(pipes->status, O_CLOEXEC | O_NONBLOCK) == 0)
        return true;
    close_pipes(pipes, 0);
    close_pipes(pipes, 1);
    return false;
}

/* bwrap reports its child's process number when it has created the sandbox. */
static bool sandbox_was_created(const Pipes *pipes) {
    char text[64];
    return read(pipes->status[0], text, sizeof text) > 0;
}

static void begin_result(ProcessResult *result) {
    memset(result, 0, offsetof(ProcessResult, output));
    result->output[0] = 0;
    result->status = -1;
}

void process_run(const ProcessRequest *request, ProcessResult *result) {
    enum { FIRST_CHECK_MS = 50 };
    Pipes pipes;
    int64_t start = clock_now();
    Run run = {.request = request,
               .result = result,
               .start = start,
               .deadline = start + request->limit_ms * 1000000ll,
               .next_check = start + FIRST_CHECK_MS * 1000000ll};
    begin_result(result);
    descendants_adopt();
    pid_t process = open_pipes(&pipes) ? fork() : -1;
    if (process == 0)
        exec_program(request, &pipes);
    if (process < 0) {
        result->error = errno;
        return;
    }
    close_pipes(&pipes, 1);
    run.streams[0].input = pipes.output[0];
    run.streams[1] = (Stream){.input = pipes.error[0], .error = true};
    wait_and_clean_up(&run, process);
    if (request->listener && result->end != PROCESS_ENDED)
        request->listener->killed(request->listener->context, result->end);
    for (int i = 0; i < 2; i++)
        end_stream(&run, &run.streams[i]);
    result->started = !request->sandboxed || sandbox_was_created(&pipes);
    close(pipes.status[0]);
    result->output[result->size] = 0;
}
