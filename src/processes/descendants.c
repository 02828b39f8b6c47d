#include "processes/descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/clock.h"

enum { KILL_GRACE_MS = 5000 };

/* A process of the system. */
typedef struct Entry {
    pid_t id, parent;
    char state; /* Z: ended but not reaped, T: stopped */
    int threads;
    bool is_descendant;
} Entry;

typedef struct Table {
    Entry *entries;
    int count, space;
} Table;

void descendants_adopt(void) {
#ifdef PR_SET_CHILD_SUBREAPER
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

/* Read /proc/ID/stat. The program's name in it may contain blanks and brackets, so fields are
 * counted from the last bracket. */
static bool read_entry(const char *id, Entry *entry) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", id);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    text[size > 0 ? size : 0] = 0;
    const char *rest = strrchr(text, ')');
    *entry = (Entry){.id = (pid_t)strtol(id, NULL, 10)};
    /* Fields 3 and 4, and 20. */
    return rest &&
           sscanf(rest + 1, " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %d",
                  &entry->state, &entry->parent, &entry->threads) == 3;
}

static void add_entry(Table *table, const Entry *entry) {
    if (table->count == table->space) {
        int space = 2 * table->space + 256;
        Entry *larger = realloc(table->entries, (size_t)space * sizeof *larger);
        if (!larger)
            return;
        table->entries = larger;
        table->space = space;
    }
    table->entries[table->count++] = *entry;
}

static int compare_ids(const void *a, const void *b) {
    const Entry *left = a, *right = b;
    return (left->id > right->id) - (left->id < right->id);
}

/* Mark the descendants of this process. A parent may come after its child, so the passes are
 * repeated until nothing changes. */
static void mark_descendants(Table *table) {
    pid_t own = getpid();
    bool changed = true;
    if (table->count > 0)
        qsort(table->entries, (size_t)table->count, sizeof *table->entries, compare_ids);
    while (changed) {
        changed = false;
        for (int i = 0; i < table->count; i++) {
            Entry *entry = &table->entries[i], parent = {.id = entry->parent};
            const Entry *above = bsearch(&parent, table->entries, (size_t)table->count,
                                         sizeof *table->entries, compare_ids);
            if (entry->is_descendant || (entry->parent != own && !(above && above->is_descendant)))
                continue;
            entry->is_descendant = changed = true;
        }
    }
}

static Table list_processes(void) {
    Table table = {NULL, 0, 0};
    DIR *folder = opendir("/proc");
    Entry entry;
    if (!folder)
        return table;
    for (const struct dirent *item; (item = readdir(folder));)
        if (isdigit((unsigned char)item->d_name[0]) && read_entry(item->d_name, &entry))
            add_entry(&table, &entry);
    closedir(folder);
    mark_descendants(&table);
    return table;
}

/* The memory of a process in kB, without the pages of files. */
static long memory_kb(pid_t id) {
    char path[64], line[256];
    long sum = 0, value;
    snprintf(path, sizeof path, "/proc/%d/status", (int)id);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "RssAnon: %ld", &value) == 1 || sscanf(line, "RssShmem: %ld", &value) == 1)
            sum += value;
    if (file)
        fclose(file);
    return sum;
}

DescendantsUsage descendants_usage(void) {
    enum { KB_PER_MB = 1024 };
    Table table = list_processes();
    DescendantsUsage usage = {0, 0, 0};
    long kb = 0;
    for (int i = 0; i < table.count; i++)
        if (table.entries[i].is_descendant && table.entries[i].state != 'Z') {
            usage.count++;
            usage.threads += table.entries[i].threads;
            kb += memory_kb(table.entries[i].id);
        }
    free(table.entries);
    usage.memory_mb = (int)(kb / KB_PER_MB);
    return usage;
}

/* Send a signal to all descendants. Returns how many of them were not stopped. */
static int signal_all(int signal) {
    Table table = list_processes();
    int running = 0;
    for (int i = 0; i < table.count; i++) {
        const Entry *entry = &table.entries[i];
        if (!entry->is_descendant || entry->state == 'Z')
            continue;
        running += entry->state != 'T';
        kill(entry->id, signal);
    }
    free(table.entries);
    return running;
}

/* Reap all children that have ended. Returns false when no child is left. */
static bool reap(void) {
    pid_t ended;
    do
        ended = waitpid(-1, NULL, WNOHANG);
    while (ended > 0 || (ended < 0 && errno == EINTR));
    return ended == 0;
}

void descendants_end(void) {
    int64_t deadline = clock_now() + KILL_GRACE_MS * 1000000ll;
    while (reap() && clock_now() < deadline) {
        /* Stop them first: otherwise they could start processes faster than they are killed. */
        while (signal_all(SIGSTOP) > 0 && clock_now() < deadline)
            reap();
        signal_all(SIGKILL);
        clock_sleep_ms(1);
    }
}
