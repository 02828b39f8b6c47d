#!/bin/sh
# static.sh COMPILER SOURCE OUT [CJSON_FROM]: print the options that link bin/blastbeam statically,
# because the dynamic loader alone takes seconds beside hundreds of processes that start programs. cJSON
# comes from libcjson.a if there is one (Debian has none), else from its source in the folder SOURCE,
# which is fetched if it is missing (see cjson.sh). When neither can be had, print the options for a
# dynamic program, and a line on standard error.
set -eu
compiler=$1 source=$2 out=$3 from=${4:-}
libraries="-lm -lpthread"
download_s=30 # the time limit

dynamic() { # REASON
    echo "bin/blastbeam is linked dynamically, so it starts late beside hundreds of processes: $1" >&2
    echo "-pie -lcjson $libraries"
    exit 0
}

links() { # OPTION...: whether a program that calls cJSON can be linked with these options
    printf '#include <cjson/cJSON.h>\nint main(void) { return cJSON_Version() == 0; }\n' |
        $compiler -fPIE -xc - -xnone -o "$out/probe" "$@" 2>"$out/probe.log"
}

fetch() {
    [ ! -f "$source/cjson/cJSON.c" ] || return 0
    echo "no answer in $download_s s" >"$out/fetch.log"
    timeout $download_s "$(dirname "$0")/../packaging/cjson.sh" "$source" $from >>"$out/fetch.log" 2>&1
}

finish() { # OPTION...
    echo "$*"
    exit 0
}

mkdir -p "$out"
! links -static-pie -l:libcjson.a $libraries || finish -static-pie -l:libcjson.a $libraries
fetch || dynamic "$(tail -n 1 "$out/fetch.log")"
$compiler -O2 -fPIE -fstack-protector-strong -c -o "$out/cJSON.o" "$source/cjson/cJSON.c"
links -static-pie "$out/cJSON.o" $libraries || dynamic "$(tail -n 1 "$out/probe.log")"
finish -static-pie "$out/cJSON.o" $libraries
