#!/bin/sh
# need_programs.sh TARGET PROGRAM=PACKAGE...: check that the programs which a target of make uses are
# installed. If some are missing, print the command that installs the Debian packages of all of them, and
# fail.
set -eu
target=$1
shift
missing=
for need; do
    command -v "${need%%=*}" >/dev/null 2>&1 || missing="$missing ${need#*=}"
done
[ -z "$missing" ] || {
    echo "make $target: missing:$missing; ask for: apt-get install$missing" >&2
    exit 1
}
