#include "replay/commands.h"

#include <stdarg.h>
#include <stdio.h>

Film *open_film(const char *path) {
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

void film_extent(const Film *film, char *text, size_t size) {
    int first = film->moments[0].snapshot.round;
    int last = film->moments[film->count - 1].snapshot.round;
    if (first == last)
        snprintf(text, size, "round %d", first);
    else
        snprintf(text, size, "rounds %d to %d", first, last);
}

int find_moment(const Film *film, const char *path, int round) {
    char extent[64];
    int index = film_find(film, round);
    if (index >= 0)
        return index;
    film_extent(film, extent, sizeof extent);
    fprintf(stderr, "replay: %s: round %d is not there; there are %s\n", path, round, extent);
    return -1;
}

int misuse(const char *name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", name);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "; see %s --help\n", name);
    va_end(arguments);
    return 2;
}
