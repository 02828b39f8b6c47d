#ifdef _WIN32
#include "terminal/terminal.h"

Terminal *terminal_open(int input, FILE *screen) {
    (void)input;
    (void)screen;
    return NULL;
}

int terminal_key(Terminal *terminal, int wait_ms) {
    (void)terminal;
    (void)wait_ms;
    return KEY_NONE;
}

void terminal_close(Terminal *terminal) {
    (void)terminal;
}

void terminal_size(FILE *out, int *columns, int *rows) {
    (void)out;
    *columns = 80;
    *rows = 24;
}

bool terminal_has_colours(FILE *out) {
    (void)out;
    return false;
}
#endif
