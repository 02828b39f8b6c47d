/* bin/replay show in a pseudo-terminal. */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "support/program.h"
#include "support/scratch.h"
#include "test.h"

enum { SEEN = 1 << 22, WAIT_MS = 20000 };

/* A terminal with the program in it, and all that the program has written. */
typedef struct Screen {
    int master, columns, rows;
    pid_t program;
    size_t size, mark; /* the text that is waited for comes after the mark */
    struct termios before;
    char seen[SEEN];
} Screen;

static Screen screen;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static void start(const char *arguments, int columns, int rows) {
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    char line[512];
    int go[2];
    assert_int_equal(pipe(go), 0);
    snprintf(line, sizeof line, "read go <&%d; exec replay show %s", go[0], arguments);
    screen.program = forkpty(&screen.master, NULL, NULL, &size);
    if (screen.program < 0)
        SKIP_BECAUSE(NO_TERMINAL);
    if (screen.program == 0) {
        setenv("TERM", "xterm", 1);
        unsetenv("NO_COLOR");
        for (int i = 0; i < SIGNALS; i++) /* the shell or nohup may have set them to be ignored */
            signal(signals[i], SIG_DFL);
        execlp("sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    screen.size = screen.mark = 0;
    screen.columns = columns;
    screen.rows = rows;
    tcgetattr(screen.master, &screen.before);
    assert_int_equal(write(go[1], "\n", 1), 1);
    close(go[0]);
    close(go[1]);
}

/* Read what was written since. Returns false when no more comes. */
static bool look(void) {
    struct pollfd ready = {screen.master, POLLIN, 0};
    if (poll(&ready, 1, WAIT_MS) <= 0)
        return false;
    ssize_t count = read(screen.master, screen.seen + screen.size, SEEN - 1 - screen.size);
    if (count <= 0)
        return false;
    screen.size += (size_t)count;
    screen.seen[screen.size] = 0;
    return true;
}

static void await(const char *text) {
    screen.seen[screen.size] = 0;
    while (!strstr(screen.seen + screen.mark, text))
        if (!look())
            fail_msg("\"%s\" does not come: %s", text, screen.seen + screen.mark);
}

/* Press keys and wait for the text that must follow. */
static void press_keys(const char *keys, const char *text) {
    screen.mark = screen.size;
    assert_int_equal(write(screen.master, keys, strlen(keys)), (ssize_t)strlen(keys));
    await(text);
}

/* Wait for the end; the terminal must be as before. Returns the status of waitpid. */
static int finish(void) {
    struct termios after;
    int status;
    await("\033[?25h\033[?1049l");
    while (look())
        continue;
    assert_int_equal(tcgetattr(screen.master, &after), 0);
    kill(screen.program, SIGKILL); /* no effect on a program that has ended */
    assert_int_equal(waitpid(screen.program, &status, 0), screen.program);
    assert_int_equal(after.c_lflag, screen.before.c_lflag);
    assert_true(after.c_lflag & ECHO);
    close(screen.master);
    return status;
}

TEST(test_keys_move_through_the_match) {
    start("tests/data/3p-8.rec", 80, 24);
    await("\033[?1049h");
    await("round 0 of ");
    press_keys("\033[C", "round 1 of ");
    press_keys("\033[C", "round 2 of ");
    press_keys("\033[D", "round 1 of ");
    press_keys("\033[B", "round 11 of ");
    press_keys("\033OA", "round 1 of ");
    press_keys("4", "go to round 4: press enter");
    press_keys("2\r", "round 42 of ");
    press_keys("99999\r", "there is no such round");
    press_keys("d", "round 68 of ");
    press_keys("d", "round 174 of ");
    press_keys("d", "no player dies after this round");
    press_keys("\033[F", "the end, after round ");
    press_keys("\033[1~", "round 0 of ");
    press_keys("\033[6~", "round 10 of ");
    press_keys("\033[15~\033[C", "round 11 of "); /* F5 is no key of the viewer */
    press_keys("\033[5;2~", "round 1 of ");
    press_keys("\033[H", "round 0 of ");
    press_keys("q", "\033[?1049l");
    int status = finish();
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(test_space_plays_the_match) {
    start("tests/data/3p-8.rec --round 160", 80, 24);
    await("round 160 of ");
    press_keys("+++", "round 160 of ");
    press_keys(" ", "round 161 of ");
    await("round 165 of ");
    press_keys(" ", "arrows step");
    press_keys("Q", "\033[?1049l");
    int status = finish();
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(test_signals_restore_the_terminal) {
    for (int i = 0; i < SIGNALS; i++) {
        start("tests/data/3p-8.rec", 80, 24);
        await("round 0 of ");
        await("q quits");
        kill(screen.program, signals[i]);
        int status = finish();
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
    }
}

/* Start the program as a job of a shell with job control, where SIGHUP is ignored. Returns its
 * process, which holds the pipe `alive` open. */
static pid_t start_job(int alive[2]) {
    static const char line[] = "trap '' HUP; set -m; sh -c 'echo $$ >$scratch/job; "
                               "exec replay show tests/data/3p-8.rec'; "
                               "echo suspended; exec sleep 60 9>&-";
    assert_int_equal(pipe(alive), 0);
    screen.program = forkpty(&screen.master, NULL, NULL, NULL);
    if (screen.program < 0)
        SKIP_BECAUSE(NO_TERMINAL);
    if (screen.program == 0) {
        setenv("TERM", "xterm", 1);
        unsetenv("NO_COLOR");
        dup2(alive[1], 9);
        close(alive[1]);
        execlp("sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    close(alive[1]);
    screen.size = screen.mark = 0;
    await("q quits");
    char *job = scratch_read("job");
    assert_non_null(job);
    pid_t program = (pid_t)atoi(job);
    free(job);
    return program;
}

/* The terminal goes away while the program is suspended, and then the program goes on. */
TEST(test_program_ends_without_its_terminal) {
    int alive[2];
    pid_t program = start_job(alive);
    kill(program, SIGTSTP);
    await("suspended");
    close(screen.master);
    kill(program, SIGCONT);
    bool has_ended = poll(&(struct pollfd){alive[0], POLLIN, 0}, 1, WAIT_MS / 4) > 0;
    if (!has_ended)
        kill(program, SIGKILL);
    kill(screen.program, SIGKILL);
    waitpid(screen.program, NULL, 0);
    close(alive[0]);
    assert_true(has_ended);
}

/* Columns that a line takes, without the codes that switch colours. */
static int width_of(const char *line, const char *end) {
    int width = 0;
    while (line < end)
        if (*line == '\033') {
            line += strspn(line + 1, "[?0123456789;") + 2;
        } else {
            width += *line >= ' ';
            line++;
        }
    return width;
}

static void assert_fits(void) {
    const char *line = screen.seen + screen.mark;
    for (const char *at; (at = strstr(line, "\033[H"));)
        line = at + 3;
    int lines = 0;
    for (const char *end; *line; line = *end ? end + 1 : end, lines++) {
        end = line + strcspn(line, "\n");
        assert_in_range(width_of(line, end), 0, screen.columns);
    }
    assert_in_range(lines, 1, screen.rows);
}

static void resize(int columns, int rows, const char *text) {
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    screen.columns = columns;
    screen.rows = rows;
    screen.mark = screen.size;
    ioctl(screen.master, TIOCSWINSZ, &size);
    await(text);
    press_keys("\t", "\033[K");
    press_keys("?", "\033[K");
    while (poll(&(struct pollfd){screen.master, POLLIN, 0}, 1, 100) > 0)
        look();
    assert_fits();
}

TEST(test_every_size_of_the_terminal_is_filled) {
    static const char *const matches[] = {"tests/data/4p-35.rec --round 30",
                                          "../shared/recordings/12p-1.rec --round 30"};
    for (int i = 0; i < (has_shared() ? 2 : 1); i++) {
        start(matches[i], 80, 24);
        await("round 30 of ");
        resize(80, 25, "round 30 of ");
        resize(200, 60, "round 30 of ");
        resize(40, 10, "round 30 of ");
        resize(61, 24, "round 30 of ");
        resize(10, 4, "round 30");
        resize(3, 2, "ro");
        press_keys("q", "\033[?1049l");
        assert_int_equal(finish(), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_move_through_the_match),
        cmocka_unit_test(test_space_plays_the_match),
        cmocka_unit_test(test_signals_restore_the_terminal),
        cmocka_unit_test(test_program_ends_without_its_terminal),
        cmocka_unit_test(test_every_size_of_the_terminal_is_filled),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
