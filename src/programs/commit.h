/* The commit of the program that plays, for files of games. */
#ifndef BLASTBEAM_PROGRAMS_COMMIT_H
#define BLASTBEAM_PROGRAMS_COMMIT_H

/* The makefile defines it, see src/make/commit.sh. */
#ifndef COMMIT
#define COMMIT "unknown"
#endif

#endif
