/* Any requests to a host with two seats, one after the other.
 *
 * A request is a byte for the method and then lines: path, Host, Origin, key, last event, body. A
 * line that is empty is a header that is missing. %s is a token of a seat, %k the key that the last
 * one who sat down got, %h the token of the host, %i the id of the last event. A zero byte ends a
 * request.
 */
#include "web/web.h"
#include "fuzz/fuzz.h"
#include "platform/text.h"

enum { LINES = 6, REQUESTS_MAX = 16 };

/* The parts of a request. */
enum { PATH, HOST_NAME, ORIGIN, KEY, LAST_ID, BODY };

/* What lives for all inputs. */
typedef struct Site {
    GameOptions options;
    Lineup lineup;
    Web web;
} Site;

/* What lives for one input. */
typedef struct Talk {
    Site *site;
    char key[TOKEN_SIZE], id[64];
} Talk;

static Site *open_site(void) {
    static Site site;
    static bool opened;
    char error[256];
    if (opened)
        return &site;
    opened = true;
    site.options.session = (Session){.bots = {"random"}, .bot_count = 1, .humans = 2};
    CHECK(lineup_make(&site.options.session, &site.lineup, error, sizeof error));
    site.web.lineup = &site.lineup;
    CHECK(token_make(site.web.token));
    site.web.game = host_game_create(&site.options, &site.lineup, seats_create(0),
                                     control_create(4, NULL, NULL), feed_create(NULL, NULL));
    CHECK(site.web.game);
    web_open(&site.web);
    return &site;
}

/* Make fresh seats, and a feed with two events. The match has others, because it is not played. */
static void begin(Site *site) {
    Web *web = &site->web;
    web->seats = seats_create(2);
    web->control = control_create(4, NULL, NULL);
    web->feed = feed_create(NULL, NULL);
    CHECK(web->seats && web->control && web->feed);
    seats_begin_round(web->seats, 3, true);
    feed_begin(web->feed);
    CHECK(feed_add(web->feed, "match", "{}", 2));
    CHECK(feed_add(web->feed, "round", "{\n}", 3));
}

static void end(Site *site) {
    feed_destroy(site->web.feed);
    control_destroy(site->web.control);
    seats_destroy(site->web.seats);
}

/* A line with the secrets in their places. The caller frees it. */
static char *expand(const Talk *talk, const char *line, size_t length, size_t *size) {
    Text text = {0};
    for (size_t i = 0; i < length; i++) {
        char next = line[i] == '%' && i + 1 < length ? line[i + 1] : 0;
        const char *secret = next == 's'   ? seats_token(talk->site->web.seats, 1)
                             : next == 'k' ? talk->key
                             : next == 'h' ? talk->site->web.token
                             : next == 'i' ? talk->id
                                           : NULL;
        text_add(&text, "%.*s", secret ? TOKEN_SIZE : 1, secret ? secret : line + i);
        i += secret != NULL;
    }
    text_add(&text, "%s", "");
    char *bytes = text_take(&text, size);
    CHECK(bytes);
    return bytes;
}

static void follow(Talk *talk, const char *last_id, int seat) {
    Feed *feed = talk->site->web.feed;
    FeedReader reader = feed_open_reader(feed, last_id, seat);
    int count = 0;
    for (Blob *event; (event = feed_next(feed, &reader));) {
        CHECK(event->size == strlen(event->bytes));
        CHECK(strcmp(event->bytes + event->size - 2, "\n\n") == 0);
        CHECK(strstr(event->bytes, "\n\n") == event->bytes + event->size - 2);
        sscanf(event->bytes, "id: %63[^\n]", talk->id);
        blob_release(event);
        CHECK(++count <= 2);
    }
}

/* What must hold for every answer. */
static void check(Talk *talk, const WebRequest *request, const WebAnswer *answer) {
    static const char key[] = "\"key\":\"";
    CHECK(answer->status == 200 || answer->status == 400 || answer->status == 403 ||
          answer->status == 404 || answer->status == 405 || answer->status == 409);
    CHECK(answer->type && strstr(answer->policy, "default-src 'none'"));
    CHECK(answer->text && answer->size == strlen(answer->text));
    const char *found = strstr(answer->text, key);
    if (strcmp(request->path, "/seat") == 0 && answer->status == 200 && found)
        snprintf(talk->key, sizeof talk->key, "%s", found + sizeof key - 1);
    /* Nobody gets secrets of others. */
    if (!strstr(request->path, "control"))
        CHECK(!strstr(answer->text, talk->site->web.token) &&
              !strstr(answer->text, seats_token(talk->site->web.seats, 0)));
}

static void ask(Talk *talk, char method, char *part[LINES], size_t body_size) {
    static const char *const methods[] = {"", "GET", "HEAD", "POST", "PUT"};
    WebAnswer answer;
    for (int i = HOST_NAME; i <= LAST_ID; i++)
        part[i] = part[i][0] ? part[i] : NULL;
    WebRequest request = {.method = methods[(unsigned char)method % 5],
                          .path = part[PATH],
                          .host = part[HOST_NAME],
                          .origin = part[ORIGIN],
                          .key = part[KEY],
                          .body = {part[BODY], body_size}};
    web_answer(&talk->site->web, &request, &answer);
    check(talk, &request, &answer);
    if (answer.is_stream)
        follow(talk, part[LAST_ID], answer.seat);
}

static void try_request(Talk *talk, const char *text) {
    char *part[LINES], *owned[LINES];
    size_t size = 0;
    const char *at = text + 1;
    for (int i = 0; i < LINES; i++) {
        size_t length = i == BODY ? strlen(at) : strcspn(at, "\n");
        part[i] = owned[i] = expand(talk, at, length, &size);
        at += length + (at[length] == '\n');
    }
    ask(talk, text[0], part, size < WEB_BODY_MAX ? size : WEB_BODY_MAX);
    for (int i = 0; i < LINES; i++)
        free(owned[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Talk talk = {.site = open_site()};
    char *text = fuzz_text(data, size);
    const char *at = text, *stop = text + size;
    begin(talk.site);
    for (int i = 0; i < REQUESTS_MAX && at < stop; i++) {
        if (*at)
            try_request(&talk, at);
        at += strlen(at) + 1;
    }
    end(talk.site);
    free(text);
    return 0;
}
