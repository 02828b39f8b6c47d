/* Attacks that read what is not for the bot. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "attack.h"

extern char **environ;

void read_home(const Bot *bot) {
    try_reading(below(bot->scratch, "home/secret.txt"), "a file in the home folder");
}

void read_opponents_bot(const Bot *bot) {
    try_reading(below(bot->scratch, "honest/secret.txt"), "a file of the opponent's bot");
    try_reading(below(bot->scratch, "honest/bot"), "the opponent's program");
}

void read_rounds(const Bot *bot) {
    int round = bot->round - 1;
    try_reading(below(round_folder(bot, round, bot->other), "move.txt"),
                "the opponent's last move");
    try_reading(below(round_folder(bot, round, bot->other), "log.txt"), "the opponent's log");
    try_reading(below(round_folder(bot, bot->round, bot->other), "notes.txt"),
                "the opponent's notes of the same round");
    try_reading(below(bot->match, "%d/engine.log", round), "the engine's log");
}

/* Blanks are no answer. */
void read_answer(const Bot *bot) {
    FILE *file = fopen(below(round_folder(bot, bot->round, bot->other), "move.txt"), "re");
    int first = file ? fgetc(file) : EOF;
    if (first != EOF && first != ' ')
        evidence("read the opponent's answer of the same round");
    if (file)
        fclose(file);
}

/* Its own folder has the opponent's folder and the match inside. */
void read_inner_folders(const Bot *bot) {
    read_opponents_bot(bot);
    read_rounds(bot);
    read_answer(bot);
    try_reading(below(bot->scratch, "matches/beside.txt"), "what is beside the match");
}

void read_environment(const Bot *bot) {
    (void)bot;
    if (getenv("SECRET"))
        evidence("read a variable of the caller's environment");
}

/* The program itself holds the three standard files and evidence.txt. */
void read_descriptors(const Bot *bot) {
    char link[64], target[ATTACK_PATH];
    int inherited = 0;
    (void)bot;
    for (int file = 3; file < 256; file++) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = readlink(link, target, sizeof target - 1);
        target[length > 0 ? length : 0] = 0;
        inherited += length > 0 && !strstr(target, "/evidence.txt");
    }
    if (inherited)
        evidence("had files and pipes of the caller open");
}

static bool process_reveals(const char *id, const char *file, const char *secret) {
    char path[64];
    static char text[1 << 16];
    snprintf(path, sizeof path, "/proc/%.20s/%s", id, file);
    int input = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = input >= 0 ? read(input, text, sizeof text) : 0;
    if (input >= 0)
        close(input);
    return size > 0 && memmem(text, (size_t)size, secret, strlen(secret));
}

/* A sandbox's own first process may know the paths; nobody's environment may be in sight. */
void read_processes(const Bot *bot) {
    char path[ATTACK_PATH];
    DIR *folder = opendir("/proc");
    for (const struct dirent *item; folder && (item = readdir(folder));) {
        if (item->d_name[0] < '0' || item->d_name[0] > '9')
            continue;
        if (process_reveals(item->d_name, "environ", "SECRET="))
            evidence("read the environment of another process");
        snprintf(path, sizeof path, "/proc/%.20s/root%.3000s/home/secret.txt", item->d_name,
                 bot->scratch);
        try_reading(path, "the home folder through another process");
    }
    if (folder)
        closedir(folder);
}

void read_system(const Bot *bot) {
    static const char *const files[] = {"/etc/shadow", "/etc/sudoers", "/root/.bashrc",
                                        "/proc/kcore", "/dev/mem",     "/proc/1/environ"};
    char text[64];
    (void)bot;
    for (int i = 0; i < 5; i++)
        try_reading(files[i], files[i]);
    if (klogctl(3, text, sizeof text) > 0)
        evidence("read the kernel's messages");
}

static bool has_entries(const char *path) {
    int count = 0;
    DIR *folder = opendir(path);
    for (const struct dirent *item; folder && (item = readdir(folder));)
        count += item->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return count > 0;
}

void look_around(const Bot *bot) {
    static const char *const folders[] = {"/root",  "/home", "/run",     "/var/run",   "/mnt",
                                          "/media", "/srv",  "/var/log", "/sys/kernel"};
    DIR *matches = opendir(below(bot->scratch, "matches"));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (has_entries(folders[i]))
            evidence("listed %s", folders[i]);
    for (const struct dirent *item; matches && (item = readdir(matches));)
        if (item->d_name[0] != '.' && strcmp(item->d_name, "m") != 0)
            evidence("saw what is beside the match");
    if (matches)
        closedir(matches);
}

/* The disk itself, below all rights: root may make its device file anywhere. */
void read_disk(const Bot *bot) {
    struct stat status;
    const char *device = below(bot->folder, "disk");
    if (stat(bot->folder, &status) != 0 || mknod(device, S_IFBLK | 0600, status.st_dev) != 0)
        return;
    try_reading(device, "the disk itself");
}
