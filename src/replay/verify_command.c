#include <getopt.h>
#include <unistd.h>

#include "records/verify.h"
#include "replay/commands.h"

static const char usage[] = "usage: replay verify PATH...\n"
                            "\n"
                            "Follows seed folders and .rec recordings round by round with the "
                            "engine. Where they part, a line\n"
                            "says in which round, by which rule, what the rules expect and what is "
                            "there; damaged and missing\n"
                            "rounds are said, too, and the rest is checked. The last line counts, "
                            "and the exit status is 0\n"
                            "only when there is no mismatch. Matches of more than 4 players or on "
                            "larger boards are left out.\n";

int replay_verify(int argc, char **argv) {
    static const struct option table[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, "h", table, NULL)) != -1;)
        return option == 'h' ? fputs(usage, stdout) < 0 : 2;
    if (optind == argc)
        return misuse(argv[0], "wants at least one PATH");
    Tally tally = {0, 0, 0, 0};
    for (int i = optind; i < argc; i++) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%d/%d %s\033[K", i - optind + 1, argc - optind, argv[i]);
        verify_path(argv[i], stdout, &tally);
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    printf("verified %d matches, %d rounds: %d mismatches\n", tally.matches, tally.rounds,
           tally.mismatches);
    return tally.mismatches ? 1 : 0;
}
