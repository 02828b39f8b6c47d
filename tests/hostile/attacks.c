/* A bot that attacks the referee, its host or its opponent, one attack at a time:
 *
 *     attacks KEY FOLDER ATTACK careful|bold PORT
 *     attacks KEY FOLDER honest        its opponent, which only plays
 *     attacks KEY FOLDER [ANYTHING]    plays as the attacker does, without an attack
 *     attacks --list                   the attacks, a line each: name|seats|guard|sentence
 *
 * Beside the attack, which begins in round 1, it plays: it plants a bomb in round 0 and stays near
 * it, so that the match ends in round 4. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "attack.h"

typedef enum When { ONCE, EVERY_ROUND } When;

/* What stops an attack. */
typedef enum Guard { SANDBOX, ALWAYS } Guard;

typedef struct Attack {
    const char *name;
    const char *seats; /* in which the attack makes sense; B moves after A */
    When when;
    Guard guard;
    AttackFunction *run;
    const char *sentence; /* what it tries */
} Attack;

static const Attack attacks[] = {
    {"fork-bomb", "A", ONCE, ALWAYS, fork_bomb, "starts processes as fast as it can"},
    {"thread-bomb", "A", ONCE, SANDBOX, thread_bomb, "starts 3,000 threads"},
    {"daemon", "A", ONCE, SANDBOX, leave_daemon,
     "leaves a process in a session of its own, which writes to the home folder"},
    {"held-output", "A", ONCE, ALWAYS, hold_output, "leaves a child that keeps the output open"},
    {"stopped", "B", ONCE, ALWAYS, stop_itself, "stops itself with SIGSTOP"},
    {"stop-referee", "A", ONCE, SANDBOX, stop_referee, "stops the referee with SIGSTOP"},
    {"kill-referee", "A", ONCE, SANDBOX, kill_referee, "kills the referee with SIGKILL"},
    {"debugger", "A", ONCE, SANDBOX, trace_referee, "reads the referee's memory"},
    {"slow-referee", "A", ONCE, SANDBOX, slow_referee,
     "lowers priority, cores and limits of the user's processes"},
    {"priority", "A", ONCE, SANDBOX, take_priority, "raises its own priority above the opponent's"},

    {"fill-disk", "A", ONCE, ALWAYS, fill_disk, "fills the disk with 10 GB"},
    {"many-files", "B", ONCE, ALWAYS, make_many_files, "makes 2,000 files"},
    {"deep-folders", "A", ONCE, ALWAYS, nest_folders,
     "hides 256 MB below a path of 8,000 characters"},
    {"locked-folder", "A", ONCE, SANDBOX, lock_folder,
     "takes the rights from its folder and makes it immutable"},
    {"locked-disk", "A", ONCE, ALWAYS, lock_large_files, "hides 256 MB in a folder without rights"},
    {"odd-moves", "B", EVERY_ROUND, ALWAYS, odd_moves,
     "puts a pipe, a folder, /dev/zero and a socket in place of move.txt"},
    {"linked-files", "A", EVERY_ROUND, ALWAYS, link_files,
     "makes links to a file of the user at the names that the referee writes"},
    {"linked-folder", "B", EVERY_ROUND, SANDBOX, replace_own_folder,
     "replaces its folder by a link to the home folder"},
    {"planted-link", "AB", EVERY_ROUND, ALWAYS, plant_link,
     "puts links in place of the folders that the referee makes next"},
    {"planted-file", "A", EVERY_ROUND, ALWAYS, plant_file,
     "puts files in place of the folders that the referee makes next"},
    {"planted-folder", "B", EVERY_ROUND, ALWAYS, plant_folder,
     "makes the folder of the next round, with links and folders in place of files"},
    {"opponents-folder", "AB", EVERY_ROUND, SANDBOX, replace_opponents_folder,
     "replaces the opponent's folder and its move"},
    {"opponents-state", "AB", EVERY_ROUND, ALWAYS, block_opponents_state,
     "puts folders in place of the opponent's state.json and map.txt"},
    {"history", "B", EVERY_ROUND, SANDBOX, rewrite_history, "rewrites the rounds played so far"},
    {"write-home", "A", ONCE, SANDBOX, write_home,
     "writes to the home folder and beside the match"},
    {"write-tmp", "A", ONCE, SANDBOX, write_temporary, "writes to /tmp and /dev/shm"},
    {"write-own-bot", "A", ONCE, SANDBOX, write_own_bot, "writes into its own bot folder"},
    {"kept-memory", "A", ONCE, ALWAYS, write_own_bot,
     "writes into its own bot folder, which --keep-memory allows"},
    {"kept-locked", "A", ONCE, ALWAYS, lock_own_bot,
     "takes the rights from its own bot folder, with --keep-memory"},
    {"kept-program", "A", ONCE, SANDBOX, link_own_program,
     "replaces its program by a link to one of the user, with --keep-memory"},
    {"write-opponent", "A", ONCE, SANDBOX, write_opponents_bot, "replaces the opponent's program"},
    {"outer-write", "AB", EVERY_ROUND, SANDBOX, write_inner_folders,
     "writes into the opponent's bot and the match, which lie in its own folder"},
    {"outer-rename", "A", ONCE, SANDBOX, rename_outer_folder,
     "renames a folder of its own that has the opponent's bot inside"},

    {"read-home", "A", ONCE, SANDBOX, read_home, "reads the home folder"},
    {"read-opponent", "A", ONCE, SANDBOX, read_opponents_bot, "reads the opponent's bot folder"},
    {"read-rounds", "B", EVERY_ROUND, SANDBOX, read_rounds,
     "reads the opponent's folders of earlier rounds"},
    {"read-answer", "B", EVERY_ROUND, ALWAYS, read_answer,
     "reads the opponent's answer of the same round"},
    {"outer-read", "B", EVERY_ROUND, SANDBOX, read_inner_folders,
     "reads the opponent's bot and the match, which lie in its own folder"},
    {"environment", "A", ONCE, ALWAYS, read_environment, "reads the caller's environment"},
    {"descriptors", "A", ONCE, ALWAYS, read_descriptors, "uses descriptors of the caller"},
    {"processes", "A", ONCE, SANDBOX, read_processes, "looks into other processes by /proc"},
    {"system-files", "A", ONCE, SANDBOX, read_system, "reads passwords and the kernel's memory"},
    {"look-around", "A", ONCE, SANDBOX, look_around, "lists folders of the system and of users"},
    {"raw-disk", "A", ONCE, SANDBOX, read_disk, "reads the disk by a device file of its own"},

    {"terminal", "A", ONCE, ALWAYS, type_into_terminal, "types a command into the user's terminal"},
    {"flood", "B", ONCE, ALWAYS, flood_output, "prints 500 MB"},
    {"memory", "A", ONCE, SANDBOX, take_memory, "takes 8 GB of memory"},
    {"memory-children", "A", ONCE, SANDBOX, take_memory_by_children,
     "takes 4 GB of memory in 16 processes"},
    {"memory-files", "A", ONCE, SANDBOX, take_memory_by_files,
     "takes 4 GB in files that exist only in memory"},
    {"memory-to-share", "A", ONCE, SANDBOX, take_memory_to_share,
     "takes 8 GB of memory that processes can share"},
    {"memory-sockets", "A", ONCE, SANDBOX, take_memory_by_sockets,
     "keeps 4 GB on the way between sockets"},
    {"outer-fill", "A", ONCE, SANDBOX, fill_memory_folders,
     "fills folders that are in memory, such as /tmp"},
    {"left-memory", "A", ONCE, SANDBOX, leave_shared_memory,
     "leaves shared memory that outlives its processes"},
    {"network", "A", ONCE, SANDBOX, connect_network, "connects to a server on 127.0.0.1"},
    {"sockets", "A", ONCE, SANDBOX, connect_sockets, "connects to sockets of the user"},
    {"privileges", "A", ONCE, SANDBOX, gain_privileges,
     "takes rights by name spaces and makes what is read-only writable"},
    {"forged-log", "A", EVERY_ROUND, ALWAYS, forge_log,
     "prints the referee's words for a late move"},
    {"escapes", "A", EVERY_ROUND, ALWAYS, send_escapes,
     "prints control codes for the terminal of the user, and crashes"},
};

enum { ATTACKS = sizeof attacks / sizeof *attacks, BOMB_ROUND = 0, STEP_ROUND = 1 };

static void list_attacks(void) {
    static const char *const guards[] = {"sandbox", "always"};
    for (int i = 0; i < ATTACKS; i++)
        printf("%s|%s|%s|%s\n", attacks[i].name, attacks[i].seats, guards[attacks[i].guard],
               attacks[i].sentence);
}

static const Attack *find_attack(const char *name) {
    for (int i = 0; i < ATTACKS; i++)
        if (strcmp(attacks[i].name, name) == 0)
            return &attacks[i];
    return NULL;
}

/* Cut the last name off a path. */
static void go_up(const char *path, char above[ATTACK_PATH]) {
    snprintf(above, ATTACK_PATH, "%s", path);
    char *slash = strrchr(above, '/');
    if (slash)
        *slash = 0;
}

static Bot make_bot(char *const arguments[]) {
    Bot bot = {.key = arguments[1][0], .folder = arguments[2]};
    char round[ATTACK_PATH], matches[ATTACK_PATH];
    bot.other = bot.key == 'A' ? 'B' : 'A';
    go_up(bot.folder, round);
    go_up(round, bot.match);
    go_up(bot.match, matches);
    go_up(matches, bot.scratch);
    go_up(bot.scratch, bot.work);
    bot.round = atoi(strrchr(round, '/') + 1);
    return bot;
}

static bool play(const Bot *bot, char command) {
    char text[2] = {command, 0};
    return write_text(below(bot->folder, "move.txt"), text);
}

/* A step that leaves the player in the reach of its bomb: A starts top left, B bottom right. */
static char attackers_command(const Bot *bot) {
    if (bot->round == STEP_ROUND)
        return bot->key == 'A' ? '3' : '2';
    return bot->round == BOMB_ROUND ? '5' : '0';
}

/* To the neighbour cell and back; the driver knows these moves. */
static char honest_command(const Bot *bot) {
    bool goes_right = (bot->key == 'A') == (bot->round % 2 == 0);
    return goes_right ? '3' : '2';
}

/* The honest bot wants its files, as every bot does, and keeps notes that are its own affair. */
static int play_honestly(const Bot *bot) {
    static const char *const files[] = {"state.json", "map.txt"};
    struct stat status;
    for (int i = 0; i < 2; i++)
        if (stat(below(bot->folder, "%s", files[i]), &status) != 0 || !S_ISREG(status.st_mode) ||
            status.st_size < 100) {
            fprintf(stderr, "there is no %s\n", files[i]);
            return 1;
        }
    write_text(below(bot->folder, "notes.txt"), "notes");
    return play(bot, honest_command(bot)) ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        list_attacks();
        return 0;
    }
    if (argc < 3)
        return 2;
    Bot bot = make_bot(argv);
    if (argc == 4 && strcmp(argv[3], "honest") == 0)
        return play_honestly(&bot);
    play(&bot, attackers_command(&bot));
    const Attack *attack = argc == 6 ? find_attack(argv[3]) : NULL;
    if (!attack)
        return 0;
    bot.careful = strcmp(argv[4], "careful") == 0;
    bot.port = atoi(argv[5]);
    evidence_open(&bot);
    if (bot.round >= 1 && (attack->when == EVERY_ROUND || bot.round == 1))
        attack->run(&bot);
    return 0;
}
