/* The exit status of a process that the fault "crash" has ended. */
#ifndef BLASTBEAM_TESTS_FAULTS_H
#define BLASTBEAM_TESTS_FAULTS_H

enum { FAULT_CRASH = 99 };

#endif
