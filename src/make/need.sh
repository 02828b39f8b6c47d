#!/bin/sh
# need.sh COMPILER HEADER PACKAGE: check that a header is installed. If not, install the Debian package
# that has it when we may do so without a password; otherwise print what to ask for and fail.
set -eu
compiler=$1 header=$2 package=$3

found() {
    # cmocka.h needs these four headers before it.
    printf '#include <%s>\n' stdarg.h stddef.h stdint.h setjmp.h "$header" |
        $compiler -E -xc - >/dev/null 2>&1
}

install() {
    echo "installing $package"
    { "$@" apt-get update -qq &&
        "$@" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package"; } >/dev/null 2>&1
}

missing() { # PACKAGE
    echo "missing: $1; ask for: apt-get install $1" >&2
    exit 1
}

command -v "${compiler%% *}" >/dev/null 2>&1 || missing "${compiler%% *}"
! found || exit 0
if command -v apt-get >/dev/null; then
    if [ "$(id -u)" = 0 ]; then
        install && found && exit 0
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        install sudo && found && exit 0
    fi
fi
missing "$package"
