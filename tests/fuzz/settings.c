/* Any text as the name and the settings of an agent. */
#include "agents/registry.h"
#include "bot/map_knowledge.h"
#include "fuzz/fuzz.h"
#include "search/agent.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char error[256] = "";
    MapKnowledge knowledge;
    char *text = fuzz_text(data, size);
    Agent *agent = agent_create(text, 1, error, sizeof error);
    CHECK(agent || error[0]);
    CHECK(strlen(error) < sizeof error);
    CHECK(!agent || !strstr(text, "nan"));
    agent_destroy(agent);
    map_knowledge_read(text, &knowledge);
    free(text);
    return 0;
}
