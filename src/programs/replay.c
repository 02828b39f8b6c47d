/* Look at recorded matches and check them. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "folder/snapshot.h"
#include "folder/verify.h"
#include "platform/platform.h"
#include "replay/html.h"

static void usage(FILE *out) {
    fputs(
        "usage: replay verify PATH...\n"
        "       replay show FOLDER [--round N]\n"
        "       replay html PATH -o FILE\n"
        "\n"
        "verify  follows seed folders and .rec recordings round by round with the engine and says\n"
        "        where they part; the exit status is 0 only when they never do\n"
        "show    prints the rounds of a seed folder, or one of them, or a lone round folder\n"
        "html    writes one page that plays a seed folder or a recording in a browser, without a\n"
        "        network; what is missing of the match is said in it and on standard error\n",
        out);
}

static int verify(int count, char **paths) {
    Tally tally = {0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%d/%d %s\033[K", i + 1, count, paths[i]);
        verify_path(paths[i], stdout, &tally);
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    printf("verified %d matches, %d rounds: %d mismatches\n", tally.matches, tally.rounds,
           tally.mismatches);
    return tally.mismatches ? 1 : 0;
}

static bool show_round(const char *folder) {
    char message[512];
    size_t size;
    Snapshot *snapshot = malloc(sizeof *snapshot);
    bool read = snapshot && snapshot_read_folder(folder, snapshot, message, sizeof message);
    char *text = read ? snapshot_write_map(snapshot, &size) : NULL;
    if (text)
        fputs(text, stdout);
    free(text);
    free(snapshot);
    return read;
}

static int show(const char *folder, const char *round) {
    char path[4096];
    if (round) {
        snprintf(path, sizeof path, "%s/%s", folder, round);
        if (show_round(path))
            return 0;
        fprintf(stderr, "replay: %s holds no round that can be read\n", path);
        return 1;
    }
    if (show_round(folder))
        return 0;
    int shown = 0;
    for (;; shown++) {
        snprintf(path, sizeof path, "%s/%d", folder, shown);
        if (!show_round(path))
            break;
    }
    if (shown == 0)
        fprintf(stderr, "replay: %s holds no round that can be read\n", folder);
    return shown ? 0 : 1;
}

/* Load a match, and say what is missing of it. NULL, with a message, when nothing can be read. */
static Film *open_film(const char *path) {
    char error[2 * FILM_WARNING];
    Film *film = film_load(path, error, sizeof error);
    if (!film) {
        fprintf(stderr, "replay: %s\n", error);
        return NULL;
    }
    for (int i = 0; i < film->warning_count && i < FILM_WARNINGS; i++)
        fprintf(stderr, "replay: %s: %s\n", path, film->warnings[i]);
    if (film->warning_count > FILM_WARNINGS)
        fprintf(stderr, "replay: %s: and %d more\n", path, film->warning_count - FILM_WARNINGS);
    return film;
}

static int write_page(const Film *film, const char *path, const char *file) {
    size_t size;
    char *page = html_page(film, path, &size);
    if (!page) {
        fprintf(stderr, "replay: %s: not enough memory for the page\n", path);
        return 1;
    }
    bool written = file_replace(file, page, size);
    if (written)
        printf("wrote %s: %d rounds, %zu kB\n", file, film->count - film->ended,
               (size + 999) / 1000);
    else
        fprintf(stderr, "replay: cannot write %s: %s\n", file, strerror(errno));
    free(page);
    return written ? 0 : 1;
}

static int html(int argc, char **argv) {
    static const struct option table[] = {{"output", required_argument, NULL, 'o'},
                                          {NULL, 0, NULL, 0}};
    const char *file = NULL;
    for (int option; (option = getopt_long(argc, argv, "o:", table, NULL)) != -1;) {
        if (option != 'o')
            return 2;
        file = optarg;
    }
    if (argc - optind != 1 || !file) {
        fputs("replay: html wants one PATH and -o FILE; see replay --help\n", stderr);
        return 2;
    }
    Film *film = open_film(argv[optind]);
    if (!film)
        return 1;
    int status = write_page(film, argv[optind], file);
    film_free(film);
    return status;
}

int main(int argc, char **argv) {
    platform_arguments(&argc, &argv);
    if (argc >= 3 && strcmp(argv[1], "verify") == 0)
        return verify(argc - 2, argv + 2);
    if (argc == 3 && strcmp(argv[1], "show") == 0)
        return show(argv[2], NULL);
    if (argc == 5 && strcmp(argv[1], "show") == 0 && strcmp(argv[3], "--round") == 0)
        return show(argv[2], argv[4]);
    if (argc >= 2 && strcmp(argv[1], "html") == 0)
        return html(argc - 1, argv + 1);
    bool help = argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
    usage(help ? stdout : stderr);
    return help ? 0 : 2;
}
