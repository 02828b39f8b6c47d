#ifndef _WIN32
#include <ctype.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include "terminal/terminal.h"

enum { ESCAPE = 27, ESCAPE_MS = 50 };

/* Signals are blocked and read from a file descriptor, so that the settings of the terminal can be
 * restored before a signal takes effect. */
struct Terminal {
    int input, signals;
    FILE *screen;
    struct termios original;
    sigset_t original_mask;
};

static bool is_ignored(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static bool enter(Terminal *self) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};
    sigset_t set;
    struct termios raw;
    self->signals = -1;
    if (tcgetattr(self->input, &self->original) != 0)
        return false;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        if (!is_ignored(caught[i]))
            sigaddset(&set, caught[i]);
    sigprocmask(SIG_BLOCK, &set, &self->original_mask);
    self->signals = signalfd(-1, &set, SFD_CLOEXEC);
    raw = self->original;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(self->input, TCSANOW, &raw);
    if (self->screen) {
        fputs("\033[?1049h\033[?25l\033[2J\033[H", self->screen);
        fflush(self->screen);
    }
    return true;
}

static void restore(const Terminal *self) {
    if (self->screen) {
        fputs("\033[0m\033[?25h\033[?1049l", self->screen);
        fflush(self->screen);
    }
    tcsetattr(self->input, TCSANOW, &self->original);
    if (self->signals >= 0)
        close(self->signals);
    sigprocmask(SIG_SETMASK, &self->original_mask, NULL);
}

Terminal *terminal_open(int input, FILE *screen) {
    Terminal *self = isatty(input) ? malloc(sizeof *self) : NULL;
    if (!self)
        return NULL;
    self->input = input;
    self->screen = screen;
    if (enter(self))
        return self;
    free(self);
    return NULL;
}

void terminal_close(Terminal *terminal) {
    if (terminal)
        restore(terminal);
    free(terminal);
}

/* Restore the terminal and let the signal take effect. Returns when the program was suspended and
 * continues, and when only the size of the terminal has changed. */
static void handle_signal(Terminal *self) {
    struct signalfd_siginfo info;
    if (read(self->signals, &info, sizeof info) != sizeof info || info.ssi_signo == SIGWINCH)
        return;
    restore(self);
    raise((int)info.ssi_signo);
    enter(self);
}

static int read_byte(int input, int wait_ms) {
    struct pollfd ready = {input, POLLIN, 0};
    unsigned char byte;
    if (poll(&ready, 1, wait_ms) <= 0 || read(input, &byte, 1) != 1)
        return KEY_NONE;
    return byte;
}

/* Read the rest of an escape sequence: [ or O, numbers separated by ";" and a last character. Of
 * the numbers the first is the key, the others are for Shift, Alt and Control. */
static int read_escape(int input) {
    enum { NUMBER_LIMIT = 1000 };
    static const struct {
        char last;
        int number; /* 0: any number or none */
        Key key;
    } table[] = {{'A', 0, KEY_UP},   {'B', 0, KEY_DOWN},    {'C', 0, KEY_RIGHT},
                 {'D', 0, KEY_LEFT}, {'H', 0, KEY_HOME},    {'F', 0, KEY_END},
                 {'~', 1, KEY_HOME}, {'~', 7, KEY_HOME},    {'~', 4, KEY_END},
                 {'~', 8, KEY_END},  {'~', 5, KEY_PAGE_UP}, {'~', 6, KEY_PAGE_DOWN}};
    int key = read_byte(input, ESCAPE_MS), number = 0;
    bool is_first = true;
    if (key != '[' && key != 'O')
        return KEY_UNKNOWN;
    while ((key = read_byte(input, ESCAPE_MS)) >= 0 && (isdigit(key) || key == ';')) {
        is_first = is_first && key != ';';
        if (is_first && number < NUMBER_LIMIT)
            number = 10 * number + key - '0';
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (key == table[i].last && (!table[i].number || number == table[i].number))
            return table[i].key;
    return KEY_UNKNOWN;
}

int terminal_key(Terminal *terminal, int wait_ms) {
    struct pollfd ready[2] = {{terminal->input, POLLIN, 0}, {terminal->signals, POLLIN, 0}};
    int count;
    while ((count = poll(ready, 2, wait_ms)) < 0)
        continue;
    if (count == 0)
        return KEY_TIMEOUT;
    if (ready[1].revents) {
        handle_signal(terminal);
        return KEY_REDRAW;
    }
    int key = read_byte(terminal->input, 0);
    if (key == ESCAPE)
        return read_escape(terminal->input);
    return key >= 'A' && key <= 'Z' ? tolower(key) : key;
}

void terminal_size(FILE *out, int *columns, int *rows) {
    struct winsize size;
    bool known = ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row;
    *columns = known ? size.ws_col : 80;
    *rows = known ? size.ws_row : 24;
}

bool terminal_has_colours(FILE *out) {
    const char *name = getenv("TERM"), *without = getenv("NO_COLOR");
    return isatty(fileno(out)) && !(name && strcmp(name, "dumb") == 0) && !(without && *without);
}
#endif
