#!/bin/bash
# The programs for Windows under wine beside those of Linux: windows.sh BIN PLATFORM-TEST
# The same moves, counts and maps, whatever the folder is called; and what only Windows has.
set -eu -o pipefail
bin=$1 platform=$2

skip() {
    echo "test-windows: skipped: $1"
    exit 0
}

fail() {
    echo "test-windows: $1" >&2
    exit 1
}

command -v wine >/dev/null || skip "there is no wine (apt-get install --no-install-recommends wine64 wine)"
command -v x86_64-w64-mingw32-objdump >/dev/null || skip "there is no mingw-w64 (gcc-mingw-w64-x86-64)"
work=$(mktemp -d)
export LC_ALL=C.UTF-8 WINEDEBUG=-all WINEPREFIX=${WINEPREFIX:-$PWD/build/wine}
mkdir -p "$WINEPREFIX"
trap 'wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
if [ ! -d "$WINEPREFIX/drive_c" ]; then
    echo "making a folder for wine: $WINEPREFIX"
    wineboot -i >/dev/null 2>&1
    wineserver -w
fi
# Wine's own services must not end and start again under a bot: they would hold its output open.
wineserver -p60 2>/dev/null || true

windows() { # program arguments: as Windows would run it, without its line ends
    local program=$1
    shift
    wine "$program" "$@" 2>"$work/errors" | tr -d '\r'
}

same() { # what theirs ours
    [ -n "$2" ] || fail "$1: nothing on Linux"
    [ "$2" = "$3" ] || fail "$1: Linux says \"$2\", Windows \"$3\" ($(tr '\n' ' ' <"$work/errors"))"
}

# No DLL beside the system's, and no move of 32 or 64 bytes at once that trusts the stack of Windows.
aligned='vmov(dqa(32|64)?|ap[sd])[[:space:]].*(\(.*%[yz]mm|%[yz]mm[0-9]+,.*\()'
for program in "$bin"/windows/*.exe; do
    others=$(x86_64-w64-mingw32-objdump -p "$program" | sed -n 's/.*DLL Name: //p' |
        grep -viE '^(kernel32|msvcrt)\.dll$' || true)
    [ -z "$others" ] || fail "$program needs $others"
    trusting=$(x86_64-w64-mingw32-objdump -d "$program" | grep -cE "$aligned" || true)
    [ "$trusting" = 0 ] || fail "$program trusts the alignment of the stack $trusting times"
done

wine "$platform" "$(winepath -w "$work/platform" 2>/dev/null || echo "Z:${work//\//\\}\\platform")" |
    tr -d '\r' || fail "tests/windows/platform.c failed"

# Folders as the engine hands them over, with all that Windows allows in names.
line() { sed -n 's/ ms=[0-9]*//p'; }
count=0
for sample in sample-state/*/; do
    name=$(basename "$sample")
    folder="$work/Ré plays (1) 爆弾/12/A"
    mkdir -p "$folder"
    cp "$sample/state.json" "$sample/map.txt" "$folder/"
    theirs=$("$bin/blastbeam" A "$folder" --nodes 20000 --threads 1 | line)
    moved=$(cat "$folder/move.txt")
    rm -f "$folder"/move.txt "$folder"/blastbeam.memory
    ours=$(windows "$bin/windows/blastbeam.exe" A "Z:${folder//\//\\}" --nodes 20000 --threads 1 | line)
    same "$name" "$theirs" "$ours"
    same "$name/move.txt" "$moved" "$(cat "$folder/move.txt")"
    [ -z "$(find "$work" -name '*.tmp')" ] || fail "$name: a temporary file is left"
    rm -rf "$work/Ré plays (1) 爆弾"
    count=$((count + 1))
done
echo "$count sample folders: the same moves, nodes and values"

signature() { sed -n 's/^signature=//p'; }
expected=$("$bin/bench" --seconds 0.01 | signature)
for engine in portable avx2 avx512; do
    export BLASTBEAM_ENGINE=$engine
    "$bin/bench" --engine $engine --help >/dev/null 2>&1 || { echo "$engine: not on this processor"; continue; }
    same "signature ($engine)" "$expected" "$(windows "$bin/windows/bench.exe" --seconds 0.01 | signature)"
done
unset BLASTBEAM_ENGINE
echo "the same signature=$expected on every instruction set"

same "maps" "$("$bin/mapgen" 4 1 20)" "$(windows "$bin/windows/mapgen.exe" 4 1 20)"
same "recordings" "$("$bin/replay" verify tests/data/2p-*.rec)" \
    "$(windows "$bin/windows/replay.exe" verify tests/data/2p-*.rec)"
"$bin/replay" html tests/data/4p-310.rec -o "$work/page" >/dev/null
windows "$bin/windows/replay.exe" html tests/data/4p-310.rec -o "$work/Page (é).html" >/dev/null
cmp "$work/page" "$work/Page (é).html" || fail "replay html: another page ($(tr '\n' ' ' <"$work/errors"))"
for command in "show tests/data/4p-310.rec" "blunders tests/data/4p-310.rec"; do
    same "replay $command" "$("$bin/replay" $command)" "$(windows "$bin/windows/replay.exe" $command)"
done
echo "the same maps, recordings, pages, boards and blunders"

# A match against the clock, under the referee, which measures from outside: wine's own start counts.
# rhea uses all the time there is; the rival drops a bomb and stays.
mkdir -p "$work/Bots (new)/blastbeam" "$work/Bots (new)/rival"
cp "$bin/windows/blastbeam.exe" "$work/Bots (new)/blastbeam/"
cat >"$work/Bots (new)/blastbeam/start" <<'END'
#!/bin/sh
exec wine blastbeam.exe "$@" --agent rhea
END
printf '#!/bin/sh\nprintf 5 >"$2/move.txt"\n' >"$work/Bots (new)/rival/start"
for bot in blastbeam rival; do
    chmod +x "$work/Bots (new)/$bot/start"
    printf '{"Author":"a","Email":"a@b","NickName":"%s","BotType":"CPlusPlus",' $bot \
        >"$work/Bots (new)/$bot/bot.json"
    printf '"ProjectLocation":".","RunFile":"start"}' >>"$work/Bots (new)/$bot/bot.json"
done
"$bin/referee" -b "$work/Bots (new)/blastbeam" "$work/Bots (new)/rival" -s 1 -l "$work/Match (1)" \
    >"$work/referee.out" 2>&1 || { cat "$work/referee.out" >&2; fail "the match failed"; }
rounds=0 thorough=0 slowest=0 beyond=0
for log in "$work/Match (1)"/*/A/log.txt; do
    own=$(sed -n 's/.*Output from bot: move=.* ms=\([0-9]*\) .*/\1/p' "$log")
    [ -n "$own" ] || continue
    seen=$(sed -n 's/.*execution time was 00:00:0\([0-9]\)\.\([0-9]\{3\}\).*/\1\2/p' "$log" | sed 's/^0*//')
    [ -n "$seen" ] || fail "$log: no time in it"
    ! grep -q "Time limit exceeded" "$log" || fail "$log: late, $seen ms, its own measure $own ms"
    [ -s "${log%log.txt}move.txt" ] || fail "$log: no move"
    rounds=$((rounds + 1))
    [ "$own" -lt 1300 ] || thorough=$((thorough + 1))
    [ "$seen" -le $slowest ] || slowest=$seen
    [ $((seen - own)) -le $beyond ] || beyond=$((seen - own))
done
[ $thorough -ge 3 ] || fail "only $thorough of $rounds moves used their time: $(tail -n 1 "$work/referee.out")"
echo "$rounds moves against the clock: none late, at most $slowest ms, of which the bot itself missed" \
    "at most $beyond ms"
