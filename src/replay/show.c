#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

#include "platform/program.h"
#include "records/match_replay.h"
#include "replay/commands.h"
#include "replay/moment_text.h"
#include "replay/viewer.h"
#include "terminal/terminal.h"

enum { ALL_ROUNDS = -1 };

typedef struct ShowOptions {
    const char *path;
    int round;
    bool print, help;
} ShowOptions;

static void usage(void) {
    printf("usage: replay show PATH [--round N] [--print]\n"
           "\n"
           "In a terminal: shows a match, beginning at round N (default: the first). Keys:\n"
           "\n"
           "%s"
           "\n"
           "In a pipe, with --print, without colours (NO_COLOR, TERM=dumb) and on Windows:\n"
           "prints round N, or all rounds.\n"
           "\n"
           "A cell has two characters: the key of a player; a bomb o7, with the rounds to its\n"
           "blast; a wall ++; a power-up ! (radius), & (bag) or $ (super). Cells that exploded in\n"
           "the previous round are red or, without colours, filled with stars. The panel shows\n"
           "for each player its points, the bombs left of its bag, its radius, its action in this\n"
           "round and the commands that were legal, except \"nothing\", which always is. In a\n"
           "seed folder, moves that were late, missing, crashed or forced by the engine say so\n"
           "instead, with the reason.\n",
           viewer_help);
}

/* Returns 0, or the exit status after a message. */
static int read_options(int argc, char **argv, ShowOptions *options) {
    static const struct option table[] = {{"round", required_argument, NULL, 'r'},
                                          {"print", no_argument, NULL, 'p'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    *options = (ShowOptions){.round = ALL_ROUNDS};
    for (int option; (option = getopt_long(argc, argv, ":h", table, NULL)) != -1;)
        switch (option) {
        case 'r':
            if (!read_round_option(argv[0], optarg, &options->round))
                return 2;
            break;
        case 'p':
            options->print = true;
            break;
        case 'h':
            options->help = true;
            return 0;
        default:
            return program_refuse_option(argv[0], option, argv);
        }
    if (argc - optind != 1)
        return misuse(argv[0], "wants one PATH");
    options->path = argv[optind];
    return 0;
}

static void print_moments(const MatchReplay *replay, int first, int count) {
    bool colours = terminal_has_colours(stdout);
    for (int i = first; i < first + count; i++) {
        if (i > first)
            putchar('\n');
        moment_text_print(replay, i, colours, stdout);
    }
}

/* Returns false when standard input and output are no terminal that can show the match. */
static bool show_in_terminal(const MatchReplay *replay, int index) {
    if (!terminal_has_colours(stdout))
        return false;
    Terminal *terminal = terminal_open(STDIN_FILENO, stdout);
    if (!terminal)
        return false;
    viewer_run(terminal, replay, index, stdout);
    terminal_close(terminal);
    return true;
}

static int show(const ShowOptions *options, const MatchReplay *replay) {
    int index =
        options->round == ALL_ROUNDS ? 0 : find_moment(replay, options->path, options->round);
    if (index < 0)
        return 1;
    if (options->print || !show_in_terminal(replay, index))
        print_moments(replay, index, options->round == ALL_ROUNDS ? replay->count : 1);
    return 0;
}

int replay_show(int argc, char **argv) {
    ShowOptions options;
    int status = read_options(argc, argv, &options);
    if (status)
        return status;
    if (options.help) {
        usage();
        return 0;
    }
    MatchReplay *replay = open_replay(options.path);
    if (!replay)
        return 1;
    status = show(&options, replay);
    match_replay_free(replay);
    return status;
}
