/* Texts of strangers: how they are cut, and what of them reaches a terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/text.h"
#include "protocol/bot_file.h"
#include "support/matches.h"
#include "support/program.h"
#include "test.h"

static void assert_copied(const char *text, size_t size, const char *expected) {
    char out[64];
    memset(out, 'x', sizeof out);
    text_copy(out, size, text, strlen(text));
    assert_string_equal(out, expected);
}

TEST(test_texts_are_cut_between_characters) {
    assert_copied("plain", 6, "plain");
    assert_copied("plain", 5, "plai");
    assert_copied("\xc3\xa4\xc3\xb6", 5, "\xc3\xa4\xc3\xb6");
    assert_copied("\xc3\xa4\xc3\xb6", 4, "\xc3\xa4");
    assert_copied("\xe2\x82\xac", 3, "");
    assert_copied("a\xf0\x9f\x92\xa3", 5, "a");
    assert_copied("a\xf0\x9f\x92\xa3", 6, "a\xf0\x9f\x92\xa3");
    assert_copied("", 1, "");
}

TEST(test_incomplete_characters_are_found) {
    static const char text[] = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x92\xa3";
    static const size_t whole[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
    for (size_t length = 0; length < sizeof text; length++)
        assert_int_equal(text_whole_length(text, length), whole[length]);
    assert_int_equal(text_whole_length("\x80\x80\x80\x80\x80", 5), 5);
}

/* A lone byte, one that is missing, a surrogate, an overlong form, beyond the last code point. */
TEST(test_invalid_bytes_are_replaced) {
    static const char *const invalid[] = {"\xff",         "\xc3",     "\x80",
                                          "\xed\xa0\x80", "\xc0\xaf", "\xf4\x90\x80\x80"};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        char text[16], expected[64] = "a";
        snprintf(text, sizeof text, "a%sb", invalid[i]);
        for (size_t j = 0; j < strlen(invalid[i]); j++)
            strcat(expected, "\xef\xbf\xbd");
        strcat(expected, "b");
        assert_copied(text, 64, expected);
        text_make_printable(text);
        assert_int_equal(strspn(text + 1, "?"), strlen(invalid[i]));
    }
}

TEST(test_printable_texts_control_nothing) {
    static const struct {
        const char *text, *printable;
    } cases[] = {
        {"\033[2J\033]0;title\a", "?[2J?]0;title?"},
        {"a\r\nb\x7f\tc\bd", "a??b?\tc?d"},
        {"\xc2\x9b"
         "31m\xc2\x85",
         "?31m?"}, /* C1 */
        {"\xe2\x80\xae"
         "txt.exe\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c",
         "?txt.exe???"}, /* direction */
        {"\xe2\x80\xa8\xe2\x80\xa9\xef\xbb\xbf", "???"},
        {"\xf3\xa0\x81\x81", "?"},
        {"J\xc3\xb6rg \xf0\x9f\x92\xa3 \xe2\x82\xac", "J\xc3\xb6rg \xf0\x9f\x92\xa3 \xe2\x82\xac"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", cases[i].text);
        text_make_printable(text);
        assert_string_equal(text, cases[i].printable);
    }
}

/* The fields of bot.json hold 63 bytes. */
TEST(test_names_in_bot_json_are_cut_between_characters) {
    enum { LENGTH = 1000000 };
    char error[512];
    BotFile bot;
    Text text = {0};
    size_t size;
    text_add(&text, "{\"NickName\":\"a\",\"BotType\":\"CPlusPlus\",\"ProjectLocation\":\".\","
                    "\"RunFile\":\"run\",\"Email\":\"\xff\",\"Author\":\"");
    for (int i = 0; i < LENGTH / 3; i++)
        text_add(&text, "\xe2\x82\xac");
    text_add(&text, "a\"}");
    char *json = text_take(&text, &size);
    scratch_write("bot.json", json, 0644);
    free(json);
    assert_true(bot_file_read(scratch, &bot, error, sizeof error));
    assert_int_equal(strlen(bot.author), 63);
    assert_string_equal(bot.email, "\xef\xbf\xbd");
    scratch_write("bot.json",
                  "{\"NickName\":\"a\",\"BotType\":\"CPlusPlus\",\"ProjectLocation\":\".\","
                  "\"RunFile\":\"run\",\"Author\":"
                  "\"x\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3"
                  "\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3"
                  "\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3"
                  "\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3\xf0\x9f\x92\xa3\"}",
                  0644);
    assert_true(bot_file_read(scratch, &bot, error, sizeof error));
    assert_int_equal(strlen(bot.author), 61);
}

/* Start the referee with a bot whose bot.json has these fields; it is refused. */
static void assert_harmless(const char *fields) {
    char json[1024];
    snprintf(json, sizeof json, "{\"NickName\":\"a\",\"ProjectLocation\":\".\",%s}", fields);
    scratch_write("bot.json", json, 0644);
    const Run *refused = run("referee -b $scratch chaser -s 1");
    assert_int_equal(refused->status, 1);
    if (strpbrk(refused->error, "\033\r\a\x9b"))
        fail_msg("it is printed: %s", refused->error);
    assert_non_null(strstr(refused->error, "?[2J"));
}

TEST(test_refused_bots_control_no_terminal) {
    assert_harmless("\"BotType\":\"\\u001b[2J\\u009b\",\"RunFile\":\"run\"");
    assert_harmless("\"BotType\":\"CPlusPlus\",\"RunFile\":\"\\u001b[2J\\r\\u0007\\u009b\"");
}

/* What a bot writes to standard error, and the names of files that it leaves. */
TEST(test_failing_bots_control_no_terminal) {
    char folder[SCRATCH_PATH];
    make_bot("escaping", "CPlusPlus", "run.sh",
             "#!/bin/sh\nprintf '\\033[2J\\r\\302\\233\\342\\200\\256%300s' x >&2\n"
             "touch \"$2/../$(printf '\\033[2J')\"; exit 1\n",
             folder);
    const Run *played =
        run("cd $scratch && referee -b escaping chaser -s 1 --budget-ms 1 --no-sandbox "
            "--clog");
    assert_int_equal(played->status, 0);
    assert_null(strpbrk(played->out, "\033\r\a\x9b\x80"));
    assert_null(strpbrk(played->error, "\033\r\a\x9b\x80"));
    assert_non_null(strstr(played->out, "exit status 1: ?[2J???"));
    assert_non_null(strstr(played->error, "there was already a 0/?[2J"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_are_cut_between_characters),
        cmocka_unit_test(test_incomplete_characters_are_found),
        cmocka_unit_test(test_invalid_bytes_are_replaced),
        cmocka_unit_test(test_printable_texts_control_nothing),
        cmocka_unit_test(test_names_in_bot_json_are_cut_between_characters),
        cmocka_unit_test(test_refused_bots_control_no_terminal),
        cmocka_unit_test(test_failing_bots_control_no_terminal),
    };
    return cmocka_run_group_tests(tests, setup_programs, remove_scratch);
}
