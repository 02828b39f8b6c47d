/* What the host answers to requests, without sockets: who may do what, and which bounds hold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "web/web.h"

/* A host with two seats. */
typedef struct Site {
    GameOptions options;
    Lineup lineup;
    Web web;
} Site;

static Site *open_site(void) {
    char error[256];
    Site *site = calloc(1, sizeof *site);
    Web *web = &site->web;
    site->options.session = (Session){.bots = {"random"}, .bot_count = 1, .humans = 2};
    assert_true(lineup_make(&site->options.session, &site->lineup, error, sizeof error));
    web->feed = feed_create(NULL, NULL);
    web->seats = seats_create(2);
    web->control = control_create(4, NULL, NULL);
    web->lineup = &site->lineup;
    web->game =
        host_game_create(&site->options, &site->lineup, web->seats, web->control, web->feed);
    assert_true(token_make(web->token));
    web_open(web);
    return site;
}

static void close_site(Site *site) {
    host_game_destroy(site->web.game);
    control_destroy(site->web.control);
    seats_destroy(site->web.seats);
    feed_destroy(site->web.feed);
    free(site);
}

static int ask(Site *site, WebRequest request, WebAnswer *answer) {
    if (!request.host)
        request.host = "127.0.0.1:8036";
    web_answer(&site->web, &request, answer);
    blob_release(answer->blob);
    assert_non_null(answer->type);
    assert_non_null(strstr(answer->policy, "default-src 'none'"));
    assert_non_null(strstr(answer->policy, "frame-ancestors 'none'"));
    return answer->status;
}

static int get(Site *site, const char *path) {
    WebAnswer answer;
    return ask(site, (WebRequest){.method = "GET", .path = path}, &answer);
}

/* `answer` may be NULL. */
static int post_bytes(Site *site, const char *path, const char *body, size_t size,
                      WebAnswer *answer) {
    WebAnswer own;
    return ask(site, (WebRequest){.method = "POST", .path = path, .body = {body, size}},
               answer ? answer : &own);
}

static int post(Site *site, const char *path, const char *body) {
    return post_bytes(site, path, body, strlen(body), NULL);
}

/* Sit down; `key` becomes the seat's key. */
static void sit(Site *site, int seat, char key[TOKEN_SIZE]) {
    char body[128], expected[64];
    WebAnswer answer;
    snprintf(body, sizeof body, "token=%s&name=Ann+%%26%%20Bob",
             seats_token(site->web.seats, seat));
    assert_int_equal(post_bytes(site, "/seat", body, strlen(body), &answer), 200);
    snprintf(expected, sizeof expected, "{\"seat\":%d,\"key\":\"", seat);
    assert_int_equal(strncmp(answer.text, expected, strlen(expected)), 0);
    snprintf(key, TOKEN_SIZE, "%s", answer.text + strlen(expected));
}

TEST(test_pages_are_found_and_nothing_else) {
    static const char *const missing[] = {
        "/..", "/../etc/passwd", "/folder/0",   "/folders", "/folder/../x",
        "//",  "/events/",       "/index.html", "",         "/folder/-1",
        "*",   "/match.html",    "http://x/",   "/%2e%2e/", "/folders.json"};
    Site *site = open_site();
    assert_int_equal(get(site, "/"), 200);
    assert_int_equal(get(site, "/events"), 200);
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++)
        assert_int_equal(get(site, missing[i]), 404);
    close_site(site);
}

TEST(test_only_known_methods_are_allowed) {
    WebAnswer answer;
    Site *site = open_site();
    assert_int_equal(ask(site, (WebRequest){.method = "DELETE", .path = "/"}, &answer), 405);
    assert_non_null(answer.allow);
    assert_int_equal(ask(site, (WebRequest){.method = "HEAD", .path = "/"}, &answer), 200);
    assert_int_equal(post(site, "/", ""), 404);
    assert_int_equal(get(site, "/command"), 404);
    close_site(site);
}

static int get_by_name(Site *site, const char *host) {
    WebAnswer answer;
    return ask(site, (WebRequest){.method = "GET", .path = "/", .host = host}, &answer);
}

TEST(test_other_names_of_the_host_are_refused) {
    static const char *const good[] = {"localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:80"};
    static const char *const bad[] = {
        "evil.example", "127.0.0.1.evil.example", "", ":80", "192.168.1.5", "localhost."};
    Site *site = open_site();
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_int_equal(get_by_name(site, good[i]), 200);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(get_by_name(site, bad[i]), 403);
    site->web.any_address = true;
    snprintf(site->web.names[0], WEB_NAME, "laptop");
    assert_int_equal(get_by_name(site, "192.168.1.5:8036"), 200);
    assert_int_equal(get_by_name(site, "Laptop:8036"), 200);
    assert_int_equal(get_by_name(site, "evil.example"), 403);
    close_site(site);
}

TEST(test_requests_from_pages_of_other_sites_are_refused) {
    WebAnswer answer;
    Site *site = open_site();
    WebRequest request = {.method = "POST", .path = "/command", .host = "localhost:8036"};
    request.origin = "http://evil.example";
    assert_int_equal(ask(site, request, &answer), 403);
    assert_non_null(strstr(answer.text, "a page of another site"));
    request.origin = "null";
    assert_int_equal(ask(site, request, &answer), 403);
    request.origin = "http://localhost:8036";
    assert_int_equal(ask(site, request, &answer), 400);
    close_site(site);
}

TEST(test_a_seat_needs_its_token_and_is_taken_once) {
    char key[TOKEN_SIZE], body[128];
    Site *site = open_site();
    assert_int_equal(post(site, "/seat", ""), 403);
    assert_int_equal(post(site, "/seat", "token=0123456789abcdef0123456789abcdef"), 403);
    sit(site, 1, key);
    assert_string_equal(seats_view(site->web.seats, 1).name, "Ann & Bob");
    snprintf(body, sizeof body, "token=%s", seats_token(site->web.seats, 1));
    assert_int_equal(post(site, "/seat", body), 409);
    close_site(site);
}

TEST(test_commands_need_the_key_of_the_seat) {
    char key[TOKEN_SIZE], body[128];
    Site *site = open_site();
    sit(site, 0, key);
    seats_begin_round(site->web.seats, 3, true);
    assert_int_equal(post(site, "/command", "command=1"), 403);
    snprintf(body, sizeof body, "key=%s&command=1&round=3", seats_token(site->web.seats, 0));
    assert_int_equal(post(site, "/command", body), 403);
    snprintf(body, sizeof body, "key=%s&command=7&round=3", key);
    assert_int_equal(post(site, "/command", body), 400);
    snprintf(body, sizeof body, "key=%s&command=1&round=2", key);
    assert_int_equal(post(site, "/command", body), 409);
    assert_int_equal(seats_take(site->web.seats, 0), COMMAND_NOTHING);
    snprintf(body, sizeof body, "round=3&command=4&key=%s", key);
    assert_int_equal(post(site, "/command", body), 200);
    assert_int_equal(seats_take(site->web.seats, 0), COMMAND_DOWN);
    close_site(site);
}

TEST(test_only_the_host_controls_the_match) {
    char body[256];
    WebAnswer answer;
    Site *site = open_site();
    const char *token = site->web.token;
    assert_int_equal(post(site, "/control", "action=pause"), 403);
    snprintf(body, sizeof body, "token=%s&action=pause", seats_token(site->web.seats, 0));
    assert_int_equal(post(site, "/control", body), 403);
    assert_false(control_view(site->web.control).paused);
    snprintf(body, sizeof body, "token=%s&action=pause", token);
    assert_int_equal(post(site, "/control", body), 200);
    assert_true(control_view(site->web.control).paused);
    snprintf(body, sizeof body, "token=%s&action=speed&value=16", token);
    assert_int_equal(post(site, "/control", body), 200);
    assert_int_equal(control_view(site->web.control).speed, 16);
    snprintf(body, sizeof body, "token=%s&action=speed&value=51", token);
    assert_int_equal(post_bytes(site, "/control", body, strlen(body), &answer), 400);
    assert_non_null(strstr(answer.text, "a speed is a number from 0 to 50"));
    snprintf(body, sizeof body, "token=%s&action=links", token);
    assert_int_equal(post_bytes(site, "/control", body, strlen(body), &answer), 200);
    assert_non_null(strstr(answer.text, seats_token(site->web.seats, 1)));
    snprintf(body, sizeof body, "token=%s&action=reboot", token);
    assert_int_equal(post(site, "/control", body), 400);
    close_site(site);
}

TEST(test_players_of_a_new_match_come_from_the_list) {
    static const struct {
        const char *values;
        int status;
    } tries[] = {{"seed=5&players=0", 200},          {"seed=5&players=", 200},
                 {"seed=5&players=0,1", 200},        {"seed=5&players=0,1,2", 400},
                 {"seed=5&players=0,", 400},         {"seed=5&players=0,,1", 400},
                 {"seed=5&players=99", 400},         {"seed=5&players=-1", 400},
                 {"seed=5&players=../bot", 400},     {"seed=5&players=%2e", 400},
                 {"seed=x&players=0", 400},          {"players=0", 400},
                 {"seed=99999999999&players=0", 400}};
    char body[256];
    Site *site = open_site();
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        snprintf(body, sizeof body, "token=%s&action=match&%s", site->web.token, tries[i].values);
        assert_int_equal(post(site, "/control", body), tries[i].status);
    }
    NextMatch next;
    assert_true(control_wait_match(site->web.control, &next));
    assert_int_equal(next.seed, 5);
    assert_int_equal(next.count, 2);
    close_site(site);
}

TEST(test_forms_are_bounded_and_checked) {
    char value[8];
    int number;
    static const char text[] = "a=1&bb=%41+b&c=%4&d=%00&e=12345678&f&=x&a=2&g=\0&h=1234567";
    Form form = {text, sizeof text - 1};
    assert_true(form_text(form, "a", value, sizeof value));
    assert_string_equal(value, "1");
    assert_true(form_text(form, "bb", value, sizeof value));
    assert_string_equal(value, "A b");
    assert_true(form_text(form, "h", value, sizeof value));
    assert_string_equal(value, "1234567");
    static const char *const wrong[] = {"b", "c", "d", "e", "f", "g", "i"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(form_text(form, wrong[i], value, sizeof value));
        assert_string_equal(value, "");
    }
    assert_true(form_number(form, "a", 0, 1, &number));
    assert_int_equal(number, 1);
    assert_false(form_number(form, "a", 2, 9, &number));
    assert_false(form_number(form, "bb", 0, 9, &number));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages_are_found_and_nothing_else),
        cmocka_unit_test(test_only_known_methods_are_allowed),
        cmocka_unit_test(test_other_names_of_the_host_are_refused),
        cmocka_unit_test(test_requests_from_pages_of_other_sites_are_refused),
        cmocka_unit_test(test_a_seat_needs_its_token_and_is_taken_once),
        cmocka_unit_test(test_commands_need_the_key_of_the_seat),
        cmocka_unit_test(test_only_the_host_controls_the_match),
        cmocka_unit_test(test_players_of_a_new_match_come_from_the_list),
        cmocka_unit_test(test_forms_are_bounded_and_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
