#include "referee/console.h"

#include <ctype.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include "referee/screen.h"

enum { NO_KEY = -1, KEY_SIGNAL = 256, KEY_UP, KEY_LEFT, KEY_DOWN, KEY_RIGHT, ESCAPE_MS = 50 };

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

static Command command_of(const Keys *keys, int key) {
    for (int i = 0; i < KEY_COUNT; i++)
        if (key == keys->key[i] || (i < 4 && key == KEY_UP + i))
            return key_command[i];
    return key == ' ' ? COMMAND_BOMB : COMMAND_NOTHING;
}

/* A terminal that gives every key at once, and signals as something to be read: what they do is
 * done when the terminal is as before. */
typedef struct Raw {
    int input, signals;
    struct termios before;
    sigset_t mask;
} Raw;

static bool raw_begin(Raw *raw, int input) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    sigset_t set;
    struct termios changed;
    raw->input = input;
    if (tcgetattr(input, &raw->before) != 0)
        return false;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaddset(&set, caught[i]);
    sigprocmask(SIG_BLOCK, &set, &raw->mask);
    raw->signals = signalfd(-1, &set, SFD_CLOEXEC);
    changed = raw->before;
    changed.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    changed.c_cc[VMIN] = 1;
    changed.c_cc[VTIME] = 0;
    tcsetattr(input, TCSANOW, &changed);
    return true;
}

static void raw_end(const Raw *raw) {
    tcsetattr(raw->input, TCSANOW, &raw->before);
    if (raw->signals >= 0)
        close(raw->signals);
    sigprocmask(SIG_SETMASK, &raw->mask, NULL);
}

/* Let the signal do what it would have done. Returns when that was to stop the program and it goes
 * on again. */
static void obey_signal(Raw *raw) {
    struct signalfd_siginfo info;
    if (read(raw->signals, &info, sizeof info) != sizeof info)
        return;
    raw_end(raw);
    raise((int)info.ssi_signo);
    raw_begin(raw, raw->input);
}

static int read_byte(int input, int wait_ms) {
    struct pollfd ready = {input, POLLIN, 0};
    unsigned char byte;
    if (poll(&ready, 1, wait_ms) <= 0 || read(input, &byte, 1) != 1)
        return NO_KEY;
    return byte;
}

/* ESC [ A and ESC O A are the arrow up. */
static int read_escape(int input) {
    int key = read_byte(input, ESCAPE_MS);
    if (key != '[' && key != 'O')
        return 0;
    switch (read_byte(input, ESCAPE_MS)) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    default:
        return 0;
    }
}

/* The next key; NO_KEY at the end of the input, KEY_SIGNAL after the program was stopped. */
static int read_key(Raw *raw) {
    struct pollfd ready[2] = {{raw->input, POLLIN, 0}, {raw->signals, POLLIN, 0}};
    while (poll(ready, 2, -1) < 0)
        continue;
    if (ready[1].revents) {
        obey_signal(raw);
        return KEY_SIGNAL;
    }
    int key = read_byte(raw->input, 0);
    if (key == 27)
        return read_escape(raw->input);
    return key >= 'A' && key <= 'Z' ? tolower(key) : key;
}

static void show_prompt(const Console *console, const Match *match, int player) {
    const char *key = console->keys[player].key;
    fprintf(console->out,
            "\n%c %s: %c%c%c%c or arrows move, %c or space bomb, %c trigger, . wait, q leave "
            "\033[K\n\033[J",
            match->players[player].key, match->players[player].name, key[0], key[1], key[2], key[3],
            key[4], key[5]);
    fflush(console->out);
}

static void draw(const Console *console, const Match *match, int player) {
    screen_draw(match, true, console->out);
    show_prompt(console, match, player);
}

/* Whether the person leaves: Q is no key of its own and pressed twice. */
static bool wants_to_leave(const Console *console, Raw *raw) {
    fprintf(console->out, "press q again to leave the match\n");
    fflush(console->out);
    return read_key(raw) == 'q';
}

static Command ask_terminal(Console *console, Match *match, int player, Raw *raw) {
    const Keys *keys = &console->keys[player];
    for (;;) {
        int key = read_key(raw);
        Command command = command_of(keys, key);
        if (command != COMMAND_NOTHING || key == '.' || key == '\n' || key == '\r')
            return command;
        if (key == NO_KEY || (key == 'q' && wants_to_leave(console, raw))) {
            match->stopped = true;
            return COMMAND_NOTHING;
        }
        if (key == KEY_SIGNAL || key == 'q')
            draw(console, match, player);
    }
}

/* Read a line without taking more than it: what follows is for the next round. Returns false at the
 * end of the input. */
static bool read_line(int input, char *line, size_t size) {
    size_t length = 0;
    char byte;
    bool any = false;
    while (read(input, &byte, 1) == 1) {
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
    screen_draw(match, false, console->out);
    fprintf(
        console->out,
        "Movement for %s: %c %c %c %c (up, left, down, right), %c bomb, %c trigger, and enter\n",
        match->players[player].name, keys->key[0], keys->key[1], keys->key[2], keys->key[3],
        keys->key[4], keys->key[5]);
    fflush(console->out);
    console->ended = !read_line(console->input, line, sizeof line);
    return strlen(line) == 1 ? command_of(keys, tolower((unsigned char)line[0])) : COMMAND_NOTHING;
}

Command console_ask(Console *console, Match *match, int player) {
    Raw raw;
    if (!isatty(console->input) || !raw_begin(&raw, console->input))
        return ask_line(console, match, player);
    tcflush(console->input, TCIFLUSH);
    draw(console, match, player);
    Command command = ask_terminal(console, match, player, &raw);
    raw_end(&raw);
    return command;
}

void console_halt(Console *console, const char *text) {
    Raw raw;
    fprintf(console->out, "%s\n", text);
    fflush(console->out);
    if (!isatty(console->input) || !raw_begin(&raw, console->input))
        return;
    while (read_key(&raw) == KEY_SIGNAL)
        continue;
    raw_end(&raw);
}
