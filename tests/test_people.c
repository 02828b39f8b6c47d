/* People who play at a terminal. */
#include <fcntl.h>
#include <signal.h>
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

/* A pseudo-terminal, and what a person will type there when something is printed. */
typedef struct Seat {
    int master, slave;
    const char *keys; /* NULL: nothing */
} Seat;

static Seat sit_down(void) {
    Seat seat = {.master = posix_openpt(O_RDWR | O_NOCTTY)};
    if (seat.master < 0)
        SKIP_BECAUSE(NO_TERMINAL);
    assert_int_equal(grantpt(seat.master), 0);
    assert_int_equal(unlockpt(seat.master), 0);
    seat.slave = open(ptsname(seat.master), O_RDWR | O_NOCTTY);
    assert_true(seat.slave >= 0);
    return seat;
}

static void stand_up(Seat *seat) {
    close(seat->slave);
    close(seat->master);
}

static void type(const Seat *seat, const char *keys) {
    assert_int_equal(write(seat->master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* The question is printed: the person answers. */
static ssize_t answer(void *cookie, const char *text, size_t size) {
    Seat *seat = cookie;
    (void)text;
    if (seat->keys)
        type(seat, seat->keys);
    seat->keys = NULL;
    return (ssize_t)size;
}

/* Ask for a command of a person who types `keys`. */
static Command ask_person(Console *console, Match *match, int player, Seat *seat,
                          const char *keys) {
    type(seat, "s"); /* before the question, so it does not count */
    seat->keys = keys;
    return console_ask(console, match, player);
}

TEST(test_keys_are_commands) {
    static const char *const keys[] = {"d", "\033[A", " ", "?x", "I", "."};
    static const Command expected[] = {COMMAND_RIGHT,   COMMAND_UP, COMMAND_BOMB,
                                       COMMAND_TRIGGER, COMMAND_UP, COMMAND_NOTHING};
    Match *match = people_match();
    Seat seat = sit_down();
    FILE *out = fopencookie(&seat, "w", (cookie_io_functions_t){.write = answer});
    struct termios before, after;
    Console console = {.input = seat.slave, .out = out, .keys = {engine_keys, engine_keys}};
    assert_true(keys_parse("ijkluo", &console.keys[1]));
    tcgetattr(seat.slave, &before);
    for (int i = 0; i < 6; i++)
        assert_int_equal(ask_person(&console, match, i == 4, &seat, keys[i]), expected[i]);
    assert_false(match->stopped);
    assert_int_equal(ask_person(&console, match, 0, &seat, "qaqq"), COMMAND_NOTHING);
    assert_true(match->stopped);
    tcgetattr(seat.slave, &after);
    assert_int_equal(after.c_lflag, before.c_lflag);
    assert_true(before.c_lflag & ECHO);
    stand_up(&seat);
    fclose(out);
    free(match);
}

TEST(test_keys_can_be_chosen) {
    Keys keys;
    assert_true(keys_parse("IJKLuo", &keys));
    assert_string_equal(keys.key, "ijkluo");
    assert_false(keys_parse("wasdz", &keys));
    assert_false(keys_parse("wasdzz", &keys));
    assert_false(keys_parse("wasdz ", &keys));
}

/* A signal ends the program while it waits for a key: the terminal must be as before. */
TEST(test_terminal_is_restored_on_signals) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        Match *match = people_match();
        FILE *nowhere = fopen("/dev/null", "w");
        Seat seat = sit_down();
        struct termios before, during, after;
        int status;
        tcgetattr(seat.slave, &before);
        pid_t waiting = fork();
        if (waiting == 0) {
            Console console = {.input = seat.slave, .out = nowhere, .keys = {engine_keys}};
            signal(signals[i],
                   SIG_DFL); /* even if the shell that started the tests ignores this signal */
            console_ask(&console, match, 0);
            _exit(0);
        }
        do {
            clock_sleep_ms(5);
            tcgetattr(seat.slave, &during);
        } while (during.c_lflag & ICANON);
        kill(waiting, signals[i]);
        waitpid(waiting, &status, 0);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
        tcgetattr(seat.slave, &after);
        assert_int_equal(after.c_lflag, before.c_lflag);
        stand_up(&seat);
        fclose(nowhere);
        free(match);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_are_commands),
        cmocka_unit_test(test_keys_can_be_chosen),
        cmocka_unit_test(test_terminal_is_restored_on_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
