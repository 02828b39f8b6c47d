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

/* A person at a pseudo-terminal. */
typedef struct Seat {
    int master, slave;
    pid_t person;
} Seat;

static Seat sit_down(const char *const keys[], int count) {
    Seat seat = {.master = posix_openpt(O_RDWR | O_NOCTTY)};
    assert_true(seat.master >= 0);
    assert_int_equal(grantpt(seat.master), 0);
    assert_int_equal(unlockpt(seat.master), 0);
    seat.slave = open(ptsname(seat.master), O_RDWR | O_NOCTTY);
    assert_true(seat.slave >= 0);
    seat.person = fork();
    if (seat.person == 0) {
        for (int i = 0; i < count; i++) {
            clock_sleep_ms(60); /* keys that were typed before the question are dropped */
            if (write(seat.master, keys[i], strlen(keys[i])) < 0)
                _exit(1);
        }
        _exit(0);
    }
    return seat;
}

static void stand_up(Seat *seat) {
    waitpid(seat->person, NULL, 0);
    close(seat->slave);
    close(seat->master);
}

TEST(test_keys_are_commands) {
    static const char *const keys[] = {"d", "\033[A", " ", "?x", "I", ".", "qa", "qq"};
    static const Command expected[] = {COMMAND_RIGHT,   COMMAND_UP, COMMAND_BOMB,
                                       COMMAND_TRIGGER, COMMAND_UP, COMMAND_NOTHING};
    Match *match = people_match();
    FILE *nowhere = fopen("/dev/null", "w");
    Seat seat = sit_down(keys, 8);
    struct termios before, after;
    Console console = {.input = seat.slave, .out = nowhere, .keys = {engine_keys, engine_keys}};
    assert_true(keys_parse("ijkluo", &console.keys[1]));
    tcgetattr(seat.slave, &before);
    for (int i = 0; i < 6; i++)
        assert_int_equal(console_ask(&console, match, i == 4), expected[i]);
    assert_false(match->stopped);
    assert_int_equal(console_ask(&console, match, 0), COMMAND_NOTHING); /* q, then not q; then qq */
    assert_true(match->stopped);
    tcgetattr(seat.slave, &after);
    assert_int_equal(after.c_lflag, before.c_lflag);
    assert_true(before.c_lflag & ECHO);
    stand_up(&seat);
    fclose(nowhere);
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
        Seat seat = sit_down(NULL, 0);
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
