/* The start and the end of a program's main function. */
#ifndef BLASTBEAM_PLATFORM_PROGRAM_H
#define BLASTBEAM_PLATFORM_PROGRAM_H

/* The first call in main; called once. On Windows it replaces the arguments, which come in the
 * system's code page, by UTF-8; they stay as they are when memory is short. On other systems it
 * opens /dev/null in the place of each standard stream that is closed. Otherwise the next file to
 * be opened would take the stream's number and receive what is printed. */
void program_begin(int *argc, char ***argv);

/* The last call in main: flush standard output. Returns `status`, or 1 when `status` is 0 and some
 * of the output was not written (for example because the disk is full). The error message names
 * `program`. */
int program_end(const char *program, int status);

/* Print which option getopt_long has just refused; `option` is its result: '?', or ':' for a
 * missing value. Its short options must begin with ':', so that it prints nothing itself. The
 * message names `program` and its --help. Returns 2, the exit status. */
int program_refuse_option(const char *program, int option, char **argv);

/* Write `text` to standard output and end the process at once. Nothing is flushed or freed, and no
 * lock is waited for. */
_Noreturn void program_exit_now(int status, const char *text);

#endif
