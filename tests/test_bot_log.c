/* The bot's log: what the bot reported about its moves, as it is read and passed to the page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/text.h"
#include "records/bot_log.h"
#include "replay/html.h"
#include "support/page.h"
#include "support/program.h"
#include "test.h"

static const char explained[] =
    "\n21-11-2026 07:37:48:466 - D: \tExecuting bot with following commands bin/blastbeam A\n"
    "21-11-2026 07:37:48:584 - I: \tOutput from bot: move=up(1) agent=beam depth=24 nodes=390053 "
    "ms=118 value=79.11\n"
    "- E: \tOutput from bot: position now\n"
    "- E: \tOutput from bot: A 1,1 bag=9 radius=1 points=60\n"
    "- E: \tOutput from bot: first       value   danger  malicious_text\r\n"
    "- E: \tOutput from bot: nothing     69.64       0%       5%  \r\n"
    "- E: \tOutput from bot: up          79.83       0%       0%  <- \n"
    "- E: \tOutput from bot: left            -     100%     100%  refused by the rules\n"
    "- E: \tOutput from bot: down        85.50       0%       0%  crowded out after 12 rounds\n"
    "- E: \tOutput from bot: searched depth=24 width=13825 nodes=390053\n"
    "- E: \tOutput from bot: expected: up bomb left left trigger\n"
    "- E: \tOutput from bot: position expected\n"
    "- E: \tOutput from bot: A 4,13 bag=1 radius=1 points=140\n"
    "- E: \tOutput from bot: B 14,14 bag=2 radius=2 points=120\n"
    "- I: \tYour bots total execution time was 00:00:00.1202412";

TEST(test_log_of_the_beam_is_read) {
    BotLog bot_log;
    assert_true(bot_log_read(explained, 0, &bot_log));
    assert_int_equal((int)bot_log.took_ms, 120);
    assert_true(bot_log.moved);
    assert_int_equal(bot_log.move, COMMAND_UP);
    assert_string_equal(bot_log.agent, "beam");
    assert_int_equal(bot_log.depth, 24);
    assert_int_equal(bot_log.nodes, 390053);
    assert_int_equal(bot_log.bot_ms, 118);
    assert_true(bot_log.value == 79.11);
    assert_true(bot_log.explained);
    assert_int_equal(bot_log.width, 13825);
    const BotLogCommand *first = bot_log.first;
    assert_true(first[COMMAND_NOTHING].searched && first[COMMAND_NOTHING].value == 69.64);
    assert_int_equal(first[COMMAND_NOTHING].danger_triggers, 5);
    assert_true(first[COMMAND_UP].chosen);
    assert_string_equal(first[COMMAND_UP].note, "");
    assert_true(first[COMMAND_LEFT].listed && !first[COMMAND_LEFT].searched);
    assert_int_equal(first[COMMAND_LEFT].danger_fuses, 100);
    assert_string_equal(first[COMMAND_LEFT].note, "refused by the rules");
    assert_false(first[COMMAND_RIGHT].listed);
    assert_int_equal(first[COMMAND_UP].depth, 24);
    assert_int_equal(first[COMMAND_NOTHING].depth, 24);
    assert_int_equal(first[COMMAND_LEFT].depth, 0);
    assert_int_equal(first[COMMAND_DOWN].depth, 12);
    assert_int_equal(bot_log.pv_length, 5);
    assert_int_equal(bot_log.pv[1], COMMAND_BOMB);
    assert_int_equal(bot_log.pv[4], COMMAND_TRIGGER);
    assert_int_equal(bot_log.end_x, 4);
    assert_int_equal(bot_log.end_y, 13);
    assert_true(bot_log_read(explained, 1, &bot_log));
    assert_int_equal(bot_log.end_x, 14);
}

/* The logs of other agents: rhea without the second share, lookahead in words. */
TEST(test_logs_of_other_agents_are_read) {
    BotLog bot_log;
    assert_true(bot_log_read("Output from bot: bomb        12.50      20%  an opponent can kill\n"
                             "Output from bot: expected: bomb up",
                             0, &bot_log));
    assert_true(bot_log.explained && bot_log.pv_length == 2);
    assert_true(bot_log.first[COMMAND_BOMB].value == 12.5);
    assert_int_equal(bot_log.first[COMMAND_BOMB].danger_fuses, 20);
    assert_int_equal(bot_log.first[COMMAND_BOMB].danger_triggers, -1);
    assert_string_equal(bot_log.first[COMMAND_BOMB].note, "an opponent can kill");
    assert_true(bot_log_read("Output from bot: down        -3.25  is doomed", 0, &bot_log));
    assert_true(bot_log.first[COMMAND_DOWN].value == -3.25);
    assert_int_equal(bot_log.first[COMMAND_DOWN].danger_fuses, -1);
    assert_string_equal(bot_log.first[COMMAND_DOWN].note, "is doomed");
}

TEST(test_odd_logs_are_skipped) {
    static const char *const nothing[] = {
        "",
        "no log at all",
        "move=up(1) agent=beam depth=24 nodes=390053 ms=118 value=79.11",
        "Output from bot: move=up(1) agent=beam depth=24 nodes=390053 ms=118 value=nan",
        "Output from bot: move=up(1) agent=beam depth=24 nodes=390053 ms=118 value=inf",
        "Output from bot: move=jump(1) agent=beam depth=24 nodes=390053 ms=118 value=1",
        "Output from bot: move=up(1) agent=beam depth=24 nodes=-1 ms=118 value=1",
        "Output from bot: up the hill",
        "Output from bot: up nan 0%",
        "Your bots total execution time was 99999999:00:00.0",
        "Your bots total execution time was -1:00:00.0",
        "Your bots total execution time was nan",
    };
    BotLog bot_log;
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++)
        if (bot_log_read(nothing[i], 0, &bot_log))
            fail_msg("something was read in: %s", nothing[i]);
    Text text = {0};
    size_t size;
    text_add(&text, "Output from bot: expected:");
    for (int i = 0; i < 1000; i++)
        text_add(&text, " up\nOutput from bot: expected: %0*d", i, i);
    text_add(&text, "\nOutput from bot: expected:");
    for (int i = 0; i < 80; i++)
        text_add(&text, " up");
    char *log = text_take(&text, &size);
    assert_true(bot_log_read(log, 0, &bot_log));
    assert_int_equal(bot_log.pv_length, BOT_LOG_PV);
    free(log);
}

TEST(test_logs_are_in_the_data_of_the_page) {
    char path[SCRATCH_PATH];
    make_logged_match("logged", explained, path);
    MatchReplay *replay = load_match(path);
    cJSON *data = data_of(replay, path);
    const cJSON *moment = cJSON_GetArrayItem(field(data, "moments"), 0);
    assert_int_equal(cJSON_GetArraySize(field(moment, "bot_logs")), 1);
    const cJSON *info = cJSON_GetArrayItem(field(moment, "bot_logs"), 0);
    const Snapshot *snapshot = &replay->moments[0].snapshot;
    const SnapshotPlayer *player = &snapshot->players[0];
    assert_int_equal(number(info, "player"), 0);
    assert_int_equal(number(info, "depth"), 24);
    assert_true(field(info, "value")->valuedouble == 79.11);
    assert_int_equal(cJSON_GetArraySize(field(info, "first_commands")), 4);
    assert_int_equal(cJSON_GetArraySize(field(info, "line")), 5);
    const cJSON *cells = field(info, "line_cells");
    assert_int_equal(cJSON_GetArraySize(cells), 5);
    /* On this board up is free, the bomb takes no step, and left is a wall. */
    assert_int_equal(at(cells, 0), cell_of(snapshot, player->x, player->y - 1));
    assert_int_equal(at(cells, 1), at(cells, 0));
    assert_int_equal(number(info, "line_end"), cell_of(snapshot, 4, 13));
    cJSON_Delete(data);
    match_replay_free(replay);
}

TEST(test_printed_lines_are_in_the_data_of_the_page) {
    char path[SCRATCH_PATH];
    make_logged_match("printed",
                      "a - I: \tExecuting process ./bot\n"
                      "a - I: \tOutput from bot: I: <b>one</b>\n"
                      "a - E: \tOutput from bot: \033[31mtwo\n"
                      "a - I: \tOutput from bot: \n"
                      "a - I: \tYour bots total execution time was 00:00:00.1\n",
                      path);
    MatchReplay *replay = load_match(path);
    cJSON *data = data_of(replay, path);
    const cJSON *moment = cJSON_GetArrayItem(field(data, "moments"), 0);
    const cJSON *info = cJSON_GetArrayItem(field(moment, "bot_logs"), 0);
    const cJSON *output = field(info, "output");
    const cJSON *first = cJSON_GetArrayItem(output, 0), *second = cJSON_GetArrayItem(output, 1);
    assert_int_equal(cJSON_GetArraySize(output), 2);
    assert_int_equal(at(first, 0), 0);
    assert_string_equal(cJSON_GetArrayItem(first, 1)->valuestring, "I: <b>one</b>");
    assert_int_equal(at(second, 0), 1);
    assert_string_equal(cJSON_GetArrayItem(second, 1)->valuestring, "?[31mtwo");
    assert_int_equal(number(info, "output_left_out"), 0);
    cJSON_Delete(data);
    match_replay_free(replay);
}

TEST(test_endless_output_is_cut_off) {
    char path[SCRATCH_PATH];
    Text text = {0};
    size_t size;
    for (int i = 0; i < 1000; i++)
        text_add(&text, "Output from bot: line %d\n", i);
    char *log = text_take(&text, &size);
    make_logged_match("endless", log, path);
    free(log);
    MatchReplay *replay = load_match(path);
    cJSON *data = data_of(replay, path);
    const cJSON *moment = cJSON_GetArrayItem(field(data, "moments"), 0);
    const cJSON *info = cJSON_GetArrayItem(field(moment, "bot_logs"), 0);
    int kept = cJSON_GetArraySize(field(info, "output"));
    assert_in_range(kept, 100, 300);
    assert_int_equal(number(info, "output_left_out"), 1000 - kept);
    cJSON_Delete(data);
    match_replay_free(replay);
}

TEST(test_malicious_logs_stay_text) {
    char path[SCRATCH_PATH], log[1024];
    snprintf(log, sizeof log,
             "Output from bot: up 1 0%% 0%% %s\n"
             "Output from bot: move=up(1) agent=<b>%s depth=1 nodes=1 ms=1 value=1",
             malicious_text, "\xff</script>");
    make_logged_match("hostile", log, path);
    MatchReplay *replay = load_match(path);
    size_t size;
    char *text = html_data(replay, path, &size);
    assert_non_null(text);
    assert_null(strpbrk(text, "<>&"));
    /* in the note, in the agent's name and in the printed lines */
    assert_int_equal(count_occurrences(text, "\\u003c/script\\u003e"), 4);
    free(text);
    match_replay_free(replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log_of_the_beam_is_read),
        cmocka_unit_test(test_logs_of_other_agents_are_read),
        cmocka_unit_test(test_odd_logs_are_skipped),
        cmocka_unit_test(test_logs_are_in_the_data_of_the_page),
        cmocka_unit_test(test_printed_lines_are_in_the_data_of_the_page),
        cmocka_unit_test(test_endless_output_is_cut_off),
        cmocka_unit_test(test_malicious_logs_stay_text),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
