#ifdef _WIN32

#include "platform/program.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "windows/support.h"

static bool is_ascii(const wchar_t *text) {
    while (*text && *text < 0x80)
        text++;
    return *text == 0;
}

static char **narrow_all(wchar_t **wide, int count) {
    char **narrow = calloc((size_t)count + 1, sizeof *narrow);
    for (int i = 0; narrow && i < count; i++)
        if (!(narrow[i] = windows_narrow(wide[i])))
            return NULL;
    return narrow;
}

/* Skipped when all arguments are ASCII, because loading shell32.dll takes time. */
void program_begin(int *argc, char ***argv) {
    typedef LPWSTR *(WINAPI * Splitter)(LPCWSTR, int *);
    const wchar_t *line = GetCommandLineW();
    if (is_ascii(line))
        return;
    Splitter split = (Splitter)(void *)windows_find_function("shell32.dll", "CommandLineToArgvW");
    int count;
    wchar_t **wide = split ? split(line, &count) : NULL;
    char **narrow = wide ? narrow_all(wide, count) : NULL;
    if (narrow) {
        *argc = count;
        *argv = narrow;
    }
    LocalFree(wide);
}

void program_exit_now(int status, const char *text) {
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, (DWORD)strlen(text), &written, NULL);
    TerminateProcess(GetCurrentProcess(), (UINT)status);
    abort();
}

#endif
