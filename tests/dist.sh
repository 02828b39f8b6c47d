#!/bin/bash
# What make dist made, as Bomberman.exe and its server would use it: dist.sh BIN
# Unpacks each zip, builds the project by the command of the engine (xbuild in the place of MSBuild)
# and has the RunFile of bot.json move.
set -eu -o pipefail
bin=$(realpath "$1")
work=$(mktemp -d)
export LC_ALL=C.UTF-8 WINEDEBUG=-all WINEPREFIX=${WINEPREFIX:-$PWD/build/wine}
trap 'wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT

fail() {
    echo "test-dist: $1" >&2
    exit 1
}

command -v unzip >/dev/null || { echo "test-dist: skipped: there is no unzip (apt-get install unzip)"; exit 0; }

unpack() { # name, into the folder of that name
    mkdir -p "$work/My bots (1)/$1"
    unzip -q "$bin/dist/$1.zip" -d "$work/My bots (1)/$1"
    bot="$work/My bots (1)/$1"
}

entry() { # key: of bot.json
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]].replace("\\", "/"))' \
        "$bot/bot.json" "$1"
}

samples="2p-late 4p-early"
line() { sed 's/\r//; s/ ms=[0-9]*//'; }
expect_same_moves() { # command that is started in the bot's folder as the engine starts it
    for sample in $samples; do
        mkdir -p "$work/7/$sample/A"
        cp sample-state/$sample/state.json sample-state/$sample/map.txt "$work/7/$sample/A/"
        expected=$("$bin/blastbeam" A "$work/7/$sample/A" --nodes 20000 --threads 1 | line)
        rm -f "$work/7/$sample/A/move.txt" "$work/7/$sample/A/blastbeam.memory"
        seen=$(cd "$bot" && "$@" A "$work/7/$sample/A" --nodes 20000 --threads 1 | line)
        [ "$seen" = "$expected" ] || fail "$*: \"$seen\" in place of \"$expected\""
        [ -s "$work/7/$sample/A/move.txt" ] || fail "$*: no move.txt"
        rm -r "$work/7"
    done
}

expect_windows_moves() {
    if command -v wine >/dev/null; then
        expect_same_moves wine "$(entry RunFile)"
    else
        echo "no wine here: what it plays was not tried"
    fi
}

build() { # expected-word properties...
    local word=$1
    shift
    (cd "$bot/$(entry ProjectLocation)" &&
        xbuild /nologo /t:rebuild /p:Configuration=Release /p:Platform="Any CPU" "$@") \
        >"$work/xbuild.log" 2>&1 || { cat "$work/xbuild.log" >&2; fail "xbuild failed"; }
    grep -q "$word" "$work/xbuild.log" || { cat "$work/xbuild.log" >&2; fail "not $word"; }
    [ -f "$bot/$(entry RunFile)" ] || fail "the RunFile was not built"
}

name() { # KEY: of the bots that were made; $ is doubled for make
    bot=$bin/dist/blastbeam-linux
    entry "$1" | sed 's/\$/$$/g'
}

# The same commit gives the same bytes: in another folder, in another time zone and language, and with
# other permissions. The compilers must not leave the name of a folder in a program either.
make_again() { # FOLDER
    mkdir -p "$1"
    cp -r Makefile LICENSE bot.json src sample-state "$1"
    commit=$(git log -1 --format=%ct 2>/dev/null || true)
    (cd "$1" && umask 077 && env -u MAKEFLAGS -u MAKELEVEL TZ=Asia/Tokyo LC_ALL=C \
        ${commit:+SOURCE_DATE_EPOCH=$commit} \
        make dist CJSON_FROM="$repository/build/cjson/cjson" BUILD=other/build BIN=bin \
        NICKNAME="$(name NickName)" AUTHOR="$(name Author)" EMAIL="$(name Email)") \
        >"$work/again.log" 2>&1 || { cat "$work/again.log" >&2; fail "make dist failed in $1"; }
}
repository=$PWD
for key in NickName Author Email; do
    windows=$(bot=$bin/dist/blastbeam-windows && entry $key)
    [ "$windows" = "$(bot=$bin/dist/blastbeam-linux && entry $key)" ] || fail "two names: $key"
done
make_again "$work/elsewhere"
for name in blastbeam-windows blastbeam-linux; do
    cmp "$bin/dist/$name.zip" "$work/elsewhere/bin/dist/$name.zip" ||
        fail "$name.zip has other bytes when it is made again"
done
echo "made again in another folder: the same bytes"

unpack blastbeam-windows
grep -q '<Flags>.*-O3' "$bot/blastbeam.proj" || fail "the project is compiled without optimization"
! grep -rqF "$repository" "$bot" || fail "$repository is named in the files of the bot"
[ "$(entry BotType)" = CPlusPlus ] || fail "BotType $(entry BotType)"
for foreign in referee arena tests; do
    [ -z "$(find "$bot" -name "*$foreign*")" ] || fail "$foreign is of no use to the bot"
done
expect_windows_moves
echo "blastbeam-windows.zip: the program in it plays"
if command -v xbuild >/dev/null; then
    build prebuilt /p:CrossCompiler=missing-compiler
    cmp "$bot/$(entry RunFile)" "$bot/prebuilt/blastbeam.exe"
    echo "without a compiler: the prebuilt one"
    if command -v x86_64-w64-mingw32-gcc >/dev/null; then
        rm "$bot/$(entry RunFile)"
        build "compiled by" $(command -v wine >/dev/null && echo /p:Runner=wine)
        ! cmp -s "$bot/$(entry RunFile)" "$bot/prebuilt/blastbeam.exe" || fail "nothing was compiled"
        expect_windows_moves
        echo "with mingw-w64: what is compiled plays the same"
        build prebuilt /p:Runner=false
        cmp "$bot/$(entry RunFile)" "$bot/prebuilt/blastbeam.exe"
        echo "where what is compiled does not run: the prebuilt one"
    fi
else
    echo "no xbuild here (apt-get install mono-xbuild): the project was not tried"
fi

unpack blastbeam-linux
expect_same_moves python3 "$(entry RunFile)"
chmod -x "$bot/blastbeam"
expect_same_moves python3 "$(entry RunFile)"
! ldd "$bot/blastbeam" | grep -q '=>' || fail "blastbeam needs libraries: $(ldd "$bot/blastbeam")"
echo "blastbeam-linux.zip: the program behind the launcher plays and needs no library"
