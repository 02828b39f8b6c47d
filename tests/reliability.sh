#!/usr/bin/env bash
# reliability.sh BIN OBJECTS BUILD: what the tests of reliability measured, for docs/reliability.md.
# To be run after the targets that make reliability names; their output lies in BUILD.
set -eu
bin=$1 objects=$2 build=$3
echo "# Reliability"
echo
echo "Measured by \`make reliability\`, on $(nproc) processors; every line is as a tool printed it."
echo
echo "## Time: bin/blastbeam as a process beside busy ones (make test-load)"
echo
sed 's/^/    /' "$build/load.txt"
echo
echo "## Places at which each failure was put, without a crash, a torn move or a hang (make test)"
echo
BLASTBEAM_FAULTY=$objects/tests/faulty-blastbeam "$objects/tests/test_faults" 2>/dev/null |
    sed -n 's/^\([a-z]*: .*places\)$/    \1/p'
echo
echo "## Peak memory in kB (make test)"
echo
BLASTBEAM_BIN=$bin BLASTBEAM_FAULTY=$objects/tests/faulty-blastbeam "$objects/tests/test_process" 2>/dev/null |
    sed -n 's/^memory /    /p'
echo
echo "## Fuzzing (make fuzz)"
echo
sed 's/^/    /' "$build/fuzz.txt"
echo
echo "## Lines that the tests run (make coverage)"
echo
grep '^coverage ' "$build/coverage.txt" | sed 's/^coverage /    /'
