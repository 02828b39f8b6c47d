/* The messages of the network console, and the outbox that they wait in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/outbox.h"
#include "platform/clock.h"
#include "support/console_client.h"
#include "test.h"

static const int64_t millisecond = 1000000;

static void assert_reads(const char *units, MessageType type, const char *text) {
    MessageReader reader = {0};
    Message message;
    uint8_t bytes[4096];
    const uint8_t *at = bytes;
    size_t size = client_units(bytes, units);
    assert_int_equal(message_read(&reader, &at, &size, &message), MESSAGE_READ);
    assert_int_equal(message.type, type);
    assert_string_equal(message.text, text);
}

TEST(test_messages_are_read) {
    assert_reads("5|Ann<", MESSAGE_REGISTER, "Ann");
    assert_reads("3|w<", MESSAGE_COMMAND, "w");
    assert_reads("3|<", MESSAGE_COMMAND, "");
    assert_reads("5|a|b<", MESSAGE_REGISTER, "a|b");
    assert_reads("5|\xe9<", MESSAGE_REGISTER, "\xc3\xa9");
    assert_reads("5|^_<", MESSAGE_REGISTER, "\xf0\x9f\x98\x80");
    assert_reads("5|^<", MESSAGE_REGISTER, "\xef\xbf\xbd");
    assert_reads("5|_^x<", MESSAGE_REGISTER, "\xef\xbf\xbd\xef\xbf\xbdx");
}

TEST(test_malformed_messages_are_known_as_such) {
    assert_reads("<", MESSAGE_MALFORMED, "");
    assert_reads("5<", MESSAGE_MALFORMED, "");
    assert_reads("5Ann<", MESSAGE_MALFORMED, "");
    assert_reads("|Ann<", MESSAGE_MALFORMED, "");
    assert_reads("0|Ann<", MESSAGE_MALFORMED, "");
    assert_reads("9|Ann<", MESSAGE_MALFORMED, "");
    assert_reads("55|Ann<", MESSAGE_MALFORMED, "");
    assert_reads("\xff|Ann<", MESSAGE_MALFORMED, "");
}

TEST(test_the_longest_message_is_read_and_a_longer_one_is_not) {
    MessageReader reader = {0};
    Message message;
    uint8_t bytes[MESSAGE_BYTES + 2];
    const uint8_t *at = bytes;
    size_t size = MESSAGE_BYTES;
    memset(bytes, 'a', sizeof bytes);
    client_units(bytes, "5|");
    client_units(bytes + MESSAGE_BYTES - 2, "<");
    assert_int_equal(message_read(&reader, &at, &size, &message), MESSAGE_READ);
    assert_int_equal(strlen(message.text), (MESSAGE_BYTES - 6) / 2 * 3);
    client_units(bytes + MESSAGE_BYTES - 2, "a<");
    at = bytes;
    size = sizeof bytes;
    assert_int_equal(message_read(&reader, &at, &size, &message), MESSAGE_TOO_LONG);
}

TEST(test_a_written_message_ends_only_at_its_end) {
    /* U+3C41 and U+013C have the byte of "<" in them, and so has the second half of U+1F03C. */
    static const char text[] = "a<b\xe3\xb1\x81\xc4\xbc\xf0\x9f\x80\xbc|\n";
    size_t size;
    char *bytes = message_write(MESSAGE_FAILED, text, &size);
    static const char wanted[] = "6\0|\0a\0?\0b\0?\0?\0?\0|\0\n\0<\0";
    assert_int_equal(size, sizeof wanted - 1);
    assert_memory_equal(bytes, wanted, size);
    free(bytes);
}

TEST(test_the_players_are_at_the_right_of_the_board) {
    char *text = message_lay_out("Map Width: 3\n###\n#A#\n###\n---\nPlayer Name: -\nKey: A\n---\n");
    assert_string_equal(text, "Map Width: 3\n###\t\t---\n#A#\t\tPlayer Name: -\n###\t\tKey: A\n"
                              "  \t\t---\n");
    free(text);
    text = message_lay_out("");
    assert_string_equal(text, "\n");
    free(text);
}

/* ---- The outbox. ---- */

/* What would be sent now, as "<type><first of the text>", and send it. */
static const char *take_from(Outbox *outbox, int64_t now) {
    static char taken[3];
    size_t size;
    const char *bytes = outbox_bytes(outbox, now, &size);
    if (!bytes)
        return "";
    snprintf(taken, sizeof taken, "%c%c", bytes[0], bytes[4]);
    outbox_sent(outbox, size, now);
    return taken;
}

TEST(test_messages_wait_for_each_other_and_new_ones_replace_old_ones) {
    Outbox outbox = {0};
    int64_t now = clock_now(), gap = OUTBOX_GAP_MS * millisecond;
    outbox_put_text(&outbox, MESSAGE_COMPLETE, "");
    outbox_put_text(&outbox, MESSAGE_MAP, "1");
    outbox_put_text(&outbox, MESSAGE_MAP, "2");
    outbox_put_text(&outbox, MESSAGE_REGISTERED, "A");
    assert_string_equal(take_from(&outbox, now), "8A");
    now += gap;
    assert_string_equal(take_from(&outbox, now), "");
    assert_int_equal(outbox_due(&outbox) - now,
                     (OUTBOX_FIRST_GAP_MS - OUTBOX_GAP_MS) * millisecond);
    now = outbox_due(&outbox);
    outbox_put_text(&outbox, MESSAGE_FAILED, "x");
    assert_string_equal(take_from(&outbox, now), "6x");
    assert_string_equal(take_from(&outbox, now + gap - 1), "");
    assert_string_equal(take_from(&outbox, now += gap), "22");
    assert_false(outbox_is_empty(&outbox));
    assert_string_equal(take_from(&outbox, now += gap), "7<");
    assert_true(outbox_is_empty(&outbox));
    assert_int_equal(outbox_due(&outbox), INT64_MAX);
    outbox_clear(&outbox);
}

TEST(test_a_message_that_is_not_taken_stalls_the_outbox) {
    Outbox outbox = {0};
    int64_t now = clock_now();
    size_t size;
    outbox_put_text(&outbox, MESSAGE_MAP, "map");
    assert_non_null(outbox_bytes(&outbox, now, &size));
    outbox_sent(&outbox, 2, now);
    outbox_put_text(&outbox, MESSAGE_MAP, "new");
    const char *rest = outbox_bytes(&outbox, now, &size);
    assert_int_equal(rest[2], 'm');
    now += OUTBOX_STALL_MS * millisecond;
    assert_false(outbox_is_stalled(&outbox, now));
    assert_true(outbox_is_stalled(&outbox, now + 1));
    outbox_clear(&outbox);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages_are_read),
        cmocka_unit_test(test_malformed_messages_are_known_as_such),
        cmocka_unit_test(test_the_longest_message_is_read_and_a_longer_one_is_not),
        cmocka_unit_test(test_a_written_message_ends_only_at_its_end),
        cmocka_unit_test(test_the_players_are_at_the_right_of_the_board),
        cmocka_unit_test(test_messages_wait_for_each_other_and_new_ones_replace_old_ones),
        cmocka_unit_test(test_a_message_that_is_not_taken_stalls_the_outbox),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
