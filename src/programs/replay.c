/* Look at recorded matches, check them, think about them again. */
#include <stdio.h>
#include <string.h>

#include "platform/platform.h"
#include "replay/commands.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    char called[24]; /* in messages */
    const char *arguments, *summary;
} commands[] = {
    {"show", replay_show, "replay show", "PATH [--round N]",
     "look at a match: step, play and jump in a terminal, text elsewhere"},
    {"verify", replay_verify, "replay verify", "PATH...",
     "follow matches with the engine; says in which round and by which rule they part"},
    {"ask", replay_ask, "replay ask", "PATH --round N --player KEY [options of the bot]",
     "have the bot think about a moment again and say why"},
    {"blunders", replay_blunders, "replay blunders", "PATH",
     "for each death the last chance to avoid it, and the points thrown away"},
    {"html", replay_html, "replay html", "PATH -o FILE",
     "write one page that plays a match in a browser, without a network"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void usage(FILE *out) {
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "%s replay %s %s\n", i ? "      " : "usage:", commands[i].name,
                commands[i].arguments);
    fputs("\nPATH is a folder of rounds as Bomberman.exe, bin/referee and `bin/arena --save` leave "
          "it,\nthe folder of one round, or a .rec recording.\n\n",
          out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`replay COMMAND --help` says more about each.\n", out);
}

int main(int argc, char **argv) {
    platform_begin(&argc, &argv);
    const char *name = argc > 1 ? argv[1] : "";
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0) {
            char called[sizeof commands[i].called];
            memcpy(called, commands[i].called, sizeof called);
            argv[1] = called;
            return platform_end("replay", commands[i].run(argc - 1, argv + 1));
        }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        usage(stdout);
        return platform_end("replay", 0);
    }
    if (*name)
        fprintf(stderr, "replay: there is no command \"%s\"\n\n", name);
    usage(stderr);
    return 2;
}
