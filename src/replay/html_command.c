#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/file.h"
#include "platform/program.h"
#include "records/match_replay.h"
#include "replay/commands.h"
#include "replay/html.h"

static const char usage[] =
    "usage: replay html PATH -o FILE\n"
    "\n"
    "Writes one HTML page that plays a seed folder or a .rec recording in a browser, without a\n"
    "network. The page and standard error list what is missing in the match. From a seed folder\n"
    "the page also has what the bots printed, and which moves were late, missing, crashed or\n"
    "forced by the engine.\n"
    "\n"
    "  -o, --output FILE   the page; an existing file is replaced\n";

static int write_page(const MatchReplay *replay, const char *path, const char *file) {
    size_t size;
    char *page = html_page(replay, path, NULL, &size);
    if (!page) {
        fprintf(stderr, "replay: %s: not enough memory for the page\n", path);
        return 1;
    }
    bool written = file_write(file, page, size);
    if (written)
        printf("wrote %s: %d rounds, %zu kB\n", file, replay->count - replay->ended,
               (size + 999) / 1000);
    else
        fprintf(stderr, "replay: cannot write %s: %s\n", file, strerror(errno));
    free(page);
    return written ? 0 : 1;
}

int replay_html(int argc, char **argv) {
    static const struct option table[] = {{"output", required_argument, NULL, 'o'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    const char *file = NULL;
    for (int option; (option = getopt_long(argc, argv, ":o:h", table, NULL)) != -1;) {
        if (option == 'h')
            return fputs(usage, stdout) < 0;
        if (option != 'o')
            return program_refuse_option(argv[0], option, argv);
        file = optarg;
    }
    if (argc - optind != 1 || !file)
        return misuse(argv[0], "wants one PATH and -o FILE");
    MatchReplay *replay = open_replay(argv[optind]);
    if (!replay)
        return 1;
    int status = write_page(replay, argv[optind], file);
    match_replay_free(replay);
    return status;
}
