/* The list of experiments: which games show what. A text file of lines that begin with a word:
 *
 *   section NAME TITLE...        begins a section; the next words belong to it or to its rows
 *   table duel|deaths|places     what its table shows (default duel)
 *   note TEXT...                 stands above the table; several are joined
 *   row NAME GAMES TITLE...      begins a row
 *   play ARGUMENTS...            of bin/arena: agents, limits, players
 *   published TEXT...            what others found
 *
 * Empty lines and lines that begin with # say nothing.
 */
#ifndef BLASTBEAM_EXPERIMENTS_LIST_H
#define BLASTBEAM_EXPERIMENTS_LIST_H

#include <stdbool.h>
#include <stddef.h>

enum { LIST_NAME = 32, LIST_TITLE = 160, LIST_TEXT = 1024, LIST_SECTIONS = 24, LIST_ROWS = 160 };

/* What a section's table shows. */
typedef enum TableKind {
    TABLE_DUEL,   /* won, lost, drawn, Elo of the first agent */
    TABLE_DEATHS, /* of the first agent, by cause */
    TABLE_PLACES  /* of each agent, and who finished above whom */
} TableKind;

typedef struct Section {
    char name[LIST_NAME], title[LIST_TITLE], note[LIST_TEXT];
    TableKind table;
} Section;

typedef struct Experiment {
    char name[LIST_NAME]; /* letters, digits, '-': names a file, too */
    char title[LIST_TITLE], arguments[LIST_TEXT], published[LIST_TITLE];
    int games;   /* of each lineup */
    int section; /* by index */
} Experiment;

typedef struct ExperimentList {
    Section sections[LIST_SECTIONS];
    Experiment rows[LIST_ROWS];
    int section_count, row_count;
} ExperimentList;

/* Read a list. Returns false, with a message that names the line, when it is not understood. */
bool list_read(ExperimentList *list, const char *path, char *error, size_t size);

/* Whether a row is among `names`, comma-separated names of rows and sections; NULL or "": all. */
bool list_selects(const ExperimentList *list, const Experiment *row, const char *names);

/* The first of `names` that is neither a row nor a section, into name; false when there is none. */
bool list_unknown(const ExperimentList *list, const char *names, char name[LIST_NAME]);

#endif
