#include "processes/sandbox.h"

#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "processes/process.h"

static void add_isolation(const Sandbox *sandbox, Arguments *arguments) {
    static const char *const words[] = {"bwrap",
                                        "--unshare-user",
                                        "--unshare-ipc",
                                        "--unshare-pid",
                                        "--unshare-net",
                                        "--unshare-uts",
                                        "--unshare-cgroup-try",
                                        "--die-with-parent",
                                        "--new-session",
                                        "--hostname",
                                        "bot",
                                        "--cap-drop",
                                        "ALL",
                                        "--clearenv",
                                        NULL};
    static const char *const variables[][2] = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                                               {"HOME", "/tmp"},
                                               {"TMPDIR", "/tmp"},
                                               {"LANG", "C.UTF-8"}};
    arguments_add_all(arguments, words);
    if (sandbox->nested_off)
        arguments_add(arguments, "--disable-userns");
    arguments_add(arguments, "--json-status-fd");
    arguments_add(arguments, "%d", SANDBOX_STATUS_FD);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        arguments_add(arguments, "--setenv");
        arguments_add(arguments, "%s", variables[i][0]);
        arguments_add(arguments, "%s", variables[i][1]);
    }
}

/* `option` is --bind, --ro-bind, or one of them with -try, for paths that may be missing. */
static void add_bind(Arguments *arguments, const char *option, const char *path) {
    arguments_add(arguments, "%s", option);
    arguments_add(arguments, "%s", path);
    arguments_add(arguments, "%s", path);
}

/* A folder of the system that may be a link, as /bin is on most systems. */
static void add_system_folder(Arguments *arguments, const char *path) {
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0) {
        add_bind(arguments, "--ro-bind-try", path);
        return;
    }
    target[length] = 0;
    arguments_add(arguments, "--symlink");
    arguments_add(arguments, "%s", target);
    arguments_add(arguments, "%s", path);
}

/* Only the settings that interpreters need: other files of /etc may hold secrets. */
static void add_settings(Arguments *arguments) {
    static const char *const patterns[] = {
        "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", "/etc/mono",
        "/etc/java*",        "/etc/python*",     "/etc/ssl/certs", "/etc/ssl/openssl.cnf"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        glob_t found;
        if (glob(patterns[i], GLOB_NOSORT, NULL, &found) != 0)
            continue;
        for (size_t j = 0; j < found.gl_pathc; j++)
            add_bind(arguments, "--ro-bind-try", found.gl_pathv[j]);
        globfree(&found);
    }
}

static void add_memory_folder(Arguments *arguments, const char *path) {
    arguments_add(arguments, "--size");
    arguments_add(arguments, "%lld", (long long)SANDBOX_TMP_MB << 20);
    arguments_add(arguments, "--tmpfs");
    arguments_add(arguments, "%s", path);
}

static void add_read_only(Arguments *arguments, const char *path) {
    arguments_add(arguments, "--remount-ro");
    arguments_add(arguments, "%s", path);
}

static void add_system(Arguments *arguments) {
    static const char *const folders[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64"};
    add_bind(arguments, "--ro-bind", "/usr");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (access(folders[i], F_OK) == 0)
            add_system_folder(arguments, folders[i]);
    add_settings(arguments);
    arguments_add_all(arguments, (const char *const[]){"--proc", "/proc", "--dev", "/dev", NULL});
    add_memory_folder(arguments, "/dev/shm");
    add_memory_folder(arguments, "/tmp");
    /* When the caller is root, /proc/sys could be written to. */
    add_read_only(arguments, "/proc");
    add_read_only(arguments, "/dev");
}

static bool lies_in(const char *path, const char *folder) {
    size_t length = strlen(folder);
    while (length > 0 && folder[length - 1] == '/')
        length--;
    return strncmp(path, folder, length) == 0 && path[length] == '/' && path[length + 1];
}

/* Mount points can be made in it, but no contents. */
static void hide_folder(Arguments *arguments, const char *path) {
    enum { EMPTY_BYTES = 4096 };
    arguments_add(arguments, "--size");
    arguments_add(arguments, "%d", EMPTY_BYTES);
    arguments_add(arguments, "--tmpfs");
    arguments_add(arguments, "%s", path);
}

/* True when other bots or the match lie in the bot's folder. */
static bool holds_others(const SandboxView *view) {
    bool holds = view->match && lies_in(view->match, view->bot);
    for (int i = 0; i < view->hidden_count; i++)
        holds = holds || lies_in(view->hidden[i], view->bot);
    return holds;
}

/* The bot's folder without what it must not see there: other bots, and matches. A bot that could
 * write to it could move folders on the way to these. */
static void add_bot(const Sandbox *sandbox, const SandboxView *view, Arguments *arguments) {
    if (!view->bot)
        return;
    bool writable = sandbox->keep_memory && !holds_others(view);
    add_bind(arguments, writable ? "--bind" : "--ro-bind", view->bot);
    for (int i = 0; i < view->hidden_count; i++)
        if (lies_in(view->hidden[i], view->bot))
            hide_folder(arguments, view->hidden[i]);
    if (!view->match || !lies_in(view->match, view->bot))
        return;
    char text[PATH_MAX];
    snprintf(text, sizeof text, "%s", view->match);
    const char *matches = dirname(text);
    hide_folder(arguments, lies_in(matches, view->bot) ? matches : view->match);
}

/* Not /tmp: the match may lie there, and a bot could move folders on the way to it. */
static void add_memory(const SandboxView *view, Arguments *arguments) {
    if (!view->memory)
        return;
    arguments_add_all(arguments, (const char *const[]){"--setenv", "TMPDIR", SANDBOX_MEMORY, NULL});
    arguments_add(arguments, "--bind");
    arguments_add(arguments, "%s", view->memory);
    arguments_add(arguments, "%s", SANDBOX_MEMORY);
}

static void add_round(const SandboxView *view, int round, Arguments *arguments) {
    static const char *const files[] = {"state.json", "map.txt", "roundInfo.json"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%d/%s", view->match, round, files[i]);
        add_bind(arguments, "--ro-bind-try", path);
    }
    snprintf(path, sizeof path, "%s/%d/%c", view->match, round, view->key);
    add_bind(arguments, round == view->round ? "--bind" : "--ro-bind-try", path);
}

void sandbox_add_arguments(const Sandbox *sandbox, const SandboxView *view, Arguments *arguments) {
    if (!sandbox->on)
        return;
    add_isolation(sandbox, arguments);
    add_system(arguments);
    add_bot(sandbox, view, arguments);
    add_memory(view, arguments);
    int first = view->round > SANDBOX_ROUNDS ? view->round - SANDBOX_ROUNDS : 0;
    for (int round = first; view->match && round <= view->round; round++)
        add_round(view, round, arguments);
    add_read_only(arguments, "/");
    arguments_add(arguments, "--chdir");
    arguments_add(arguments, "%s", view->bot ? view->bot : "/");
    arguments_add(arguments, "--");
}

/* True when a program can be run in the sandbox. Otherwise `reason` is what bwrap printed. */
static bool try_sandbox(const Sandbox *sandbox, char *reason, size_t size) {
    enum { PROBE_MS = 10000 };
    Arguments *arguments = malloc(sizeof *arguments);
    ProcessResult *result = malloc(sizeof *result);
    bool works = false;
    if (arguments && result) {
        arguments_clear(arguments);
        sandbox_add_arguments(sandbox, &(SandboxView){0}, arguments);
        arguments_add(arguments, "true");
        process_run(&(ProcessRequest){.arguments = arguments->list,
                                      .folder = "/",
                                      .limit_ms = PROBE_MS,
                                      .sandboxed = true},
                    result);
        works = result->started && result->status == 0;
        snprintf(reason, size, "%.*s", (int)strcspn(result->output, "\n"), result->output);
    }
    free(result);
    free(arguments);
    return works;
}

bool sandbox_open(Sandbox *sandbox, char *reason, size_t size) {
    char first[256];
    *sandbox = (Sandbox){.on = true, .nested_off = true};
    if (try_sandbox(sandbox, first, sizeof first))
        return true;
    sandbox->nested_off = false;
    if (try_sandbox(sandbox, reason, size))
        return true;
    sandbox->on = false;
    if (strstr(first, "cannot start bwrap"))
        snprintf(reason, size, "bubblewrap is not installed (apt-get install bubblewrap)");
    return false;
}

bool sandbox_choose(SandboxUse use, bool keep_memory, Sandbox *sandbox, char *said, size_t size) {
    char reason[256];
    *sandbox = (Sandbox){.on = false};
    *said = 0;
    if (use == SANDBOX_OFF)
        return true;
    if (sandbox_open(sandbox, reason, sizeof reason)) {
        sandbox->keep_memory = keep_memory;
        snprintf(said, size, "the bots run in a sandbox (bubblewrap)");
        return true;
    }
    snprintf(said, size, "%s: %s",
             use == SANDBOX_REQUIRED ? "the sandbox does not work"
                                     : "no sandbox, so the bots can do all that you can do",
             reason);
    return use != SANDBOX_REQUIRED;
}
