/* Linked into a copy of bin/blastbeam by --wrap: makes the system fail on demand, and adds an agent
 * that never answers. BLASTBEAM_FAULT=KIND:FROM:COUNT makes the calls number FROM to FROM + COUNT -
 * 1 of this kind fail (from 1). After the first failure the file BLASTBEAM_FAULT_MARK exists. */
#include "faults/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "search/agent.h"

#define WRAP(result, name, ...)                                                                    \
    extern result __real_##name(__VA_ARGS__);                                                      \
    extern result __wrap_##name(__VA_ARGS__);                                                      \
    result __wrap_##name(__VA_ARGS__)

extern int __real_open(const char *path, int flags, ...);
extern int __wrap_open(const char *path, int flags, ...);

static struct {
    char kind[16];
    long from, count;
    atomic_long calls;
} fault;

static void leave_mark(void) {
    const char *path = getenv("BLASTBEAM_FAULT_MARK");
    int file = path ? __real_open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file >= 0)
        close(file);
}

static bool is_kind(const char *kind) {
    return strcmp(fault.kind, kind) == 0;
}

/* True when this call has to fail. An interrupted call may succeed when it is repeated. */
static bool is_due(const char *kind) {
    if (!is_kind(kind))
        return false;
    long call = atomic_fetch_add(&fault.calls, 1) + 1;
    bool due = call >= fault.from && call < fault.from + fault.count;
    if (is_kind("interrupt") && (call - fault.from) % 2)
        due = false;
    if (call == fault.from)
        leave_mark();
    return due;
}

/* Failures that can happen at any call that touches a file: the power fails, a signal comes, the
 * disk hangs. */
static void touch_file(void) {
    if (is_due("crash"))
        _exit(FAULT_CRASH);
    if (is_due("signal"))
        kill(getpid(), SIGTERM);
    while (is_due("hang"))
        pause();
}

static bool fails(const char *kind, int error) {
    touch_file();
    if (!is_due(kind))
        return false;
    errno = error;
    return true;
}

WRAP(void *, malloc, size_t size) {
    return is_due("memory") ? NULL : __real_malloc(size);
}

WRAP(void *, calloc, size_t count, size_t size) {
    return is_due("memory") ? NULL : __real_calloc(count, size);
}

WRAP(void *, realloc, void *old, size_t size) {
    return is_due("memory") ? NULL : __real_realloc(old, size);
}

WRAP(void *, aligned_alloc, size_t alignment, size_t size) {
    return is_due("memory") ? NULL : __real_aligned_alloc(alignment, size);
}

/* The disk hangs while the logs of earlier rounds are read. */
static void hang_at_logs(const char *path) {
    while (strstr(path, "/log.txt") && is_due("logs"))
        pause();
}

int __wrap_open(const char *path, int flags, ...) {
    hang_at_logs(path);
    return fails("open", EMFILE) ? -1 : __real_open(path, flags, 0666);
}

WRAP(FILE *, fopen, const char *path, const char *mode) {
    return fails("open", EMFILE) ? NULL : __real_fopen(path, mode);
}

WRAP(int, fstat, int file, struct stat *status) {
    return fails("open", EIO) ? -1 : __real_fstat(file, status);
}

WRAP(ssize_t, read, int file, void *bytes, size_t size) {
    if (fails("read", EIO))
        return -1;
    if (is_due("interrupt")) {
        errno = EINTR;
        return -1;
    }
    return __real_read(file, bytes, is_due("short") && size > 1 ? size / 2 : size);
}

WRAP(ssize_t, write, int file, const void *bytes, size_t size) {
    if (fails("write", ENOSPC))
        return -1;
    if (is_due("interrupt")) {
        errno = EINTR;
        return -1;
    }
    return __real_write(file, bytes, is_due("short") && size > 1 ? size / 2 : size);
}

WRAP(ssize_t, pwrite, int file, const void *bytes, size_t size, off_t at) {
    return fails("write", ENOSPC) ? -1 : __real_pwrite(file, bytes, size, at);
}

WRAP(int, close, int file) {
    bool failed = fails("close", EIO);
    int result = __real_close(file);
    errno = failed ? EIO : errno;
    return failed ? -1 : result;
}

WRAP(int, rename, const char *from, const char *to) {
    return fails("rename", EACCES) ? -1 : __real_rename(from, to);
}

WRAP(int, unlink, const char *path) {
    return fails("unlink", EACCES) ? -1 : __real_unlink(path);
}

WRAP(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
     void *argument) {
    return is_due("thread") ? EAGAIN : __real_pthread_create(thread, attributes, run, argument);
}

/* After its jump the clock stays where it is. */
WRAP(int, clock_gettime, clockid_t clock, struct timespec *now) {
    int result = __real_clock_gettime(clock, now);
    if (is_due("forward"))
        now->tv_sec += 3600;
    if (is_due("backward"))
        now->tv_sec -= 3600;
    return result;
}

static Command hang(Agent *agent, const Observation *observation, const MoveRequest *request,
                    SearchInfo *info) {
    (void)agent;
    (void)observation;
    (void)request;
    (void)info;
    for (volatile bool ever = true; ever;)
        continue;
    return COMMAND_NOTHING;
}

static void hang_destroy(Agent *agent) {
    free(agent);
}

static const AgentKind hanging_agent = {
    .name = "hang", .summary = "", .settings = "", .move = hang, .destroy = hang_destroy};

WRAP(Agent *, agent_create, const char *spec, uint64_t seed, char *error, size_t size) {
    if (strcmp(spec, "hang") != 0)
        return __real_agent_create(spec, seed, error, size);
    Agent *agent = __real_malloc(sizeof *agent);
    if (agent)
        agent->kind = &hanging_agent;
    return agent;
}

/* --wrap does not reach into cJSON, but cJSON takes the functions with which it allocates. */
__attribute__((constructor)) static void set_up(void) {
    const char *wanted = getenv("BLASTBEAM_FAULT");
    cJSON_Hooks hooks = {__wrap_malloc, free};
    cJSON_InitHooks(&hooks);
    if (wanted && sscanf(wanted, "%15[a-z]:%ld:%ld", fault.kind, &fault.from, &fault.count) != 3)
        abort();
}
