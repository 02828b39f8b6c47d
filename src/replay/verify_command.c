#include <getopt.h>
#include <unistd.h>

#include "platform/program.h"
#include "records/verify.h"
#include "replay/commands.h"

static const char usage[] =
    "usage: replay verify PATH...\n"
    "\n"
    "Plays seed folders and .rec recordings again with the engine, round by round. Each\n"
    "difference is a line with the round, the rule, what the rules expect and what the match\n"
    "has. Damaged and missing rounds are reported too, and the other rounds are still\n"
    "checked. The last line has the totals. The exit status is 1 when there is a mismatch,\n"
    "and 2 when a PATH does not exist. Matches of more than 4 players and on larger boards are "
    "skipped.\n";

static void verify(const char *name, const char *path, VerifyTotals *tally) {
    int missing = tally->missing;
    verify_path(path, stdout, tally);
    if (tally->missing > missing)
        fprintf(stderr, "%s%s: %s: no such file or folder\n",
                isatty(STDERR_FILENO) ? "\r\033[K" : "", name, path);
}

int replay_verify(int argc, char **argv) {
    static const struct option table[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, ":h", table, NULL)) != -1;)
        return option == 'h' ? fputs(usage, stdout) < 0
                             : program_refuse_option(argv[0], option, argv);
    if (optind == argc)
        return misuse(argv[0], "wants at least one PATH");
    VerifyTotals tally = {0};
    for (int i = optind; i < argc; i++) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%d/%d %s\033[K", i - optind + 1, argc - optind, argv[i]);
        verify(argv[0], argv[i], &tally);
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    printf("verified %d matches, %d rounds: %d mismatches\n", tally.matches, tally.rounds,
           tally.mismatches);
    return tally.missing ? 2 : tally.mismatches ? 1 : 0;
}
