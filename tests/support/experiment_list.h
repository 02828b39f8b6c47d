/* Lists of experiments in the scratch folder. */
#ifndef BLASTBEAM_TESTS_SUPPORT_EXPERIMENT_LIST_H
#define BLASTBEAM_TESTS_SUPPORT_EXPERIMENT_LIST_H

#include "experiments/list.h"

/* Two sections and three rows: "quick", "four" with four players, and "missing", whose agent does
 * not exist. */
extern const char small_experiment_list[];

/* Write a list into the scratch folder, and read it with list_read. */
bool read_list_text(const char *text, ExperimentList *list, char *error, size_t size);

#endif
