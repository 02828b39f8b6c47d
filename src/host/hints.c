#include "host/hints.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/registry.h"
#include "platform/memory.h"
#include "platform/text.h"
#include "platform/thread.h"
#include "records/bot_log.h"
#include "replay/json_text.h"

enum { HINT_NODES = 30000 };

/* A position to be searched. */
typedef struct Task {
    int match;
    unsigned players; /* bits; 0: nothing to do */
    Game game;
    State state;
} Task;

struct Hints {
    Feed *feed;
    Agent *agent;
    Thread *thread;
    pthread_mutex_t mutex;
    pthread_cond_t asked;
    bool ended;
    Task next; /* guarded by the mutex */
    Task now;  /* of the thread */
};

/* The explanation as the lines of a bot's log, which bot_log_read understands. */
static char *to_log(char *explanation) {
    Text log = {0};
    size_t size;
    char *rest = explanation;
    for (char *line; (line = strsep(&rest, "\n"));)
        text_add(&log, "\n- E: \tOutput from bot: %s", line);
    return text_take(&log, &size);
}

/* What the beam prints for a player; NULL when memory is short. The caller frees it. */
static char *explain(Hints *hints, int player) {
    char *text = NULL;
    size_t size;
    SearchInfo info;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    Observation observation = {
        .game = &hints->now.game, .state = &hints->now.state, .player = player};
    MoveRequest request = {.limits = {.nodes = HINT_NODES, .threads = 1}, .explain = out};
    agent_move(hints->agent, &observation, &request, &info);
    fclose(out);
    char *log = text ? to_log(text) : NULL;
    free(text);
    return log;
}

static void add_command(Text *out, int command, const BotLogCommand *first, int *count) {
    json_separate(out, count);
    text_add(out, "{\"command\":%d,", command);
    if (first->searched)
        text_add(out, "\"value\":%.2f,", first->value);
    text_add(out, "\"danger\":%d,\"best\":%s,\"note\":", first->danger_fuses,
             first->chosen ? "true" : "false");
    json_add_string(out, first->note);
    text_add(out, "}");
}

static bool is_dropped(Hints *hints) {
    pthread_mutex_lock(&hints->mutex);
    bool dropped = hints->ended || hints->next.players;
    pthread_mutex_unlock(&hints->mutex);
    return dropped;
}

static void search(Hints *hints, int player) {
    BotLog found;
    Text out = {0};
    int count = 0;
    size_t size;
    char *log = explain(hints, player);
    if (!log)
        return;
    bot_log_read(log, player, &found);
    free(log);
    text_add(&out, "{\"match\":%d,\"round\":%d,\"commands\":[", hints->now.match,
             hints->now.state.round);
    for (int c = 0; c < COMMAND_COUNT; c++)
        if (found.first[c].listed)
            add_command(&out, c, &found.first[c], &count);
    text_add(&out, "]}");
    char *json = text_take(&out, &size);
    if (json && !is_dropped(hints))
        feed_set(hints->feed, FEED_PRIVATE + player, "hints", json, size);
    free(json);
}

/* Take the next position. Returns false at the end. */
static bool take_task(Hints *hints) {
    pthread_mutex_lock(&hints->mutex);
    while (!hints->ended && !hints->next.players)
        pthread_cond_wait(&hints->asked, &hints->mutex);
    hints->now = hints->next;
    hints->next.players = 0;
    bool ended = hints->ended;
    pthread_mutex_unlock(&hints->mutex);
    return !ended;
}

static void run(void *context) {
    Hints *hints = context;
    thread_lower_priority();
    while (take_task(hints))
        for (int player = 0; player < MAX_PLAYERS && !is_dropped(hints); player++)
            if (hints->now.players >> player & 1)
                search(hints, player);
}

Hints *hints_create(Feed *feed) {
    char error[128];
    Hints *hints = memory_allocate_aligned(sizeof *hints);
    if (!hints)
        return NULL;
    memset(hints, 0, sizeof *hints);
    pthread_mutex_init(&hints->mutex, NULL);
    pthread_cond_init(&hints->asked, NULL);
    hints->feed = feed;
    hints->agent = agent_create("beam", 1, error, sizeof error);
    hints->thread = hints->agent ? thread_start(run, hints) : NULL;
    if (hints->thread)
        return hints;
    hints_destroy(hints);
    return NULL;
}

void hints_destroy(Hints *hints) {
    if (!hints)
        return;
    pthread_mutex_lock(&hints->mutex);
    hints->ended = true;
    pthread_cond_signal(&hints->asked);
    pthread_mutex_unlock(&hints->mutex);
    thread_join(hints->thread);
    agent_destroy(hints->agent);
    pthread_cond_destroy(&hints->asked);
    pthread_mutex_destroy(&hints->mutex);
    memory_free_aligned(hints);
}

void hints_ask(Hints *hints, int match, const Game *game, const State *state, unsigned players) {
    pthread_mutex_lock(&hints->mutex);
    hints->next.match = match;
    hints->next.game = *game;
    hints->next.state = *state;
    hints->next.players = players;
    pthread_cond_signal(&hints->asked);
    pthread_mutex_unlock(&hints->mutex);
}
