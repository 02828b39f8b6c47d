/* The bot: one round, from the files in FOLDER to a digit in move.txt. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "agents/registry.h"
#include "bot/memory_file.h"
#include "bot/options.h"
#include "bot/position.h"
#include "bot/recall.h"
#include "bot/time_manager.h"
#include "bot/view.h"
#include "engine/commands.h"
#include "platform/clock.h"
#include "platform/memory.h"
#include "platform/program.h"
#include "platform/thread.h"
#include "platform/watchdog.h"
#include "protocol/move_file.h"
#include "safety/reply_search.h"
#include "search/weights.h"

enum {
    RECALL_MS = 100,     /* the longest wait for what earlier rounds tell */
    FIRST_SEARCH_MS = 3, /* for the search whose move stands while the main search runs */
    OLDEST_S = 10,     /* a process that seems older than this: the clocks of the system disagree */
    LINE_LENGTH = 160, /* of the line on standard output */
    ERROR_LENGTH = 512,
};

typedef struct Options {
    char key;
    const char *folder;
    BotOptions bot; /* a budget of 0 is calibrated */
    bool explain;
} Options;

/* Everything about the round. */
typedef struct Round {
    Options options;
    RoundPath path; /* of options.folder */
    int64_t start;
    Snapshot snapshot;
    History history;
    View view;
    MoveFile move;
    Watchdog *watchdog;
    SearchProgress progress;
    Agent *agent;
    Recall *recall;
    Thread *pinning;      /* never joined */
    atomic_bool reported; /* the line on standard output was claimed by a thread */
} Round;

static void usage(FILE *out) {
    fputs(
        "usage: blastbeam KEY FOLDER [options]\n"
        "\n"
        "Reads FOLDER/state.json (else FOLDER/map.txt) and writes the move of player KEY to\n"
        "FOLDER/move.txt: 1 up, 2 left, 3 right, 4 down, 5 bomb, 6 trigger. A move that is legal\n"
        "and safe stands there before the search begins and is replaced by better ones.\n"
        "\n"
        "  --agent NAME      the agent (default beam); NAME:SETTING,... changes its settings\n"
        "  --budget-ms N     wall clock of the whole process (default: from the logs of earlier\n"
        "                    rounds, 1500 without them); 60 ms later a watchdog ends it\n",
        out);
    bot_options_help(out);
    fputs("  --explain         say on standard error what was seen and why the move was chosen\n"
          "  --help, --version\n"
          "\n",
          out);
    bot_agents_help(out);
}

static _Noreturn void refuse(const char *what, const char *value) {
    fprintf(stderr, "blastbeam: %s \"%s\"; see blastbeam --help\n", what, value);
    exit(2);
}

static Options read_options(int argc, char **argv) {
    static const struct option table[] = {BOT_OPTIONS_TABLE,
                                          {"explain", no_argument, NULL, 'e'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'v'},
                                          {NULL, 0, NULL, 0}};
    Options options = {.bot = bot_options_default()};
    char error[ERROR_LENGTH];
    for (int option; (option = getopt_long(argc, argv, ":h", table, NULL)) != -1;)
        switch (option) {
        case 'e':
            options.explain = true;
            break;
        case 'h':
            usage(stdout);
            exit(0);
        case 'v':
            puts("blastbeam 0.1.0");
            exit(0);
        case '?':
        case ':':
            exit(program_refuse_option("blastbeam", option, argv));
        default:
            if (!bot_options_take(&options.bot, option, optarg, error, sizeof error)) {
                fprintf(stderr, "blastbeam: %s; see blastbeam --help\n", error);
                exit(2);
            }
        }
    if (argc - optind < 2)
        refuse("wants KEY and FOLDER, has only", optind < argc ? argv[optind] : "");
    if (argc - optind > 2)
        refuse("wants nothing behind KEY and FOLDER, not", argv[optind + 2]);
    if (argv[optind][0] < 'A' || argv[optind][0] > 'L' || argv[optind][1])
        refuse("wants as KEY the letter of a player, A to L, not", argv[optind]);
    if (!argv[optind + 1][0])
        refuse("wants a FOLDER, not", "");
    options.key = argv[optind][0];
    options.folder = argv[optind + 1];
    return options;
}

/* The command after which the fewest replies of the next round are deadly. It stands in move.txt
 * until a search has found a better one. */
static Command quick_safe_move(const Round *round) {
    const Observation *observation = &round->view.observation;
    ReplySearch search = {.engine = engine(),
                          .game = observation->game,
                          .player = observation->player,
                          .threat = THREAT_TRIGGERS,
                          .together = true,
                          .suicide_share = default_weights.filter.suicide_share};
    CommandSafety safety;
    search_replies(&search, observation->state, 1, &safety);
    Command best = COMMAND_NOTHING;
    for (int c = 0; c < COMMAND_COUNT; c++)
        if (c != COMMAND_BOMB && safety.danger[c] < safety.danger[best])
            best = (Command)c;
    return never_nothing(observation->state, observation->player, best);
}

static bool write_move(Round *round, Command command) {
    watchdog_hold(round->watchdog);
    bool written = move_file_write(&round->move, command);
    watchdog_release(round->watchdog);
    return written;
}

static void save_memory(const Round *round) {
    watchdog_hold(round->watchdog);
    memory_file_save(&round->history, &round->path);
    watchdog_release(round->watchdog);
}

static void report_better(void *context, Command command) {
    Round *round = context;
    write_move(round, never_nothing(&round->view.state, round->view.observation.player, command));
}

static int64_t after_start(const Round *round, int ms) {
    return round->start + ms * 1000000ll;
}

/* The watchdog fires TIME_GRACE_MS after the end of the search; without a limit it never does. */
static void limit_process(const Round *round, int ms) {
    int whole = ms + TIME_GRACE_MS;
    watchdog_move(round->watchdog, ms > 0 ? after_start(round, whole) : 0, whole * 1000000ll);
}

static bool is_timed(const Round *round) {
    return round->options.bot.budget_ms || !round->options.bot.nodes;
}

/* The time limit in milliseconds from the start of the process; 0: none. Without what earlier
 * rounds tell it is the cautious one. */
static int budget_ms(const Round *round, const Recalled *recalled) {
    const Options *options = &round->options;
    if (options->bot.budget_ms || options->bot.nodes)
        return options->bot.budget_ms;
    return recalled ? recalled->budget_ms : TIME_DEFAULT_MS;
}

static MoveRequest make_request(Round *round, int ms) {
    const Options *options = &round->options;
    MoveRequest request = {.limits = {.nodes = options->bot.nodes, .threads = options->bot.threads},
                           .report = report_better,
                           .context = round,
                           .progress = &round->progress,
                           .explain = options->explain ? stderr : NULL};
    limit_process(round, ms);
    if (ms > 0)
        request.limits.deadline = after_start(round, ms);
    return request;
}

static double elapsed_ms(const Round *round) {
    return (double)(clock_now() - round->start) * 1e-6;
}

static void write_line(const Round *round, Command command, const char *agent,
                       const SearchInfo *info, char line[LINE_LENGTH]) {
    snprintf(line, LINE_LENGTH, "move=%s(%d) agent=%.32s depth=%d nodes=%llu ms=%.0f value=%.2f\n",
             command_name(command), (int)command, agent, info->depth,
             (unsigned long long)info->nodes, elapsed_ms(round), info->value);
}

/* Print the line, unless the watchdog has done so. The watchdog stays on, because nobody may read
 * the output. */
static void report(Round *round, Command command, const char *agent, const SearchInfo *info) {
    char line[LINE_LENGTH];
    if (atomic_exchange(&round->reported, true))
        return;
    write_line(round, command, agent, info, line);
    fputs(line, stdout);
    fflush(stdout);
}

/* Called by the watchdog while other threads may hang. */
static void on_timeout(void *context, int signal) {
    Round *round = context;
    char line[LINE_LENGTH] = "";
    int standing = atomic_load(&round->move.written);
    SearchInfo searched = search_progress_info(&round->progress);
    if (!atomic_exchange(&round->reported, true))
        write_line(round, standing < 0 ? COMMAND_NOTHING : (Command)standing, "watchdog", &searched,
                   line);
    program_exit_now(signal ? 128 + signal : standing < 0, line);
}

static bool decide(Round *round, Command command) {
    if (write_move(round, command))
        return true;
    fprintf(stderr, "blastbeam: cannot write move.txt in \"%s\": %s\n", round->options.folder,
            strerror(errno));
    return false;
}

typedef struct Answer {
    Command command;
    SearchInfo info;
} Answer;

/* Search for a few milliseconds, whatever the budget is: the move that stands while earlier rounds
 * are read comes from a search. Not with --nodes alone, where the answer must not depend on the
 * clock. */
static Answer search_first(Round *round, Agent *agent, int ms) {
    Answer answer;
    MoveRequest request = make_request(round, ms);
    request.limits.deadline = clock_now() + FIRST_SEARCH_MS * 1000000ll;
    request.limits.threads = 1;
    request.explain = NULL;
    answer.command = agent_move(agent, &round->view.observation, &request, &answer.info);
    write_move(round, answer.command);
    return answer;
}

/* Add what earlier rounds tell, if it can be read in time; else the history of this round alone.
 * Returns the time limit, see budget_ms. */
static int recall(Round *round) {
    int ms = budget_ms(round, NULL);
    int wait_ms = ms / 4 < RECALL_MS ? ms / 4 : RECALL_MS;
    int64_t deadline = is_timed(round) ? clock_now() + wait_ms * 1000000ll : 0;
    const Recalled *recalled = recall_wait(round->recall, deadline);
    if (recalled)
        round->history = recalled->history;
    else
        history_update(&round->history, &round->snapshot);
    view_add_history(&round->view, &round->snapshot, &round->history,
                     recalled ? recalled->last_command : COMMAND_NOTHING);
    view_infer_powerups(&round->view, &round->snapshot, &round->history,
                        round->options.bot.knowledge);
    return budget_ms(round, recalled);
}

static bool finish(Round *round, const Agent *agent, const Answer *answer) {
    bool decided = decide(round, answer->command);
    report(round, answer->command, agent->kind->name, &answer->info);
    round->history.pv = answer->info.pv;
    save_memory(round);
    return decided;
}

/* Without a position there is nothing to search. COMMAND_NOTHING cannot be refused. */
static bool give_up(Round *round, const char *why) {
    bool decided = decide(round, COMMAND_NOTHING);
    report(round, COMMAND_NOTHING, "none", &(SearchInfo){0});
    fprintf(stderr, "blastbeam: %s\n", why);
    return decided;
}

/* Read the position and write a first move. The watchdog, which is held from its start on, allows a
 * little time for that. */
static bool take_first_look(Round *round, char *message, size_t size) {
    bool seen = position_read(round->options.folder, &round->path, round->options.key,
                              &round->snapshot, &round->view, message, size);
    if (seen)
        move_file_write(&round->move, quick_safe_move(round));
    watchdog_release(round->watchdog);
    if (seen && round->options.explain && message[0])
        fprintf(stderr, "blastbeam: %s\n", message);
    return seen;
}

static void run_pin_pages(void *unused) {
    (void)unused;
    pin_pages();
}

/* Returns whether the move that was decided on stands in move.txt. */
static bool play(Round *round) {
    char message[2048];
    if (!take_first_look(round, message, sizeof message))
        return give_up(round, message);
    int64_t deadline = is_timed(round) ? clock_now() + RECALL_MS * 1000000ll : INT64_MAX;
    round->recall = recall_start(&round->path, &round->snapshot, deadline);
    round->agent =
        agent_create(round->options.bot.agent, round->options.bot.seed, message, sizeof message);
    if (!round->agent) {
        fprintf(stderr, "blastbeam: %s\n", message);
        exit(2);
    }
    round->pinning = thread_start(run_pin_pages, NULL);
    Answer answer;
    if (is_timed(round))
        answer = search_first(round, round->agent, budget_ms(round, NULL));
    MoveRequest request = make_request(round, recall(round));
    if (!is_timed(round) || clock_now() < request.limits.deadline)
        answer.command = agent_move(round->agent, &round->view.observation, &request, &answer.info);
    return finish(round, round->agent, &answer);
}

/* Start the watchdog before anything is asked of the system, then ask when the process started. */
static void start_clock(Round *round) {
    int64_t now = clock_now();
    round->start = now;
    round->watchdog = watchdog_start(0, on_timeout, round);
    limit_process(round, budget_ms(round, NULL));
    round->start = clock_process_start();
    if (now - round->start > OLDEST_S * 1000000000ll)
        round->start = now;
    limit_process(round, budget_ms(round, NULL));
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    Round *round = memory_allocate_aligned(sizeof *round);
    if (!round) {
        fputs("blastbeam: not enough memory\n", stderr);
        return 1;
    }
    memset(round, 0, sizeof *round);
    round->options = read_options(argc, argv);
    round_path_split(round->options.folder, &round->path);
    move_file_init(&round->move, round->options.folder);
    start_clock(round);
    bool decided = play(round);
    watchdog_stop(round->watchdog);
    /* Nothing is freed: the process must end soon, and threads may hang. */
    exit(decided ? 0 : 1);
}
