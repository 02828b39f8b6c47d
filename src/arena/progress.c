#include "arena/progress.h"

#include <stdio.h>
#include <time.h>

#include "platform/clock.h"

static const int64_t second = 1000000000;

void progress_duration(double seconds, char *text, size_t size) {
    long whole = (long)(seconds + 0.5);
    if (whole < 100)
        snprintf(text, size, "%ld s", whole);
    else if (whole < 3600)
        snprintf(text, size, "%ld:%02ld min", whole / 60, whole % 60);
    else
        snprintf(text, size, "%ld:%02ld h", whole / 3600, whole / 60 % 60);
}

static void print_score(FILE *out, const Score *score) {
    double error, elo = score_elo(score, &error);
    fprintf(out, ", +%d =%d -%d elo %+.0f +/-%.0f", score->wins, score->draws, score->losses, elo,
            error);
}

static void print_line(FILE *out, const Progress *progress, int64_t now) {
    char left[32] = "?", all[32];
    double seconds = (double)(now - progress->start) / (double)second, left_s = 0;
    if (progress->played) {
        left_s = seconds / progress->played * (progress->wanted - progress->played);
        progress_duration(left_s, left, sizeof left);
    }
    if (progress->title)
        fprintf(out, "%s: ", progress->title);
    fprintf(out, "%d of %d games, %s left", progress->resumed + progress->played,
            progress->resumed + progress->wanted, left);
    progress_duration(left_s + progress->rest_s, all, sizeof all);
    if (progress->rest_s > 0 && progress->played)
        fprintf(out, " (%s of all)", all);
    if (progress->duel && score_games(&progress->score))
        print_score(out, &progress->score);
}

static void add_to_file(Progress *progress, int64_t now) {
    char text[32];
    time_t date = time(NULL);
    struct tm parts;
    progress->added = now;
    strftime(text, sizeof text, "%F %T ", localtime_r(&date, &parts));
    fputs(text, progress->file);
    print_line(progress->file, progress, now);
    fputc('\n', progress->file);
    fflush(progress->file);
}

bool progress_begin(Progress *progress, const char *path) {
    progress->start = clock_now();
    if (!path)
        return true;
    snprintf(progress->path, sizeof progress->path, "%s", path);
    progress->file = fopen(path, "we");
    if (progress->file)
        add_to_file(progress, progress->start);
    return progress->file;
}

static bool is_line_due(const Progress *progress, int64_t now) {
    return progress->on && now - progress->shown >= second / 5;
}

static bool is_file_due(const Progress *progress, int64_t now) {
    return progress->file && now - progress->added >= 60 * second;
}

bool progress_is_due(const Progress *progress) {
    int64_t now = clock_now();
    return is_line_due(progress, now) || is_file_due(progress, now);
}

void progress_show(Progress *progress) {
    int64_t now = clock_now();
    if (is_file_due(progress, now))
        add_to_file(progress, now);
    if (!is_line_due(progress, now))
        return;
    progress->shown = now;
    fputc('\r', stderr);
    print_line(stderr, progress, now);
    fputs(" \033[K", stderr);
}

void progress_print(Progress *progress, const char *message) {
    fprintf(stderr, "%s%s\n", progress->on ? "\r\033[K" : "", message);
    progress->shown = 0;
}

void progress_end(Progress *progress) {
    if (progress->on)
        fputs("\r\033[K", stderr);
    if (!progress->file)
        return;
    fclose(progress->file);
    remove(progress->path);

    progress->file = NULL;
}
