#!/bin/sh
# Bring the source of cJSON into a folder: cjson.sh FOLDER [OTHER]
# From OTHER, where somebody has it already (cJSON.c and cJSON.h), else from Debian's source package,
# with Debian's corrections; nothing on the machine is changed for that.
set -eu
target=$1 other=${2:-}

fail() {
    echo "cJSON for Windows: $1" >&2
    exit 1
}

deliver() { # from
    mkdir -p "$target/cjson"
    cp "$1/cJSON.h" "$1/cJSON.c" "$target/cjson/"
}

if [ -n "$other" ]; then
    [ -f "$other/cJSON.c" ] && [ -f "$other/cJSON.h" ] ||
        fail "there is no cJSON.c and cJSON.h in CJSON_FROM=$other"
    deliver "$other"
    exit 0
fi

for tool in apt-get dpkg-source; do
    command -v $tool >/dev/null ||
        fail "there is no $tool (package dpkg-dev); pass CJSON_FROM=folder with cJSON.c and cJSON.h"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"

# The machine's own mirrors of Debian, asked for sources; its own lists stay as they are.
key=/usr/share/keyrings/debian-archive-keyring.gpg
[ ! -f $key ] || signed="[signed-by=$key] "
apt-get indextargets --format "deb-src ${signed:-}\$(REPO_URI) \$(CODENAME) main" \
    'Created-By: Packages' 'Origin: Debian' 'Component: main' | sort -u >"$work/sources.list"
[ -s "$work/sources.list" ] ||
    fail "no mirror of Debian is known here; pass CJSON_FROM=folder with cJSON.c and cJSON.h"
apt() {
    apt-get -qq -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache" \
        -o APT::Sandbox::User="$(id -un)" "$@"
}
(cd "$work" && apt update && apt --download-only source cjson) >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "the source package could not be had; pass CJSON_FROM=folder"; }
dpkg-source --no-check -q -x "$work"/cjson_*.dsc "$work/cjson"
deliver "$work/cjson"
