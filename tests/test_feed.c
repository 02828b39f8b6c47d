/* The feed of a match: what its readers get, in which order, and where they go on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/feed.h"
#include "test.h"

static void add(Feed *feed, const char *name, const char *json) {
    assert_true(feed_add(feed, name, json, strlen(json)));
}

static void set(Feed *feed, int slot, const char *name, const char *json) {
    assert_true(feed_set(feed, slot, name, json, strlen(json)));
}

/* The next event must end with these lines; NULL: there must be none. */
static void expect(Feed *feed, FeedReader *reader, const char *lines) {
    Blob *event = feed_next(feed, reader);
    if (!lines) {
        assert_null(event);
        return;
    }
    assert_non_null(event);
    assert_int_equal(strlen(event->bytes), event->size);
    assert_true(event->size >= strlen(lines));
    assert_string_equal(event->bytes + event->size - strlen(lines), lines);
    blob_release(event);
}

/* The id of the next event. */
static void read_id(Feed *feed, FeedReader *reader, char id[64]) {
    Blob *event = feed_next(feed, reader);
    assert_non_null(event);
    assert_int_equal(sscanf(event->bytes, "id: %63[^\n]", id), 1);
    blob_release(event);
}

TEST(test_each_reader_gets_all_events_at_its_own_pace) {
    Feed *feed = feed_create(NULL, NULL);
    FeedReader early = feed_open_reader(feed, NULL, -1);
    expect(feed, &early, NULL);
    assert_int_equal(feed_begin(feed), 1);
    add(feed, "match", "{\"a\":\n1}");
    expect(feed, &early, "event: match\ndata: {\"a\": 1}\n\n");
    expect(feed, &early, NULL);
    add(feed, "round", "2");
    add(feed, "round", "3");
    FeedReader late = feed_open_reader(feed, NULL, -1);
    expect(feed, &late, "event: match\ndata: {\"a\": 1}\n\n");
    expect(feed, &early, "event: round\ndata: 2\n\n");
    expect(feed, &late, "event: round\ndata: 2\n\n");
    expect(feed, &late, "event: round\ndata: 3\n\n");
    expect(feed, &late, NULL);
    expect(feed, &early, "event: round\ndata: 3\n\n");
    feed_destroy(feed);
}

TEST(test_a_new_match_takes_the_place_of_the_old_one) {
    Feed *feed = feed_create(NULL, NULL);
    feed_begin(feed);
    add(feed, "match", "1");
    add(feed, "round", "2");
    FeedReader reader = feed_open_reader(feed, NULL, -1);
    Blob *kept = feed_next(feed, &reader);
    assert_int_equal(feed_begin(feed), 2);
    assert_int_equal(feed_size(feed), 0);
    assert_non_null(strstr(kept->bytes, "data: 1"));
    blob_release(kept);
    add(feed, "match", "3");
    expect(feed, &reader, "event: match\ndata: 3\n\n");
    expect(feed, &reader, NULL);
    feed_destroy(feed);
}

TEST(test_a_reader_goes_on_behind_the_last_event_that_it_got) {
    char first[64], second[64];
    Feed *feed = feed_create(NULL, NULL);
    feed_begin(feed);
    add(feed, "match", "1");
    add(feed, "round", "2");
    add(feed, "round", "3");
    FeedReader reader = feed_open_reader(feed, NULL, -1);
    read_id(feed, &reader, first);
    read_id(feed, &reader, second);
    FeedReader again = feed_open_reader(feed, second, -1);
    expect(feed, &again, "data: 3\n\n");
    expect(feed, &again, NULL);
    feed_begin(feed);
    add(feed, "match", "4");
    FeedReader other_match = feed_open_reader(feed, second, -1);
    expect(feed, &other_match, "data: 4\n\n");
    feed_destroy(feed);
}

TEST(test_any_other_id_begins_at_the_first_event) {
    static const char *const ids[] = {
        "",      "x",        "0-1-0",       "00000000-1-1",
        "1-1-1", "-1--1--1", "99999999999", "00000000-1-999999999999"};
    char id[80];
    Feed *feed = feed_create(NULL, NULL);
    feed_begin(feed);
    add(feed, "match", "1");
    add(feed, "round", "2");
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        FeedReader reader = feed_open_reader(feed, ids[i], -1);
        expect(feed, &reader, "data: 1\n\n");
    }
    FeedReader reader = feed_open_reader(feed, NULL, -1);
    read_id(feed, &reader, id);
    strcat(id, "0");
    FeedReader beyond = feed_open_reader(feed, id, -1);
    expect(feed, &beyond, "data: 1\n\n");
    feed_destroy(feed);
}

TEST(test_only_the_last_value_of_a_slot_counts) {
    Feed *feed = feed_create(NULL, NULL);
    feed_begin(feed);
    set(feed, FEED_STATUS, "status", "1");
    set(feed, FEED_STATUS, "status", "2");
    FeedReader reader = feed_open_reader(feed, NULL, -1);
    expect(feed, &reader, "event: status\ndata: 2\n\n");
    expect(feed, &reader, NULL);
    set(feed, FEED_STATUS, "status", "3");
    expect(feed, &reader, "event: status\ndata: 3\n\n");
    expect(feed, &reader, NULL);
    feed_destroy(feed);
}

TEST(test_private_values_go_to_their_seat_only) {
    Feed *feed = feed_create(NULL, NULL);
    feed_begin(feed);
    FeedReader watcher = feed_open_reader(feed, NULL, -1), first = feed_open_reader(feed, NULL, 0),
               second = feed_open_reader(feed, NULL, 1);
    set(feed, FEED_PRIVATE + 1, "hints", "7");
    expect(feed, &watcher, NULL);
    expect(feed, &first, NULL);
    expect(feed, &second, "event: hints\ndata: 7\n\n");
    feed_begin(feed);
    FeedReader late = feed_open_reader(feed, NULL, 1);
    expect(feed, &late, NULL);
    feed_destroy(feed);
}

static void count(void *context) {
    ++*(int *)context;
}

TEST(test_every_change_wakes_the_readers) {
    int woken = 0;
    Feed *feed = feed_create(count, &woken);
    feed_begin(feed);
    add(feed, "match", "1");
    set(feed, FEED_STATUS, "status", "1");
    assert_int_equal(woken, 2);
    feed_destroy(feed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_reader_gets_all_events_at_its_own_pace),
        cmocka_unit_test(test_a_new_match_takes_the_place_of_the_old_one),
        cmocka_unit_test(test_a_reader_goes_on_behind_the_last_event_that_it_got),
        cmocka_unit_test(test_any_other_id_begins_at_the_first_event),
        cmocka_unit_test(test_only_the_last_value_of_a_slot_counts),
        cmocka_unit_test(test_private_values_go_to_their_seat_only),
        cmocka_unit_test(test_every_change_wakes_the_readers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
