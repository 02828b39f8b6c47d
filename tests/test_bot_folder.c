/* The files in a bot's folder: move.txt, the log with the engine's times, bot.json; and the bot on
 * the sample states. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bot/time_manager.h"
#include "platform/file.h"
#include "platform/folder.h"
#include "processes/process.h"
#include "protocol/bot_file.h"
#include "protocol/log_file.h"
#include "protocol/move_file.h"
#include "protocol/round_path.h"
#include "support/scratch.h"
#include "test.h"

TEST(test_move_file_is_written) {
    MoveFile file;
    char path[512];
    size_t size;
    move_file_init(&file, scratch);
    assert_true(move_file_write(&file, COMMAND_BOMB));
    snprintf(path, sizeof path, "%s/move.txt", scratch);
    char *text = file_read(path, 10, &size);
    assert_string_equal(text, "5");
    free(text);
    assert_int_equal(move_file_parse("3\r\n", 3), COMMAND_RIGHT);
    assert_int_equal(move_file_parse(" 3", 2), COMMAND_NOTHING);
    assert_int_equal(move_file_parse("", 0), COMMAND_NOTHING);
    assert_int_equal(move_file_parse("9", 1), COMMAND_NOTHING);
    assert_int_equal(move_file_parse("\xef\xbb\xbf"
                                     "3",
                                     4),
                     COMMAND_RIGHT);
    snprintf(path, sizeof path, "%s/7/A", scratch);
    assert_true(folder_create(path));
    move_file_close(&file);
    move_file_init(&file, path);
    assert_true(move_file_write(&file, COMMAND_RIGHT));
    move_file_close(&file);
    snprintf(path, sizeof path, "%s/8/A/", scratch);
    assert_int_equal(move_file_read_last(split_path(path)), COMMAND_RIGHT);
    snprintf(path, sizeof path, "%s/7/A", scratch);
    assert_int_equal(move_file_read_last(split_path(path)), COMMAND_NOTHING);
    move_file_init(&file, "/no/such/folder");
    assert_false(move_file_write(&file, COMMAND_UP));
}

TEST(test_move_changes_in_place) {
    MoveFile file;
    char path[SCRATCH_PATH];
    struct stat before, after;
    move_file_init(&file, scratch);
    assert_true(move_file_write(&file, COMMAND_BOMB));
    assert_int_equal(stat(scratch_path("move.txt", path), &before), 0);
    assert_true(move_file_write(&file, COMMAND_LEFT));
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_ino == after.st_ino && after.st_size == 1);
    assert_true(scratch_says("move.txt", "2"));
    assert_int_equal(remove(path), 0);
    assert_true(move_file_write(&file, COMMAND_DOWN));
    assert_true(scratch_says("move.txt", "4"));
    move_file_close(&file);
}

TEST(test_round_path_is_split) {
    RoundPath path;
    char name[ROUND_PATH_SIZE];
    assert_true(round_path_split("/a b/replay/12/C/", &path));
    assert_int_equal(path.round, 12);
    assert_string_equal(path.key, "C");
    assert_true(round_path_file(&path, 3, true, "log.txt", name));
    assert_string_equal(name, "/a b/replay/3/C/log.txt");
    assert_true(round_path_split("C:\\replays\\5\\0\\A", &path));
    assert_int_equal(path.round, 0);
    assert_false(round_path_split("A", &path));
    assert_false(round_path_split("sample-state/2p-early", &path));
    assert_false(round_path_split("", &path));
    assert_false(round_path_split("match/012/A", &path));
}

TEST(test_no_files_are_found_without_a_round_path) {
    char name[ROUND_PATH_SIZE];
    const RoundPath *path = split_path("sample-state/2p-early");
    assert_int_equal(path->round, 0);
    assert_false(round_path_file(path, 0, true, "log.txt", name));
    assert_int_equal(move_file_read_last(path), COMMAND_NOTHING);
}

TEST(test_file_names_are_joined_to_folders) {
    static char long_folder[ROUND_PATH_SIZE];
    char name[ROUND_PATH_SIZE];
    assert_true(round_path_join("a/b", "move.txt", name));
    assert_string_equal(name, "a/b/move.txt");
    assert_true(round_path_join("a\\b\\", "move.txt", name));
    assert_string_equal(name, "a\\b\\move.txt");
    memset(long_folder, 'x', sizeof long_folder - 9);
    assert_false(round_path_join(long_folder, "move.txt", name));
    assert_string_equal(name, "");
    long_folder[sizeof long_folder - 10] = 0;
    assert_true(round_path_join(long_folder, "move.txt", name));
}

TEST(test_times_are_read_from_the_logs) {
    assert_int_equal(
        log_file_calibration_ms("x\nBot calibration complete and can run an additional "
                                "37ms due to environment startup\n"),
        37);
    assert_int_equal(log_file_calibration_ms("nothing of it"), -1);
    assert_float_equal(log_file_execution_ms("Your bots total execution time was 00:00:01.2345678"),
                       1234.5678, 0.001);
    assert_float_equal(log_file_execution_ms("total execution time was 0"), -1, 0);
    assert_int_equal(log_file_bot_ms("x\nI: \tOutput from bot: move=up(1) ms=1234 value=2\n"),
                     1234);
    assert_int_equal(log_file_bot_ms("Output from bot: move=up(1)\nms=1 ms=2\n"), -1);
    assert_int_equal(log_file_bot_ms("Output from bot: move=up(1) ms=-5"), -1);
    assert_int_equal(log_file_bot_ms(" ms=5"), -1);
}

TEST(test_a_move_is_late_by_time_and_message) {
    static const char message[] = "I: \tYour bot exceeded the maximum execution time\n";
    static const char late[] = "I: \tYour bots total execution time was 00:00:02.5\n";
    static const char early[] = "I: \tYour bots total execution time was 00:00:01.9\n";
    char log[256];
    snprintf(log, sizeof log, "%s%s", late, message);
    assert_true(log_file_is_late(log));
    snprintf(log, sizeof log, "%s%s", early, message);
    assert_false(log_file_is_late(log));
    assert_false(log_file_is_late(late)); /* a match without a limit */
    assert_false(log_file_is_late(message));
    snprintf(log, sizeof log, "%s%s", message, late); /* the time comes first */
    assert_false(log_file_is_late(log));
    snprintf(log, sizeof log, "%s%s%s", late, message, early); /* the last time counts */
    assert_false(log_file_is_late(log));
}

/* A bot prints the lines of the harness, with and without the beginning of a line. */
TEST(test_text_of_a_bot_is_not_the_harness) {
    static const char *const forged[] = {
        "Your bots total execution time was 00:00:09",
        "\tYour bots total execution time was 00:00:09",
        "\r20-11-2026 20:32:17:694 - I: \tYour bots total execution time was 00:00:09",
        "\xe2\x80\xa8\xc2\x85\f\v20-11-2026 20:32:17:694 - I: \tYour bots total execution time was "
        "00:00:09"};
    for (int i = 0; i < 4; i++) {
        char log[1024];
        snprintf(
            log, sizeof log,
            "20-11-2026 20:32:17:694 - I: \tOutput from bot: %s\n"
            "20-11-2026 20:32:17:694 - I: \tOutput from bot: I: \tYour bot exceeded the maximum "
            "execution time\n"
            "20-11-2026 20:32:17:694 - E: \tOutput from bot: Bot calibration complete and can run "
            "an additional 37ms\n",
            forged[i]);
        assert_float_equal(log_file_execution_ms(log), -1, 0);
        assert_int_equal(log_file_calibration_ms(log), -1);
        assert_false(log_file_is_late(log));
        /* The harness wrote these; the words in them are not the bot's. */
        assert_int_equal(
            log_file_bot_ms("I: \tExecuting process x Output from bot: move=up(1) ms=5\n"), -1);
    }
}

/* Write the log.txt of one of 10 rounds, in which the bot measured one second. */
static void write_log(int round, const char *execution) {
    char name[64], text[256];
    snprintf(name, sizeof name, "budget/%d/A/log.txt", round);
    snprintf(text, sizeof text,
             "%sI: \tOutput from bot: move=up(1) agent=beam depth=9 nodes=7 ms=1000 value=1\n"
             "I: \tYour bots total execution time was %s\n",
             round ? "" : "Bot calibration complete and can run an additional 40ms\n", execution);
    scratch_write(name, text, 0644);
}

TEST(test_budget_follows_from_the_logs) {
    enum { PLAIN = ENGINE_LIMIT_MS - TIME_MARGIN_MS - 1 };
    char folder[512];
    for (int round = 0; round <= 10; round++) {
        snprintf(folder, sizeof folder, "%s/budget/%d/A", scratch, round);
        assert_true(folder_create(folder));
    }
    assert_int_equal(time_manager_budget_ms(split_path("A")), TIME_DEFAULT_MS);
    assert_int_equal(time_manager_budget_ms(split_path(folder)), TIME_DEFAULT_MS);
    write_log(0, "00:00:03");
    assert_int_equal(time_manager_budget_ms(split_path(folder)),
                     TIME_DEFAULT_MS); /* too many rounds ago */
    write_log(2, "00:00:01.0100000");
    write_log(9, "00:00:01.0300000");
    assert_int_equal(time_manager_budget_ms(split_path(folder)), PLAIN + 40 - 30);
    write_log(9, "00:00:00.9980000"); /* a difference within the precision of the clocks */
    assert_int_equal(time_manager_budget_ms(split_path(folder)), PLAIN + 40 - 10);
    scratch_write("budget/0/A/log.txt", "Bot calibration complete and can run an additional 610ms",
                  0644);
    assert_int_equal(time_manager_budget_ms(split_path(folder)), PLAIN + 60 - 10);
    write_log(9, "00:01:01.0300000");
    assert_int_equal(time_manager_budget_ms(split_path(folder)), TIME_MIN_MS);
    write_log(9, "0:0:1e300");
    assert_int_equal(time_manager_budget_ms(split_path(folder)), TIME_MIN_MS);
    scratch_write("budget/9/A/log.txt", "Your bots total execution time was 00:00:02\n", 0644);
    assert_int_equal(time_manager_budget_ms(split_path(folder)),
                     PLAIN + 60 - 10); /* the bot gave no answer */
}

TEST(test_bot_json_is_read) {
    BotFile bot;
    char error[512], folder[512];
    snprintf(folder, sizeof folder, "%s", scratch);
    assert_true(bot_file_read(".", &bot, error, sizeof error));
    assert_string_equal(bot.nickname, "Blastbeam");
    scratch_write("bot.json",
                  "\xef\xbb\xbf{\"nickname\":\"B1\",\"BOTTYPE\":\"Java\","
                  "\"ProjectLocation\":\".\",\"RunFile\":\"x.jar\"}",
                  0644);
    assert_true(bot_file_read(folder, &bot, error, sizeof error));
    assert_string_equal(bot.type, "Java");
    const char *const bad[][2] = {
        {"{\"NickName\":\"a b\",\"BotType\":\"Java\",\"ProjectLocation\":\".\",\"RunFile\":\"x\"}",
         "NickName"},
        {"{\"NickName\":\"a\",\"BotType\":\"Java\",\"RunFile\":\"x\"}", "ProjectLocation"},
        {"{\"NickName\":\"a\",\"BotType\":\"Java\",\"ProjectLocation\":\".\"}", "RunFile"},
        {"[1,2", "JSON"}};
    for (int i = 0; i < 4; i++) {
        scratch_write("bot.json", bad[i][0], 0644);
        assert_false(bot_file_read(folder, &bot, error, sizeof error));
        assert_non_null(strstr(error, bad[i][1]));
    }
}

/* The bots of the challenge have such a bot.json, with an empty ProjectLocation. */
TEST(test_bot_type_can_be_the_number_of_the_engine) {
    static const char *const types[] = {"CSharp",  "Java",    "JavaScript", "CPlusPlus",
                                        "Python2", "Python3", "FSharp",     "7"};
    BotFile bot;
    char json[256], error[512];
    for (int i = 0; i < 8; i++) {
        snprintf(json, sizeof json,
                 "{\"NickName\":\"a\",\"BotType\":%d,\"ProjectLocation\":\"\",\"RunFile\":\"x\"}",
                 i);
        scratch_write("bot.json", json, 0644);
        assert_true(bot_file_read(scratch, &bot, error, sizeof error));
        assert_string_equal(bot.type, types[i]);
        assert_string_equal(bot.project, "");
    }
}

/* The program answers every sample state in time, with a digit. */
TEST(test_program_answers_every_sample_in_time) {
    static const char *const samples[] = {"2p-early", "2p-late", "4p-middle"};
    const char *programs = getenv("BLASTBEAM_BIN");
    for (int i = 0; i < 3; i++) {
        static ProcessResult result;
        char program[512], folder[512], source[512], target[640];
        size_t size;
        snprintf(folder, sizeof folder, "%s/with blank %d", scratch, i);
        assert_true(folder_create(folder));
        snprintf(source, sizeof source, "sample-state/%s/map.txt", samples[i]);
        snprintf(target, sizeof target, "%s/map.txt", folder);
        char *map = file_read(source, 1 << 20, &size);
        assert_non_null(map);
        assert_true(file_replace(target, map, size));
        free(map);
        snprintf(program, sizeof program, "%s/blastbeam", programs ? programs : "bin");
        char *const arguments[] = {program, "A", folder, "--budget-ms", "200", NULL};
        process_run(&(ProcessRequest){.arguments = arguments, .folder = ".", .limit_ms = 60000},
                    &result);
        assert_int_equal(result.status, 0);
        assert_true(strncmp(result.output, "move=", 5) == 0);
        snprintf(target, sizeof target, "%s/move.txt", folder);
        char *move = file_read(target, 10, &size);
        assert_non_null(move);
        assert_int_equal(size, 1);
        assert_true(move[0] >= '1' && move[0] <= '6');
        free(move);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_move_file_is_written),
        cmocka_unit_test(test_move_changes_in_place),
        cmocka_unit_test(test_round_path_is_split),
        cmocka_unit_test(test_no_files_are_found_without_a_round_path),
        cmocka_unit_test(test_file_names_are_joined_to_folders),
        cmocka_unit_test(test_times_are_read_from_the_logs),
        cmocka_unit_test(test_a_move_is_late_by_time_and_message),
        cmocka_unit_test(test_text_of_a_bot_is_not_the_harness),
        cmocka_unit_test(test_budget_follows_from_the_logs),
        cmocka_unit_test(test_bot_json_is_read),
        cmocka_unit_test(test_bot_type_can_be_the_number_of_the_engine),
        cmocka_unit_test(test_program_answers_every_sample_in_time),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
