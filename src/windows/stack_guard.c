#ifdef _WIN32

/* What gcc's stack protector needs. libssp of mingw-w64 has the same, but it loads advapi32.dll for
 * its random number, which takes time at the start of every move. This file itself must be compiled
 * without the stack protector: its first function changes the guard. */
#include <stdint.h>
#include <windows.h>

extern uintptr_t __stack_chk_guard;
_Noreturn void __stack_chk_fail(void);

uintptr_t __stack_chk_guard;

/* The ingredients of Microsoft's /GS. The lowest byte stays 0, so that no text contains the guard.
 */
__attribute__((constructor)) static void make_guard(void) {
    LARGE_INTEGER counter;
    FILETIME time;
    QueryPerformanceCounter(&counter);
    GetSystemTimeAsFileTime(&time);
    uint64_t mixed = (uint64_t)counter.QuadPart ^ (uint64_t)time.dwLowDateTime << 32 ^
                     (uint64_t)GetCurrentProcessId() << 16 ^ GetCurrentThreadId() ^
                     (uint64_t)(uintptr_t)&counter;
    mixed *= 0x9e3779b97f4a7c15; /* 2^64 / the golden ratio: mixes low bits into high ones */
    __stack_chk_guard = (uintptr_t)((mixed ^ mixed >> 32) << 8);
}

void __stack_chk_fail(void) {
    static const char message[] = "the stack has been overwritten\n";
    DWORD written;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), message, sizeof message - 1, &written, NULL);
    TerminateProcess(GetCurrentProcess(), (UINT)STATUS_STACK_BUFFER_OVERRUN);
    for (;;)
        ;
}

#endif
