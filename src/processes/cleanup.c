#include "processes/cleanup.h"

#include <fts.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { BLOCK = 512, LARGE_FILE = 1 << 20 };

static FTS *walk_folder(const char *folder) {
    char *const roots[] = {(char *)folder, NULL};
    return fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
}

static long long disk_bytes(const FTSENT *entry) {
    return entry->fts_statp ? (long long)entry->fts_statp->st_blocks * BLOCK : 0;
}

static bool exceeds_limits(const char *folder) {
    long long bytes = 0;
    int files = 0;
    FTS *walk = walk_folder(folder);
    for (const FTSENT *entry; walk && (entry = fts_read(walk));) {
        files += entry->fts_info != FTS_DP;
        bytes += entry->fts_info != FTS_DP ? disk_bytes(entry) : 0;
    }
    if (walk)
        fts_close(walk);
    return bytes > (long long)CLEANUP_KEEP_MB << 20 || files > CLEANUP_KEEP_FILES;
}

static bool is_kept(const FTSENT *entry) {
    static const char *const kept[] = {"move.txt", "state.json", "map.txt"};
    for (int i = 0; i < 3; i++)
        if (entry->fts_level == 1 && strcmp(entry->fts_name, kept[i]) == 0)
            return disk_bytes(entry) <= LARGE_FILE;
    return entry->fts_level == 0;
}

long long cleanup_folder(const char *folder) {
    long long removed = 0;
    if (!exceeds_limits(folder))
        return 0;
    FTS *walk = walk_folder(folder);
    for (const FTSENT *entry; walk && (entry = fts_read(walk));)
        if (entry->fts_info != FTS_D && !is_kept(entry) && remove(entry->fts_accpath) == 0)
            removed += disk_bytes(entry);
    if (walk)
        fts_close(walk);
    return removed;
}

bool cleanup_remove(const char *path) {
    bool removed = true;
    FTS *walk = walk_folder(path);
    for (const FTSENT *entry; walk && (entry = fts_read(walk));)
        if (entry->fts_info != FTS_D)
            removed = remove(entry->fts_accpath) == 0 && removed;
    if (walk)
        fts_close(walk);
    return removed;
}
