#include "host/lineup.h"

#include <stdio.h>
#include <string.h>

#include "agents/registry.h"

int lineup_find(const Lineup *lineup, const char *spec) {
    for (int i = 0; i < lineup->count; i++)
        if (strcmp(lineup->spec[i], spec) == 0)
            return i;
    return -1;
}

/* The nickname of a bot; the spec of an agent. */
static bool read_name(const char *spec, char name[BOT_FILE_TEXT], char *error, size_t size) {
    char folder[PLAYER_PATH], arguments[BOT_FILE_PATH];
    BotFile bot;
    if (player_split_spec(spec, folder, arguments)) {
        if (!bot_file_read(folder, &bot, error, size))
            return false;
        snprintf(name, BOT_FILE_TEXT, "%s", bot.nickname);
        return true;
    }
    Agent *agent = agent_create(spec, 0, error, size);
    snprintf(name, BOT_FILE_TEXT, "%s", spec);
    agent_destroy(agent);
    return agent != NULL;
}

static bool add(Lineup *lineup, const char *spec, char *error, size_t size) {
    int i = lineup->count;
    if (i == LINEUP_MAX || lineup_find(lineup, spec) >= 0)
        return true;
    if (!read_name(spec, lineup->name[i], error, size))
        return false;
    lineup->spec[i] = spec;
    lineup->count++;
    return true;
}

bool lineup_make(const Session *session, Lineup *lineup, char *error, size_t size) {
    memset(lineup, 0, sizeof *lineup);
    for (int i = 0; i < session->bot_count; i++)
        if (!add(lineup, session->bots[i], error, size))
            return false;
    for (int i = 0; agent_kind_at(i); i++)
        if (!add(lineup, agent_kind_at(i)->name, error, size))
            return false;
    return true;
}
