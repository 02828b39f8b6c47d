#include "agents/registry.h"
#include "bot/memory_file.h"
#include "bot/options.h"
#include "bot/time_manager.h"
#include "bot/view.h"
#include "platform/clock.h"
#include "platform/memory.h"
#include "platform/program.h"
#include "records/match_replay.h"
#include "replay/commands.h"

enum { NO_ROUND = -1, ERROR_SIZE = 512, FOLDER_SIZE = 4096 };

typedef struct Question {
    const char *name, *path;
    int round;
    const char *key;
    BotOptions bot;
    bool explain, help;
} Question;

static void usage(FILE *out) {
    fputs("usage: replay ask PATH --round N --player KEY [options]\n"
          "\n"
          "Lets the bot choose again at the beginning of round N, as player KEY (A, B, ...) and\n"
          "with the knowledge that it could have had then. Prints the board as the bot sees it,\n"
          "the value of each first command, the expected line, the bot's choice, and the\n"
          "command that was played in the match.\n"
          "\n"
          "  --agent NAME      the agent (default beam); NAME:SETTING,... changes its settings\n"
          "  --budget-ms N     time to think (default 1500, or no limit with --nodes)\n",
          out);
    bot_options_help(out);
    fputs("  --no-explain      print only the choice and the played command\n\n", out);
    bot_agents_help(out);
}

/* Returns 0, or the exit status after a message. */
static int read_options(int argc, char **argv, Question *question) {
    static const struct option table[] = {BOT_OPTIONS_TABLE,
                                          {"round", required_argument, NULL, 'r'},
                                          {"player", required_argument, NULL, 'p'},
                                          {"explain", no_argument, NULL, 'e'},
                                          {"no-explain", no_argument, NULL, 'q'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    char error[ERROR_SIZE];
    *question = (Question){.name = argv[0],
                           .round = NO_ROUND,
                           .key = "",
                           .bot = bot_options_default(),
                           .explain = true};
    for (int option; (option = getopt_long(argc, argv, ":h", table, NULL)) != -1;)
        switch (option) {
        case 'r':
            if (!read_round_option(argv[0], optarg, &question->round))
                return 2;
            break;
        case 'p':
            question->key = optarg;
            break;
        case 'e':
        case 'q':
            question->explain = option == 'e';
            break;
        case 'h':
            question->help = true;
            return 0;
        case '?':
        case ':':
            return program_refuse_option(argv[0], option, argv);
        default:
            if (!bot_options_take(&question->bot, option, optarg, error, sizeof error))
                return misuse(argv[0], "%s", error);
        }
    if (argc - optind != 1 || question->round == NO_ROUND || !question->key[0])
        return misuse(argv[0], "wants one PATH, --round N and --player KEY");
    question->path = argv[optind];
    return 0;
}

/* The index of the player in question; -1, with a message, when it cannot move in that round. */
static int find_player(const Question *question, const MatchReplay *replay, int index) {
    const Snapshot *snapshot = &replay->moments[index].snapshot;
    char key = question->key[0];
    key = key >= 'a' && key <= 'z' ? (char)(key - 'a' + 'A') : key;
    int player = question->key[1] ? -1 : snapshot_player(snapshot, key);
    if (player < 0) {
        fprintf(stderr, "replay: %s: there is no player \"%s\"; there are %c to %c\n",
                question->path, question->key, snapshot->players[0].key,
                snapshot->players[snapshot->player_count - 1].key);
        return -1;
    }
    if (snapshot->players[player].killed) {
        fprintf(stderr, "replay: %s: player %c is dead in round %d\n", question->path, key,
                question->round);
        return -1;
    }
    if (replay->ended && index == replay->count - 1) {
        fprintf(stderr, "replay: %s: the match %s before round %d; choose an earlier round\n",
                question->path, snapshot_is_over(snapshot) ? "is over" : "is cut off",
                question->round);
        return -1;
    }
    return player;
}

/* The player's command of the previous round. The recorded one is used because the boards do not
 * show a command that had no effect. */
static Command previous_command(const MatchReplay *replay, int index, int player) {
    const ReplayMoment *moments = replay->moments;
    bool known =
        index > 0 && moments[index - 1].snapshot.round + 1 == moments[index].snapshot.round;
    return known ? moments[index - 1].command[player] : COMMAND_NOTHING;
}

/* Take over the plan in the memory file that the bot left in the seed folder, if there is one. */
static void load_plan(const Question *question, const MatchReplay *replay, int index, int player,
                      History *history) {
    char folder[FOLDER_SIZE];
    const Snapshot *snapshot = &replay->moments[index].snapshot;
    RoundPath path;
    History stored;
    snprintf(folder, sizeof folder, "%s/%d/%c", question->path, snapshot->round,
             snapshot->players[player].key);
    round_path_split(folder, &path);
    if (memory_file_load(&stored, &path) && stored.seed == history->seed)
        history->pv = stored.pv;
}

static void choose_command(const Question *question, Agent *agent, const View *view) {
    SearchInfo info;
    int64_t start = clock_now();
    MoveRequest request = {.limits.nodes = question->bot.nodes,
                           .limits.threads = question->bot.threads,
                           .explain = question->explain ? stdout : NULL};
    int ms = question->bot.budget_ms;
    if (ms == 0 && request.limits.nodes == 0)
        ms = TIME_DEFAULT_MS;
    if (ms > 0)
        request.limits.deadline = start + ms * 1000000ll;
    Command command = agent_move(agent, &view->observation, &request, &info);
    printf("move=%s(%d) agent=%s depth=%d nodes=%llu ms=%.0f value=%.2f\n", command_name(command),
           (int)command, agent->kind->name, info.depth, (unsigned long long)info.nodes,
           (double)(clock_now() - start) * 1e-6, info.value);
}

static int ask_moment(const Question *question, const MatchReplay *replay, int index, View *view) {
    const ReplayMoment *moment = &replay->moments[index];
    char message[ERROR_SIZE];
    int player = find_player(question, replay, index);
    if (player < 0)
        return 1;
    if (!view_init(view, &moment->snapshot, moment->snapshot.players[player].key, message,
                   sizeof message)) {
        fprintf(stderr, "replay: %s: %s\n", question->path, message);
        return 1;
    }
    History history = moment->history;
    load_plan(question, replay, index, player, &history);
    view_add_history(view, &moment->snapshot, &history, previous_command(replay, index, player));
    view_infer_powerups(view, &moment->snapshot, &history, question->bot.knowledge);
    Agent *agent = agent_create(question->bot.agent, question->bot.seed, message, sizeof message);
    if (!agent)
        return misuse(question->name, "%s", message);
    if (!snapshot_is_standard(&moment->snapshot))
        printf("%d players on a board of %d: the bot sees 21x21 cells around itself, as player A\n",
               moment->snapshot.player_count, moment->snapshot.width);
    choose_command(question, agent, view);
    printf("played=%s\n", match_replay_action(replay, index, player));
    agent_destroy(agent);
    return 0;
}

static int ask_replay(const Question *question, const MatchReplay *replay) {
    int index = find_moment(replay, question->path, question->round);
    if (index < 0)
        return 1;
    View *view = memory_allocate_aligned(sizeof *view);
    if (!view) {
        fputs("replay: not enough memory\n", stderr);
        return 1;
    }
    int status = ask_moment(question, replay, index, view);
    memory_free_aligned(view);
    return status;
}

int replay_ask(int argc, char **argv) {
    Question question;
    int status = read_options(argc, argv, &question);
    if (status)
        return status;
    if (question.help) {
        usage(stdout);
        return 0;
    }
    MatchReplay *replay = open_replay(question.path);
    if (!replay)
        return 1;
    status = ask_replay(&question, replay);
    match_replay_free(replay);
    return status;
}
