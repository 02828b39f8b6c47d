/* Folders that a bot has filled with hostile trees: they are measured and removed, whatever is in
 * them, in bounded time. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/folder.h"
#include "processes/cleanup.h"
#include "support/scratch.h"
#include "test.h"

enum { DEPTH = 5000, LONG_NAME = 255, MANY_FILES = 30000, PATIENCE_MS = 60000, NOBODY = 65534 };

static char top[SCRATCH_PATH];

GROUP_FUNCTION(make_top) {
    assert_true(folder_create(scratch_path("top", top)));
    return 0;
}

GROUP_FUNCTION(remove_top) {
    assert_true(cleanup_remove(top, PATIENCE_MS));
    return 0;
}

static void make_file(int folder, const char *name, size_t size) {
    static const char bytes[4096];
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    for (; size >= sizeof bytes; size -= sizeof bytes)
        assert_int_equal(write(file, bytes, sizeof bytes), sizeof bytes);
    close(file);
}

/* Make a chain of folders with a file at its end. */
static void make_chain(const char *first, int depth, size_t size) {
    char name[LONG_NAME + 1], path[2 * SCRATCH_PATH];
    memset(name, 'd', LONG_NAME);
    name[LONG_NAME] = 0;
    snprintf(path, sizeof path, "%s/%s", top, first);
    assert_true(folder_create(path));
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 1; i < depth; i++) {
        assert_int_equal(mkdirat(folder, name, 0700), 0);
        int below = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        assert_true(below >= 0);
        close(folder);
        folder = below;
    }
    make_file(folder, "file", size);
    close(folder);
}

static bool exists(const char *name) {
    struct stat status;
    char path[2 * SCRATCH_PATH];
    snprintf(path, sizeof path, "%s/%s", top, name);
    return lstat(path, &status) == 0;
}

static void count_one(void *context, const char *name) {
    *(int *)context += strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static int count_left(void) {
    int count = 0;
    assert_true(folder_visit(top, count_one, &count));
    return count;
}

static void run_in_top(const char *script) {
    char command[4 * SCRATCH_PATH];
    snprintf(command, sizeof command, "cd '%s' && %s", top, script);
    assert_int_equal(system(command), 0);
}

static double ms_since(int64_t start) {
    return (double)(clock_now() - start) * 1e-6;
}

TEST(test_trees_deeper_than_any_path_are_removed) {
    enum { SIZE = 1 << 20 };
    make_chain("chain", DEPTH, SIZE);
    run_in_top("touch move.txt");
    FolderSize size = folder_measure(top, PATIENCE_MS);
    assert_true(size.complete);
    assert_int_equal(size.files, DEPTH + 2);
    assert_true(size.bytes >= SIZE);
    int64_t start = clock_now();
    CleanupResult result = cleanup_folder(top, PATIENCE_MS);
    print_message("%d folders deep: removed in %.0f ms\n", DEPTH, ms_since(start));
    assert_true(result.complete);
    assert_true(result.removed >= SIZE);
    assert_int_equal(count_left(), 1);
    assert_true(exists("move.txt"));
}

/* Many chains, a file in each folder, and files that have the names into which folders are moved.
 */
TEST(test_wide_and_deep_trees_are_removed) {
    for (int i = 0; i < 30; i++) {
        char name[64];
        snprintf(name, sizeof name, "chain%d", i);
        make_chain(name, 40, 4096);
    }
    run_in_top("touch .cleanup-0 .cleanup-2 && mkdir -p .cleanup-1/a .cleanup-3 .cleanup-4/a/b/c");
    run_in_top("mkdir -p move.txt/a/b && ln -s . state.json && mkfifo map.txt");
    assert_int_equal(folder_measure(top, PATIENCE_MS).files, 30 * 41 + 9 + 5);
    assert_true(cleanup_folder(top, PATIENCE_MS).complete);
    assert_int_equal(count_left(), 0);
}

TEST(test_many_files_are_removed) {
    char name[64];
    int folder = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; i < MANY_FILES; i++) {
        snprintf(name, sizeof name, "%d", i);
        make_file(folder, name, 0);
    }
    close(folder);
    assert_int_equal(folder_measure(top, PATIENCE_MS).files, MANY_FILES);
    int64_t start = clock_now();
    assert_true(cleanup_folder(top, PATIENCE_MS).complete);
    print_message("%d files: removed in %.0f ms\n", MANY_FILES, ms_since(start));
    assert_int_equal(count_left(), 0);
}

TEST(test_links_are_removed_not_followed) {
    run_in_top("mkdir ../outside && touch ../outside/kept && mkdir sub && ln -s ../../outside sub/a"
               " && ln -s ../outside b && ln -s / c && ln ../outside/kept d");
    run_in_top("for i in $(seq 1100); do : >sub/$i; done");
    assert_int_equal(folder_measure(top, PATIENCE_MS).files, 1100 + 5);
    assert_true(cleanup_folder(top, PATIENCE_MS).complete);
    assert_int_equal(count_left(), 0);
    assert_true(exists("../outside/kept"));
    run_in_top("ln -s ../outside link");
    char path[2 * SCRATCH_PATH];
    snprintf(path, sizeof path, "%s/link", top);
    assert_true(cleanup_remove(path, PATIENCE_MS));
    assert_false(exists("link"));
    assert_true(exists("../outside/kept"));
    assert_true(cleanup_remove(path, PATIENCE_MS)); /* it is not there */
}

/* A process that has changed its user may not see its own /proc until it says so. */
static void become_nobody(void) {
    assert_int_equal(seteuid(NOBODY), 0);
    assert_int_equal(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 0);
}

/* Permissions bind only users without privileges. */
TEST(test_folders_without_permissions_are_removed) {
    bool privileged = geteuid() == 0;
    make_chain("chain", 20, 4096);
    run_in_top("mkdir -p p/q/r && touch p/q/r/s && for i in $(seq 1100); do : >p/$i; done");
    if (privileged)
        run_in_top("chown -R 65534:65534 . && chmod 711 ..");
    run_in_top("chmod 000 p/q/r && chmod 500 p/q && chmod 000 p && chmod 000 chain");
    run_in_top("chmod 000 .");
    if (privileged)
        become_nobody();
    FolderSize size = folder_measure(top, PATIENCE_MS);
    CleanupResult result = cleanup_folder(top, PATIENCE_MS);
    if (privileged)
        assert_int_equal(seteuid(0), 0);
    assert_true(size.complete);
    assert_int_equal(size.files, 21 + 4 + 1100);
    assert_true(result.complete);
    assert_int_equal(count_left(), 0);
}

TEST(test_cleanup_ends_at_its_limit) {
    enum { LIMIT_MS = 20, SLACK_MS = 20000 };
    make_chain("chain", DEPTH / 4, 4096);
    int64_t start = clock_now();
    CleanupResult result = cleanup_folder(top, LIMIT_MS);
    assert_true(ms_since(start) < LIMIT_MS + SLACK_MS);
    assert_false(result.complete);
    start = clock_now();
    FolderSize size = folder_measure(top, 0);
    assert_true(ms_since(start) < SLACK_MS);
    assert_false(size.complete);
    assert_true(size.files > 0);
    start = clock_now();
    while (!result.complete && ms_since(start) < PATIENCE_MS) /* each call goes on */
        result = cleanup_folder(top, LIMIT_MS);
    assert_true(result.complete);
}

TEST(test_measuring_ends_at_its_bounds) {
    run_in_top("for i in $(seq 50); do head -c 8192 /dev/zero >$i; done");
    FolderSize size = folder_measure_until(top, LLONG_MAX, 10, PATIENCE_MS);
    assert_false(size.complete);
    assert_int_equal(size.files, 11);
    size = folder_measure_until(top, 40000, LLONG_MAX, PATIENCE_MS);
    assert_false(size.complete);
    assert_true(size.bytes > 40000 && size.files < 10);
    size = folder_measure_until(top, LLONG_MAX, 50, PATIENCE_MS);
    assert_true(size.complete);
    size = folder_measure("/no/such/folder", PATIENCE_MS);
    assert_true(size.complete && size.files == 0 && size.bytes == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_trees_deeper_than_any_path_are_removed, make_top,
                                        remove_top),
        cmocka_unit_test_setup_teardown(test_wide_and_deep_trees_are_removed, make_top, remove_top),
        cmocka_unit_test_setup_teardown(test_many_files_are_removed, make_top, remove_top),
        cmocka_unit_test_setup_teardown(test_links_are_removed_not_followed, make_top, remove_top),
        cmocka_unit_test_setup_teardown(test_folders_without_permissions_are_removed, make_top,
                                        remove_top),
        cmocka_unit_test_setup_teardown(test_cleanup_ends_at_its_limit, make_top, remove_top),
        cmocka_unit_test_setup_teardown(test_measuring_ends_at_its_bounds, make_top, remove_top),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
