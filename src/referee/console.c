#include "referee/console.h"

#include <ctype.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "referee/screen.h"
#include "terminal/terminal.h"

static const Command key_command[KEY_COUNT] = {COMMAND_UP,    COMMAND_LEFT, COMMAND_DOWN,
                                               COMMAND_RIGHT, COMMAND_BOMB, COMMAND_TRIGGER};

bool keys_parse(const char *text, Keys *keys) {
    if (strlen(text) != KEY_COUNT)
        return false;
    for (int i = 0; i < KEY_COUNT; i++) {
        char key = (char)tolower((unsigned char)text[i]);
        if (!isalnum((unsigned char)key) || memchr(keys->key, key, (size_t)i))
            return false;
        keys->key[i] = key;
    }
    keys->key[KEY_COUNT] = 0;
    return true;
}

static Command command_for_key(const Keys *keys, int key) {
    static const Key arrow[] = {KEY_UP, KEY_LEFT, KEY_DOWN, KEY_RIGHT};
    for (int i = 0; i < KEY_COUNT; i++)
        if (key == keys->key[i] || (i < 4 && key == arrow[i]))
            return key_command[i];
    return key == ' ' ? COMMAND_BOMB : COMMAND_NOTHING;
}

/* Write a line below the board, cut off at the width of the terminal, without a line end that
 * could scroll it. */
static void show_line(const Console *console, const char *text) {
    int columns, rows;
    terminal_size(console->out, &columns, &rows);
    fprintf(console->out, "%.*s\033[K", columns - 1, text);
    fflush(console->out);
}

static void show_prompt(const Console *console, const Match *match, int player) {
    const char *key = console->keys[player].key;
    char text[256];
    snprintf(text, sizeof text,
             "%c %s: %c%c%c%c or arrows move, %c or space bomb, %c trigger, . wait, q leave",
             match->players[player].key, match->players[player].name, key[0], key[1], key[2],
             key[3], key[4], key[5]);
    show_line(console, text);
}

static void draw(const Console *console, const Match *match, int player) {
    screen_draw(&console->screen, match, player, true, console->out);
    show_prompt(console, match, player);
}

/* Called after a Q that is not one of the person's own keys. True when Q is pressed again. */
static bool confirms_leaving(const Console *console, Terminal *terminal) {
    fputs("\n", console->out);
    show_line(console, "press q again to leave the match");
    return terminal_key(terminal, -1) == 'q';
}

static Command ask_terminal(Console *console, Match *match, int player, Terminal *terminal) {
    const Keys *keys = &console->keys[player];
    for (;;) {
        int key = terminal_key(terminal, -1);
        Command command = command_for_key(keys, key);
        if (command != COMMAND_NOTHING || key == '.' || key == '\n' || key == '\r')
            return command;
        if (key == KEY_NONE || (key == 'q' && confirms_leaving(console, terminal))) {
            match->stopped = true;
            return COMMAND_NOTHING;
        }
        if (match_is_stopped(match))
            return COMMAND_NOTHING;
        if (key == KEY_REDRAW || key == 'q')
            draw(console, match, player);
    }
}

/* Read a line and nothing after it, because the following lines belong to the next rounds. Returns
 * false at the end of the input, and when a signal arrives before a byte. */
static bool read_line(int input, char *line, size_t size) {
    struct pollfd ready = {input, POLLIN, 0};
    size_t length = 0;
    char byte;
    bool any = false;
    while (poll(&ready, 1, -1) > 0 && read(input, &byte, 1) == 1) {
        any = true;
        if (byte == '\n')
            break;
        if (byte != '\r' && length + 1 < size)
            line[length++] = byte;
    }
    line[length] = 0;
    return any;
}

static Command ask_line(Console *console, const Match *match, int player) {
    char line[16];
    const Keys *keys = &console->keys[player];
    if (console->ended)
        return COMMAND_NOTHING;
    screen_draw(&console->screen, match, player, false, console->out);
    fprintf(
        console->out,
        "Movement for %s: %c %c %c %c (up, left, down, right), %c bomb, %c trigger, and enter\n",
        match->players[player].name, keys->key[0], keys->key[1], keys->key[2], keys->key[3],
        keys->key[4], keys->key[5]);
    fflush(console->out);
    console->ended = !read_line(console->input, line, sizeof line);
    return strlen(line) == 1 ? command_for_key(keys, tolower((unsigned char)line[0]))
                             : COMMAND_NOTHING;
}

Command console_ask(Console *console, Match *match, int player) {
    Terminal *terminal = terminal_open(console->input, NULL);
    if (!terminal)
        return ask_line(console, match, player);
    tcflush(console->input, TCIFLUSH);
    draw(console, match, player);
    Command command = ask_terminal(console, match, player, terminal);
    terminal_close(terminal);
    return command;
}

void console_wait(Console *console, const char *text) {
    fprintf(console->out, "%s\n", text);
    fflush(console->out);
    Terminal *terminal = terminal_open(console->input, NULL);
    if (!terminal)
        return;
    while (terminal_key(terminal, -1) == KEY_REDRAW)
        continue;
    terminal_close(terminal);
}
