#!/bin/bash
# build.sh: check the build itself, in a copy of this clone: which programs and libraries it asks for, that
# it prints a line a file, what it compiles again, and that nothing is left that git would report.
set -eu -o pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL MFLAGS V

fail() {
    echo "test-build: $1" >&2
    exit 1
}

expect() { # WHAT EXPECTED SEEN
    [ "$2" = "$3" ] || fail "$1: \"$3\" in place of \"$2\""
}

# The name of the bot.
bot_json() { src/packaging/bot_json.sh bot.json "$@"; }
awkward='Jo "O'"'"'Doe" \ é $x a=b'
expect "the author" "$awkward" "$(bot_json NickName=Ab1 "Author=$awkward" Email= |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["Author"])')"
expect "an empty value" "$(cat bot.json)" "$(bot_json Author= NickName=)"
for nickname in 'a b' 'a_b' 'é' '"'; do
    if said=$(bot_json NickName="$nickname" 2>&1); then fail "the nickname $nickname is taken"; fi
    [[ $said == *"only letters and digits"* ]] || fail "the nickname $nickname: $said"
done
said=$(make dist NICKNAME=a-b 2>&1 || true)
[[ $said == "NICKNAME=a-b: "* ]] || [[ $said == "make dist: missing: "* ]] || fail "make dist NICKNAME=a-b: $said"

# The commit of the program that plays: documents and lists do not change it.
(
    mkdir -p "$work/commit" && cd "$work/commit"
    mkdir -p src/make src/agents docs
    cp "$OLDPWD/src/make/commit.sh" src/make
    record() { git add -A && git -c user.name=test -c user.email=test@example.org commit -qm "$1"; }
    expect "the commit outside of a clone" unknown "$(src/make/commit.sh)"
    git init -q . && echo 1 >src/agents/a.c && record first
    first=$(git log -1 --abbrev=9 --format=%h)
    echo 1 >docs/a.md && record second
    expect "the commit after one of documents" "$first" "$(src/make/commit.sh)"
    echo 2 >src/agents/a.c
    dirty() { # WHAT: print the commit; fail unless the changes are new ones
        seen=$(src/make/commit.sh)
        [[ $seen =~ ^$first-dirty-[0-9a-f]{7}$ ]] || fail "the commit with $1 is $seen"
        [[ " $known " != *" $seen "* ]] || fail "the commit with $1 is that of other changes"
        known="$known $seen"
    }
    known=
    dirty "changes"
    expect "the commit with the same changes" "$seen" "$(src/make/commit.sh)"
    echo 3 >src/agents/a.c && dirty "other changes"
    echo 1 >src/agents/b.c && dirty "a new file"
    echo 2 >src/agents/b.c && dirty "another new file"
    mv src/agents/b.c src/agents/c.c && dirty "a new file of another name"
    git add -A
    expect "the commit with the same changes, staged" "$seen" "$(src/make/commit.sh)"
    rm src/agents/a.c && dirty "a deleted file"
    git reset -q && rm src/agents/c.c && echo 1 >src/agents/a.c && touch docs/b.md
    expect "the commit without changes of sources" "$first" "$(src/make/commit.sh)"
    echo 2 >src/agents/a.c
    mkdir -p inside && cp -r src inside && record third
    expect "the commit of a copy inside of another clone" unknown "$(inside/src/make/commit.sh)"
) || exit 1
echo "the commit of the program is that of its sources"

# All missing programs at once.
said=$(src/make/need_programs.sh dist sh=dash no-zip=zip no-mingw=mingw 2>&1 || true)
expect "missing programs" "make dist: missing: zip mingw; ask for: apt-get install zip mingw" "$said"

# The last line of the tests.
printf '#!/bin/sh\necho "skipped because of rain"\necho "[  SKIPPED ] a"\necho "[       OK ] b"\necho "[==========] 2 test(s) run."\n' \
    >"$work/fake"
chmod +x "$work/fake"
expect "the last line of the tests" "1 passed, 0 failed, 1 skipped (1 because of rain)" \
    "$(tests/run.sh "$work/fake" 2>&1 | tail -n 1)"
sed -i '/SKIPPED/d; /because/d' "$work/fake"
expect "the last line without skipped tests" "1 passed, 0 failed, 0 skipped" \
    "$(tests/run.sh "$work/fake" | tail -n 1)"
expect "errors without skipped tests" "" "$(tests/run.sh "$work/fake" 2>&1 >/dev/null)"

# A copy that belongs to an ordinary user, with optimization off.
mkdir -p "$work/clone" "$work/hidden/cjson"
git ls-files --cached --others --exclude-standard -z |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    xargs -0 cp --parents -t "$work/clone"
cd "$work/clone"
git init -q . && git add -A && git -c user.name=test -c user.email=test@example.org commit -qm all
echo '#error hidden' | tee "$work/hidden/cjson/cJSON.h" "$work/hidden/microhttpd.h" >"$work/hidden/cmocka.h"
build() { as_user make WARNINGS= CFLAGS_release='-O1 -DNDEBUG' "$@"; }
as_user() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    chown -R nobody "$work"
    as_user() { setpriv --reuid=nobody --clear-groups env HOME="$work" "$@"; }
fi

if said=$(build CC="gcc -isystem $work/hidden" 2>&1); then fail "it was built without cJSON"; fi
grep -qx "missing: libcjson-dev; ask for: apt-get install libcjson-dev" <<<"$said" ||
    fail "without cJSON: $said"
! grep -E "Error 127|E: |not found|denied" <<<"$said" || fail "without cJSON: $said"
if said=$(build CC=no-compiler 2>&1); then fail "it was built without a compiler"; fi
grep -qx "missing: no-compiler; ask for: apt-get install no-compiler" <<<"$said" ||
    fail "without a compiler: $said"
echo "an ordinary user hears what to ask for"

rm "$work/hidden/cjson/cJSON.h"
said=$(build CC="gcc -isystem $work/hidden" 2>&1) || fail "without cmocka: $said"
lines=$(grep -vE '^(CC|LINK)  |^bin/(blastbeam is linked dynamically|host is left out)' <<<"$said" || true)
[ -z "$lines" ] || fail "the build prints more than a line a file: $lines"
[ "$(grep -c '^bin/host is left out: make host installs libmicrohttpd-dev' <<<"$said")" = 1 ] ||
    fail "the build does not say once that bin/host is left out"
[ ! -e bin/host ] || fail "bin/host was built without its library"
if said=$(build CC="gcc -isystem $work/hidden" host 2>&1); then fail "make host went on without the library"; fi
grep -qx "missing: libmicrohttpd-dev; ask for: apt-get install libmicrohttpd-dev" <<<"$said" ||
    fail "make host without the library: $said"
echo "the programs are built without cmocka and libmicrohttpd, with a line a file"

as_user() { "$@"; }
[ "$(id -u)" != 0 ] || chown -R root "$work"
build CC="gcc -isystem $work/hidden" 2>&1 | grep -v "Nothing to be done" && fail "a second make prints this"
compiled() { build -n CC="gcc -isystem $work/hidden" "$@" | grep -c '^printf.* CC ' || true; }
all=$(find src -name '*.c' ! -path 'src/windows/*' | wc -l)
expect "files to compile" 0 "$(compiled)"
[ "$(compiled CFLAGS_release=-O0)" -ge "$all" ] || fail "other options compile $(compiled CFLAGS_release=-O0) files"
mv build/release build/away
[ "$(compiled)" -ge "$all" ] || fail "without its build folder $(compiled) of $all files are compiled"
mv build/away build/release
echo "what has changed is compiled again, and nothing else"

# Commands of README.md, some with less time for a move.
quiet() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$*"; }; }
quick="--budget-ms 1 --threads 1"
quiet bin/blastbeam A sample-state/4p-middle --explain --nodes 1000
quiet bin/blastbeam A sample-state/2p-middle $quick
quiet bin/referee --no-sandbox -b . chaser -s 7 --arguments "$quick"
quiet bin/arena -a beam -a beam:verify=2 --games 2 --nodes 20
quiet bin/arena -a chaser -a random --games 2 --json games.json
quiet bin/replay show matches/7
quiet bin/replay html matches/7 -o match.html
quiet bin/replay ask matches/7 --round 30 --player B --nodes 1000
quiet bin/replay blunders matches/7
quiet bin/replay verify matches/7
quiet bin/tune -o tune.txt --weights bag2,target_step --nodes 20 --maps 1 --iterations 1
quiet bin/mapgen 2 1
expect "git status after the commands of README.md" "" "$(git status --porcelain)"
echo "the commands of README.md leave the clone clean"
