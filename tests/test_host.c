/* A host that runs: hostile and silent visitors, watchers, people at turns and in real time, and
 * the matches that come out of it. */
#include "test.h"

#if !__has_include(<microhttpd.h>)

TEST(test_the_host_is_built) {
    SKIP_BECAUSE("libmicrohttpd is missing");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_host_is_built),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/text.h"
#include "platform/thread.h"
#include "records/verify.h"
#include "replay/html.h"
#include "support/page.h"
#include "web/server.h"

enum { PATIENCE_MS = 60000 };

static const int64_t millisecond = 1000000;

/* A host with its server; the match runs after start_match. */
typedef struct Host {
    GameOptions options;
    Lineup lineup;
    Web web;
    Server *server;
    Thread *thread;
} Host;

static Host *open_host(const char *const *bots, int bot_count, int people, int timeout_s) {
    char error[256];
    Host *host = calloc(1, sizeof *host);
    Web *web = &host->web;
    host->options = (GameOptions){
        .session = {.humans = people, .bot_count = bot_count, .seed = 7, .limits = engine_limits},
        .parent = scratch,
        .deputy = "random"};
    for (int i = 0; i < bot_count; i++)
        host->options.session.bots[i] = bots[i];
    host->options.session.limits.agent_ms = 0;
    host->options.session.limits.agent_nodes = 200;
    assert_true(lineup_make(&host->options.session, &host->lineup, error, sizeof error));
    web->feed = feed_create(NULL, NULL);
    web->seats = seats_create(people);
    web->control = control_create(SPEED_MAX, NULL, NULL);
    web->lineup = &host->lineup;
    assert_true(token_make(web->token));
    web->game =
        host_game_create(&host->options, &host->lineup, web->seats, web->control, web->feed);
    web_open(web);
    host->server = server_start(&(ServerOptions){.timeout_s = timeout_s}, web);
    assert_non_null(host->server);
    return host;
}

/* Make the game again, after its options were changed. */
static void reopen_game(Host *host) {
    host_game_destroy(host->web.game);
    host->web.game = host_game_create(&host->options, &host->lineup, host->web.seats,
                                      host->web.control, host->web.feed);
}

static void start_match(Host *host) {
    host->thread = thread_start(host_game_run, host->web.game);
    assert_non_null(host->thread);
}

static void close_host(Host *host) {
    control_end(host->web.control);
    seats_wake(host->web.seats);
    thread_join(host->thread);
    server_stop(host->server);
    host_game_destroy(host->web.game);
    folders_close(host->web.folders);
    control_destroy(host->web.control);
    feed_destroy(host->web.feed);
    seats_destroy(host->web.seats);
    free(host);
}

/* Wait until the match is in this phase. */
static void wait_for(Host *host, GamePhase phase) {
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (host_game_view(host->web.game).phase != phase) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(5);
    }
}

/* ---- Visitors. ---- */

static int visit(const Host *host) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)server_port(host->server)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int visitor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(visitor, (struct sockaddr *)&address, sizeof address), 0);
    return visitor;
}

/* Send all bytes. False when the host has closed the connection. */
static bool send_bytes(int visitor, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(visitor, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

static void send_text(int visitor, const char *text) {
    assert_true(send_bytes(visitor, text, strlen(text)));
}

/* Append what arrives until the text has `wanted` in it, or, with NULL, until the host closes the
 * connection. Returns false when that happens too early, or never. */
static bool receive(int visitor, Text *text, const char *wanted) {
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    char bytes[16384];
    while (!wanted || !text->bytes || !strstr(text->bytes, wanted)) {
        struct pollfd ready = {visitor, POLLIN, 0};
        if (clock_now() > deadline)
            return false;
        if (poll(&ready, 1, 100) == 0)
            continue;
        ssize_t size = recv(visitor, bytes, sizeof bytes, 0);
        if (size <= 0)
            return !wanted;
        text_add(text, "%.*s", (int)size, bytes);
    }
    return true;
}

/* The whole answer to a request, which the caller frees. */
static char *exchange(const Host *host, const char *request, size_t size) {
    Text text = {0};
    size_t length;
    int visitor = visit(host);
    send_bytes(visitor, request, size);
    assert_true(receive(visitor, &text, NULL));
    close(visitor);
    text_add(&text, "%s", "");
    char *answer = text_take(&text, &length);
    return answer ? answer : strdup("");
}

/* The status of the answer to a request; 0 when there is none. */
static int status_of(const Host *host, const char *request, size_t size) {
    char *answer = exchange(host, request, size);
    int status = 0;
    sscanf(answer, "HTTP/1.1 %d", &status);
    free(answer);
    return status;
}

static int get_status(const Host *host, const char *path) {
    char request[1024];
    int size = snprintf(request, sizeof request,
                        "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
    return status_of(host, request, (size_t)size);
}

/* The answer to a POST request, which the caller frees. */
static char *post(const Host *host, const char *path, const char *body) {
    char request[1024];
    int size = snprintf(request, sizeof request,
                        "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        "Content-Length: %zu\r\n\r\n%s",
                        path, strlen(body), body);
    return exchange(host, request, (size_t)size);
}

static bool says(char *answer, const char *what) {
    bool found = strstr(answer, what) != NULL;
    free(answer);
    return found;
}

static const char *const two_agents[] = {"chaser", "random"};

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

/* ---- Matches. ---- */

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

static void assert_verified(const char *folder) {
    VerifyTotals totals = {0};
    verify_path(folder, stderr, &totals);
    assert_int_equal(totals.matches, 1);
    assert_int_equal(totals.mismatches, 0);
    assert_true(totals.rounds > 0);
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

/* ---- People. ---- */

/* A person whose page is open. */
typedef struct Person {
    const Host *host;
    char key[TOKEN_SIZE];
    int stream;
} Person;

static void sit(Person *person, const Host *host, int seat) {
    char body[256], request[256];
    person->host = host;
    snprintf(body, sizeof body, "token=%s&name=P%d", seats_token(host->web.seats, seat), seat);
    char *answer = post(host, "/seat", body);
    const char *key = strstr(answer, "\"key\":\"");
    assert_non_null(key);
    snprintf(person->key, sizeof person->key, "%s", key + 7);
    free(answer);
    person->stream = visit(host);
    snprintf(request, sizeof request, "GET /events?key=%s HTTP/1.1\r\nHost: localhost\r\n\r\n",
             person->key);
    send_text(person->stream, request);
}

static bool give(const Person *person, int round, Command command) {
    char body[128];
    snprintf(body, sizeof body, "key=%s&round=%d&command=%d", person->key, round, (int)command);
    return says(post(person->host, "/command", body), "HTTP/1.1 200 ");
}

static void wait_for_round(Host *host, int round) {
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (host_game_view(host->web.game).phase != GAME_PLAYING ||
           host_game_view(host->web.game).round != round) {
        assert_true(clock_now() < deadline);
        clock_sleep_ms(2);
    }
}

TEST(test_a_turn_ends_when_all_people_have_given_a_command) {
    static const Command first[] = {COMMAND_RIGHT, COMMAND_DOWN, COMMAND_BOMB, COMMAND_UP};
    Person people[2];
    Host *host = open_host(two_agents, 0, 2, 5);
    start_match(host);
    wait_for(host, GAME_WAITING);
    sit(&people[0], host, 0);
    sit(&people[1], host, 1);
    for (int round = 0; round < 4; round++) {
        wait_for_round(host, round);
        assert_true(give(&people[0], round, COMMAND_BOMB));
        assert_true(give(&people[0], round, first[round]));
        assert_int_equal(host_game_view(host->web.game).round, round);
        assert_true(give(&people[1], round, COMMAND_NOTHING));
    }
    wait_for_round(host, 4);
    assert_false(give(&people[0], 3, COMMAND_UP));
    close(people[0].stream);
    close(people[1].stream);
    close_host(host);
    char *move = scratch_read("7/3/A/move.txt");
    assert_string_equal(move, "1");
    free(move);
    move = scratch_read("7/0/A/move.txt");
    assert_string_equal(move, "3");
    free(move);
    assert_true(scratch_says("7/0/state.json", "\"Name\":\"P0\""));
}

TEST(test_a_turn_that_is_too_long_does_nothing) {
    Person person;
    Host *host = open_host(two_agents, 1, 1, 5);
    host->options.turn_s = 1;
    reopen_game(host);
    start_match(host);
    wait_for(host, GAME_WAITING);
    sit(&person, host, 0);
    wait_for_round(host, 2);
    close(person.stream);
    close_host(host);
    assert_true(scratch_says("7/1/A/move.txt", "0"));
}

TEST(test_an_agent_plays_for_whoever_does_not_come) {
    char folder[SCRATCH_PATH];
    Host *host = open_host(two_agents, 1, 1, 5);
    host->options.wait_s = 1;
    reopen_game(host);
    start_match(host);
    wait_for(host, GAME_OVER);
    assert_true(seats_view(host->web.seats, 0).lent);
    assert_verified(scratch_path("7", folder));
    close_host(host);
}

TEST(test_whoever_leaves_is_waited_for_and_comes_back) {
    char request[256];
    Person person;
    Host *host = open_host(two_agents, 1, 1, 5);
    host->options.turn_s = 1;
    reopen_game(host);
    start_match(host);
    wait_for(host, GAME_WAITING);
    sit(&person, host, 0);
    wait_for_round(host, 1);
    close(person.stream);
    int64_t deadline = clock_now() + PATIENCE_MS * millisecond;
    while (seats_view(host->web.seats, 0).state != SEAT_AWAY) {
        assert_true(clock_now() < deadline);
        server_ping(host->server, false);
        clock_sleep_ms(20);
    }
    int round = host_game_view(host->web.game).round;
    clock_sleep_ms(2600);
    assert_true(host_game_view(host->web.game).round <= round + 1);
    round = host_game_view(host->web.game).round;
    person.stream = visit(host);
    snprintf(request, sizeof request, "GET /events?key=%s HTTP/1.1\r\nHost: localhost\r\n\r\n",
             person.key);
    send_text(person.stream, request);
    assert_true(give(&person, round, COMMAND_RIGHT));
    wait_for_round(host, round + 1);
    close(person.stream);
    close_host(host);
}

TEST(test_in_real_time_rounds_do_not_wait_for_people) {
    enum { TICK_MS = 60, ROUNDS = 10 };
    Person person;
    Host *host = open_host(two_agents, 1, 1, 5);
    host->options.tick_ms = TICK_MS;
    reopen_game(host);
    start_match(host);
    wait_for(host, GAME_WAITING);
    sit(&person, host, 0);
    wait_for_round(host, 0);
    int64_t start = clock_now();
    seats_give(host->web.seats, person.key, ANY_ROUND, COMMAND_RIGHT);
    wait_for_round(host, ROUNDS);
    /* A busy machine makes it longer, nothing makes it shorter. */
    assert_true(clock_now() - start > (ROUNDS - 2) * TICK_MS * millisecond);
    close(person.stream);
    close_host(host);
    assert_true(scratch_says("7/0/A/move.txt", "3") || scratch_says("7/1/A/move.txt", "3"));
    assert_true(scratch_says("7/5/A/move.txt", "0"));
}

/* ---- Folders. ---- */

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

static int setup(void **state) {
    return make_scratch(state);
}

static int teardown(void **state) {
    return remove_scratch(state);
}

#define OWN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        OWN_SCRATCH(test_paths_lead_nowhere_else),
        OWN_SCRATCH(test_pages_have_strict_headers),
        OWN_SCRATCH(test_large_headers_are_refused),
        OWN_SCRATCH(test_large_bodies_are_refused),
        OWN_SCRATCH(test_half_a_request_ends_by_itself),
        OWN_SCRATCH(test_wrong_tokens_and_taken_seats_are_refused),
        OWN_SCRATCH(test_the_feed_shows_the_boards_of_the_seed_folder),
        OWN_SCRATCH(test_another_match_can_be_asked_for),
        OWN_SCRATCH(test_a_watcher_goes_on_where_its_connection_broke),
        OWN_SCRATCH(test_a_turn_ends_when_all_people_have_given_a_command),
        OWN_SCRATCH(test_a_turn_that_is_too_long_does_nothing),
        OWN_SCRATCH(test_an_agent_plays_for_whoever_does_not_come),
        OWN_SCRATCH(test_whoever_leaves_is_waited_for_and_comes_back),
        OWN_SCRATCH(test_in_real_time_rounds_do_not_wait_for_people),
        OWN_SCRATCH(test_matches_in_a_folder_are_listed_and_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
