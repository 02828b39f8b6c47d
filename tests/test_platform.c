/* Files that are replaced as a whole or not at all; clocks; threads. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/file.h"
#include "platform/folder.h"
#include "platform/memory.h"
#include "platform/number.h"
#include "platform/thread.h"
#include "platform/thread_pool.h"
#include "support/scratch.h"
#include "test.h"

enum { NOBODY = 65534 };

static int count_entries(const char *folder) {
    int count = -2; /* without . and .. */
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

static void assert_content(const char *path, const char *expected) {
    size_t size;
    char *text = file_read(path, 1000, &size);
    assert_non_null(text);
    assert_int_equal(size, strlen(expected));
    assert_string_equal(text, expected);
    free(text);
}

TEST(test_replaced_files_are_whole) {
    char path[SCRATCH_PATH];
    scratch_path("move.txt", path);
    assert_true(file_replace(path, "first", 5));
    assert_content(path, "first");
    assert_true(file_replace(path, "2", 1));
    assert_content(path, "2");
    assert_true(file_replace(path, "", 0));
    assert_content(path, "");
    assert_int_equal(count_entries(scratch), 1);
}

/* A link stays a link, and a pipe is written to. */
TEST(test_links_and_pipes_stay_what_they_are) {
    enum { READ, WRITE };
    char path[SCRATCH_PATH], link_path[SCRATCH_PATH], pipe_path[64], text[8] = "";
    struct stat status;
    int pipe_ends[2];
    scratch_path("page.html", path);
    scratch_path("link.html", link_path);
    assert_true(file_write(path, "first", 5));
    assert_content(path, "first");
    assert_int_equal(symlink(path, link_path), 0);
    assert_true(file_write(link_path, "2", 1));
    assert_content(path, "2");
    assert_true(lstat(link_path, &status) == 0 && S_ISLNK(status.st_mode));
    assert_int_equal(count_entries(scratch), 2);
    assert_int_equal(pipe(pipe_ends), 0);
    snprintf(pipe_path, sizeof pipe_path, "/dev/fd/%d", pipe_ends[WRITE]);
    assert_true(file_write(pipe_path, "3", 1));
    close(pipe_ends[WRITE]);
    assert_int_equal(read(pipe_ends[READ], text, sizeof text), 1);
    assert_string_equal(text, "3");
    close(pipe_ends[READ]);
    assert_false(file_write(scratch, "4", 1));
    assert_int_equal(errno, EISDIR);
}

TEST(test_overwritten_files_keep_their_place) {
    char path[SCRATCH_PATH], missing[SCRATCH_PATH];
    intptr_t file;
    scratch_path("move.txt", path);
    scratch_path("missing/move.txt", missing);
    assert_true(file_replace(path, "old", 3));
    assert_true(file_replace_kept(path, "1", 1, &file));
    assert_int_not_equal(file, NO_FILE);
    assert_content(path, "1");
    assert_true(file_overwrite(file, "2", 1));
    assert_true(file_overwrite(file, "3", 1));
    assert_content(path, "3");
    assert_int_equal(count_entries(scratch), 1);
    assert_int_equal(remove(path), 0);
    assert_false(file_overwrite(file, "4", 1));
    file_release(file);
    assert_false(file_overwrite(NO_FILE, "5", 1));
    assert_false(file_replace_kept(missing, "1", 1, &file));
    assert_int_equal(file, NO_FILE);
    file_release(file);
}

TEST(test_failed_replace_leaves_nothing) {
    char path[SCRATCH_PATH], inside[SCRATCH_PATH];
    scratch_path("folder", path);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_true(file_replace(scratch_path("folder/kept", inside), "kept", 4));
    assert_false(file_replace(path, "text", 4));
    assert_int_equal(errno, EISDIR);
    assert_int_equal(count_entries(scratch), 1);
    assert_content(inside, "kept");
    assert_false(file_replace(scratch_path("missing/move.txt", path), "text", 4));
    assert_int_equal(errno, ENOENT);
}

/* Permissions do not restrict root, so root becomes another user here. */
TEST(test_read_only_folder_is_an_error) {
    char path[SCRATCH_PATH];
    scratch_path("move.txt", path);
    assert_true(file_replace(path, "old", 3));
    assert_int_equal(chmod(scratch, 0555), 0);
    bool root = geteuid() == 0;
    if (root && seteuid(NOBODY) != 0)
        SKIP_BECAUSE("the process may not change its user");
    bool replaced = file_replace(path, "new", 3);
    int error = errno;
    assert_true(!root || seteuid(0) == 0);
    assert_int_equal(chmod(scratch, 0777), 0);
    assert_false(replaced);
    assert_int_equal(error, EACCES);
    assert_content(path, "old");
    assert_int_equal(count_entries(scratch), 1);
}

typedef struct Rewriting {
    const char *path;
    atomic_bool over;
} Rewriting;

enum { LONG = 300000, SHORT = 100 };

static void rewrite(void *argument) {
    Rewriting *rewriting = argument;
    char *text = malloc(LONG);
    memset(text, 'x', LONG);
    for (int i = 0; i < 200; i++)
        file_replace(rewriting->path, text, i % 2 ? SHORT : LONG);
    free(text);
    atomic_store(&rewriting->over, true);
}

TEST(test_readers_see_whole_files) {
    char path[SCRATCH_PATH];
    Rewriting rewriting = {.path = scratch_path("move.txt", path)};
    assert_true(file_replace(path, "x", 1));
    Thread *thread = thread_start(rewrite, &rewriting);
    assert_non_null(thread);
    bool whole = true;
    while (!atomic_load(&rewriting.over) && whole) {
        size_t size = 0;
        char *text = file_read(path, 1 << 20, &size);
        whole = text && (size == LONG || size == SHORT || size == 1);
        free(text);
    }
    thread_join(thread);
    assert_true(whole);
}

TEST(test_files_are_read) {
    char path[SCRATCH_PATH];
    size_t size;
    assert_null(file_read(scratch_path("missing", path), 10, &size));
    assert_int_equal(errno, ENOENT);
    char *text = calloc(1, LONG);
    memset(text, 'y', LONG);
    assert_true(file_replace(path, text, LONG));
    assert_null(file_read(path, LONG - 1, &size));
    assert_int_equal(errno, EFBIG);
    char *read = file_read(path, LONG, &size);
    assert_non_null(read);
    assert_int_equal(size, LONG);
    assert_memory_equal(read, text, LONG);
    assert_int_equal(read[LONG], 0);
    free(read);
    free(text);
}

TEST(test_folders_are_created) {
    char path[SCRATCH_PATH];
    assert_true(folder_create(scratch_path("a/b/c", path)));
    assert_true(folder_create(path));
    assert_true(file_replace(scratch_path("a/b/c/file", path), "1", 1));
    assert_false(folder_create(scratch_path("a/b/c/file/d", path)));
    assert_int_equal(errno, ENOTDIR);
}

/* Find the pages of the program's code. */
static int find_code(struct dl_phdr_info *object, size_t size, void *code) {
    (void)size;
    const ElfW(Phdr) *part = object->dlpi_phdr;
    while (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
        part++;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = object->dlpi_addr + part->p_vaddr;
    *(struct iovec *)code = (struct iovec){(void *)(start / page * page), part->p_memsz};
    return 1;
}

/* Kilobytes of the mapping at `start` that are not in the page table. */
static long missing_kb(const void *start) {
    char line[512], wanted[32];
    long size = -1, present = -1;
    snprintf(wanted, sizeof wanted, "%lx-", (unsigned long)(uintptr_t)start);
    FILE *maps = fopen("/proc/self/smaps", "r");
    if (!maps)
        return -1;
    while (fgets(line, sizeof line, maps) && strncmp(line, wanted, strlen(wanted)) != 0)
        continue;
    while (present < 0 && fgets(line, sizeof line, maps))
        if (sscanf(line, "Size: %ld", &size) != 1)
            (void)sscanf(line, "Rss: %ld", &present);
    fclose(maps);
    return size - present;
}

static void test_program_is_held(void **state) {
    (void)state;
    struct iovec code;
    dl_iterate_phdr(find_code, &code);
    if (madvise(code.iov_base, code.iov_len, MADV_DONTNEED) != 0 || missing_kb(code.iov_base) <= 0)
        SKIP_BECAUSE("the kernel keeps the pages of the program");
    pin_pages();
    assert_int_equal(missing_kb(code.iov_base), 0);
}

TEST(test_clock_goes_on) {
    int64_t before = clock_now();
    clock_sleep_ms(20);
    int64_t passed = clock_now() - before;
    assert_in_range(passed, 20000000, 60000000000);
}

/* A process with an awkward name reports when it was started, some time after its start. */
static int64_t start_of_child(void) {
    int ends[2];
    int64_t start = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_NAME, "a) R 1 (2 3");
        clock_sleep_ms(50);
        start = clock_process_start();
        _exit(write(ends[1], &start, sizeof start) == sizeof start ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(read(ends[0], &start, sizeof start), sizeof start);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ends[0]);
    close(ends[1]);
    return start;
}

TEST(test_start_of_the_process_is_known) {
    const int64_t tick = 10000000;
    int64_t before = clock_now();
    int64_t start = start_of_child();
    /* A late time would make moves late. It may be early by one tick. */
    assert_true(start >= before - tick - 1000000);
    assert_true(start <= clock_now() - 50000000);
    assert_true(clock_process_start() <= before);
    assert_true(clock_process_start() > before - 60000000000);
}

TEST(test_number_of_cores_is_known) {
    cpu_set_t all, one;
    int cores = thread_cores();
    assert_true(cores >= 1);
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    int first = 0;
    while (!CPU_ISSET(first, &all))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(thread_cores(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    assert_int_equal(thread_cores(), cores);
}

static void add_one(void *argument) {
    atomic_fetch_add((atomic_int *)argument, 1);
}

TEST(test_threads_run) {
    enum { THREADS = 8 };
    Thread *threads[THREADS];
    atomic_int sum = 0;
    for (int i = 0; i < THREADS; i++)
        assert_non_null(threads[i] = thread_start(add_one, &sum));
    for (int i = 0; i < THREADS; i++)
        thread_join(threads[i]);
    assert_int_equal(atomic_load(&sum), THREADS);
    thread_join(NULL);
}

typedef struct Setter {
    Event *event;
    atomic_int begun;
} Setter;

static void set_event(void *argument) {
    Setter *setter = argument;
    clock_sleep_ms(5);
    atomic_fetch_add(&setter->begun, 1);
    event_set(setter->event);
}

TEST(test_events_wake_and_time_out) {
    Setter setter = {.event = event_create()};
    assert_non_null(setter.event);
    for (int i = 1; i <= 3; i++) {
        Thread *thread = thread_start(set_event, &setter);
        event_wait(setter.event);
        assert_int_equal(atomic_load(&setter.begun), i);
        event_wait(setter.event);
        thread_join(thread);
        event_reset(setter.event);
    }
    event_destroy(setter.event);
    event_destroy(NULL);
}

enum { WORKERS = 3, PARTS = 100 };

/* A phase of PARTS parts, and the number of parts that each worker did. */
typedef struct Phase {
    atomic_int next, done[PARTS], calls[WORKERS];
    bool all_come; /* the caller waits until the others have begun, too */
} Phase;

static bool all_called(Phase *phase) {
    bool all = true;
    for (int w = 0; w < WORKERS; w++)
        all = all && atomic_load(&phase->calls[w]) > 0;
    return all;
}

static void do_parts(void *argument, int worker) {
    Phase *phase = argument;
    atomic_fetch_add(&phase->calls[worker], 1);
    for (int part; (part = atomic_fetch_add(&phase->next, 1)) < PARTS;)
        atomic_fetch_add(&phase->done[part], 1);
    while (phase->all_come && worker == 0 && !all_called(phase))
        clock_sleep_ms(1);
}

/* Run a phase: each part is done once, by workers that were each woken once. */
static void run_phase(ThreadPool *pool, Phase *phase) {
    thread_pool_run(pool, do_parts, phase);
    for (int part = 0; part < PARTS; part++)
        assert_int_equal(atomic_load(&phase->done[part]), 1);
    assert_int_equal(atomic_load(&phase->calls[0]), 1);
    for (int w = 1; w < WORKERS; w++)
        assert_in_range(atomic_load(&phase->calls[w]), 0, 1);
}

/* The pool waits for no worker that was not woken or has not yet arrived. */
TEST(test_absent_workers_are_not_waited_for) {
    ThreadPool *pool = thread_pool_create(WORKERS);
    assert_non_null(pool);
    Phase phase = {0};
    run_phase(pool, &phase);
    assert_int_equal(atomic_load(&phase.calls[1]) + atomic_load(&phase.calls[2]), 0);
    thread_pool_destroy(pool);
    phase = (Phase){0};
    run_phase(NULL, &phase);
    thread_pool_wake(NULL);
    thread_pool_park(NULL);
    thread_pool_destroy(NULL);
}

TEST(test_thread_pool_does_every_part_once) {
    enum { CALLS = 20, PHASES = 50 };
    ThreadPool *pool = thread_pool_create(WORKERS);
    assert_non_null(pool);
    for (int call = 0; call < CALLS; call++) {
        thread_pool_wake(pool);
        for (int i = 0; i < PHASES; i++) {
            Phase phase = {.all_come = i == PHASES / 2};
            run_phase(pool, &phase);
            assert_true(!phase.all_come || all_called(&phase));
        }
        thread_pool_park(pool);
    }
    thread_pool_destroy(pool);
}

TEST(test_numbers_out_of_range_are_refused) {
    long long whole;
    double real;
    assert_true(number_whole("-12", -12, 5, &whole) && whole == -12);
    static const char *const not_whole[] = {"",   "x",   "6",   "-13",
                                            "3x", "1.5", "1e0", "99999999999999999999"};
    for (size_t i = 0; i < sizeof not_whole / sizeof not_whole[0]; i++)
        assert_false(number_whole(not_whole[i], -12, 5, &whole));
    assert_false(number_whole("99999999999999999999", 0, LLONG_MAX, &whole));
    assert_true(number_real("2.5", 0, 3, &real) && real == 2.5);
    static const char *const not_real[] = {"", "x", "3.1", "-0.1", "2ms", "nan", "inf"};
    for (size_t i = 0; i < sizeof not_real / sizeof not_real[0]; i++)
        assert_false(number_real(not_real[i], 0, 3, &real));
}

TEST(test_number_ends_where_its_unit_begins) {
    double value;
    const char text[] = "20ms";
    assert_ptr_equal(number_begin(text, 1, 100, &value), text + 2);
    assert_true(value == 20);
    assert_null(number_begin(text, 21, 100, &value));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_replaced_files_are_whole),
        IN_FOLDER(test_links_and_pipes_stay_what_they_are),
        IN_FOLDER(test_overwritten_files_keep_their_place),
        IN_FOLDER(test_failed_replace_leaves_nothing),
        IN_FOLDER(test_read_only_folder_is_an_error),
        IN_FOLDER(test_readers_see_whole_files),
        IN_FOLDER(test_files_are_read),
        IN_FOLDER(test_folders_are_created),
        cmocka_unit_test(test_program_is_held),
        cmocka_unit_test(test_clock_goes_on),
        cmocka_unit_test(test_start_of_the_process_is_known),
        cmocka_unit_test(test_number_of_cores_is_known),
        cmocka_unit_test(test_threads_run),
        cmocka_unit_test(test_numbers_out_of_range_are_refused),
        cmocka_unit_test(test_number_ends_where_its_unit_begins),
        cmocka_unit_test(test_events_wake_and_time_out),
        cmocka_unit_test(test_absent_workers_are_not_waited_for),
        cmocka_unit_test(test_thread_pool_does_every_part_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
