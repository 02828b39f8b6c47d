/* The referee and what plays under it: bots that misbehave, bots of every type, people. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder/seedfolder.h"
#include "platform/platform.h"
#include "referee/console.h"
#include "referee/descendants.h"
#include "referee/litter.h"
#include "referee/series.h"
#include "scratch.h"

enum { PATH_SIZE = 4 * ENTRANT_PATH };

static void write_text(const char *path, const char *text, mode_t mode) {
    assert_true(file_replace(path, text, strlen(text)));
    assert_int_equal(chmod(path, mode), 0);
}

/* A bot's folder with one file, its RunFile. */
static void make_bot(const char *name, const char *type, const char *file, const char *text,
                     char path[PATH_SIZE]) {
    char file_path[2 * PATH_SIZE], meta[1024];
    snprintf(path, PATH_SIZE, "%s/%s", scratch, name);
    assert_true(folder_create(path));
    snprintf(meta, sizeof meta,
             "{\"Author\":\"a\",\"Email\":\"e\",\"NickName\":\"%s\",\"BotType\":\"%s\","
             "\"ProjectLocation\":\".\",\"RunFile\":\"%s\"}",
             name, type, file);
    snprintf(file_path, sizeof file_path, "%s/bot.json", path);
    write_text(file_path, meta, 0644);
    snprintf(file_path, sizeof file_path, "%s/%s", path, file);
    write_text(file_path, text, 0755);
}

static char *read_file(const char *folder, const char *name) {
    char path[2 * PATH_SIZE];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return file_read(path, 1 << 24, &size);
}

/* How the match ended, as the caller wants it: after so many rounds, whoever lives. */
static void stop_early(void *context, const Match *match) {
    Match *own = (Match *)match;
    own->stopped = match->state.round >= *(const int *)context;
}

/* Play `rounds` rounds of a bot in the first seat, against one that stands still beside it and one
 * that plays. The caller frees it. */
static Match *play_bot(const char *folder, int rounds, Limits limits) {
    char error[1024];
    Match *match = aligned_alloc(64, (sizeof *match + 63) / 64 * 64);
    assert_non_null(match);
    memset(match, 0, sizeof *match);
    match->player_count = 2;
    match->seed = 7;
    match->parent = scratch;
    match->limits = limits;
    match->limits.agent_ms = 1;
    match->watch = stop_early;
    match->context = &rounds;
    if (!player_open(&match->players[0], 'A', folder, 1, error, sizeof error))
        fail_msg("%s", error);
    assert_true(player_open(&match->players[1], 'B', "chaser", 2, error, sizeof error));
    if (!match_play(match, error, sizeof error))
        fail_msg("%s", error);
    match->context = NULL;
    return match;
}

static void end_match(Match *match) {
    for (int p = 0; p < match->player_count; p++)
        player_close(&match->players[p]);
    free(match);
}

static const Limits short_limits = {300, 600, 1, false};

/* Play a bot that is a shell script; `rounds` rounds must come and no process may be left. */
static Match *play_script(const char *name, const char *script, int rounds) {
    char folder[PATH_SIZE];
    make_bot(name, "CPlusPlus", "run.sh", script, folder);
    Match *match = play_bot(folder, rounds, short_limits);
    assert_int_equal(match->state.round, rounds);
    assert_int_equal(descendants_count(), 0);
    return match;
}

static char *read_log(const Match *match, int round) {
    char name[64];
    snprintf(name, sizeof name, "%d/A/log.txt", round);
    char *log = read_file(match->writer.match, name);
    assert_non_null(log);
    return log;
}

static void assert_logged(const Match *match, int round, const char *what) {
    char *log = read_log(match, round);
    if (!strstr(log, what))
        fail_msg("\"%s\" is not in the log: %s", what, log);
    free(log);
}

static void test_log_in_the_words_of_the_engine(void **unused) {
    (void)unused;
    Match *match = play_script("wordy",
                               "#!/bin/sh\necho one; printf two; echo bad >&2\n"
                               "printf 1 > \"$2/move.txt\"\n",
                               2);
    char expected[2 * PATH_SIZE];
    snprintf(expected, sizeof expected, "%s/wordy/run.sh A \"%s/0/A\"\n", scratch,
             match->writer.match);
    char *log = read_log(match, 0);
    static const char *const lines[] = {
        " - I: \tExecuting process true\n",
        " - I: \tBot calibration complete and can run an additional ",
        " - D: \tExecuting bot with following commands ",
        " - I: \tExecuting process ",
        " - I: \tBot has 600ms to run before it will be forcefully killed\n",
        " - I: \tOutput from bot: one\n",
        " - I: \tOutput from bot: two\n",
        " - I: \tOutput from bot: \n",
        " - I: \tYour bots total execution time was 00:00:00."};
    const char *at = log;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        at = strstr(at, lines[i]);
        if (!at)
            fail_msg("no \"%s\" at its place in %s", lines[i], log);
        at += i == 2 || i == 3 ? strlen(lines[i]) : 0;
        if (i == 2 || i == 3)
            assert_memory_equal(at, expected, strlen(expected));
    }
    assert_non_null(strstr(log, " - E: \tOutput from bot: bad\n"));
    assert_non_null(strstr(log, " - E: \tOutput from bot: \n"));
    free(log);
    /* A stands in its corner: up is a pillar. The refusal is in the next round's log. */
    assert_logged(match, 1,
                  "\tPlayer Command MovementCommand(Up) failed because Cannot move to "
                  "Location(X:2,Y:1), IndestructibleWallEntity(X:2, Y:1) already occupies this "
                  "space\n");
    end_match(match);
}

static void test_hanging_bot(void **unused) {
    (void)unused;
    Match *match = play_script("hanging", "#!/bin/sh\nprintf 5 > \"$2/move.txt\"\nsleep 60\n", 1);
    assert_int_equal(match->players[0].late, 1);
    assert_int_equal(match->players[0].last, COMMAND_NOTHING);
    char *log = read_log(match, 0);
    const char *killed = strstr(log, "\tBot has been killed for taking to long to execute\n");
    assert_non_null(killed);
    assert_non_null(strstr(killed, "\tOutput from bot: \n"));
    free(log);
    assert_logged(match, 0, "\tYour bot exceeded the maximum execution time\n");
    assert_logged(match, 0, "TimeLimitExceededException: Time limit exceeded by -00:00:00.");
    end_match(match);
}

static void test_late_bot_and_no_limit(void **unused) {
    (void)unused;
    char folder[PATH_SIZE];
    Limits none = short_limits;
    none.none = true;
    const char *script = "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\nexec sleep 0.45\n";
    Match *match = play_script("late", script, 1);
    assert_int_equal(match->players[0].late, 1);
    end_match(match);
    make_bot("late", "CPlusPlus", "run.sh", "#!/bin/sh\nsleep 0.8; printf 1 > \"$2/move.txt\"\n",
             folder);
    match = play_bot(folder, 1, none);
    assert_int_equal(match->players[0].late, 0);
    assert_int_equal(match->players[0].last, COMMAND_UP);
    char *log = read_log(match, 0);
    assert_null(strstr(log, "forcefully killed"));
    free(log);
    end_match(match);
}

static void test_flooding_bot(void **unused) {
    (void)unused;
    struct stat status;
    char path[PATH_SIZE];
    Match *match = play_script("flooding", "#!/bin/sh\nyes | tr -d '\\n'\n", 1);
    assert_int_equal(match->players[0].late, 1);
    assert_logged(match, 0, " bytes more are left out)\n");
    snprintf(path, sizeof path, "%s/0/A/log.txt", match->writer.match);
    assert_int_equal(stat(path, &status), 0);
    assert_true(status.st_size < 2 * PROCESS_OUTPUT);
    end_match(match);
}

/* The process whose number the bot left in its folder must be gone. */
static void assert_gone(const char *bot) {
    char name[512];
    snprintf(name, sizeof name, "%s/child", bot);
    char *text = read_file(scratch, name);
    assert_non_null(text);
    pid_t child = (pid_t)atoi(text);
    free(text);
    assert_true(child > 1);
    assert_int_not_equal(kill(child, 0), 0);
    assert_int_equal(errno, ESRCH);
}

static void test_children_that_hold_the_output(void **unused) {
    (void)unused;
    /* setsid takes the child out of the group that is killed, and its parent ends before it. */
    Match *match = play_script("parent",
                               "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\n"
                               "setsid sh -c 'echo $$ > child; exec sleep 60' & exit 0\n",
                               1);
    assert_int_equal(match->players[0].late, 1);
    assert_gone("parent");
    end_match(match);
    match = play_script("quiet",
                        "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\n"
                        "(setsid sh -c 'echo $$ > child; exec sleep 60' >/dev/null 2>&1 &)\n"
                        "while [ ! -s child ]; do :; done\n",
                        1);
    assert_int_equal(match->players[0].late, 0);
    assert_gone("quiet");
    end_match(match);
}

static void test_many_processes(void **unused) {
    (void)unused;
    char script[512];
    snprintf(script, sizeof script,
             "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\ni=0\n"
             "while [ $i -lt %d ]; do setsid sleep 60 & i=$((i+1)); done\nsleep 60\n",
             PROCESS_CROWD + 40);
    char folder[PATH_SIZE];
    Limits limits = {8000, 9000, 1, false};
    make_bot("many", "CPlusPlus", "run.sh", script, folder);
    Match *match = play_bot(folder, 1, limits);
    assert_int_equal(match->state.round, 1);
    assert_true(match->players[0].slowest_ms < 8000);
    assert_int_equal(descendants_count(), 0);
    assert_logged(match, 0, "\tBot has been killed for running more than ");
    end_match(match);
    /* These start others as fast as they can, 511 in all, until they are killed. */
    match = play_script("breeding",
                        "#!/bin/sh\n[ $# -gt 10 ] || { setsid sh $0 \"$@\" x & "
                        "setsid sh $0 \"$@\" x & }\nexec sleep 60\n",
                        1);
    end_match(match);
}

static void test_large_files(void **unused) {
    (void)unused;
    struct stat status;
    char path[PATH_SIZE];
    Match *match = play_script("filling",
                               "#!/bin/sh\nprintf 1 > \"$2/move.txt\"\nmkdir \"$2/sub\"\n"
                               "head -c 20000000 /dev/zero > \"$2/sub/large\"\n",
                               1);
    assert_int_equal(match->players[0].last, COMMAND_UP);
    snprintf(path, sizeof path, "%s/0/A/sub", match->writer.match);
    assert_int_not_equal(stat(path, &status), 0);
    snprintf(path, sizeof path, "%s/0/A/move.txt", match->writer.match);
    assert_int_equal(stat(path, &status), 0);
    end_match(match);
    /* A hole takes no place, but is as large as any file. */
    match = play_script("modest",
                        "#!/bin/sh\nhead -c 100000 /dev/zero > \"$2/own\"\n"
                        "truncate -s 200M \"$2/hole\" 2>/dev/null\n",
                        1);
    snprintf(path, sizeof path, "%s/0/A/own", match->writer.match);
    assert_int_equal(stat(path, &status), 0);
    snprintf(path, sizeof path, "%s/0/A/hole", match->writer.match);
    assert_true(stat(path, &status) != 0 || status.st_size <= (long)PROCESS_FILE_MB << 20);
    end_match(match);
}

static void test_deleted_folders(void **unused) {
    (void)unused;
    Match *match = play_script("deleting", "#!/bin/sh\nrm -rf \"$2\" \"$2/../../0\" \"$PWD\"\n", 2);
    assert_logged(match, 1, "Output from bot: cannot");
    assert_int_equal(match->players[0].nothing_in_row, 2);
    end_match(match);
    match = play_script("linking", "#!/bin/sh\nrm -rf \"$2\"; ln -s / \"$2\"\n", 2);
    end_match(match);
}

/* What stands in move.txt may be anything. */
static Command move_of(const char *name, const char *commands) {
    char script[512];
    snprintf(script, sizeof script, "#!/bin/sh\ncd \"$2\"\n%s\n", commands);
    Match *match = play_script(name, script, 1);
    Command command = match->players[0].last;
    end_match(match);
    return command;
}

static void test_strange_move_files(void **unused) {
    (void)unused;
    assert_int_equal(move_of("pipe", "mkfifo move.txt"), COMMAND_NOTHING);
    assert_int_equal(move_of("device", "ln -s /dev/zero move.txt"), COMMAND_NOTHING);
    assert_int_equal(move_of("dir", "mkdir move.txt"), COMMAND_NOTHING);
    assert_int_equal(move_of("blank", "echo ' 5' > move.txt"), COMMAND_NOTHING);
    assert_int_equal(move_of("mark", "printf '\\357\\273\\2775\\r\\n' > move.txt"), COMMAND_BOMB);
    assert_int_equal(move_of("little", "printf '\\377\\3765\\000\\r\\000' > move.txt"),
                     COMMAND_BOMB);
    assert_int_equal(move_of("big", "printf '\\376\\377\\0005\\000\\r' > move.txt"), COMMAND_BOMB);
    assert_int_equal(move_of("long", "head -c 3000000 /dev/zero | tr '\\0' 5 > move.txt"),
                     COMMAND_BOMB);
}

/* The 20th round of nothing is a bomb and writes no log; the 22nd starts no bot. */
static void test_bot_that_does_nothing(void **unused) {
    (void)unused;
    char path[PATH_SIZE];
    struct stat status;
    Match *match = play_script("idle", "#!/bin/sh\n", 23);
    assert_logged(match, 10, "\tBot is sending to many do nothing commands");
    char *log = read_log(match, 9);
    assert_null(strstr(log, "to many"));
    free(log);
    snprintf(path, sizeof path, "%s/19/A/log.txt", match->writer.match);
    assert_int_not_equal(stat(path, &status), 0);
    char *engine = read_file(match->writer.match, "19/engine.log");
    assert_non_null(engine);
    assert_non_null(strstr(engine, "Added Command PlaceBombCommand for Player PlayerEntity(X:2"));
    free(engine);
    assert_logged(match, 20, "\tBot sent to many do nothing commands");
    snprintf(path, sizeof path, "%s/21/A/log.txt", match->writer.match);
    assert_int_not_equal(stat(path, &status), 0);
    engine = read_file(match->writer.match, "21/engine.log");
    assert_non_null(engine);
    assert_non_null(strstr(engine, "PlayerCommands.TriggerBombCommand for Player"));
    free(engine);
    end_match(match);
}

static const char python_bot[] = "import sys\n"
                                 "open(sys.argv[2] + '/move.txt', 'w').write('5')\n"
                                 "print(sys.argv[1], sys.argv[3:])\n";

static const char node_bot[] = "require('fs').writeFileSync(process.argv[3] + '/move.txt', '5');\n"
                               "console.log(process.argv[2], process.argv.slice(4));\n";

static bool has_program(const char *name) {
    char command[256];
    snprintf(command, sizeof command, "%s >/dev/null 2>&1", name);
    return system(command) == 0;
}

/* Play one round of a bot of this type; it must place a bomb. */
static void assert_bot_plays(const char *type, const char *file, const char *text) {
    char folder[PATH_SIZE];
    Limits patient = {10000, 20000, 1, false};
    make_bot(type, type, file, text, folder);
    Match *match = play_bot(folder, 1, patient);
    assert_int_equal(match->players[0].last, COMMAND_BOMB);
    assert_string_equal(match->players[0].bot.type, type);
    assert_logged(match, 0, "Output from bot: ");
    end_match(match);
}

static void compile(const char *folder, const char *command) {
    char text[2 * PATH_SIZE];
    snprintf(text, sizeof text, "cd '%s' && %s >/dev/null 2>&1", folder, command);
    assert_int_equal(system(text), 0);
}

static void test_script_bots(void **unused) {
    (void)unused;
    if (has_program("python3 -c pass"))
        assert_bot_plays("Python3", "bot.py", python_bot);
    if (has_program("python2 -c pass") || has_program("python3 -c pass"))
        assert_bot_plays("Python2", "bot.py", python_bot);
    if (has_program("node -e 0"))
        assert_bot_plays("JavaScript", "bot.js", node_bot);
    /* A program of its own may call itself Python, as under the engine on Linux. */
    assert_bot_plays("Python2", "program", "#!/bin/sh\necho native; printf 5 > \"$2/move.txt\"\n");
}

static void test_compiled_bots(void **unused) {
    (void)unused;
    static const char sharp[] = "class Bot { static void Main(string[] a) { System.IO.File."
                                "WriteAllText(a[1] + \"/move.txt\", \"5\"); System.Console."
                                "WriteLine(a[0]); } }\n";
    static const char java[] =
        "public class Bot { public static void main(String[] a) throws Exception { java.nio.file."
        "Files.write(java.nio.file.Paths.get(a[1], \"move.txt\"), \"5\".getBytes()); System.out."
        "println(a[0]); } }\n";
    char folder[PATH_SIZE], path[2 * PATH_SIZE];
    Limits patient = {10000, 20000, 1, false};
    const char *const types[][4] = {
        {"CSharp", "bot.exe", "Bot.cs", "mcs -out:bot.exe Bot.cs"},
        {"Java", "bot.jar", "Bot.java",
         "javac Bot.java && printf 'Main-Class: Bot\\n' > m && jar cfm bot.jar m Bot.class"}};
    const bool there[] = {has_program("mono --version") && has_program("mcs --version"),
                          has_program("java -version") && has_program("javac -version")};
    for (int i = 0; i < 2; i++) {
        if (!there[i])
            continue;
        make_bot(types[i][0], types[i][0], types[i][1], "", folder);
        snprintf(path, sizeof path, "%s/%s", folder, types[i][2]);
        write_text(path, i ? java : sharp, 0644);
        compile(folder, types[i][3]);
        Match *match = play_bot(folder, 1, patient);
        assert_int_equal(match->players[0].last, COMMAND_BOMB);
        end_match(match);
    }
}

static void assert_refused(const char *name, const char *type, const char *file, const char *text,
                           const char *word) {
    char folder[PATH_SIZE], error[4096] = "";
    Player player;
    make_bot(name, type, file, text, folder);
    assert_false(player_open(&player, 'A', folder, 1, error, sizeof error));
    if (!strstr(error, word))
        fail_msg("\"%s\" is not in: %s", word, error);
}

static void test_bots_that_cannot_be_started(void **unused) {
    (void)unused;
    char folder[PATH_SIZE], path[2 * PATH_SIZE], error[4096];
    char *old = strdup(getenv("PATH"));
    Player player;
    assert_refused("cobol", "Cobol", "a.cob", "", "Cobol");
    assert_refused("windows", "CPlusPlus", "a.exe", "MZ\x90", "Windows");
    make_bot("gone", "CPlusPlus", "a.out", "#!/bin/sh\n", folder);
    snprintf(path, sizeof path, "%s/a.out", folder);
    assert_int_equal(chmod(path, 0644), 0);
    if (geteuid() != 0 || access(path, X_OK) != 0)
        assert_false(player_open(&player, 'A', folder, 1, error, sizeof error));
    unlink(path);
    assert_false(player_open(&player, 'A', folder, 1, error, sizeof error));
    assert_non_null(strstr(error, "a.out"));
    setenv("PATH", "/no/such/folder", 1);
    assert_refused("java", "java", "a.jar", "", "default-jre-headless");
    setenv("PATH", old, 1);
    free(old);
}

static void test_run_arguments_are_split_like_a_shell_does(void **unused) {
    (void)unused;
    Launcher launcher = {"", ""};
    BotFile bot = {.type = "CPlusPlus", .run_file = "run"};
    static Launch launch;
    static const char *const expected[] = {"/b/run", "C",   "/r/0/C", "--x",
                                           "a b",    "c'd", "e f",    "g"};
    snprintf(bot.run_arguments, sizeof bot.run_arguments, "--x  'a b' \"c'd\" e\\ f g ");
    assert_true(launch_bot(&launcher, &bot, "/b", 'C', "/r/0/C", &launch));
    for (int i = 0; i < 8; i++)
        assert_string_equal(launch.arguments[i], expected[i]);
    assert_null(launch.arguments[8]);
    memset(bot.run_arguments, 0, sizeof bot.run_arguments);
    for (int i = 0; i < 200; i++)
        memcpy(bot.run_arguments + 2 * i, "a ", 2);
    assert_false(launch_bot(&launcher, &bot, "/b", 'C', "/r/0/C", &launch));
}

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
            clock_sleep_ms(60); /* what is typed before the question is dropped */
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

static Match *empty_match(void) {
    Match *match = aligned_alloc(64, (sizeof *match + 63) / 64 * 64);
    assert_non_null(match);
    memset(match, 0, sizeof *match);
    match->player_count = 2;
    game_init(&match->game, 2, 100);
    state_init(&match->state, &match->game);
    player_open_human(&match->players[0], 'A', 1);
    player_open_human(&match->players[1], 'B', 2);
    return match;
}

static void test_keys_on_a_terminal(void **unused) {
    (void)unused;
    static const char *const keys[] = {"d", "\033[A", " ", "?x", "I", ".", "qa", "qq"};
    static const Command expected[] = {COMMAND_RIGHT,   COMMAND_UP, COMMAND_BOMB,
                                       COMMAND_TRIGGER, COMMAND_UP, COMMAND_NOTHING};
    Match *match = empty_match();
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

static void test_keys_of_ones_own(void **unused) {
    (void)unused;
    Keys keys;
    assert_true(keys_parse("IJKLuo", &keys));
    assert_string_equal(keys.key, "ijkluo");
    assert_false(keys_parse("wasdz", &keys));
    assert_false(keys_parse("wasdzz", &keys));
    assert_false(keys_parse("wasdz ", &keys));
}

/* A signal ends the program that waits for a key: the terminal must be as before. */
static void test_terminal_is_restored_on_signals(void **unused) {
    (void)unused;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        Match *match = empty_match();
        FILE *nowhere = fopen("/dev/null", "w");
        Seat seat = sit_down(NULL, 0);
        struct termios before, during, after;
        int status;
        tcgetattr(seat.slave, &before);
        pid_t waiting = fork();
        if (waiting == 0) {
            Console console = {.input = seat.slave, .out = nowhere, .keys = {engine_keys}};
            signal(signals[i], SIG_DFL); /* whatever the shell that started the tests ignores */
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

static void test_tally_of_a_series(void **unused) {
    (void)unused;
    static const int seats[][MAX_PLAYERS] = {{0, 1}, {1, 0}, {0, 1}};
    Series series = {0};
    Match *match = empty_match();
    match->state.points[0] = 30;
    match->players[0].late = 2;
    series_add(&series, match, seats[0]); /* the first wins */
    series_add(&series, match, seats[1]); /* the second */
    match->state.points[1] = 30;
    series_add(&series, match, seats[2]); /* nobody */
    assert_int_equal(series.pair[0][1].wins, 1);
    assert_int_equal(series.pair[0][1].losses, 1);
    assert_int_equal(series.pair[0][1].draws, 1);
    assert_int_equal(series.players[0].places[0], 2);
    assert_int_equal(series.players[1].places[0], 2);
    assert_int_equal(series.players[1].places[1], 1);
    assert_int_equal(series.players[0].late, 4);
    free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log_in_the_words_of_the_engine),
        cmocka_unit_test(test_hanging_bot),
        cmocka_unit_test(test_late_bot_and_no_limit),
        cmocka_unit_test(test_flooding_bot),
        cmocka_unit_test(test_children_that_hold_the_output),
        cmocka_unit_test(test_many_processes),
        cmocka_unit_test(test_large_files),
        cmocka_unit_test(test_deleted_folders),
        cmocka_unit_test(test_strange_move_files),
        cmocka_unit_test(test_bot_that_does_nothing),
        cmocka_unit_test(test_script_bots),
        cmocka_unit_test(test_compiled_bots),
        cmocka_unit_test(test_bots_that_cannot_be_started),
        cmocka_unit_test(test_run_arguments_are_split_like_a_shell_does),
        cmocka_unit_test(test_keys_on_a_terminal),
        cmocka_unit_test(test_keys_of_ones_own),
        cmocka_unit_test(test_terminal_is_restored_on_signals),
        cmocka_unit_test(test_tally_of_a_series),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
