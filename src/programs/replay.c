/* bin/replay: shows recorded matches, checks them against the rules and analyses them. */
#include <stdio.h>
#include <string.h>

#include "platform/program.h"
#include "replay/commands.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    char full_name[24]; /* for messages */
    const char *arguments, *summary;
} commands[] = {
    {"show", replay_show, "replay show", "PATH [--round N]",
     "show a match: interactive in a terminal, else as text"},
    {"verify", replay_verify, "replay verify", "PATH...",
     "play matches again with the engine; reports differences by round and rule"},
    {"ask", replay_ask, "replay ask", "PATH --round N --player KEY [options of the bot]",
     "let the bot choose its command in a round again and explain the choice"},
    {"blunders", replay_blunders, "replay blunders", "PATH",
     "for each death the last chance to avoid it, and the points lost"},
    {"html", replay_html, "replay html", "PATH -o FILE",
     "write one HTML page that plays a match in a browser, without a network"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void usage(FILE *out) {
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "%s replay %s %s\n", i ? "      " : "usage:", commands[i].name,
                commands[i].arguments);
    fputs("\nPATH is a seed folder, as Bomberman.exe, bin/referee and `bin/arena --save` write "
          "it,\nthe folder of one round, or a .rec recording.\n\n",
          out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`replay COMMAND --help` has the details.\n", out);
}

int main(int argc, char **argv) {
    program_begin(&argc, &argv);
    const char *name = argc > 1 ? argv[1] : "";
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0) {
            char full_name[sizeof commands[i].full_name];
            memcpy(full_name, commands[i].full_name, sizeof full_name);
            argv[1] = full_name; /* messages begin with it */
            return program_end("replay", commands[i].run(argc - 1, argv + 1));
        }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        usage(stdout);
        return program_end("replay", 0);
    }
    if (*name)
        fprintf(stderr, "replay: there is no command \"%s\"\n\n", name);
    usage(stderr);
    return 2;
}
