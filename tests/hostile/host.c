/* Attacks on the terminal, the memory, the network and the system, and on those who read the logs.
 */
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "attack.h"

void type_into_terminal(const Bot *bot) {
    static const char command[] = "touch attacked\n";
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    (void)bot;
    if (terminal < 0)
        return;
    evidence("opened the user's terminal");
    bool typed = true;
    for (const char *at = command; *at; at++)
        typed = ioctl(terminal, TIOCSTI, at) == 0 && typed;
    if (typed)
        evidence("typed a command into it");
    close(terminal);
}

void flood_output(const Bot *bot) {
    enum { BLOCKS = 8192 };
    static char block[1 << 16];
    (void)bot;
    memset(block, 'x', sizeof block);
    for (size_t i = 99; i < sizeof block; i += 100)
        block[i] = '\n';
    for (int i = 0; i < BLOCKS; i++)
        if (write(1 + i % 2, block, sizeof block) < 0)
            return;
}

/* The attacks stop at ENOUGH_MB, which is more than a bot may have, for the machine's sake. */
enum { CHUNK_MB = 64, ALL_MB = 8192, ENOUGH_MB = 4096, CAREFUL_MB = 256, LIFE_S = 20 };

static int most_memory(const Bot *bot) {
    return bot->careful ? CAREFUL_MB : ENOUGH_MB;
}

static char *map_memory(size_t size, int kind) {
    char *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED)
        madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

/* Reserve ALL_MB of addresses and fill the first of them, or take and fill one chunk after the
 * other where so many addresses are not given. `kind` is MAP_PRIVATE or MAP_SHARED. Calls `report`,
 * unless it is NULL, after each chunk. Returns the filled megabytes. */
static int fill_memory(int megabytes, int kind, void (*report)(void *context), void *context) {
    const size_t size = (size_t)CHUNK_MB << 20;
    char *all = map_memory((size_t)ALL_MB << 20, kind);
    int total = 0;
    for (; total < megabytes; total += CHUNK_MB) {
        char *chunk = all != MAP_FAILED ? all + ((size_t)total << 20) : map_memory(size, kind);
        if (chunk == MAP_FAILED)
            break;
        if (madvise(chunk, size, MADV_POPULATE_WRITE) != 0)
            memset(chunk, 1, size);
        if (report)
            report(context);
    }
    return total;
}

void take_memory(const Bot *bot) {
    if (fill_memory(most_memory(bot), MAP_PRIVATE, NULL, NULL) >= ENOUGH_MB)
        evidence("was given %d MB of memory", ENOUGH_MB);
}

/* Memory that children would share is, to the system, a file. */
void take_memory_to_share(const Bot *bot) {
    if (fill_memory(most_memory(bot), MAP_SHARED, NULL, NULL) >= ENOUGH_MB)
        evidence("was given %d MB of memory to share", ENOUGH_MB);
}

static void report_chunk(void *context) {
    char byte = 0;
    if (write(*(int *)context, &byte, 1) != 1)
        _exit(1);
}

/* Takes a part of the memory and calls report_chunk for each chunk. */
typedef void TakePart(int megabytes, int *pipe_end);

/* Each child takes its part, and keeps it until its parent has seen enough. Returns the sum. */
static int take_by_children(TakePart *take, int children, int megabytes) {
    int ends[2], total = 0;
    pid_t parent = getpid();
    char byte;
    if (pipe(ends) != 0)
        return 0;
    for (int i = 0; i < children; i++)
        if (fork() == 0) {
            take(megabytes / children, &ends[1]);
            close(ends[1]);
            for (double end = seconds() + LIFE_S; getppid() == parent && seconds() < end;)
                usleep(10000);
            _exit(0);
        }
    close(ends[1]);
    while (total < megabytes && read(ends[0], &byte, 1) == 1)
        total += CHUNK_MB;
    close(ends[0]);
    return total;
}

static void take_private_memory(int megabytes, int *pipe_end) {
    fill_memory(megabytes, MAP_PRIVATE, report_chunk, pipe_end);
}

void take_memory_by_children(const Bot *bot) {
    int children = bot->careful ? 4 : 16;
    if (take_by_children(take_private_memory, children, most_memory(bot)) >= ENOUGH_MB)
        evidence("was given %d MB of memory in %d processes", ENOUGH_MB, children);
}

/* Files in memory count neither for a process's memory nor for the disk. */
void take_memory_by_files(const Bot *bot) {
    int total = 0;
    for (; total < most_memory(bot); total += CHUNK_MB) {
        int file = memfd_create("memory", MFD_CLOEXEC);
        if (file < 0 || fallocate(file, 0, 0, (off_t)CHUNK_MB << 20) != 0)
            return;
    }
    if (total >= ENOUGH_MB)
        evidence("was given %d MB in files of the memory", total);
}

/* Fill a pair of sockets, which nobody reads. Returns the bytes. */
static long fill_sockets(void) {
    static const char block[1 << 15];
    const int most = 1 << 30; /* the system makes it less */
    int ends[2];
    long total = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0)
        return 0;
    for (int i = 0; i < 2; i++) {
        setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
        for (ssize_t size; (size = write(ends[i], block, sizeof block)) > 0;)
            total += size;
    }
    return total;
}

static void take_memory_of_sockets(int megabytes, int *pipe_end) {
    long total = 0;
    int reported = 0;
    for (long size = 1; size > 0 && reported < megabytes; total += size) {
        size = fill_sockets();
        for (; (total + size) >> 20 >= reported + CHUNK_MB; reported += CHUNK_MB)
            report_chunk(pipe_end);
    }
}

/* What is under way between sockets is in the memory of the kernel. */
void take_memory_by_sockets(const Bot *bot) {
    int children = bot->careful ? 4 : 16;
    if (take_by_children(take_memory_of_sockets, children, most_memory(bot)) >= ENOUGH_MB)
        evidence("kept %d MB on the way between sockets", ENOUGH_MB);
}

enum { FOLDER_MB = 1024 };

/* Reserve files in a folder, then remove them in a folder that others use too. Returns megabytes.
 */
static int fill_folder(const Bot *bot, const char *folder) {
    const char *name = strrchr(bot->work, '/') + 1;
    int total = 0, most = bot->careful ? CHUNK_MB : FOLDER_MB;
    char path[ATTACK_PATH];
    for (bool filled = true; filled && total < most; total += filled ? CHUNK_MB / 2 : 0) {
        snprintf(path, sizeof path, "%s/hostile-%s-%d", folder, name, total);
        int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        filled = file >= 0 && fallocate(file, 0, 0, (off_t)CHUNK_MB << 19) == 0;
        if (file >= 0)
            close(file);
        if (bot->careful || !filled)
            unlink(path);
    }
    return total;
}

/* Folders that a sandbox keeps in memory, also those by which it hides others. */
void fill_memory_folders(const Bot *bot) {
    static const char *const folders[] = {"/tmp", "/dev/shm", "honest", "matches"};
    for (int i = 0; i < 4; i++) {
        bool absolute = folders[i][0] == '/';
        int total = fill_folder(bot, absolute ? folders[i] : below(bot->scratch, "%s", folders[i]));
        if (total >= FOLDER_MB)
            evidence("was given %d MB in a folder that is in memory", total);
    }
}

/* It stays behind when its maker is gone. */
void leave_shared_memory(const Bot *bot) {
    enum { KEY = 0x626c6173, SIZE = 1 << 20 };
    (void)bot;
    if (shmget(KEY, SIZE, IPC_CREAT | 0600) < 0)
        return;
}

void connect_network(const Bot *bot) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((unsigned short)bot->port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (end >= 0 && connect(end, (struct sockaddr *)&address, sizeof address) == 0)
        evidence("connected to a server on this machine");
    if (end >= 0)
        close(end);
}

static void connect_socket(const char *path, bool is_abstract, const char *what) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path + is_abstract, sizeof address.sun_path - 1, "%s", path);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path) + 1);
    int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (end >= 0 && connect(end, (struct sockaddr *)&address, size) == 0)
        evidence("connected to %s", what);
    if (end >= 0)
        close(end);
}

void connect_sockets(const Bot *bot) {
    const char *path = below(bot->work, "listener.socket");
    connect_socket(path, true, "an abstract socket");
    connect_socket(path, false, "a socket file");
}

/* A name space of its own gives a program rights in it; they must not undo the sandbox. */
void gain_privileges(const Bot *bot) {
    const char *own = below(bot->scratch, "attacker");
    const unsigned long writable = MS_REMOUNT | MS_BIND | MS_NOSUID | MS_NODEV;
    if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return;
    mount(NULL, own, NULL, writable, NULL);
    mount(NULL, "/usr", NULL, writable, NULL);
    write_text(below(own, "remounted.txt"), "attacked");
    write_text(below("/usr", "hostile-%s", strrchr(bot->work, '/') + 1), "attacked");
    umount2(bot->folder, MNT_DETACH);
    umount2(own, MNT_DETACH);
    try_reading(below(bot->scratch, "home/secret.txt"), "a file in the home folder");
}

/* The words by which a reader of log.txt knows a late move. */
void forge_log(const Bot *bot) {
    printf(
        "forged\tYour bots total execution time was 00:00:03.5000000\n"
        "\tYour bot exceeded the maximum execution time\n"
        "forged\r\n\r24-11-2026 10:00:00:000 - I: \tYour bot exceeded the maximum execution time\n"
        "24-11-2026 10:00:00:000 - I: \tBot calibration complete and can run an additional "
        "99999ms due to environment startup\n");
    printf("%4095s\n%4094s\tYour bots total execution time was 00:00:09\n", "x", "y");
    write_text(below(bot->folder, "log.txt"),
               "\n24-11-2026 10:00:00:000 - I: \tYour bots total execution time was 00:00:09"
               "\n24-11-2026 10:00:00:000 - I: \tYour bot exceeded the maximum execution time");
}

/* Text from right to left, colours, a cleared screen, a new title, keys that the terminal would
 * answer, and a fault's first line, which the referee shows. */
void send_escapes(const Bot *bot) {
    static const char codes[] = "\xe2\x80\xae\xc2\x9b"
                                "2J\033[2J\033[31m\033]0;title\007\033[6n\033[c\033P$q\033\\\x9b"
                                "5n\b\b\b\r\x1b]52;c;YXR0YWNr\x07\n";
    fputs(codes, stderr);
    fputs(codes, stdout);
    write_text(below(bot->folder, "name\033[2J\r\n"), "x");
    fflush(stdout);
    if (bot->round == 2)
        exit(3);
    if (bot->round == 3)
        abort();
}
