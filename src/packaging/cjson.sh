#!/bin/sh
# cjson.sh FOLDER [OTHER]: copy the source of cJSON (cJSON.c and cJSON.h) into FOLDER, from the folder
# OTHER if given, else from Debian's source package with its patches. The machine's package lists are
# not changed.
set -eu
target=$1 other=${2:-}

fail() {
    echo "the source of cJSON is missing: $1" >&2
    exit 1
}

copy_from() { # FOLDER
    mkdir -p "$target/cjson"
    cp "$1/cJSON.h" "$1/cJSON.c" "$target/cjson/"
}

if [ -n "$other" ]; then
    [ -f "$other/cJSON.c" ] && [ -f "$other/cJSON.h" ] ||
        fail "CJSON_FROM=$other has no cJSON.c and cJSON.h"
    copy_from "$other"
    exit 0
fi

for tool in apt-get dpkg-source; do
    command -v $tool >/dev/null ||
        fail "$tool (package dpkg-dev) is missing; install it or pass CJSON_FROM=FOLDER with cJSON.c and cJSON.h"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"

# Ask the machine's Debian mirrors for sources, with package lists in $work.
key=/usr/share/keyrings/debian-archive-keyring.gpg
[ ! -f $key ] || signed="[signed-by=$key] "
apt-get indextargets --format "deb-src ${signed:-}\$(REPO_URI) \$(CODENAME) main" \
    'Created-By: Packages' 'Origin: Debian' 'Component: main' | sort -u >"$work/sources.list"
[ -s "$work/sources.list" ] ||
    fail "no Debian mirror is configured here; pass CJSON_FROM=FOLDER with cJSON.c and cJSON.h"
apt() {
    apt-get -qq -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache" \
        -o APT::Sandbox::User="$(id -un)" "$@"
}
(cd "$work" && apt update && apt --download-only source cjson) >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "the source package could not be downloaded; pass CJSON_FROM=FOLDER with cJSON.c and cJSON.h"; }
dpkg-source --no-check -q -x "$work"/cjson_*.dsc "$work/cjson"
copy_from "$work/cjson"
