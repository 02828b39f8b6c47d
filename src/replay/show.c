#include <unistd.h>

#include "bot/options.h"
#include "replay/commands.h"
#include "replay/scene.h"
#include "replay/viewer.h"

enum { ALL_ROUNDS = -1 };

typedef struct View {
    const char *path;
    int round;
    bool print, help;
} View;

static void usage(void) {
    printf(
        "usage: replay show PATH [--round N] [--print]\n"
        "\n"
        "In a terminal, shows a match from round N on (default: the first) and takes keys:\n"
        "\n"
        "%s"
        "\n"
        "In a pipe, with --print, and on Windows, prints round N, or all. A cell is two "
        "characters:\n"
        "a player's key, a bomb's rounds to its blast (o7), a wall ++, power-ups ! radius, & bag,\n"
        "$ super; red, or stars without colours, is what exploded in the round before. Beside or\n"
        "below it, for each player: points, bombs left of the bag, radius, what it did in this\n"
        "round and what it could have done (but nothing, which is always possible).\n",
        viewer_help);
}

/* Returns 0, or the exit status after a message. */
static int read_options(int argc, char **argv, View *view) {
    static const struct option table[] = {{"round", required_argument, NULL, 'r'},
                                          {"print", no_argument, NULL, 'p'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    char error[256];
    long long round;
    *view = (View){.round = ALL_ROUNDS};
    for (int option; (option = getopt_long(argc, argv, "h", table, NULL)) != -1;)
        switch (option) {
        case 'r':
            if (!option_number("round", optarg, 0, 100000, &round, error, sizeof error))
                return misuse(argv[0], "%s", error);
            view->round = (int)round;
            break;
        case 'p':
            view->print = true;
            break;
        case 'h':
            view->help = true;
            return 0;
        default:
            return 2;
        }
    if (argc - optind != 1)
        return misuse(argv[0], "wants one PATH");
    view->path = argv[optind];
    return 0;
}

static void print(const MatchReplay *replay, int first, int count) {
    bool colours = terminal_has_colours(stdout);
    for (int i = first; i < first + count; i++) {
        if (i > first)
            putchar('\n');
        scene_print(replay, i, colours, stdout);
    }
}

/* Returns false where there is no terminal to show it in. */
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

static int show(const View *view, const MatchReplay *replay) {
    int index = view->round == ALL_ROUNDS ? 0 : find_moment(replay, view->path, view->round);
    if (index < 0)
        return 1;
    if (view->print || !show_in_terminal(replay, index))
        print(replay, index, view->round == ALL_ROUNDS ? replay->count : 1);
    return 0;
}

int replay_show(int argc, char **argv) {
    View view;
    int status = read_options(argc, argv, &view);
    if (status)
        return status;
    if (view.help) {
        usage();
        return 0;
    }
    MatchReplay *replay = open_replay(view.path);
    if (!replay)
        return 1;
    status = show(&view, replay);
    match_replay_free(replay);
    return status;
}
