/* Every instruction set plays the rounds of tests/data/rules.txt as they are drawn there. */
#include <stdio.h>
#include <string.h>

#include "support/cases.h"
#include "test.h"

static Command read_command(const Case *rule, const CaseLine *line, const char *word) {
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
        if (strcmp(command_name(c), word) == 0)
            return c;
    fail_msg("%s:%d: there is no command \"%s\"", rule->file, line->number, word);
    return COMMAND_NOTHING;
}

/* Read "play COMMAND... [ranks NUMBER...]". */
static void read_play(Case *rule, uint8_t command[MAX_PLAYERS], Ranks *ranks) {
    CaseLine line;
    if (!next_case_line(rule, &line) || strncmp(line.text, "play ", 5) != 0)
        fail_msg("%s:%d: no line \"play ...\" below the board", rule->file, rule->line);
    char *save, *word = strtok_r(line.text + 5, " ", &save);
    *ranks = RANKS_IN_ORDER;
    memset(command, COMMAND_NOTHING, MAX_PLAYERS);
    for (int p = 0; word && strcmp(word, "ranks") != 0 && p < MAX_PLAYERS; p++) {
        command[p] = (uint8_t)read_command(rule, &line, word);
        word = strtok_r(NULL, " ", &save);
    }
    for (int p = 0; p < MAX_PLAYERS && word && (word = strtok_r(NULL, " ", &save)); p++)
        ranks->rank[p] = (uint8_t)(word[0] - '0');
}

/* True when a line is as drawn. A row of the board may be drawn shorter: it must be blank up to
 * column CROP, and says nothing about the rest. */
static bool is_as_drawn(const char *drawn, const char *written, size_t length) {
    enum { CROP = 11 };
    size_t given = strlen(drawn);
    if (given > length || strncmp(drawn, written, given) != 0)
        return false;
    if (*drawn != '#')
        return given == length;
    for (size_t x = given; x < CROP; x++)
        if (written[x] != ' ')
            return false;
    return true;
}

static const char *following_line(const char *text) {
    return strchr(text, '\n') + 1;
}

/* Compare the lines up to "end" with what was written. Rows below the last drawn one are not
 * compared. */
static void assert_drawn(const Case *played, const char *engine, const char *written) {
    Case rule = *played;
    CaseLine line;
    written = following_line(written);
    while (next_case_line(&rule, &line) && strcmp(line.text, "end") != 0) {
        while (line.text[0] != '#' && *written == '#')
            written = following_line(written);
        size_t length = strcspn(written, "\n");
        if (!is_as_drawn(line.text, written, length)) {
            report_case(&rule, line.number, "with %s\nexpected: %s\n   found: %.*s", engine,
                        line.text, (int)length, written);
            fail();
        }
        written = following_line(written);
    }
    assert_string_equal(line.text, "end");
}

static void test_round_is_played_as_drawn(void **state) {
    Case *rule = *state;
    uint8_t command[MAX_PLAYERS];
    Ranks ranks;
    read_play(rule, command, &ranks);
    for (int i = 0; engine_at(i); i++) {
        State after = rule->state;
        RoundEvents events;
        char written[NOTATION_TEXT];
        engine_at(i)->play(&rule->game, &after, command, &ranks, &events);
        notation_write(rule->name, &rule->game, &after, &events, written);
        assert_drawn(rule, engine_at(i)->name, written);
    }
}

int main(void) {
    return run_cases("tests/data/rules.txt", 25, test_round_is_played_as_drawn);
}
