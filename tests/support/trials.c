#include "support/trials.h"

#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "test.h"

enum { MOST = 1 << 22 };

const char three_rows[] = "# comment\r\n"
                          "section first The first section\n"
                          "note One.\n"
                          "note Two.\n"
                          "row quick 8 chaser against random\n"
                          "play -a chaser -a random --nodes 5\n"
                          "published 90 won\n"
                          "\n"
                          "section second More\n"
                          "table places\n"
                          "row four 4 four players\n"
                          "play -a chaser -a random --players 4 --nodes 5\n"
                          "row missing 10 nobody there\n"
                          "play -a chaser -a nobody --nodes 5";

void read_list(const char *text, ExperimentList *list) {
    char path[SCRATCH_PATH], error[256];
    scratch_write("list.txt", text, 0644);
    if (!list_read(list, scratch_path("list.txt", path), error, sizeof error))
        fail_msg("%s", error);
}

void open_list(const char *text, ExperimentList *list, Trial *trials) {
    read_list(text, list);
    for (int i = 0; i < list->row_count; i++)
        trial_open(&trials[i], &list->rows[i], scratch);
}

bool play_trial(Trial *trial, int games, const char *commit) {
    const TrialPlay play = {.commit = commit};
    return trial_play(trial, games, &play);
}

void assert_page_says(const ExperimentList *list, const Trial *trials, const char *path,
                      const char *what) {
    size_t size;
    char why[256];
    if (!page_write(list, trials, scratch, path, why, sizeof why))
        fail_msg("%s", why);
    char *text = file_read(path, MOST, &size);
    assert_non_null(text);
    if (!strstr(text, what))
        fail_msg("\"%s\" is not in: %s", what, text);
    free(text);
}
