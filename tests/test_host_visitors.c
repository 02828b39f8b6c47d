/* Visitors of a host that runs: paths that lead nowhere, requests that are too large or never end,
 * and wrong tokens. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/web_host.h"
#include "test.h"

TEST(test_paths_lead_nowhere_else) {
    Host *host = open_host(two_agents, 2, 0, 5);
    assert_int_equal(get_status(host, "/"), 200);
    assert_int_equal(get_status(host, "/../"), 404);
    assert_int_equal(get_status(host, "/%2e%2e/%2e%2e/etc/passwd"), 404);
    assert_int_equal(get_status(host, "/folder/..%2f.."), 404);
    assert_int_equal(get_status(host, "/match.html"), 404);
    close_host(host);
}

TEST(test_pages_have_strict_headers) {
    static const char *const headers[] = {"\r\nContent-Security-Policy: default-src 'none'; ",
                                          "frame-ancestors 'none'", "connect-src 'self'",
                                          "\r\nX-Content-Type-Options: nosniff\r\n",
                                          "\r\nReferrer-Policy: no-referrer\r\n"};
    Host *host = open_host(two_agents, 2, 0, 5);
    const char *request = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    char *answer = exchange(host, request, strlen(request));
    char *end = strstr(answer, "\r\n\r\n");
    assert_non_null(end);
    *end = 0;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        assert_non_null(strstr(answer, headers[i]));
    free(answer);
    close_host(host);
}

TEST(test_large_headers_are_refused) {
    enum { SIZE = 1 << 20 };
    Text text = {0};
    size_t size;
    Host *host = open_host(two_agents, 2, 0, 5);
    text_add(&text, "GET / HTTP/1.1\r\nHost: localhost\r\nX: %0*d\r\n\r\n", SIZE, 0);
    char *request = text_take(&text, &size);
    /* The connection can be closed while the rest is being sent. */
    int status = status_of(host, request, size);
    assert_true(status == 431 || status == 0);
    free(request);
    assert_int_equal(get_status(host, "/"), 200);
    close_host(host);
}

TEST(test_large_bodies_are_refused) {
    enum { SIZE = 10 << 20 };
    Text text = {0};
    size_t size;
    Host *host = open_host(two_agents, 2, 0, 5);
    text_add(&text,
             "POST /command HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
             "Content-Length: %d\r\n\r\n%0*d",
             SIZE, SIZE, 0);
    char *request = text_take(&text, &size);
    assert_int_equal(status_of(host, request, size), 413);
    free(request);
    const char *announced = "POST /command HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            "Content-Length: 99999999999\r\n\r\n";
    assert_int_equal(status_of(host, announced, strlen(announced)), 413);
    close_host(host);
}

TEST(test_half_a_request_ends_by_itself) {
    Text nothing = {0};
    Host *host = open_host(two_agents, 2, 0, 1);
    int silent = visit(host), half = visit(host);
    send_text(half, "POST /command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nkey=");
    assert_int_equal(get_status(host, "/"), 200);
    assert_true(receive(silent, &nothing, NULL));
    assert_true(receive(half, &nothing, NULL));
    close(silent);
    close(half);
    free(nothing.bytes);
    close_host(host);
}

TEST(test_wrong_tokens_and_taken_seats_are_refused) {
    char body[256];
    Host *host = open_host(two_agents, 1, 1, 5);
    assert_true(says(post(host, "/seat", "token=1"), "HTTP/1.1 403 "));
    assert_true(says(post(host, "/command", "key=1&command=1"), "HTTP/1.1 403 "));
    assert_true(says(post(host, "/control", "token=1&action=pause"), "HTTP/1.1 403 "));
    assert_int_equal(get_status(host, "/events?key=1"), 403);
    snprintf(body, sizeof body, "token=%s", seats_token(host->web.seats, 0));
    assert_true(says(post(host, "/seat", body), "HTTP/1.1 200 "));
    assert_true(says(post(host, "/seat", body), "HTTP/1.1 409 "));
    close_host(host);
}

#define WITH_SCRATCH(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_SCRATCH(test_paths_lead_nowhere_else),
        WITH_SCRATCH(test_pages_have_strict_headers),
        WITH_SCRATCH(test_large_headers_are_refused),
        WITH_SCRATCH(test_large_bodies_are_refused),
        WITH_SCRATCH(test_half_a_request_ends_by_itself),
        WITH_SCRATCH(test_wrong_tokens_and_taken_seats_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
