/* The screen of a match in terminals of a fixed size. */
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "platform/clock.h"
#include "referee/console.h"
#include "support/matches.h"
#include "test.h"

enum { ROWS_MAX = 64, COLUMNS_MAX = 256, BOARD_COLUMNS = 2 * BOARD_SIZE };

/* What a terminal shows. It understands the few sequences that the screen uses. */
typedef struct Display {
    int columns, rows, row, column;
    bool scrolled; /* a line has left the terminal at the top, or was wrapped */
    char cell[ROWS_MAX][COLUMNS_MAX];
} Display;

static void clear_from(Display *display, int row, int column) {
    for (; row < display->rows; row++, column = 0)
        memset(display->cell[row] + column, ' ', (size_t)(display->columns - column));
}

/* Obey the sequence behind an escape. Returns the byte behind it. */
static const char *obey(Display *display, const char *text) {
    size_t length = strspn(text, "[?0123456789;");
    if (text[length] == 'H')
        display->row = display->column = 0;
    else if (text[length] == 'K')
        memset(display->cell[display->row] + display->column, ' ',
               (size_t)(display->columns - display->column));
    else if (text[length] == 'J')
        clear_from(display, text[1] == '2' ? 0 : display->row,
                   text[1] == '2' ? 0 : display->column);
    return text + length + 1;
}

static void show(Display *display, const char *text) {
    for (; *text; text++) {
        if (*text == '\033') {
            text = obey(display, text + 1) - 1;
        } else if (*text == '\n') {
            display->scrolled |= ++display->row >= display->rows;
            display->row -= display->row >= display->rows;
        } else if (*text == '\r') {
            display->column = 0;
        } else {
            display->scrolled |= display->column >= display->columns;
            display->column -= display->column >= display->columns;
            display->cell[display->row][display->column++] = *text;
        }
    }
}

/* Ask player `player` in a terminal of this size, press the keys and show what was written. */
static void ask_in_terminal(Display *display, Match *match, Screen screen, int player,
                            const char *keys) {
    struct winsize size = {.ws_col = (unsigned short)display->columns,
                           .ws_row = (unsigned short)display->rows};
    static char text[1 << 18];
    size_t used = 0;
    int master;
    pid_t child = forkpty(&master, NULL, NULL, &size);
    if (child < 0)
        SKIP_BECAUSE(NO_TERMINAL);
    if (child == 0) {
        Console console = {.input = STDIN_FILENO, .out = stdout, .screen = screen};
        for (int p = 0; p < MAX_PLAYERS; p++)
            console.keys[p] = engine_keys;
        console_ask(&console, match, player);
        _exit(0);
    }
    for (ssize_t count = 1; count > 0;) {
        struct pollfd ready = {master, POLLIN, 0};
        if (poll(&ready, 1, 400) == 0 && *keys) {
            assert_int_equal(write(master, keys++, 1), 1);
            continue;
        }
        count = read(master, text + used, sizeof text - 1 - used);
        used += count > 0 ? (size_t)count : 0;
    }
    text[used] = 0;
    waitpid(child, NULL, 0);
    close(master);
    clear_from(display, 0, 0);
    show(display, text);
    for (int row = 0; row < display->rows; row++)
        display->cell[row][display->columns] = 0;
}

static const char *row_with(const Display *display, const char *text) {
    for (int row = 0; row < display->rows; row++)
        if (strstr(display->cell[row], text))
            return display->cell[row];
    return NULL;
}

static void assert_shown(const Display *display, const char *text) {
    if (row_with(display, text))
        return;
    for (int row = 0; row < display->rows; row++)
        print_message("%s|\n", display->cell[row]);
    fail_msg("\"%s\" is not on the screen", text);
}

/* Four players after round 6, in which nearly everything has happened that can happen. */
static Match *busy_match(Screen *screen) {
    Match *match = people_match();
    match->player_count = 4;
    game_init(&match->game, 4, 100);
    state_init(&match->state, &match->game);
    for (int p = 0; p < 4; p++)
        player_open_human(&match->players[p], (char)('A' + p), p + 1);
    *screen = (Screen){0};
    screen_note_round(screen, match);
    match->state.round = 7;
    match->state.bag[2] = 2;
    match->players[1].late = match->players[1].failed = 1;
    snprintf(match->players[1].failure, sizeof match->players[1].failure, "%s",
             "exit status 3: no map in the folder of this round, as it seems");
    match->players[1].human = false;
    match->players[1].nothing_in_row = 20;
    match->players[1].last = COMMAND_BOMB;
    match->players[2].human = false;
    match->players[2].nothing_in_row = 21; /* of its own, for the last time */
    match->players[2].last = COMMAND_NOTHING;
    match->events.killed = 1 << 3;
    match->state.alive = 7;
    match->events.exploded = 3;
    screen_note_round(screen, match);
    return match;
}

static void assert_whole_board(const Display *display) {
    char border[BOARD_COLUMNS + 1];
    memset(border, '#', BOARD_COLUMNS);
    border[BOARD_COLUMNS] = 0;
    assert_false(display->scrolled);
    for (int row = 1; row <= BOARD_SIZE; row++)
        assert_int_equal(
            strncmp(display->cell[row], border, row == 1 || row == BOARD_SIZE ? BOARD_COLUMNS : 2),
            0);
}

TEST(test_80_columns_and_24_lines_show_board_players_events_and_prompt) {
    Screen screen;
    Match *match = busy_match(&screen);
    Display display = {.columns = 80, .rows = 24};
    ask_in_terminal(&display, match, screen, 0, "qq");
    assert_whole_board(&display);
    for (int p = 0; p < 4; p++) {
        char name[32];
        snprintf(name, sizeof name, "%c Player %d ", 'A' + p, p + 1);
        const char *found = strstr(display.cell[1 + 3 * p], name);
        assert_non_null(found);
        assert_true(found - display.cell[1 + 3 * p] > BOARD_COLUMNS);
    }
    assert_shown(&display, "late 1  failed 1");
    assert_shown(&display, "B was late");
    assert_shown(&display, "B failed: exit status 3: no map");
    assert_shown(&display, "B: bomb by the engine");
    assert_null(row_with(&display, "nothing by the engine"));
    assert_shown(&display, "C took a larger bag");
    assert_shown(&display, "D was killed");
    assert_shown(&display, "bombs exploded: 2, walls destroyed: 0");
    assert_int_equal(strncmp(display.cell[22],
                             "A Player 1: wasd or arrows move, z or space bomb, "
                             "x trigger, . wait, q leave",
                             76),
                     0);
    assert_int_equal(strncmp(display.cell[23], "press q again", 13), 0);
    free(match);
}

TEST(test_wider_terminals_show_more_of_the_panel) {
    Screen screen;
    Match *match = busy_match(&screen);
    Display display = {.columns = 120, .rows = 40};
    ask_in_terminal(&display, match, screen, 0, ".");
    assert_whole_board(&display);
    assert_shown(&display, "no map in the folder of this round, as it seems");
    free(match);
}

/* B is in the lower right corner. */
TEST(test_small_terminals_show_the_player_who_is_asked) {
    Screen screen;
    Match *match = busy_match(&screen);
    Display display = {.columns = 44, .rows = 12};
    ask_in_terminal(&display, match, screen, 1, ".");
    assert_false(display.scrolled);
    assert_shown(&display, "B ##");
    assert_null(row_with(&display, "##A "));
    assert_int_equal(strncmp(display.cell[10], "B Player 2: ", 12), 0);
    free(match);
}

TEST(test_the_board_in_a_pipe_is_whole) {
    Screen screen;
    Match *match = busy_match(&screen);
    char text[1 << 14];
    FILE *file = tmpfile();
    screen_draw(&screen, match, 0, false, file);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    Display display = {.columns = 80, .rows = 23};
    clear_from(&display, 0, 0);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        show(&display, line);
        show(&display, "\r\n");
    }
    assert_whole_board(&display);
    assert_shown(&display, "D was killed");
    free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_80_columns_and_24_lines_show_board_players_events_and_prompt),
        cmocka_unit_test(test_wider_terminals_show_more_of_the_panel),
        cmocka_unit_test(test_small_terminals_show_the_player_who_is_asked),
        cmocka_unit_test(test_the_board_in_a_pipe_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
