#include "referee/player.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "agents/registry.h"
#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/interrupt.h"
#include "platform/text.h"
#include "processes/folder_size.h"

enum { NOTHING_WARNED = 10, NOTHING_BECOMES_BOMB = 20, NOTHING_DISQUALIFIES = 21 };

void player_name_agent(Player *player, const char *spec) {
    size_t length = 0;
    for (; *spec && length + 1 < sizeof player->name; spec++)
        if ((*spec >= 'a' && *spec <= 'z') || (*spec >= '0' && *spec <= '9'))
            player->name[length++] = *spec;
    player->name[length] = 0;
    snprintf(player->bot.nickname, sizeof player->bot.nickname, "%s", player->name);
    snprintf(player->bot.author, sizeof player->bot.author, "Blastbeam");
    snprintf(player->bot.type, sizeof player->bot.type, "BuiltIn");
}

bool player_split_spec(const char *spec, char folder[PLAYER_PATH], char arguments[BOT_FILE_PATH]) {
    size_t length = strlen(spec);
    if (path_kind(spec) != PATH_FOLDER)
        length = strcspn(spec, ":");
    if (snprintf(folder, PLAYER_PATH, "%.*s", (int)length, spec) >= PLAYER_PATH ||
        path_kind(folder) != PATH_FOLDER)
        return false;
    const char *words = spec[length] ? spec + length + 1 : "";
    int used = snprintf(arguments, BOT_FILE_PATH, "%s", words);
    for (char *comma = arguments; (comma = strchr(comma, ','));)
        *comma = ' ';
    return used < BOT_FILE_PATH;
}

bool player_open(Player *player, char key, const char *spec, uint64_t seed, const Sandbox *sandbox,
                 char *error, size_t size) {
    char arguments[BOT_FILE_PATH];
    memset(player, 0, sizeof *player);
    player->key = key;
    player->limits = engine_limits;
    if (sandbox)
        player->sandbox = *sandbox;
    if (!player_split_spec(spec, player->given_path, arguments)) {
        player->agent = agent_create(spec, seed, error, size);
        player_name_agent(player, spec);
        return player->agent != NULL;
    }
    char *real = realpath(player->given_path, NULL);
    snprintf(player->folder, sizeof player->folder, "%s", real ? real : player->given_path);
    free(real);
    if (!bot_file_read(player->folder, &player->bot, error, size) ||
        !launcher_open(&player->launcher, &player->bot, player->folder, &player->sandbox, error,
                       size))
        return false;
    snprintf(player->name, sizeof player->name, "%s", player->bot.nickname);
    return player_add_arguments(player, arguments, error, size);
}

bool player_add_arguments(Player *player, const char *arguments, char *error, size_t size) {
    char *all = player->bot.run_arguments;
    size_t used = strlen(all), space = sizeof player->bot.run_arguments - used;
    const char *blank = used && *arguments ? " " : "";
    if (snprintf(all + used, space, "%s%s", blank, arguments) >= (int)space) {
        snprintf(error, size, "the arguments of %s are longer than %zu bytes", player->given_path,
                 sizeof player->bot.run_arguments - 1);
        return false;
    }
    return true;
}

void player_open_human(Player *player, char key, int number) {
    memset(player, 0, sizeof *player);
    player->key = key;
    player->human = true;
    snprintf(player->name, sizeof player->name, "Player %d", number);
    snprintf(player->bot.nickname, sizeof player->bot.nickname, "%s", player->name);
    snprintf(player->bot.author, sizeof player->bot.author, "%s", player->name);
    snprintf(player->bot.email, sizeof player->bot.email, "%s", player->name);
    snprintf(player->bot.type, sizeof player->bot.type, "Unkown"); /* the engine's spelling */
}

void player_close(Player *player) {
    agent_destroy(player->agent);
    player->agent = NULL;
    log_clear(&player->log);
}

bool player_is_bot(const Player *player) {
    return !player->agent && !player->human;
}

/* A run of the player's program, and its result. */
typedef struct ProgramRun {
    Launch launch;
    ProcessResult result;
} ProgramRun;

static void prepare_launch(const Player *player, const SandboxView *view, Launch *launch) {
    arguments_clear(&launch->arguments);
    sandbox_add_arguments(&player->sandbox, view, &launch->arguments);
}

/* A system that is short of processes may have some a moment later. */
static void run_with_retries(const Player *player, const ProcessRequest *request,
                             ProcessResult *result) {
    enum { TRIES = 10, PAUSE_MS = 200 };
    ProcessRequest own = *request;
    own.sandboxed = player->sandbox.on;
    for (int i = 0; i < TRIES; i++) {
        process_run(&own, result);
        if (result->started || result->end != PROCESS_ENDED || interrupt_is_set(request->stop))
            return;
        clock_sleep_ms(PAUSE_MS);
    }
}

void player_calibrate(Player *player) {
    ProgramRun *run = malloc(sizeof *run);
    SandboxView view = {.bot = player->folder};
    if (!run)
        return;
    prepare_launch(player, &view, &run->launch);
    launch_calibration(&player->launcher, &run->launch);
    log_add(&player->log, 'I', "Executing process %s", run->launch.logged);
    run_with_retries(player,
                     &(ProcessRequest){.arguments = run->launch.arguments.list,
                                       .folder = "/",
                                       .limit_ms = engine_limits.kill_ms},
                     &run->result);
    player->calibration_ms = (int)(run->result.ms + 0.5);
    log_add(&player->log, 'I',
            "Bot calibration complete and can run an additional %dms due to environment startup",
            player->calibration_ms);
    free(run);
}

bool player_is_disqualified(const Player *player) {
    return player->nothing_in_row >= NOTHING_DISQUALIFIES;
}

bool player_skips_log(const Player *player) {
    return player->nothing_in_row == NOTHING_BECOMES_BOMB;
}

void player_log_warnings(Player *player) {
    if (player->nothing_in_row >= NOTHING_WARNED)
        log_add(&player->log, 'I',
                "Bot is sending to many do nothing commands, in order to save the game the "
                "player will plant a bomb and kill itself soon");
    if (player->nothing_in_row >= NOTHING_BECOMES_BOMB)
        log_add(&player->log, 'I',
                "Bot sent to many do nothing commands, something is most likely going wrong, "
                "please fix your bot.  Your player will now attempt to kill itself to save the "
                "game.");
}

static void on_output(void *context, bool error, const char *text) {
    Player *player = context;
    if (error && text && *text && !player->wrote_to_stderr) {
        player->wrote_to_stderr = true;
        text_copy(player->error_line, sizeof player->error_line, text, strlen(text));
        text_make_printable(player->error_line);
    }
    log_add_output(&player->log, error ? 'E' : 'I', text ? text : "");
}

static void write_kill_reason(ProcessEnd end, char *text, size_t size) {
    if (end == PROCESS_TOO_MANY)
        snprintf(text, size, "killed for running more than %d processes or %d threads",
                 PROCESS_MAX_COUNT, PROCESS_MAX_THREADS);
    else if (end == PROCESS_TOO_MUCH_MEMORY)
        snprintf(text, size, "killed for using more than %d MB of memory", PROCESS_MAX_MEMORY_MB);
    else if (end == PROCESS_TOO_MUCH_DISK)
        snprintf(text, size, "killed for writing more than %d MB or %d files",
                 PROCESS_MAX_FOLDER_MB, PROCESS_MAX_FOLDER_FILES);
    else if (end == PROCESS_INTERRUPTED)
        snprintf(text, size, "killed at the end of the match");
    else
        snprintf(text, size, "killed for taking to long to execute"); /* the engine's spelling */
}

static void on_killed(void *context, ProcessEnd end) {
    char reason[128];
    write_kill_reason(end, reason, sizeof reason);
    log_add(&((Player *)context)->log, 'I', "Bot has been %s", reason);
}

/* Format a time span as .NET does: 00:00:01.2345678. */
static void write_span(double ms, char *text, size_t size) {
    long long ticks = llround(ms * 10000), seconds = ticks / 10000000;
    int length = snprintf(text, size, "%02lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60,
                          seconds % 60);
    if (ticks % 10000000)
        snprintf(text + length, size - (size_t)length, ".%07lld", ticks % 10000000);
}

static double command_limit_ms(const Player *player) {
    return player->limits.unlimited ? INFINITY : player->limits.command_ms + player->calibration_ms;
}

static void log_execution_time(Player *player, const ProcessResult *result) {
    char span[64];
    double excess = result->ms - command_limit_ms(player);
    Log *log = &player->log;
    if (result->dropped)
        log_add(log, 'I', "Output from bot: (%zu more bytes are omitted)", result->dropped);
    write_span(result->ms, span, sizeof span);
    log_add(log, 'I', "Your bots total execution time was %s", span);
    if (excess < 0)
        return;
    write_span(excess, span, sizeof span);
    log_add(log, 'I', "Your bot exceeded the maximum execution time");
    log_add_exception(log,
                      "Bot time limit exceeded TestHarness.Exceptions."
                      "TimeLimitExceededException: Time limit exceeded by %s%s",
                      excess > 0 ? "-" : "", span); /* the engine prints the time left */
}

/* Say how a run failed; "" when it did not, or only took too long. */
static void describe_failure(const Player *player, const ProcessResult *result,
                             char text[PLAYER_FAILURE]) {
    enum { SHELL_SIGNALS = 128, LAST_SIGNAL = 64, EXPLANATION_SIZE = 121 };
    /* bwrap reports the end by a signal as a shell does. */
    int signal = player->sandbox.on && result->status > SHELL_SIGNALS &&
                         result->status <= SHELL_SIGNALS + LAST_SIGNAL
                     ? result->status - SHELL_SIGNALS
                     : result->signal;
    char what[PLAYER_FAILURE - EXPLANATION_SIZE - 2] = "";
    if (result->end == PROCESS_TOO_MANY || result->end == PROCESS_TOO_MUCH_MEMORY ||
        result->end == PROCESS_TOO_MUCH_DISK)
        write_kill_reason(result->end, what, sizeof what);
    else if (result->end == PROCESS_ENDED && signal)
        snprintf(what, sizeof what, "ended by signal %d (%s)", signal, strsignal(signal));
    else if (result->end == PROCESS_ENDED && result->status != 0)
        snprintf(what, sizeof what, "exit status %d", result->status);
    bool explained = what[0] && player->error_line[0];
    int used = snprintf(text, PLAYER_FAILURE, "%s%s", what, explained ? ": " : "");
    if (explained)
        text_copy(text + used, EXPLANATION_SIZE, player->error_line, strlen(player->error_line));
}

/* Run the bot and log its output. */
static void run_program(Player *player, const char *folder, ProgramRun *run,
                        const volatile sig_atomic_t *stop) {
    const TimeLimits *limits = &player->limits;
    ProcessListener listener = {on_output, on_killed, player};
    Log *log = &player->log;
    log_add(log, 'D', "Executing bot with following commands %s", run->launch.logged);
    log_add(log, 'I', "Executing process %s", run->launch.logged);
    if (!limits->unlimited)
        log_add(log, 'I', "Bot has %dms to run before it will be forcefully killed",
                limits->kill_ms);
    run_with_retries(player,
                     &(ProcessRequest){.arguments = run->launch.arguments.list,
                                       .folder = player->folder,
                                       .limit_ms = limits->unlimited ? INT_MAX : limits->kill_ms,
                                       .written = folder,
                                       .stop = stop,
                                       .listener = &listener},
                     &run->result);
    if (run->result.started)
        log_execution_time(player, &run->result);
    else
        log_add_exception(log, "Failure while executing bot %s", run->launch.logged);
}

PlayerRun player_run(Player *player, const char *folder, const SandboxView *view,
                     const volatile sig_atomic_t *stop) {
    PlayerRun outcome = {.refused = true};
    ProgramRun *run = malloc(sizeof *run);
    player->wrote_to_stderr = false;
    player->error_line[0] = 0;
    if (!run)
        return outcome;
    prepare_launch(player, view, &run->launch);
    launch_bot(&player->launcher, &player->bot, player->folder, player->key, folder, &run->launch);
    run_program(player, folder, run, stop);
    outcome.refused = !run->result.started;
    outcome.ms = run->result.started ? run->result.ms : 0;
    outcome.interrupted = run->result.end == PROCESS_INTERRUPTED;
    outcome.timed_out = run->result.end == PROCESS_TIMED_OUT;
    describe_failure(player, &run->result, outcome.failure);
    free(run);
    return outcome;
}

/* Bytes free where the folder is; 0 when they are not known. */
static long long free_bytes(const char *folder) {
    struct statvfs space;
    return statvfs(folder, &space) == 0 ? (long long)space.f_bavail * (long long)space.f_frsize : 0;
}

/* Measuring a folder takes long when it has many files, so it is done only when the free space says
 * that something has grown. */
bool player_check_quota(Player *player) {
    enum { MEASURE_MS = 500 };
    const long long worth_measuring = 64 << 20;
    if (player->sandbox.on && !player->sandbox.keep_memory)
        return true;
    long long space = free_bytes(player->folder);
    bool first = player->space == 0;
    if (!first && player->space - space < worth_measuring)
        return true;
    FolderSize size = folder_measure(player->folder, MEASURE_MS);
    player->space = space;
    if (first)
        player->first_bytes = size.bytes;
    return size.bytes - player->first_bytes <= (long long)PLAYER_QUOTA_MB << 20;
}

void player_add_failure(Player *player, int round, const char *failure) {
    if (player->failed++ == 0) {
        player->failed_round = round;
        snprintf(player->failure, sizeof player->failure, "%s", failure);
    }
    log_add(&player->log, 'E', "Bot failed: %s", failure);
}

Command player_think(Player *player, const Observation *observation, double *ms) {
    char span[64];
    int64_t start = clock_now();
    const TimeLimits *limits = &player->limits;
    MoveRequest request = {
        .limits = {.nodes = limits->agent_nodes, .threads = limits->agent_threads}};
    if (limits->agent_ms > 0)
        request.limits.deadline = start + (int64_t)(limits->agent_ms * 1e6);
    Command command = agent_move(player->agent, observation, &request, &player->info);
    *ms = (double)(clock_now() - start) * 1e-6;
    write_span(*ms, span, sizeof span);
    log_add(&player->log, 'I', "Your bots total execution time was %s", span);
    return command;
}

Command player_apply_harness_rules(Player *player, Command answered, double ms) {
    if (player_is_disqualified(player))
        return COMMAND_TRIGGER;
    player->moves++;
    player->total_ms += ms;
    player->slowest_ms = ms > player->slowest_ms ? ms : player->slowest_ms;
    if (ms >= command_limit_ms(player)) {
        player->late++;
        answered = COMMAND_NOTHING;
    }
    player->nothing_in_row = answered == COMMAND_NOTHING ? player->nothing_in_row + 1 : 0;
    return player->nothing_in_row == NOTHING_BECOMES_BOMB ? COMMAND_BOMB : answered;
}
