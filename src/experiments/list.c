#include "experiments/list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/number.h"

enum { BYTES_MAX = 1 << 20, GAMES_MAX = 1000000 };

static const char name_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

/* Cut the first word off a text. */
static char *take_word(char **text) {
    char *word = *text + strspn(*text, " \t");
    *text = word + strcspn(word, " \t");
    if (**text)
        *(*text)++ = 0;
    *text += strspn(*text, " \t");
    return word;
}

static bool copy_text(char *to, size_t size, const char *text) {
    return *text && (size_t)snprintf(to, size, "%s", text) < size;
}

static bool copy_name(char name[LIST_NAME], const char *text) {
    return copy_text(name, LIST_NAME, text) && !name[strspn(name, name_letters)];
}

static bool is_taken(const ExperimentList *list, const char *name) {
    for (int i = 0; i < list->section_count; i++)
        if (strcmp(list->sections[i].name, name) == 0)
            return true;
    for (int i = 0; i < list->row_count; i++)
        if (strcmp(list->rows[i].name, name) == 0)
            return true;
    return false;
}

static bool is_question(const ExperimentList *list, const char *name) {
    for (int i = 0; i < list->question_count; i++)
        if (strcmp(list->questions[i].name, name) == 0)
            return true;
    return false;
}

static const char *read_question(ExperimentList *list, char *rest) {
    if (list->question_count == LIST_QUESTIONS)
        return "is one question too many";
    Question *question = &list->questions[list->question_count];
    const char *name = take_word(&rest);
    if (list->section_count)
        return "comes after a section; questions come first";
    if (is_question(list, name))
        return "has a name that an earlier question has";
    if (!copy_name(question->name, name) || !copy_text(question->title, LIST_TITLE, rest))
        return "should be: question NAME TITLE...";
    list->question_count++;
    return NULL;
}

static const char *read_picture(Question *question, char *rest, int line) {
    static const char *const kinds[] = {"elo", "first", "deaths"};
    const char *word = take_word(&rest);
    if (question->shown[0])
        return "is the second picture of its question";
    for (int i = 0; i < 3; i++)
        if (strcmp(word, kinds[i]) == 0 && copy_text(question->shown, LIST_TEXT, rest)) {
            question->kind = (PictureKind)i;
            question->picture_line = line;
            return NULL;
        }
    return "should be: picture elo, first or deaths, and NAME,...";
}

static const char *read_section(ExperimentList *list, char *rest) {
    if (list->section_count == LIST_SECTIONS)
        return "is one section too many";
    Section *section = &list->sections[list->section_count];
    const char *name = take_word(&rest);
    if (is_taken(list, name))
        return "has a name that an earlier section or row has";
    if (!copy_name(section->name, name) || !copy_text(section->title, LIST_TITLE, rest))
        return "should be: section NAME TITLE...";
    list->section_count++;
    return NULL;
}

static const char *read_row(ExperimentList *list, char *rest, int line) {
    if (list->row_count == LIST_ROWS)
        return "is one row too many";
    Experiment *row = &list->rows[list->row_count];
    const char *name = take_word(&rest);
    long long games = 0;
    bool counted = number_whole(take_word(&rest), 1, GAMES_MAX, &games);
    row->games = (int)games;
    row->line = line;
    row->section = list->section_count - 1;
    if (is_taken(list, name))
        return "has a name that an earlier section or row has";
    if (row->section < 0 || !counted || !copy_name(row->name, name) ||
        !copy_text(row->title, LIST_TITLE, rest))
        return "should be, in a section: row NAME GAMES TITLE...";
    list->row_count++;
    return NULL;
}

static const char *read_table(Section *section, const char *rest) {
    static const char *const names[] = {"duel", "deaths", "places"};
    for (int i = 0; i < 3; i++)
        if (strcmp(rest, names[i]) == 0) {
            section->table = (TableKind)i;
            return NULL;
        }
    return "should be: table duel, deaths or places";
}

static const char *append_text(char text[LIST_TEXT], const char *rest) {
    size_t used = strlen(text), space = LIST_TEXT - used;
    int added = snprintf(text + used, space, "%s%s", used ? " " : "", rest);
    return *rest && (size_t)added < space ? NULL : "is empty, or makes the text too long";
}

static const char *read_expectation(Experiment *row, char *rest) {
    long long games = 0;
    bool read = number_real(take_word(&rest), 0.001, 1e6, &row->expected_s) &&
                (!*rest || number_whole(rest, 1, GAMES_MAX, &games));
    row->expected_games = (int)games;
    return read ? NULL : "should be: expect SECONDS [GAMES]";
}

static bool is_given(const Experiment *row, const char *word) {
    return (strcmp(word, "play") == 0 && row->arguments[0]) ||
           (strcmp(word, "published") == 0 && row->published[0]) ||
           (strcmp(word, "outside") == 0 && row->outside[0]) ||
           (strcmp(word, "expect") == 0 && row->expected_s > 0) ||
           (strcmp(word, "readme") == 0 && row->in_readme);
}

static const char *read_row_line(Experiment *row, const char *word, char *rest) {
    if (is_given(row, word))
        return "repeats a word of its row";
    if (strcmp(word, "play") == 0)
        return copy_text(row->arguments, LIST_TEXT, rest) ? NULL : "has no arguments, or too many";
    if (strcmp(word, "published") == 0)
        return copy_text(row->published, LIST_TITLE, rest) ? NULL : "is empty or too long";
    if (strcmp(word, "outside") == 0)
        return copy_text(row->outside, LIST_TITLE, rest) ? NULL : "names no page, or a long one";
    if (strcmp(word, "expect") == 0)
        return read_expectation(row, rest);
    if (strcmp(word, "readme") == 0) {
        row->in_readme = true;
        return *rest ? "has text behind `readme`" : NULL;
    }
    return "begins with none of: section, table, note, row, play, expect, outside, readme, "
           "published";
}

static const char *read_question_line(Question *question, const char *word, char *rest,
                                      int number) {
    if (strcmp(word, "picture") == 0)
        return read_picture(question, rest, number);
    if (strcmp(word, "say") == 0)
        return append_text(question->answer, rest);
    return "begins with none of: question, picture, say, section";
}

/* The last row, if the last section has any. */
static Experiment *open_row(ExperimentList *list) {
    Experiment *row = list->row_count ? &list->rows[list->row_count - 1] : NULL;
    return row && row->section == list->section_count - 1 ? row : NULL;
}

static const char *read_section_line(ExperimentList *list, const char *word, char *rest) {
    Section *section = &list->sections[list->section_count - 1];
    Experiment *row = open_row(list);
    if (strcmp(word, "table") == 0)
        return read_table(section, rest);
    if (strcmp(word, "note") == 0)
        return append_text(section->note, rest);
    return row ? read_row_line(row, word, rest)
               : "begins with none of the words that may stand before the first row of a section: "
                 "section, table, note, row";
}

static const char *read_line(ExperimentList *list, char *line, int number) {
    const char *word = take_word(&line);
    if (!*word || *word == '#')
        return NULL;
    if (strcmp(word, "section") == 0)
        return read_section(list, line);
    if (strcmp(word, "row") == 0)
        return read_row(list, line, number);
    if (strcmp(word, "question") == 0)
        return read_question(list, line);
    if (list->section_count)
        return read_section_line(list, word, line);
    if (list->question_count)
        return read_question_line(&list->questions[list->question_count - 1], word, line, number);
    return "begins with none of the words that begin a list: question, section";
}

/* What can only be checked at the end of the list. */
static const char *check_list(const ExperimentList *list, int *number) {
    char name[LIST_NAME];
    for (int i = 0; i < list->row_count; i++)
        if (!list->rows[i].arguments[0]) {
            *number = list->rows[i].line;
            return "begins a row without a line `play`";
        }
    for (int i = 0; i < list->question_count; i++)
        if (list_unknown(list, list->questions[i].shown, name)) {
            *number = list->questions[i].picture_line;
            return "names a row or section that the list does not have";
        }
    return NULL;
}

static const char *read_lines(ExperimentList *list, char *text, int *number) {
    for (char *line = text; *line;) {
        char *end = line + strcspn(line, "\n");
        bool last = !*end;
        *end = 0;
        if (end > line && end[-1] == '\r')
            end[-1] = 0;
        const char *wrong = read_line(list, line, *number);
        if (wrong)
            return wrong;
        line = last ? end : end + 1;
        ++*number;
    }
    return check_list(list, number);
}

bool list_read(ExperimentList *list, const char *path, char *error, size_t size) {
    size_t length;
    int number = 1;
    memset(list, 0, sizeof *list);
    snprintf(list->path, sizeof list->path, "%s", path);
    char *text = file_read(path, BYTES_MAX, &length);
    if (!text) {
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    const char *wrong = read_lines(list, text, &number);
    if (wrong)
        snprintf(error, size, "%s: line %d %s", path, number, wrong);
    free(text);
    return !wrong;
}

static bool is_in_names(const char *name, const char *names) {
    size_t length = strlen(name);
    for (; *names; names += strcspn(names, ",") + (names[strcspn(names, ",")] == ','))
        if (strcspn(names, ",") == length && strncmp(names, name, length) == 0)
            return true;
    return false;
}

bool list_selects(const ExperimentList *list, const Experiment *row, const char *names) {
    return !names || !*names || is_in_names(row->name, names) ||
           is_in_names(list->sections[row->section].name, names);
}

bool list_unknown(const ExperimentList *list, const char *names, char name[LIST_NAME]) {
    while (names && *names) {
        size_t length = strcspn(names, ",");
        snprintf(name, LIST_NAME, "%.*s", (int)length, names);
        if (!is_taken(list, name))
            return true;
        names += length + (names[length] == ',');
    }
    return false;
}
