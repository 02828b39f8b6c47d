/* A process above the program, so that no process of a bot is left when the program is killed. */
#ifndef BLASTBEAM_PROCESSES_SUPERVISOR_H
#define BLASTBEAM_PROCESSES_SUPERVISOR_H

/* Split the process in two. The new one returns from here and is the program. The old one waits
 * for it, passes on the signals that ask it to end, continues it when something stops it by
 * SIGSTOP, and exits with its status. When the program is killed, the old one says so, with the
 * name `program`, and kills all descendants that are left; when the old one is killed, the program
 * gets SIGTERM. Call it before any thread exists. When the system refuses the new process, the
 * program runs without a supervisor. */
void supervisor_start(const char *program);

#endif
