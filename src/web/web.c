#include "web/web.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "platform/number.h"
#include "platform/text.h"
#include "replay/json_text.h"
#include "replay/page.h"
#include "web/page.h"

static const char html_type[] = "text/html; charset=utf-8";
static const char json_type[] = "application/json";
static const char data_policy[] = "default-src 'none'; frame-ancestors 'none'";

/* The policy in the meta element of a page. */
static void read_policy(const char *page, char policy[WEB_POLICY]) {
    static const char head[] = "http-equiv=\"Content-Security-Policy\" content=\"";
    const char *found = strstr(page, head);
    const char *text = found ? found + sizeof head - 1 : data_policy;
    snprintf(policy, WEB_POLICY, "%.*s%s", (int)strcspn(text, "\""), text,
             found ? "; frame-ancestors 'none'" : "");
}

void web_open(Web *web) {
    read_policy(live_page_text, web->live_policy);
    read_policy(list_page_text, web->list_policy);
    read_policy(page_text, web->replay_policy);
}

static void give_text(WebAnswer *answer, const char *type, const char *policy, const char *text) {
    answer->status = 200;
    answer->type = type;
    answer->policy = policy;
    answer->text = text;
    answer->size = strlen(text);
}

void web_refuse(WebAnswer *answer, int status, const char *error) {
    *answer = (WebAnswer){.seat = SEAT_NONE, .folder = -1};
    snprintf(answer->small, sizeof answer->small, "{\"error\":\"%s\"}\n", error);
    give_text(answer, json_type, data_policy, answer->small);
    answer->status = status;
}

static void give_nothing(WebAnswer *answer) {
    give_text(answer, json_type, data_policy, "{}\n");
}

static void give_blob(WebAnswer *answer, const char *type, const char *policy, Blob *blob) {
    if (!blob) {
        web_refuse(answer, 404, "there is none");
        return;
    }
    answer->status = 200;
    answer->type = type;
    answer->policy = policy;
    answer->blob = blob;
    answer->size = blob->size;
}

void web_give_page(const Web *web, WebAnswer *answer, Blob *page) {
    give_blob(answer, html_type, web->replay_policy, page);
}

/* ---- Who may ask. ---- */

/* Whether this is a numeric address. */
static bool is_address(const char *name) {
    struct in6_addr address;
    return inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1;
}

static bool is_known_name(const Web *web, const char *name) {
    static const char *const loopback[] = {"localhost", "127.0.0.1", "::1"};
    for (int i = 0; i < 3; i++)
        if (strcasecmp(name, loopback[i]) == 0)
            return true;
    for (int i = 0; i < 2; i++)
        if (web->names[i][0] && strcasecmp(name, web->names[i]) == 0)
            return true;
    return web->any_address && is_address(name);
}

/* The name in NAME, NAME:PORT, [ADDRESS] or [ADDRESS]:PORT. */
static bool read_name(const char *host, char name[WEB_NAME]) {
    bool is_bracketed = host[0] == '[';
    host += is_bracketed;
    size_t length = strcspn(host, is_bracketed ? "]" : ":");
    if (length == 0 || length >= WEB_NAME)
        return false;
    snprintf(name, WEB_NAME, "%.*s", (int)length, host);
    return true;
}

static bool is_for_us(const Web *web, const WebRequest *request) {
    char name[WEB_NAME];
    return request->host && read_name(request->host, name) && is_known_name(web, name);
}

/* Whether a page of another site has sent the request. */
static bool is_foreign(const WebRequest *request) {
    const char *rest = request->origin ? strstr(request->origin, "://") : NULL;
    return request->origin && !(rest && strcasecmp(rest + 3, request->host) == 0);
}

/* ---- POST. ---- */

static void sit_down(Web *web, Form form, WebAnswer *answer) {
    char token[TOKEN_SIZE], name[128], key[TOKEN_SIZE];
    int seat;
    form_text(form, "token", token, sizeof token);
    form_text(form, "name", name, sizeof name);
    switch (seats_open(web->seats, token, name, &seat, key)) {
    case SEAT_ACCEPTED:
        snprintf(answer->small, sizeof answer->small, "{\"seat\":%d,\"key\":\"%s\"}\n", seat, key);
        give_text(answer, json_type, data_policy, answer->small);
        break;
    case SEAT_TAKEN:
        web_refuse(answer, 409, "somebody sits here");
        break;
    default:
        web_refuse(answer, 403, "no seat has this link");
    }
}

static void rename_seat(Web *web, Form form, WebAnswer *answer) {
    char key[TOKEN_SIZE], name[128];
    form_text(form, "key", key, sizeof key);
    if (!form_text(form, "name", name, sizeof name))
        web_refuse(answer, 400, "the name is missing or too long");
    else if (!seats_rename(web->seats, key, name))
        web_refuse(answer, 403, "this is not your seat");
    else
        give_nothing(answer);
}

static void give_command(Web *web, Form form, WebAnswer *answer) {
    char key[TOKEN_SIZE];
    int command, round;
    form_text(form, "key", key, sizeof key);
    if (!form_number(form, "command", 0, COMMAND_COUNT - 1, &command)) {
        web_refuse(answer, 400, "a command is a number from 0 to 6");
        return;
    }
    if (!form_number(form, "round", 0, 100000, &round))
        round = ANY_ROUND;
    switch (seats_give(web->seats, key, round, (Command)command)) {
    case SEAT_ACCEPTED:
        give_nothing(answer);
        break;
    case SEAT_LATE:
        web_refuse(answer, 409, "the round is over");
        break;
    default:
        web_refuse(answer, 403, "this is not your seat");
    }
}

/* Read players=0,3,1: indices of the lineup. Returns false when one is wrong or their number is. */
static bool read_players(const Web *web, Form form, NextMatch *next) {
    char text[64];
    int people = seats_count(web->seats);
    next->count = 0;
    form_text(form, "players", text, sizeof text);
    char *rest = text[0] ? text : NULL;
    for (char *word; (word = strsep(&rest, ","));) {
        long long player;
        if (next->count + people == MAX_PLAYERS ||
            !number_whole(word, 0, web->lineup->count - 1, &player))
            return false;
        next->player[next->count++] = (int)player;
    }
    return next->count + people >= 2;
}

static void start_match(Web *web, Form form, WebAnswer *answer) {
    NextMatch next;
    if (!form_number(form, "seed", INT32_MIN, INT32_MAX, &next.seed))
        web_refuse(answer, 400, "a seed is a whole number");
    else if (!read_players(web, form, &next))
        web_refuse(answer, 400, "a match has 2 to 4 players of the list");
    else
        control_ask_match(web->control, &next);
}

static void give_links(const Web *web, WebAnswer *answer) {
    int used = snprintf(answer->small, sizeof answer->small, "{\"seats\":[");
    for (int i = 0; i < seats_count(web->seats); i++)
        used += snprintf(answer->small + used, sizeof answer->small - (size_t)used, "%s\"%s\"",
                         i ? "," : "", seats_token(web->seats, i));
    snprintf(answer->small + used, sizeof answer->small - (size_t)used, "]}\n");
    give_text(answer, json_type, data_policy, answer->small);
}

static void set_speed(Web *web, Form form, WebAnswer *answer) {
    int speed;
    if (form_number(form, "value", SPEED_MAX, SPEED_HIGHEST, &speed))
        control_set_speed(web->control, speed);
    else
        web_refuse(answer, 400, "a speed is a number from 0 to 50");
}

static void control_match(Web *web, Form form, WebAnswer *answer) {
    char token[TOKEN_SIZE], action[16];
    form_text(form, "token", token, sizeof token);
    form_text(form, "action", action, sizeof action);
    give_nothing(answer);
    if (!token_equals(web->token, token))
        web_refuse(answer, 403, "only the host may do this");
    else if (strcmp(action, "pause") == 0)
        control_pause(web->control, true);
    else if (strcmp(action, "resume") == 0)
        control_pause(web->control, false);
    else if (strcmp(action, "step") == 0)
        control_step(web->control);
    else if (strcmp(action, "links") == 0)
        give_links(web, answer);
    else if (strcmp(action, "match") == 0)
        start_match(web, form, answer);
    else if (strcmp(action, "speed") == 0)
        set_speed(web, form, answer);
    else
        web_refuse(answer, 400, "there is no such action");
}

/* ---- GET. ---- */

static void give_first_page(Web *web, WebAnswer *answer) {
    if (web->game)
        give_text(answer, html_type, web->live_policy, live_page_text);
    else
        give_text(answer, html_type, web->list_policy, list_page_text);
}

static void give_feed(Web *web, const char *key, WebAnswer *answer) {
    int seat = key ? seats_find(web->seats, key) : SEAT_NONE;
    if (key && seat == SEAT_NONE) {
        web_refuse(answer, 403, "this is not your seat");
        return;
    }
    give_text(answer, "text/event-stream", data_policy, "");
    answer->is_stream = true;
    answer->seat = seat;
}

static void give_folder(Web *web, const char *number, WebAnswer *answer) {
    long long id;
    if (web->folders && number_whole(number, 0, FOLDERS_MAX - 1, &id))
        answer->folder = (int)id;
    else
        web_refuse(answer, 404, "there is no such match");
}

static void answer_get(Web *web, const WebRequest *request, WebAnswer *answer) {
    static const char folder[] = "/folder/";
    const char *path = request->path;
    if (strcmp(path, "/") == 0)
        give_first_page(web, answer);
    else if (web->game && strcmp(path, "/events") == 0)
        give_feed(web, request->key, answer);
    else if (web->game && strcmp(path, "/match.html") == 0)
        web_give_page(web, answer, host_game_page(web->game));
    else if (web->folders && strcmp(path, "/folders") == 0)
        give_text(answer, html_type, web->list_policy, list_page_text);
    else if (web->folders && strcmp(path, "/folders.json") == 0)
        give_blob(answer, json_type, data_policy, folders_list(web->folders));
    else if (strncmp(path, folder, sizeof folder - 1) == 0)
        give_folder(web, path + sizeof folder - 1, answer);
    else
        web_refuse(answer, 404, "there is nothing here");
}

static void answer_post(Web *web, const WebRequest *request, WebAnswer *answer) {
    static const struct {
        const char *path;
        void (*act)(Web *, Form, WebAnswer *);
    } actions[] = {{"/seat", sit_down},
                   {"/name", rename_seat},
                   {"/command", give_command},
                   {"/control", control_match}};
    for (size_t i = 0; web->game && i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(request->path, actions[i].path) == 0) {
            actions[i].act(web, request->body, answer);
            return;
        }
    web_refuse(answer, 404, "there is nothing here");
}

void web_answer(Web *web, const WebRequest *request, WebAnswer *answer) {
    *answer = (WebAnswer){.seat = SEAT_NONE, .folder = -1};
    if (!is_for_us(web, request)) {
        web_refuse(answer, 403, "this host does not have that name");
    } else if (is_foreign(request)) {
        web_refuse(answer, 403, "a page of another site may not ask");
    } else if (strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0) {
        answer_get(web, request, answer);
    } else if (strcmp(request->method, "POST") == 0) {
        answer_post(web, request, answer);
    } else {
        web_refuse(answer, 405, "only GET and POST");
        answer->allow = "GET, HEAD, POST";
    }
}
