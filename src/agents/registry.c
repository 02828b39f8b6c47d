#include "agents/registry.h"

#include <string.h>

#include "agents/beam.h"
#include "agents/chaser.h"
#include "agents/duct.h"
#include "agents/lookahead.h"
#include "agents/mcts.h"
#include "agents/random.h"
#include "agents/rhea.h"
#include "agents/rusher.h"
#include "platform/folder.h"

const AgentKind *agent_kind_at(int index) {
    static const AgentKind *const kinds[] = {&beam_agent,      &rhea_agent,   &mcts_agent,
                                             &mcts_bias_agent, &duct_agent,   &lookahead_agent,
                                             &rusher_agent,    &chaser_agent, &random_agent};
    return index < (int)(sizeof kinds / sizeof kinds[0]) ? kinds[index] : NULL;
}

/* Say that no agent has this name. A path was meant as the folder of a bot. */
static void refuse_name(const char *spec, size_t length, char *error, size_t size) {
    if (memchr(spec, '/', length) || spec[0] == '.') {
        char path[256];
        snprintf(path, sizeof path, "%.*s", (int)length, spec);
        snprintf(error, size, "%.*s: %s", (int)length, spec,
                 path_kind(path) == PATH_FOLDER
                     ? "only bin/referee and bin/arena play bots in folders"
                     : "no such folder");
        return;
    }
    size_t end =
        (size_t)snprintf(error, size, "there is no agent \"%.*s\"; there are:", (int)length, spec);
    for (int i = 0; agent_kind_at(i) && end < size; i++)
        end += (size_t)snprintf(error + end, size - end, " %s", agent_kind_at(i)->name);
}

Agent *agent_create(const char *spec, uint64_t seed, char *error, size_t size) {
    size_t length = strcspn(spec, ":");
    const char *settings = spec[length] ? spec + length + 1 : "";
    for (int i = 0; agent_kind_at(i); i++) {
        const AgentKind *kind = agent_kind_at(i);
        if (strlen(kind->name) == length && strncmp(kind->name, spec, length) == 0)
            return kind->create(settings, seed, error, size);
    }
    if (length == strlen("trees") && strncmp(spec, "trees", length) == 0)
        snprintf(error, size, "the agent \"trees\" has another name: duct");
    else
        refuse_name(spec, length, error, size);
    return NULL;
}
