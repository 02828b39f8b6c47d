/* Matches of a host that runs: what watchers get, and the seed folders that come out of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/clock.h"
#include "replay/html.h"
#include "support/page.h"
#include "support/web_host.h"
#include "test.h"

static const int64_t millisecond = 1000000;

static const char *const events_request = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";

/* Everything that a watcher gets until the match ends, which the caller frees. */
static char *watch(const Host *host) {
    Text text = {0};
    size_t size;
    int watcher = visit(host);
    send_text(watcher, events_request);
    assert_true(receive(watcher, &text, "event: end"));
    close(watcher);
    return text_take(&text, &size);
}

/* The data of the events without the sizes of the chunks between them. */
static void join_chunks(char *stream) {
    char *in = strstr(stream, "\r\n\r\n") + 4, *out = stream;
    unsigned long size;
    for (char *end; (size = strtoul(in, &end, 16)) > 0 && strlen(end) >= size + 2; in += size) {
        in = end + 2;
        memmove(out, in, size);
        out += size;
        in += 2;
    }
    *out = 0;
}

/* Ten rounds of the stream must have the boards that state.json has. */
static void assert_boards(const char *stream, const char *folder) {
    MatchReplay *replay = load_match(folder);
    for (int i = 0; i < 10; i++) {
        Text text = {0};
        size_t size;
        int index = 1 + i * (replay->count - 2) / 9;
        html_add_position(&text, replay, index);
        char *expected = text_take(&text, &size);
        assert_non_null(strstr(stream, expected));
        free(expected);
    }
    match_replay_free(replay);
}

TEST(test_the_feed_shows_the_boards_of_the_seed_folder) {
    static const char *const chasers[] = {"chaser", "chaser"};
    char folder[SCRATCH_PATH];
    Host *host = open_host(chasers, 2, 0, 5);
    start_match(host);
    char *early = watch(host);
    wait_for(host, GAME_OVER);
    char *late = watch(host);
    join_chunks(early);
    join_chunks(late);
    scratch_path("7", folder);
    assert_boards(early, folder);
    assert_boards(late, folder);
    assert_verified(folder);
    assert_int_equal(get_status(host, "/match.html"), 200);
    free(early);
    free(late);
    close_host(host);
}

TEST(test_another_match_can_be_asked_for) {
    char body[128], folder[SCRATCH_PATH];
    Host *host = open_host(two_agents, 2, 0, 5);
    control_pause(host->web.control, true);
    start_match(host);
    wait_for(host, GAME_PLAYING);
    snprintf(body, sizeof body, "token=%s&action=match&seed=12&players=1,0,1", host->web.token);
    assert_true(says(post(host, "/control", body), "HTTP/1.1 200 "));
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (host_game_view(host->web.game).seed != 12 && clock_now() < deadline)
        clock_sleep_ms(5);
    wait_for(host, GAME_OVER);
    assert_verified(scratch_path("12", folder));
    close_host(host);
}

TEST(test_a_watcher_goes_on_where_its_connection_broke) {
    char request[256], id[64];
    Text text = {0}, rest = {0};
    Host *host = open_host(two_agents, 2, 0, 5);
    start_match(host);
    wait_for(host, GAME_OVER);
    int watcher = visit(host);
    send_text(watcher, events_request);
    assert_true(receive(watcher, &text, "event: end"));
    close(watcher);
    const char *first = strstr(text.bytes, "event: round"), *start = first;
    while (strncmp(start, "id: ", 4) != 0)
        start--;
    assert_int_equal(sscanf(start, "id: %63s", id), 1);
    snprintf(request, sizeof request,
             "GET /events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: %s\r\n\r\n", id);
    watcher = visit(host);
    send_text(watcher, request);
    assert_true(receive(watcher, &rest, "event: end"));
    close(watcher);
    assert_null(strstr(rest.bytes, "event: match"));
    strcat(id, "\n");
    assert_null(strstr(rest.bytes, id));
    assert_non_null(strstr(rest.bytes, "event: round"));
    free(text.bytes);
    free(rest.bytes);
    close_host(host);
}

TEST(test_matches_in_a_folder_are_listed_and_shown) {
    const char *request =
        "GET /folders.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    Host *host = open_host(two_agents, 2, 0, 5);
    start_match(host);
    wait_for(host, GAME_OVER);
    close_host(host);
    host = open_host(two_agents, 2, 0, 5);
    server_stop(host->server);
    host->web.folders = folders_open(scratch);
    host->server = server_start(&(ServerOptions){.timeout_s = 5}, &host->web);
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (!says(exchange(host, request, strlen(request)), "\"name\":\"7\"")) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(20);
    }
    assert_int_equal(get_status(host, "/folders"), 200);
    assert_int_equal(get_status(host, "/folder/0"), 200);
    assert_int_equal(get_status(host, "/folder/1"), 404);
    assert_int_equal(get_status(host, "/folder/999999"), 404);
    close_host(host);
}

#define WITH_SCRATCH(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_SCRATCH(test_the_feed_shows_the_boards_of_the_seed_folder),
        WITH_SCRATCH(test_another_match_can_be_asked_for),
        WITH_SCRATCH(test_a_watcher_goes_on_where_its_connection_broke),
        WITH_SCRATCH(test_matches_in_a_folder_are_listed_and_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
