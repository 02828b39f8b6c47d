#!/bin/sh
# need.sh COMPILER HEADER PACKAGE: check that a header is installed. If not, install the Debian package
# that has it when we are allowed to; otherwise print what to install and fail.
set -eu
compiler=$1 header=$2 package=$3

found() {
    # cmocka.h needs these four headers before it.
    printf '#include <%s>\n' stdarg.h stddef.h stdint.h setjmp.h "$header" |
        $compiler -E -xc - >/dev/null 2>&1
}

install() {
    echo "installing $package"
    log=$(mktemp)
    { "$@" apt-get update -qq &&
        "$@" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package"; } >"$log" 2>&1 ||
        { tail -n 3 "$log" >&2; rm -f "$log"; return 1; }
    rm -f "$log"
}

command -v "${compiler%% *}" >/dev/null ||
    { echo "the compiler ${compiler%% *} is missing; install it: apt-get install ${compiler%% *}" >&2; exit 1; }
found && exit 0
if command -v apt-get >/dev/null; then
    if [ "$(id -u)" = 0 ]; then
        install && found && exit 0
    elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true; } 2>/dev/null; then
        install sudo && found && exit 0
    fi
fi
echo "$package is missing; install it: apt-get install $package" >&2
exit 1
