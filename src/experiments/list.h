/* The list of experiments: the questions that the page of results answers, and the tournaments
 * behind each of its tables. It is a text file in which every line begins with a keyword:
 *
 *   question NAME TITLE...       begins a question; its picture is NAME.svg
 *   picture KIND NAME,NAME...    what the picture shows of these rows or sections: elo, first or
 *                                deaths
 *   say TEXT...                  the answer; several are joined. {FIELD ROW} stands for a figure
 *                                of a row, see conclusion.h
 *
 *   section NAME TITLE...        begins a section; the lines that follow belong to it or its rows
 *   table duel|deaths|places     the columns of the section's table (default duel)
 *   note TEXT...                 a text above the table; several notes are joined
 *   row NAME GAMES TITLE...      begins a row with GAMES games of each lineup
 *   play ARGUMENTS...            the arguments of bin/arena: agents, limits, players, and
 *                                --until-error or --sprt, with which the row may stop early
 *   expect SECONDS [GAMES]       for estimates: the processor time that all moves of a game were
 *                                measured to take, with all threads; the games after which a row
 *                                with --until-error should stop
 *   outside PAGE                 the row is shown and never played here: it needs bots that are not
 *                                in this repository, and PAGE says how to get and play them. Its
 *                                games are those of the file that the arena wrote there
 *   readme                       the row is shown in the table of README.md
 *   published TEXT...            the result of a comparable experiment in the literature. Tables
 *                                show any text; pictures show "W won, L lost" of a duel, and
 *                                "P / P / P", how often each agent was first, all in percent
 *
 * Empty lines and lines that begin with # are comments.
 */
#ifndef BLASTBEAM_EXPERIMENTS_LIST_H
#define BLASTBEAM_EXPERIMENTS_LIST_H

#include <stdbool.h>
#include <stddef.h>

enum { LIST_NAME = 32, LIST_TITLE = 160, LIST_TEXT = 1024, LIST_SECTIONS = 24, LIST_ROWS = 160 };
enum { LIST_QUESTIONS = 16, LIST_PATH = 1024 };

/* What a picture shows. */
typedef enum PictureKind {
    PICTURE_ELO,   /* the Elo of the first agent of duels */
    PICTURE_FIRST, /* how often each agent was first */
    PICTURE_DEATHS /* deaths of the first agent, by cause */
} PictureKind;

typedef struct Question {
    char name[LIST_NAME], title[LIST_TITLE];
    PictureKind kind;
    char shown[LIST_TEXT];  /* names of rows and sections, with commas between; "": no picture */
    char answer[LIST_TEXT]; /* with {FIELD ROW} in it */
    int picture_line;       /* the number of the line with `picture` */
} Question;

/* The columns of a section's table. */
typedef enum TableKind {
    TABLE_DUEL,   /* games won, lost and drawn by the first agent, and its Elo */
    TABLE_DEATHS, /* deaths of the first agent, by cause */
    TABLE_PLACES  /* places of each agent, and how often it finished above each other one */
} TableKind;

typedef struct Section {
    char name[LIST_NAME], title[LIST_TITLE], note[LIST_TEXT];
    TableKind table;
} Section;

typedef struct Experiment {
    char name[LIST_NAME]; /* of letters, digits and '-'; also the name of its file of games */
    char title[LIST_TITLE], arguments[LIST_TEXT], published[LIST_TITLE];
    char outside[LIST_TITLE]; /* the page; "" for a row that is played here */
    int games;                /* of each lineup */
    int section;              /* an index */
    int line;                 /* the number of its line `row` */
    bool in_readme;
    double expected_s;  /* processor seconds of a game, of all threads; 0: not given */
    int expected_games; /* 0: not given */
} Experiment;

typedef struct ExperimentList {
    char path[LIST_PATH]; /* of its file */
    Question questions[LIST_QUESTIONS];
    Section sections[LIST_SECTIONS];
    Experiment rows[LIST_ROWS];
    int question_count, section_count, row_count;
} ExperimentList;

/* Read a list. Returns false, with a message that names the line, when a line is wrong or the file
 * cannot be read. */
bool list_read(ExperimentList *list, const char *path, char *error, size_t size);

/* True when `names`, a comma-separated list, has the name of the row or of its section; also when
 * `names` is NULL or "". */
bool list_selects(const ExperimentList *list, const Experiment *row, const char *names);

/* Find the first of `names` that is neither a row nor a section, and store it in `name`. Returns
 * false when there is none. */
bool list_unknown(const ExperimentList *list, const char *names, char name[LIST_NAME]);

#endif
