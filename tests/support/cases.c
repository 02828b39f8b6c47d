#include "support/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "test.h"

enum { MOST_CASES = 256 };

static int count_lines(const char *from, const char *to) {
    int lines = 0;
    for (; from < to; from++)
        lines += *from == '\n';
    return lines;
}

/* Where the next line that begins with "position " starts; else where the text ends. */
static const char *find_position(const char *text) {
    while (*text && strncmp(text, "position ", strlen("position ")) != 0)
        text += strcspn(text, "\n") + (text[strcspn(text, "\n")] != 0);
    return text;
}

/* Returns how many cases there are, or -1 with a message when a board cannot be read. */
static int read_cases(const char *file, const char *data, Case *cases) {
    char error[256];
    int count = 0;
    for (const char *text = data; count < MOST_CASES; count++) {
        Case *next = &cases[count];
        if (!notation_read(&text, next->name, &next->game, &next->state, error, sizeof error))
            break;
        next->file = file;
        next->text = text;
        next->end = find_position(text);
        next->line = 1 + count_lines(data, text);
    }
    if (!error[0])
        return count;
    print_error("%s: %s\n", file, error);
    return -1;
}

static int run_group(const char *file, int count, Case *cases, void (*test)(void **state)) {
    struct CMUnitTest tests[MOST_CASES];
    for (int i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){
            .name = cases[i].name, .test_func = test, .initial_state = &cases[i]};
    return _cmocka_run_group_tests(file, tests, (size_t)count, NULL, NULL);
}

int run_cases(const char *file, int least, void (*test)(void **state)) {
    size_t size;
    char *data = file_read(file, 1 << 20, &size);
    Case *cases = calloc(MOST_CASES, sizeof *cases);
    int count = data && cases ? read_cases(file, data, cases) : 0;
    if (count < least)
        print_error("%s: %d cases, not %d or more\n", file, count, least);
    int failed = count > 0 ? run_group(file, count, cases, test) : 0;
    free(cases);
    free(data);
    return failed || count < least;
}

static bool is_skipped(const char *line, size_t length) {
    return length == 0 || strncmp(line, "//", 2) == 0;
}

bool next_case_line(Case *the_case, CaseLine *line) {
    while (the_case->text < the_case->end) {
        const char *start = the_case->text;
        size_t length = strcspn(start, "\n");
        line->number = the_case->line++;
        the_case->text += length + (start[length] == '\n');
        if (is_skipped(start, length))
            continue;
        if (length >= sizeof line->text)
            fail_msg("%s:%d: the line is too long", the_case->file, line->number);
        snprintf(line->text, sizeof line->text, "%.*s", (int)length, start);
        return true;
    }
    return false;
}

void report_case(const Case *the_case, int line, const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    print_error("%s:%d: %s: %s\n", the_case->file, line, the_case->name, message);
}
