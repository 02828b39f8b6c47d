/* People in the matches of a host that runs, at turns and in real time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/clock.h"
#include "support/web_host.h"
#include "test.h"

static const int64_t millisecond = 1000000;

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

/* A host whose match waits for a person with turns of one second, who has just come. */
static Host *open_with_person(Person *person) {
    Host *host = open_host(two_agents, 1, 1, 5);
    host->options.turn_s = 1;
    reopen_game(host);
    start_match(host);
    wait_for(host, GAME_WAITING);
    sit(person, host, 0);
    return host;
}

TEST(test_a_turn_that_is_too_long_does_nothing) {
    Person person;
    Host *host = open_with_person(&person);
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
    Host *host = open_with_person(&person);
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

#define WITH_SCRATCH(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_SCRATCH(test_a_turn_ends_when_all_people_have_given_a_command),
        WITH_SCRATCH(test_a_turn_that_is_too_long_does_nothing),
        WITH_SCRATCH(test_an_agent_plays_for_whoever_does_not_come),
        WITH_SCRATCH(test_whoever_leaves_is_waited_for_and_comes_back),
        WITH_SCRATCH(test_in_real_time_rounds_do_not_wait_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
