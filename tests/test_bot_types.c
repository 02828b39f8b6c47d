/* Bots of every type, and the commands that start them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/matches.h"
#include "test.h"

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
    char folder[SCRATCH_PATH];
    TimeLimits patient = {.command_ms = 60000, .kill_ms = 90000};
    make_bot(type, type, file, text, folder);
    Match *match = play_bot(folder, 1, patient);
    assert_int_equal(match->players[0].last, COMMAND_BOMB);
    assert_string_equal(match->players[0].bot.type, type);
    assert_logged(match, 0, "Output from bot: ");
    end_match(match);
}

static void compile(const char *folder, const char *command) {
    char text[2 * SCRATCH_PATH];
    snprintf(text, sizeof text, "cd '%s' && %s >/dev/null 2>&1", folder, command);
    assert_int_equal(system(text), 0);
}

TEST(test_script_bots_play) {
    if (has_program("python3 -c pass"))
        assert_bot_plays("Python3", "bot.py", python_bot);
    if (has_program("python2 -c pass") || has_program("python3 -c pass"))
        assert_bot_plays("Python2", "bot.py", python_bot);
    if (has_program("node -e 0"))
        assert_bot_plays("JavaScript", "bot.js", node_bot);
    /* A native program may be declared as Python2, as under the engine on Linux. */
    assert_bot_plays("Python2", "program", "#!/bin/sh\necho native; printf 5 > \"$2/move.txt\"\n");
}

TEST(test_compiled_bots_play) {
    static const char sharp[] = "class Bot { static void Main(string[] a) { System.IO.File."
                                "WriteAllText(a[1] + \"/move.txt\", \"5\"); System.Console."
                                "WriteLine(a[0]); } }\n";
    static const char java[] =
        "public class Bot { public static void main(String[] a) throws Exception { java.nio.file."
        "Files.write(java.nio.file.Paths.get(a[1], \"move.txt\"), \"5\".getBytes()); System.out."
        "println(a[0]); } }\n";
    char folder[SCRATCH_PATH], source[SCRATCH_PATH];
    TimeLimits patient = {.command_ms = 60000, .kill_ms = 90000};
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
        snprintf(source, sizeof source, "%s/%s", types[i][0], types[i][2]);
        scratch_write(source, i ? java : sharp, 0644);
        compile(folder, types[i][3]);
        Match *match = play_bot(folder, 1, patient);
        assert_int_equal(match->players[0].last, COMMAND_BOMB);
        end_match(match);
    }
}

static void assert_refused(const char *name, const char *type, const char *file, const char *text,
                           const char *word) {
    char folder[SCRATCH_PATH], error[4096] = "";
    Player player;
    make_bot(name, type, file, text, folder);
    assert_false(player_open(&player, 'A', folder, 1, NULL, error, sizeof error));
    if (!strstr(error, word))
        fail_msg("\"%s\" is not in: %s", word, error);
}

TEST(test_bots_that_cannot_be_started_are_named) {
    char folder[SCRATCH_PATH], path[2 * SCRATCH_PATH], error[4096];
    char *old = strdup(getenv("PATH"));
    Player player;
    assert_refused("cobol", "Cobol", "a.cob", "", "Cobol");
    assert_refused("windows", "CPlusPlus", "a.exe", "MZ\x90", "Windows");
    make_bot("gone", "CPlusPlus", "a.out", "#!/bin/sh\n", folder);
    snprintf(path, sizeof path, "%s/a.out", folder);
    assert_int_equal(chmod(path, 0644), 0);
    if (geteuid() != 0 || access(path, X_OK) != 0)
        assert_false(player_open(&player, 'A', folder, 1, NULL, error, sizeof error));
    unlink(path);
    assert_false(player_open(&player, 'A', folder, 1, NULL, error, sizeof error));
    assert_non_null(strstr(error, "a.out"));
    setenv("PATH", "/no/such/folder", 1);
    assert_refused("java", "java", "a.jar", "", "default-jre-headless");
    setenv("PATH", old, 1);
    free(old);
}

/* Replace the RunFile "run" of a bot by what the shell makes in its folder. Returns the message. */
static const char *open_changed(const char *type, const char *command) {
    enum { PATIENCE_S = 120 };
    static char error[4096];
    char folder[SCRATCH_PATH], text[2 * SCRATCH_PATH];
    Player player;
    make_bot("changed", type, "run", "#!/bin/sh\n", folder);
    snprintf(text, sizeof text, "cd '%s' && rm run && %s", folder, command);
    assert_int_equal(system(text), 0);
    alarm(PATIENCE_S);
    bool opened = player_open(&player, 'A', folder, 1, NULL, error, sizeof error);
    alarm(0);
    snprintf(text, sizeof text, "rm -r '%s'", folder);
    assert_int_equal(system(text), 0);
    return opened ? "opened" : error;
}

static void assert_says(const char *message, const char *words) {
    if (!strstr(message, words))
        fail_msg("\"%s\" is not in: %s", words, message);
}

TEST(test_run_file_must_be_a_file_in_the_folder) {
    static const char *const types[] = {"CPlusPlus", "Python3"};
    for (int i = 0; i < 2; i++) {
        assert_says(open_changed(types[i], "mkfifo run"), "is a pipe or a device");
        assert_says(open_changed(types[i], "mkdir run"), "is a folder");
        assert_says(open_changed(types[i], "ln -s /dev/zero run"), "outside of the bot's folder");
        assert_says(open_changed(types[i], "ln -s /bin/sh run"), "outside of the bot's folder");
        assert_says(open_changed(types[i], "ln -s no-such-file run"), "does not exist");
        assert_says(open_changed(types[i], "ln -s run run"), "does not exist");
        assert_says(open_changed(types[i], "mkfifo own && ln -s own run"), "is a pipe or a device");
        assert_string_equal(
            open_changed(types[i], "mkdir sub && cp /bin/true sub && ln -s sub/true run"),
            "opened");
        assert_says(open_changed(types[i], "sed -i s,.run.,'\"../changed.sh\"', bot.json && "
                                           "cp /bin/true ../changed.sh"),
                    "outside of the bot's folder");
        assert_says(open_changed(types[i], "sed -i s,.run.,'\"/bin/sh\"', bot.json"),
                    "absolute path");
    }
}

TEST(test_bot_json_must_be_a_small_file) {
    static const char *const commands[][2] = {
        {"rm bot.json && mkfifo bot.json", "is a pipe or a device"},
        {"ln -sf /dev/zero bot.json", "is a pipe or a device"},
        {"rm bot.json && mkdir bot.json", "directory"},
        {"truncate -s 1T bot.json", "larger than 1 MB"},
        {"head -c 1000000 /dev/zero | tr '\\0' '[' >bot.json", "not a JSON object"}};
    for (int i = 0; i < 5; i++)
        assert_says(open_changed("CPlusPlus", commands[i][0]), commands[i][1]);
}

TEST(test_run_arguments_are_split_like_a_shell_does) {
    Launcher launcher = {"", ""};
    BotFile bot = {.type = "CPlusPlus", .run_file = "run"};
    static Launch launch;
    static const char *const expected[] = {"/b/run", "C",   "/r/0/C", "--x",
                                           "a b",    "c'd", "e f",    "g"};
    snprintf(bot.run_arguments, sizeof bot.run_arguments, "--x  'a b' \"c'd\" e\\ f g ");
    arguments_clear(&launch.arguments);
    assert_true(launch_bot(&launcher, &bot, "/b", 'C', "/r/0/C", &launch));
    for (int i = 0; i < 8; i++)
        assert_string_equal(launch.arguments.list[i], expected[i]);
    assert_null(launch.arguments.list[8]);
    memset(bot.run_arguments, 0, sizeof bot.run_arguments);
    for (int i = 0; i < 500; i++)
        memcpy(bot.run_arguments + 2 * i, "a ", 2);
    arguments_clear(&launch.arguments);
    assert_true(launch_bot(&launcher, &bot, "/b", 'C', "/r/0/C", &launch));
    assert_int_equal(launch.arguments.count, 503);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_script_bots_play),
        cmocka_unit_test(test_compiled_bots_play),
        cmocka_unit_test(test_bots_that_cannot_be_started_are_named),
        cmocka_unit_test(test_run_file_must_be_a_file_in_the_folder),
        cmocka_unit_test(test_bot_json_must_be_a_small_file),
        cmocka_unit_test(test_run_arguments_are_split_like_a_shell_does),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
