/* What the attacks share. The test's folders, which each attack knows:
 *
 *   WORK/bystander                     a program of the same user, which runs during the match
 *   WORK/scratch/home/{secret.txt,tool}  the user's home folder, with a program
 *   WORK/scratch/{attacker,honest}/    the folders of the two bots
 *   WORK/scratch/matches/m/ROUND/KEY/  the match
 */
#ifndef BLASTBEAM_TESTS_HOSTILE_ATTACK_H
#define BLASTBEAM_TESTS_HOSTILE_ATTACK_H

#include <stdbool.h>
#include <sys/types.h>

enum { ATTACK_PATH = 4096 };

/* A round of the attacker. */
typedef struct Bot {
    char key, other; /* its own key and its opponent's */
    int round;
    const char *folder; /* its own of this round */
    char match[ATTACK_PATH], scratch[ATTACK_PATH], work[ATTACK_PATH];
    bool careful; /* there is no sandbox: take only as much as the machine bears */
    int port;     /* of the driver's listener on 127.0.0.1 */
} Bot;

/* Write into evidence.txt that the attack has succeeded: what it did, without a subject. */
__attribute__((format(printf, 1, 2))) void evidence(const char *format, ...);

/* Open evidence.txt in the bot's folder. */
void evidence_open(const Bot *bot);

/* A path below the folder `root`, valid until the eighth call after this one. */
__attribute__((format(printf, 2, 3))) const char *below(const char *root, const char *format, ...);

/* The folder of a player in a round of the match, valid as long as the result of below(). */
const char *round_folder(const Bot *bot, int round, char key);

/* Write a file of this text; an existing file or link is written through. False on failure. */
bool write_text(const char *path, const char *text);

/* Write into evidence.txt that `what` was read when the file can be read and is not empty. */
void try_reading(const char *path, const char *what);

/* The id of a process of this test whose program is called `name`; 0 when none is in sight. */
pid_t find_process(const Bot *bot, const char *name);

/* Seconds since the start of the system. */
double seconds(void);

/* The attacks, in processes.c, files.c, spying.c and host.c. attacks.c says what each tries. */
typedef void AttackFunction(const Bot *bot);

AttackFunction fork_bomb, thread_bomb, leave_daemon, hold_output, stop_itself, stop_referee,
    kill_referee, trace_referee, slow_referee, take_priority;
AttackFunction fill_disk, make_many_files, nest_folders, lock_folder, lock_large_files,
    lock_own_bot, odd_moves, link_files, replace_own_folder, plant_link, plant_file, plant_folder,
    replace_opponents_folder, block_opponents_state, rewrite_history, write_home, write_temporary,
    write_own_bot, link_own_program, write_opponents_bot, write_inner_folders, rename_outer_folder;
AttackFunction read_home, read_opponents_bot, read_rounds, read_answer, read_inner_folders,
    read_environment, read_descriptors, read_processes, read_system, look_around, read_disk;
AttackFunction type_into_terminal, flood_output, take_memory, take_memory_by_children,
    take_memory_by_files, take_memory_by_sockets, take_memory_to_share, fill_memory_folders,
    leave_shared_memory, connect_network, connect_sockets, gain_privileges, forge_log, send_escapes;

#endif
