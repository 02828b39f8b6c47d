/* What safety and search find in the boards of tests/data/tactics.txt. The head of that file lists
 * the lines that may stand below a board.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agents/registry.h"
#include "engine/commands.h"
#include "safety/forced_kill.h"
#include "safety/root_filter.h"
#include "safety/unforced.h"
#include "search/evaluate.h"
#include "support/agents.h"
#include "support/scene.h"
#include "test.h"

/* ---- Survival and replies ---- */

static bool check_survives(Scene *scene) {
    static const char *const threats[] = {"fuses", "triggers", "bomb_reply", NULL};
    int player = player_at(scene, 1);
    int threat = choice_in(scene, word_at(scene, 2), threats);
    word_at(scene, 3);
    return is_yes_or_no(scene, threat == 2
                                   ? survives_bomb_reply(engine(), &scene->state, player)
                                   : survives(engine(), &scene->state, player,
                                              threat == 1 ? THREAT_TRIGGERS : THREAT_FUSES));
}

static CommandSafety safety_of(Scene *scene) {
    static const char *const acting[] = {"one", "all", NULL};
    CommandSafety safety;
    ReplySearch search = {.engine = engine(),
                          .suicide_share = default_weights.filter.suicide_share,
                          .game = &scene->drawn->game,
                          .player = player_at(scene, 1),
                          .together = choice_in(scene, word_at(scene, 3), acting) == 1,
                          .threat = has_word(scene, "triggers") ? THREAT_TRIGGERS : THREAT_FUSES,
                          .suicides_count = has_word(scene, "suicides")};
    assert_true(search_replies(&search, &scene->state, number_at(scene, 2), &safety));
    return safety;
}

static bool check_safe(Scene *scene) {
    return are_commands(scene, safety_of(scene).safe);
}

static bool check_deadly(Scene *scene) {
    CommandSafety safety = safety_of(scene);
    unsigned deadly = 0;
    for (int c = 0; c < COMMAND_COUNT; c++)
        deadly |= (unsigned)(safety.danger[c] == 1) << c;
    return are_commands(scene, deadly & state_legal(&scene->state, player_at(scene, 1)));
}

static bool check_escape(Scene *scene) {
    int player = player_at(scene, 1), rounds = number_at(scene, 2);
    unsigned commands;
    find_escape(engine(), &scene->drawn->game, &scene->state, rounds, player, 0, &commands);
    return are_commands(scene, commands);
}

static bool check_unforced(Scene *scene) {
    int player = player_at(scene, 1);
    word_at(scene, 2);
    return is_yes_or_no(
        scene, death_was_unforced(engine(), &scene->drawn->game, &scene->state, 1, player));
}

/* ---- Kills ---- */

static ReplySearch hunter(Scene *scene) {
    return (ReplySearch){
        .engine = engine(), .game = &scene->drawn->game, .player = player_at(scene, 1)};
}

static bool check_kills(Scene *scene) {
    ReplySearch search = hunter(scene);
    int target = player_at(scene, 2), depth = number_at(scene, 3);
    return are_commands(scene, forced_kills(&search, &scene->state, target, depth));
}

static bool check_trades(Scene *scene) {
    ReplySearch search = hunter(scene);
    int target = player_at(scene, 2), depth = number_at(scene, 3);
    return are_commands(scene, winning_trades(&search, &scene->state, target, depth));
}

/* "left 4/5 trigger 1" as a chance for each command; 0 for those that are not named. */
static void read_chances(const Scene *scene, double chance[COMMAND_COUNT]) {
    const char *text = scene->expected;
    char name[32], share[32];
    for (int c = 0; c < COMMAND_COUNT; c++)
        chance[c] = 0;
    while (take_word(&text, name) && strcmp(name, "none") != 0) {
        int part = 0, whole = 1;
        if (!take_word(&text, share) || sscanf(share, "%d/%d", &part, &whole) < 1)
            unreadable(scene, name);
        chance[command_in(scene, name)] = (double)part / whole;
    }
}

static bool check_chance(Scene *scene) {
    ReplySearch search = hunter(scene);
    float found[COMMAND_COUNT];
    double expected[COMMAND_COUNT];
    int length = 0;
    bool same = true;
    kill_chances(&search, &scene->state, player_at(scene, 2), found);
    read_chances(scene, expected);
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++) {
        same &= fabs(found[c] - expected[c]) < 1e-6;
        if (found[c] > 0)
            length += snprintf(scene->found + length, FOUND - (size_t)length, "%s%s %.3f",
                               length ? " " : "", command_name(c), found[c]);
    }
    return same;
}

/* ---- The root filter ---- */

static RootFilter filter_root(Scene *scene) {
    const RootFilterOptions options = {.depth = (int)option(scene, "depth", 1),
                                       .suicides = (int)option(scene, "suicides", 0),
                                       .ambush = (int)option(scene, "ambush", 0),
                                       .kill_depth = (int)option(scene, "kills", 0),
                                       .trade_depth = (int)option(scene, "trades", 0),
                                       .weights = default_weights.filter,
                                       .limits.nodes = (uint64_t)option(scene, "nodes", 0)};
    RootFilter root;
    root_filter_run(engine(), &scene->drawn->game, &scene->state, player_at(scene, 1), &options,
                    &root);
    return root;
}

static bool check_allowed(Scene *scene) {
    return are_commands(scene, filter_root(scene).allowed);
}

static bool check_least_dangerous(Scene *scene) {
    RootFilter root = filter_root(scene);
    return are_commands(scene, 1u << root_filter_least_dangerous(&root));
}

static bool check_reason(Scene *scene) {
    Command command = command_in(scene, word_at(scene, 2));
    RootFilter root = filter_root(scene);
    return is_text(scene, root_filter_reason(&root, command));
}

static bool check_traps(Scene *scene) {
    RootFilterOptions options = {.depth = 1, .weights = {.pocket = 1}};
    RootFilter root;
    unsigned traps = 0;
    root_filter_run(engine(), &scene->drawn->game, &scene->state, player_at(scene, 1), &options,
                    &root);
    for (int c = 0; c < COMMAND_COUNT; c++)
        traps |= (unsigned)(root.pocket[c] > 0) << c;
    return are_commands(scene, traps);
}

/* ---- Agents and their evaluation ---- */

static bool check_moves(Scene *scene) {
    bool allowed = !has_word(scene, "not");
    int first = allowed ? 1 : 2;
    int player = player_at(scene, first + 1);
    Trail trail = scene->trail;
    if (scene->repeated)
        trail.cell[1] = scene->state.cell[player];
    const Observation observation = {
        .game = &scene->drawn->game,
        .state = &scene->state,
        .player = player,
        .trail = trail,
        .last_command = {scene->last_command[0], scene->last_command[1], scene->last_command[2],
                         scene->last_command[3]}};
    const MoveRequest request = {
        .limits = {.nodes = (uint64_t)number_at(scene, first + 2), .threads = 1}};
    SearchInfo info;
    Agent *agent = make_agent(word_at(scene, first), 1);
    Command command = agent_move(agent, &observation, &request, &info);
    agent_destroy(agent);
    write_commands(scene, 1u << command);
    return (expected_commands(scene) >> command & 1) == allowed;
}

static const char *const aims[] = {"points", "guard", "corner", "hunt", NULL};

static bool check_aim(Scene *scene) {
    Evaluation evaluation;
    const Weights *weights = has_word(scene, "rivals") ? &rival_weights : &default_weights;
    evaluation_init(&evaluation, engine(), &scene->drawn->game, weights, &scene->state,
                    player_at(scene, 1));
    return is_text(scene, aims[evaluation.aim]);
}

static bool check_mobility(Scene *scene) {
    Evaluation evaluation;
    Weights weights = default_weights;
    weights.low_mobility = (float)option(scene, "low_mobility", 0);
    weights.restrict_target = (float)option(scene, "restrict_target", 0);
    evaluation_init(&evaluation, engine(), &scene->drawn->game, &weights, &scene->state,
                    player_at(scene, 1));
    for (Aim aim = AIM_POINTS; aim <= AIM_HUNT; aim++)
        if (has_word(scene, aims[aim]))
            evaluation.aim = aim;
    return is_number(scene, mobility_cost(&evaluation, &scene->state));
}

static bool check_waits(Scene *scene) {
    int player = player_at(scene, 1);
    Command command = wait_command(&scene->state, player);
    return are_commands(scene, 1u << command) && !is_refused(&scene->state, player, command);
}

static bool check_refused(Scene *scene) {
    unsigned refused = 0;
    for (Command c = COMMAND_NOTHING; c < COMMAND_COUNT; c++)
        refused |= (unsigned)is_refused(&scene->state, player_at(scene, 1), c) << c;
    return are_commands(scene, refused);
}

/* ---- Lines ---- */

static const struct {
    const char *word;
    bool (*check)(Scene *scene);
} checks[] = {
    {"survives", check_survives}, {"safe", check_safe},
    {"deadly", check_deadly},     {"escape", check_escape},
    {"unforced", check_unforced}, {"kills", check_kills},
    {"trades", check_trades},     {"chance", check_chance},
    {"allowed", check_allowed},   {"least_dangerous", check_least_dangerous},
    {"traps", check_traps},       {"reason", check_reason},
    {"moves", check_moves},       {"aim", check_aim},
    {"mobility", check_mobility}, {"waits", check_waits},
    {"refused", check_refused},
};

static bool run_check(Scene *scene) {
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        if (strcmp(scene->word[0], checks[i].word) == 0) {
            if (!checks[i].check(scene)) {
                report_case(scene->drawn, scene->line.number, "%s\nexpected: %s\n   found: %s",
                            scene->line.text, scene->expected, scene->found);
                scene->failures++;
            }
            return true;
        }
    return false;
}

static void test_board_is_judged_as_written(void **state) {
    Case *drawn = *state;
    Scene scene;
    int lines = 0;
    scene_begin(&scene, drawn);
    for (; scene_next_line(&scene, drawn); lines++) {
        if (!run_check(&scene) && !scene_change(&scene))
            unreadable(&scene, scene.word[0]);
        for (int i = 0; i < scene.words; i++)
            if (!(scene.read >> i & 1))
                unreadable(&scene, scene.word[i]);
    }
    assert_true(lines > 0);
    assert_int_equal(scene.failures, 0);
}

int main(void) {
    return run_cases("tests/data/tactics.txt", 20, test_board_is_judged_as_written);
}
