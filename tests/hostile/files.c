/* Attacks on the disk, on the files of the match and on files outside of it. */
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "attack.h"

enum { FILE_MB = 64, FILES_OF_10_GB = 160, MANY_FILES = 2000 };

/* The space is reserved, not written, which costs the disk no work. */
static bool reserve(const char *path, int megabytes) {
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    bool reserved = file >= 0 && fallocate(file, 0, 0, (off_t)megabytes << 20) == 0;
    if (file >= 0)
        close(file);
    return reserved;
}

void fill_disk(const Bot *bot) {
    for (int i = 0; i < FILES_OF_10_GB; i++)
        if (!reserve(below(bot->folder, "%d.bin", i), FILE_MB))
            return;
}

void make_many_files(const Bot *bot) {
    for (int i = 0; i < MANY_FILES; i++)
        if (!write_text(below(bot->folder, "%d", i), ""))
            return;
}

/* Folders in folders, until the path has 8,000 characters, and large files in the last of them. */
void nest_folders(const Bot *bot) {
    enum { DEPTH = 40, NAME = 200, FILES = 4 };
    char name[NAME + 1];
    memset(name, 'd', NAME);
    name[NAME] = 0;
    if (chdir(bot->folder) != 0)
        return;
    for (int i = 0; i < DEPTH; i++)
        if (mkdir(name, 0700) != 0 || chdir(name) != 0)
            return;
    for (int i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "%d.bin", i);
        reserve(name, FILE_MB);
    }
}

/* Without rights, and with the mark that keeps a folder from changing, which only root may set. */
void lock_folder(const Bot *bot) {
    int flags = FS_IMMUTABLE_FL;
    write_text(below(bot->folder, "locked.txt"), "locked");
    int folder = open(bot->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && ioctl(folder, FS_IOC_SETFLAGS, &flags) == 0)
        evidence("made its folder immutable");
    if (folder >= 0)
        fchmod(folder, 0);
    if (folder >= 0)
        close(folder);
}

/* Only its owner can give the rights back, and must do so before it can look inside. */
void lock_large_files(const Bot *bot) {
    enum { FILES = 4 };
    const char *inside = below(bot->folder, "inside");
    mkdir(inside, 0700);
    for (int i = 0; i < FILES; i++)
        reserve(below(inside, "%d.bin", i), FILE_MB);
    chmod(inside, 0);
}

void lock_own_bot(const Bot *bot) {
    chmod(below(bot->scratch, "attacker"), 0);
}

static void make_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (end >= 0 && bind(end, (struct sockaddr *)&address, sizeof address) == 0)
        close(end);
}

/* Something else than a file stands at move.txt: another thing in each round. */
void odd_moves(const Bot *bot) {
    const char *move = below(bot->folder, "move.txt");
    unlink(move);
    if (bot->round == 1)
        mkfifo(move, 0600);
    if (bot->round == 2 && mkdir(move, 0700) == 0)
        mkdir(below(bot->folder, "move.txt/inside"), 0700);
    if (bot->round == 3 && symlink("/dev/zero", move) != 0)
        return;
    if (bot->round == 4)
        make_socket(move);
}

/* Links to a file of the user at every name that the referee reads, writes or removes. */
void link_files(const Bot *bot) {
    static const char *const names[] = {"move.txt", "log.txt", "state.json", "map.txt"};
    const char *target = below(bot->scratch, "home/.profile");
    for (int i = 0; i < 4; i++) {
        const char *path = below(bot->folder, "%s", names[i]);
        unlink(path);
        if ((bot->round % 2 == 0 || link(target, path) != 0) && symlink(target, path) != 0)
            return;
    }
}

void replace_own_folder(const Bot *bot) {
    const char *aside = below(bot->match, "aside-%d-%c", bot->round, bot->key);
    if (rename(bot->folder, aside) != 0)
        return;
    if (symlink(below(bot->scratch, "home"), bot->folder) != 0)
        return;
}

static const char *next_round(const Bot *bot) {
    return below(bot->match, "%d", bot->round + 1);
}

void plant_link(const Bot *bot) {
    const char *home = below(bot->scratch, "home");
    if (symlink(home, next_round(bot)) != 0 ||
        symlink(home, round_folder(bot, bot->round, bot->other)) != 0)
        return;
}

void plant_file(const Bot *bot) {
    write_text(next_round(bot), "planted");
    write_text(round_folder(bot, bot->round, bot->other), "planted");
}

/* A folder of the next round, in which links and folders stand where the referee writes. */
void plant_folder(const Bot *bot) {
    const char *next = next_round(bot), *home = below(bot->scratch, "home");
    if (mkdir(next, 0700) != 0 || symlink(home, below(next, "%c", bot->other)) != 0)
        return;
    mkdir(below(next, "state.json"), 0700);
    mkdir(below(next, "state.json/inside"), 0700);
    mkdir(below(next, "engine.log"), 0700);
    mkdir(below(next, "%c", bot->key), 0700);
    write_text(below(next, "%c/log.txt", bot->key), "planted");
}

/* The opponent's folders of this round and of the round before. */
void replace_opponents_folder(const Bot *bot) {
    for (int round = bot->round - 1; round <= bot->round; round++) {
        const char *folder = round_folder(bot, round, bot->other);
        const char *move = below(folder, "move.txt");
        unlink(move);
        mkdir(move, 0700);
        if (rename(folder, below(bot->match, "taken-%d", round)) == 0 &&
            symlink(below(bot->scratch, "home"), folder) != 0)
            return;
    }
}

/* Folders that are not empty, where the opponent is to get its files. */
void block_opponents_state(const Bot *bot) {
    for (int round = bot->round; round <= bot->round + 1; round++) {
        const char *folder = round_folder(bot, round, bot->other);
        mkdir(below(bot->match, "%d", round), 0700);
        mkdir(folder, 0700);
        mkdir(below(folder, "state.json"), 0700);
        mkdir(below(folder, "state.json/inside"), 0700);
        mkdir(below(folder, "map.txt"), 0700);
        mkdir(below(folder, "map.txt/inside"), 0700);
    }
}

static void overwrite(const char *path, const char *text) {
    if (access(path, F_OK) == 0 && unlink(path) == 0)
        write_text(path, text);
}

/* The attacker's own rounds too: its recorded moves would no longer be those that were played. */
void rewrite_history(const Bot *bot) {
    for (int round = 0; round < bot->round; round++) {
        overwrite(below(round_folder(bot, round, bot->key), "move.txt"), "5");
        overwrite(below(round_folder(bot, round, bot->other), "move.txt"), "5");
        overwrite(below(round_folder(bot, round, bot->other), "log.txt"), "rewritten");
        overwrite(below(bot->match, "%d/state.json", round), "{}");
        overwrite(below(bot->match, "%d/engine.log", round), "rewritten");
    }
}

void write_home(const Bot *bot) {
    write_text(below(bot->scratch, "home/.profile"), "echo attacked\n");
    write_text(below(bot->scratch, "home/new.txt"), "new");
    write_text(below(bot->scratch, "matches/beside.txt"), "attacked");
    unlink(below(bot->scratch, "home/remove.txt"));
}

/* In the places that everybody may write; the driver knows the name. */
void write_temporary(const Bot *bot) {
    static const char *const folders[] = {"/tmp", "/var/tmp", "/dev/shm", "/run/lock"};
    const char *name = strrchr(bot->work, '/') + 1;
    for (int i = 0; i < 4; i++)
        write_text(below(folders[i], "hostile-%s", name), "attacked");
}

void write_own_bot(const Bot *bot) {
    write_text(below(bot->scratch, "attacker/memory.txt"), "kept for the next match");
}

/* In the next round the referee starts what the link leads to. */
void link_own_program(const Bot *bot) {
    const char *program = below(bot->scratch, "attacker/bot");
    if (unlink(program) == 0 && symlink(below(bot->scratch, "home/tool"), program) != 0)
        return;
}

void write_opponents_bot(const Bot *bot) {
    const char *program = below(bot->scratch, "honest/bot");
    if (unlink(program) == 0)
        write_text(program, "#!/bin/sh\nprintf 5 >\"$2/move.txt\"\n");
    write_text(below(bot->scratch, "honest/bot.json"), "attacked");
}

/* Its own folder, which it may write, has the opponent's folder and the match inside. */
void write_inner_folders(const Bot *bot) {
    write_opponents_bot(bot);
    write_text(below(bot->scratch, "honest/new.txt"), "attacked");
    write_text(below(bot->scratch, "matches/beside.txt"), "attacked");
    rewrite_history(bot);
    block_opponents_state(bot);
    if (bot->round > 1)
        plant_link(bot);
}

/* Only the last folder of the path to the opponent is hidden. */
void rename_outer_folder(const Bot *bot) {
    rename(below(bot->scratch, "inner"), below(bot->scratch, "elsewhere"));
}
