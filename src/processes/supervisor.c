#include "processes/supervisor.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "processes/descendants.h"

enum { SIGNALLED_STATUS = 128 }; /* as shells report an end by a signal */

static void watched_signals(sigset_t *set) {
    static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
    sigemptyset(set);
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
        sigaddset(set, watched[i]);
}

/* Reap what has ended, and continue the program when it was stopped. Returns true when the program
 * has ended. */
static bool has_ended(pid_t child, int *status) {
    pid_t id;
    while ((id = waitpid(-1, status, WNOHANG | WUNTRACED)) > 0) {
        if (id != child)
            continue;
        if (!WIFSTOPPED(*status))
            return true;
        if (WSTOPSIG(*status) == SIGSTOP)
            kill(child, SIGCONT);
    }
    return id < 0 && errno == ECHILD;
}

static int supervise(pid_t child, const sigset_t *watched) {
    int status = 0;
    siginfo_t info;
    while (!has_ended(child, &status)) {
        int signal = sigwaitinfo(watched, &info);
        /* A signal of the terminal reaches the program without help. */
        if (signal > 0 && signal != SIGCHLD && info.si_code != SI_KERNEL)
            kill(child, signal);
    }
    return status;
}

static _Noreturn void exit_like(const char *program, int status) {
    descendants_end();
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    fprintf(stderr, "%s: ended by signal %d (%s); its processes were killed\n", program,
            WTERMSIG(status), strsignal(WTERMSIG(status)));
    _exit(SIGNALLED_STATUS + WTERMSIG(status));
}

void supervisor_start(const char *program) {
    sigset_t watched, before;
    pid_t supervisor = getpid();
    watched_signals(&watched);
    sigprocmask(SIG_BLOCK, &watched, &before);
    descendants_adopt();
    pid_t child = fork();
    if (child > 0)
        exit_like(program, supervise(child, &watched));
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != supervisor)
            raise(SIGTERM);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}
