/* Play tournaments between agents inside one program, and print their strength. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/options.h"
#include "arena/report.h"
#include "arena/rerun.h"
#include "platform/interrupt.h"
#include "platform/program.h"
#include "platform/thread.h"
#include "processes/supervisor.h"
#include "programs/commit.h"

static int complain(const char *error) {
    fprintf(stderr, "arena: %s\n", error);
    return 1;
}

static void print_quoted(const char *argument) {
    if (*argument && !strpbrk(argument, " \t\n\"'`$\\&;|<>()*?[]#~!{}")) {
        printf(" %s", argument);
        return;
    }
    fputs(" '", stdout);
    for (; *argument; argument++)
        if (*argument == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*argument);
    putchar('\'');
}

/* Print the command that continues after an interruption. getopt has reordered the arguments, which
 * does not change their meaning. */
static void print_resume(const Tournament *tournament, char **argv, int played) {
    bool resumes = false;
    printf("interrupted after %d games", played);
    fputs(tournament->json ? "; continue with:"
                           : "; only games in a file (--json FILE) can be resumed",
          stdout);
    for (; tournament->json && *argv; argv++) {
        resumes |= strcmp(*argv, "--resume") == 0;
        if (strcmp(*argv, "--overwrite") != 0)
            print_quoted(*argv);
    }
    puts(tournament->json && !resumes ? " --resume" : "");
}

static void warn_of_load(const Tournament *tournament) {
    int threads = tournament->concurrency * tournament_threads(tournament);
    if (threads > thread_cores() && tournament->settings.budget_ms > 0 &&
        !tournament->settings.own_time)
        fprintf(stderr,
                "arena: %d threads share %d processors and get less time each; use a lower "
                "--concurrency or --clock cpu\n",
                threads, thread_cores());
}

static int play(Options *options, char **argv, TournamentTally *tally) {
    Tournament *tournament = &options->tournament;
    char error[1024];
    tournament->commit = COMMIT;
    tournament->progress = isatty(STDERR_FILENO);
    tournament->stop = interrupt_watch();
    warn_of_load(tournament);
    bool played = tournament_play(tournament, tally, error, sizeof error);
    if (tally->resumed)
        fprintf(stderr, "%d games taken from %s\n", tally->resumed, tournament->json);
    if (*tournament->stop)
        print_resume(tournament, argv, tally->played);
    if (tally->played)
        report_print(tournament, tally);
    if (!played)
        return complain(error);
    return *tournament->stop ? INTERRUPTED_STATUS : 0;
}

static int merge(const Options *options, TournamentTally *tally) {
    char error[1024];
    if (!tournament_merge(&options->tournament, options->files, options->file_count, tally, error,
                          sizeof error))
        return complain(error);
    report_print(&options->tournament, tally);
    if (tally->played == tally->wanted)
        return 0;
    fprintf(stderr, "arena: %d of %d games are missing\n", tally->wanted - tally->played,
            tally->wanted);
    return 1;
}

static int replay(const Options *options) {
    Rerun *rerun = malloc(sizeof *rerun);
    char error[1024] = "not enough memory";
    bool played = rerun && rerun_play(rerun, options->replay, options->save, error, sizeof error);
    if (played)
        rerun_print(rerun);
    bool same = played && (rerun->same || rerun->timed);
    if (rerun)
        rerun_close(rerun);
    free(rerun);
    return played ? !same : complain(error);
}

static int run(Options *options, char **argv, TournamentTally *tally) {
    switch (options->mode) {
    case MODE_PLAY:
        return play(options, argv, tally);
    case MODE_MERGE:
        return merge(options, tally);
    case MODE_REPLAY:
        return replay(options);
    case MODE_HELP:
        options_usage(stdout);
        return 0;
    default:
        puts("arena 0.1.0 " COMMIT);
        return 0;
    }
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    static Options options;
    char error[1024];
    if (!options_read(&options, argc, argv, error, sizeof error)) {
        complain(error);
        return 2;
    }
    /* Bots start processes of their own, of which none may be left. */
    if (options.mode == MODE_REPLAY ||
        contenders_have_bot(options.tournament.agents, options.tournament.agent_count))
        supervisor_start("arena");
    TournamentTally *tally = calloc(1, sizeof *tally);
    int status = tally ? run(&options, argv, tally) : complain("not enough memory");
    free(tally);
    return program_end("arena", status);
}
