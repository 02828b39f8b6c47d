#include "arena/progress.h"

#include <stdio.h>

#include "platform/clock.h"

static const int64_t second = 1000000000;

void progress_begin(Progress *progress) {
    progress->start = clock_now();
}

void progress_duration(double seconds, char *text, size_t size) {
    long whole = (long)(seconds + 0.5);
    if (whole < 100)
        snprintf(text, size, "%ld s", whole);
    else if (whole < 3600)
        snprintf(text, size, "%ld:%02ld min", whole / 60, whole % 60);
    else
        snprintf(text, size, "%ld:%02ld h", whole / 3600, whole / 60 % 60);
}

static void print_score(const Score *score) {
    double error, elo = score_elo(score, &error);
    fprintf(stderr, ", +%d =%d -%d elo %+.0f +/-%.0f", score->wins, score->draws, score->losses,
            elo, error);
}

void progress_show(Progress *progress) {
    int64_t now = clock_now();
    if (!progress->on || now - progress->shown < second / 5)
        return;
    char left[32] = "?";
    progress->shown = now;
    double seconds = (double)(now - progress->start) / (double)second;
    if (progress->played)
        progress_duration(seconds / progress->played * (progress->wanted - progress->played), left,
                          sizeof left);
    fprintf(stderr, "\r%d of %d games, %s left", progress->resumed + progress->played,
            progress->resumed + progress->wanted, left);
    if (progress->duel && score_games(&progress->score))
        print_score(&progress->score);
    fputs(" \033[K", stderr);
}

void progress_print(Progress *progress, const char *message) {
    fprintf(stderr, "%s%s\n", progress->on ? "\r\033[K" : "", message);
    progress->shown = 0;
}

void progress_end(const Progress *progress) {
    if (progress->on)
        fputs("\r\033[K", stderr);
}
