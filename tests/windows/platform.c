/* Files, clocks, threads, arguments and the watchdog on Windows: make test-windows. The program
 * starts itself again as a child. cmocka is not at hand for Windows. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "platform/clock.h"
#include "platform/file.h"
#include "platform/folder.h"
#include "platform/memory.h"
#include "platform/program.h"
#include "platform/thread.h"
#include "platform/thread_pool.h"
#include "platform/watchdog.h"

enum { PATH_LENGTH = 1024, SUSPENDED_MS = 300, WATCHED_MS = 100, WATCHED_STATUS = 7 };

static int failures;

#define CHECK(condition) check(condition, #condition, __LINE__)

static void check(bool holds, const char *condition, int line) {
    if (holds)
        return;
    printf("platform.c:%d: %s does not hold (errno %d, error %lu)\n", line, condition, errno,
           GetLastError());
    failures++;
}

static const char *path_in(const char *folder, const char *name, char path[PATH_LENGTH]) {
    snprintf(path, PATH_LENGTH, "%s\\%s", folder, name);
    return path;
}

static bool has_content(const char *path, const char *expected) {
    size_t size;
    char *text = file_read(path, 1000, &size);
    bool same = text && size == strlen(expected) && strcmp(text, expected) == 0;
    free(text);
    return same;
}

static void count_entry(void *context, const char *name) {
    *(int *)context += strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static int count_entries(const char *folder) {
    int count = 0;
    return folder_visit(folder, count_entry, &count) ? count : -1;
}

static void test_replace(const char *folder) {
    char path[PATH_LENGTH];
    path_in(folder, "move.txt", path);
    CHECK(file_replace(path, "first", 5) && has_content(path, "first"));
    CHECK(file_replace(path, "2", 1) && has_content(path, "2"));
    CHECK(file_replace(path, "", 0) && has_content(path, ""));
    CHECK(count_entries(folder) == 1);
    CHECK(!file_replace(path_in(folder, "missing\\move.txt", path), "1", 1) && errno == ENOENT);
    path_in(folder, "in the way", path);
    CHECK(folder_create(path));
    CHECK(!file_replace(path, "1", 1) && errno == EISDIR);
    CHECK(path_kind(path) == PATH_FOLDER && RemoveDirectoryA(path));
    CHECK(count_entries(folder) == 1);
}

static HANDLE open_reader(const char *path, DWORD share) {
    return CreateFileA(path, GENERIC_READ, share, NULL, OPEN_EXISTING, 0, NULL);
}

/* A reader continues with the old file, whether or not the new one takes its place; that depends on
 * the version of Windows. */
static void test_replace_under_reader(const char *folder) {
    char path[PATH_LENGTH], text[8] = "";
    DWORD read = 0;
    CHECK(file_replace(path_in(folder, "move.txt", path), "old", 3));
    HANDLE reader = open_reader(path, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE);
    CHECK(reader != INVALID_HANDLE_VALUE);
    bool replaced = file_replace(path, "new!", 4);
    CHECK(replaced || errno == EACCES);
    CHECK(ReadFile(reader, text, sizeof text, &read, NULL) && read == 3 && !strcmp(text, "old"));
    CloseHandle(reader);
    CHECK(has_content(path, replaced ? "new!" : "old"));
    CHECK(count_entries(folder) == 1);
    CHECK(file_replace(path, "new!", 4) && has_content(path, "new!"));
}

/* A reader that does not share the removal keeps the old file in its place as long as it reads. */
static void test_reader_in_the_way(const char *folder) {
    char path[PATH_LENGTH];
    CHECK(file_replace(path_in(folder, "move.txt", path), "old", 3));
    HANDLE reader = open_reader(path, FILE_SHARE_READ);
    CHECK(reader != INVALID_HANDLE_VALUE);
    CHECK(!file_replace(path, "new", 3) && errno == EACCES);
    CHECK(count_entries(folder) == 1);
    CloseHandle(reader);
    CHECK(has_content(path, "old"));
    CHECK(file_replace(path, "new", 3) && has_content(path, "new"));
}

static void close_soon(void *reader) {
    clock_sleep_ms(4);
    CloseHandle(reader);
}

static void test_reader_who_goes(const char *folder) {
    char path[PATH_LENGTH];
    CHECK(file_replace(path_in(folder, "move.txt", path), "old", 3));
    Thread *thread = thread_start(close_soon, open_reader(path, FILE_SHARE_READ));
    CHECK(file_replace(path, "new", 3));
    thread_join(thread);
    CHECK(has_content(path, "new"));
}

typedef struct Watching {
    const char *path;
    atomic_bool done;
    int seen, incomplete;
} Watching;

static void watch_file(void *argument) {
    Watching *watching = argument;
    while (!atomic_load(&watching->done)) {
        size_t size;
        char *text = file_read(watching->path, 100, &size);
        watching->seen += text != NULL;
        watching->incomplete += text ? size != 50 : errno == ENOENT;
        free(text);
    }
}

/* A reader during the replacement finds one of the whole files, or has to wait. */
static void test_replace_is_atomic(const char *folder) {
    enum { TIMES = 300 };
    char path[PATH_LENGTH], content[50];
    Watching watching = {.path = path_in(folder, "move.txt", path)};
    memset(content, '1', sizeof content);
    CHECK(file_replace(path, content, sizeof content));
    Thread *thread = thread_start(watch_file, &watching);
    for (int i = 0; i < TIMES; i++) {
        memset(content, '1' + i % 6, sizeof content);
        while (!file_replace(path, content, sizeof content) && errno == EACCES)
            ;
    }
    atomic_store(&watching.done, true);
    thread_join(thread);
    CHECK(watching.seen > 0 && watching.incomplete == 0);
}

static void test_read(const char *folder) {
    char path[PATH_LENGTH];
    size_t size;
    CHECK(!file_read(path_in(folder, "missing", path), 10, &size) && errno == ENOENT);
    CHECK(!file_read(folder, 10, &size) && errno == EISDIR);
    CHECK(!file_read("NUL", 10, &size) && errno == EINVAL);
    CHECK(!file_read("\xff\xfe", 10, &size) && errno == EILSEQ);
    CHECK(file_replace(path_in(folder, "move.txt", path), "12345", 5));
    CHECK(!file_read(path, 4, &size) && errno == EFBIG);
    CHECK(path_kind(path) == PATH_FILE);
    CHECK(!folder_create(path));
}

/* Names longer than the 260 characters that the system takes, and names in other scripts. */
static void test_awkward_names(const char *folder) {
    char path[PATH_LENGTH], deep[PATH_LENGTH];
    path_in(folder, "r\xc3\xa9p\xc3\xa9tition \xe7\x88\x86\xe5\xbc\xbe", path);
    while (strlen(path) < 400)
        strcat(path, "/some more \xf0\x9f\x92\xa3 of it");
    CHECK(folder_create(path));
    CHECK(path_kind(path) == PATH_FOLDER);
    CHECK(file_replace(path_in(path, "move.txt", deep), "3", 1) && has_content(deep, "3"));
    CHECK(count_entries(path) == 1);
    FILE *file = file_open(deep, "rb");
    CHECK(file && fgetc(file) == '3');
    if (file)
        fclose(file);
}

typedef struct Child {
    HANDLE process, thread, output;
} Child;

static Child start_child(const wchar_t *arguments) {
    wchar_t program[PATH_LENGTH], line[2 * PATH_LENGTH];
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    STARTUPINFOW setup = {.cb = sizeof setup, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION made = {.hProcess = NULL};
    Child child = {NULL, NULL, NULL};
    CHECK(CreatePipe(&child.output, &setup.hStdOutput, &inherited, 0));
    setup.hStdError = setup.hStdOutput;
    GetModuleFileNameW(NULL, program, PATH_LENGTH);
    _snwprintf(line, 2 * PATH_LENGTH, L"\"%ls\" %ls", program, arguments);
    CHECK(CreateProcessW(program, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &setup,
                         &made));
    child.process = made.hProcess;
    child.thread = made.hThread;
    CloseHandle(setup.hStdOutput);
    return child;
}

/* Let the child run to its end. Returns its status. */
static int finish_child(Child *child, char *output, DWORD size) {
    DWORD length = 0, step, status = 0;
    ResumeThread(child->thread);
    while (length < size - 1 &&
           ReadFile(child->output, output + length, size - 1 - length, &step, NULL) && step > 0)
        length += step;
    output[length] = 0;
    if (WaitForSingleObject(child->process, 10000) != WAIT_OBJECT_0)
        TerminateProcess(child->process, 99);
    GetExitCodeProcess(child->process, &status);
    CloseHandle(child->process);
    CloseHandle(child->thread);
    CloseHandle(child->output);
    return (int)status;
}

/* A child that is suspended before it runs must count that time. */
static void test_process_start(void) {
    char output[64];
    Child child = start_child(L"--age");
    clock_sleep_ms(SUSPENDED_MS);
    CHECK(finish_child(&child, output, sizeof output) == 0);
    int age = atoi(output);
    CHECK(age >= SUSPENDED_MS && age < SUSPENDED_MS + 5000);
}

static int tell_age(void) {
    printf("%d\n", (int)((clock_now() - clock_process_start()) / 1000000));
    return 0;
}

static void test_arguments(void) {
    char output[256];
    Child child = start_child(L"--echo \"C:\\a b\\\u7206\u5f3e\\\\\" \U0001f4a3 \"\\\"\"");
    CHECK(finish_child(&child, output, sizeof output) == 0);
    CHECK(!strcmp(output, "[C:\\a b\\\xe7\x88\x86\xe5\xbc\xbe\\][\xf0\x9f\x92\xa3][\"]"));
}

static int echo(int argc, char **argv) {
    for (int i = 2; i < argc; i++)
        printf("[%s]", argv[i]);
    return 0;
}

static void test_watchdog(void) {
    char output[64];
    int64_t before = clock_now();
    Child child = start_child(L"--hang");
    CHECK(finish_child(&child, output, sizeof output) == WATCHED_STATUS);
    int64_t ms = (clock_now() - before) / 1000000;
    CHECK(!strcmp(output, "left\n"));
    CHECK(ms >= WATCHED_MS && ms < WATCHED_MS + 5000);
}

static void test_overflow(void) {
    char output[64];
    Child child = start_child(L"--overflow");
    CHECK((unsigned)finish_child(&child, output, sizeof output) == STATUS_STACK_BUFFER_OVERRUN);
}

__attribute__((noinline)) static int overflow(void) {
    char text[16];
    char *volatile end = text;
    for (int i = 0; i < 64; i++)
        end[i] = 'x';
    return text[0] == 0;
}

static void leave(void *argument, int signal) {
    (void)argument, (void)signal;
    program_exit_now(WATCHED_STATUS, "left\n");
}

static _Noreturn void hang(void) {
    Watchdog *watchdog = watchdog_start(0, leave, NULL);
    watchdog_release(watchdog);
    watchdog_move(watchdog, clock_now() + 60 * 1000000000ll, WATCHED_MS * 1000000ll);
    for (;;)
        Sleep(1000);
}

static void test_stopped_watchdog(void) {
    Watchdog *watchdog = watchdog_start(clock_now() + 5000000, leave, NULL);
    watchdog_stop(watchdog);
    clock_sleep_ms(20);
}

static void test_clock(void) {
    int64_t before = clock_now();
    clock_sleep_ms(20);
    int64_t passed = clock_now() - before;
    CHECK(passed >= 19000000 && passed < 2000000000);
    clock_count_own_time(true);
    before = clock_now();
    clock_sleep_ms(200);
    CHECK(clock_now() - before < 100000000);
    clock_count_own_time(false);
}

static void test_cores(void) {
    DWORD_PTR mask, all;
    int cores = thread_cores();
    CHECK(cores >= 1);
    CHECK(GetProcessAffinityMask(GetCurrentProcess(), &mask, &all));
    CHECK(SetProcessAffinityMask(GetCurrentProcess(), mask & (0 - mask)));
    CHECK(thread_cores() == 1);
    CHECK(SetProcessAffinityMask(GetCurrentProcess(), mask));
    CHECK(thread_cores() == cores);
}

enum { WORKERS = 3 };

/* Each worker waits until all have come. */
static void meet(void *argument, int worker) {
    (void)worker;
    atomic_int *come = argument;
    for (atomic_fetch_add(come, 1); atomic_load(come) < WORKERS;)
        clock_sleep_ms(1);
}

static void count_worker(void *argument, int worker) {
    atomic_fetch_add((atomic_int *)argument + worker, 1);
}

static void test_team(void) {
    ThreadPool *pool = thread_pool_create(WORKERS);
    for (int i = 0; i < 10; i++) {
        atomic_int come = 0, calls[WORKERS] = {0};
        thread_pool_wake(pool);
        thread_pool_run(pool, meet, &come);
        CHECK(atomic_load(&come) == WORKERS);
        thread_pool_park(pool);
        thread_pool_run(pool, count_worker, calls);
        CHECK(atomic_load(&calls[0]) == 1);
    }
    thread_pool_destroy(pool);
}

static void test_memory(void) {
    for (size_t size = 1; size < 5000; size += 77) {
        void *memory = memory_allocate_aligned(size);
        CHECK(memory && (uintptr_t)memory % 64 == 0);
        memory_free_aligned(memory);
    }
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    if (argc == 2 && strcmp(argv[1], "--age") == 0)
        return tell_age();
    if (argc >= 2 && strcmp(argv[1], "--echo") == 0)
        return echo(argc, argv);
    if (argc == 2 && strcmp(argv[1], "--overflow") == 0)
        return overflow();
    if (argc == 2 && strcmp(argv[1], "--hang") == 0)
        hang();
    if (argc != 2 || !folder_create(argv[1])) {
        fputs("usage: platform EMPTY-FOLDER\n", stderr);
        return 2;
    }
    test_replace(argv[1]);
    test_replace_under_reader(argv[1]);
    test_reader_in_the_way(argv[1]);
    test_reader_who_goes(argv[1]);
    test_replace_is_atomic(argv[1]);
    test_read(argv[1]);
    test_awkward_names(argv[1]);
    test_process_start();
    test_arguments();
    test_overflow();
    test_watchdog();
    test_stopped_watchdog();
    test_clock();
    test_cores();
    test_team();
    test_memory();
    printf("platform: %d checks failed\n", failures);
    return failures ? 1 : 0;
}
