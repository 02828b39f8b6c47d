#include "support/experiment_list.h"

#include <string.h>

#include "platform/file.h"
#include "support/scratch.h"
#include "test.h"

const char small_experiment_list[] = "# comment\r\n"
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

bool read_list_text(const char *text, ExperimentList *list, char *error, size_t size) {
    char path[SCRATCH_PATH];
    scratch_path("list.txt", path);
    assert_true(file_replace(path, text, strlen(text)));
    return list_read(list, path, error, size);
}
