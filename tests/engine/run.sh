#!/bin/sh
# The referee beside the real engine, and our bot under it:
#
#     ENGINE=path/to/Bomberman.exe tests/engine/run.sh BIN [PART...]
#
# ENGINE is the program or a folder that holds it. The parts, the first three unless some are named:
#
#     compare  matches from the same commands: every file must be alike
#     clock    late, missing, hanging and damaged answers are treated alike
#     speed    a match of bots that do not think is timed under both
#     series   our bot against rivals under the engine alone, its clock on: 2 to 8 minutes a match
#
# Of series: MATCHES (20) maps from seed FROM (1) on, two players on the first 3/5 of them, four on
# the others, the seats changed. RIVALS ("chaser") are met in turn: agents of our program and bot
# folders. SERIES_DIR (build/engine-series) keeps the matches, some 40 MB each, and matches.txt with
# a line for each; what has its line is not played again: remove the folder after a change of the
# bot. others are the points of the rivals, x who died; waits are commands refused for a wall, for
# a bomb that is there or for bombs missing; slowest and median are the engine's ms of our moves,
# own is the most that the bot itself wrote, grant the engine's calibration; verify is that of
# bin/replay. It fails when a move is late or missing, another command is refused, or verify differs.
#
# Skipped, with a word why, where the engine or mono is missing.
set -eu
bin=$(cd "$1" && pwd)
tests=$(cd "$(dirname "$0")" && pwd)
shift
[ "$#" -gt 0 ] || set -- compare clock speed

skip() {
    echo "test-engine: skipped: $1"
    exit 0
}

fail() {
    echo "test-engine: $1" >&2
    exit 1
}

[ -n "${ENGINE:-}" ] || skip "ENGINE=path/to/Bomberman.exe is not set"
[ -e "$ENGINE" ] || skip "there is no $ENGINE"
command -v mono >/dev/null || skip "there is no mono (apt-get install mono-runtime)"
engine=$(find -L "$ENGINE" -name Bomberman.exe -type f | sed 1q)
[ -n "$engine" ] || skip "there is no Bomberman.exe in $ENGINE"
engine=$(realpath "$engine")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The engine hands every program of type Python2 to python.exe: this one starts it as it is. It
# calibrates with a program in Python, without what may stand before that (a shim in the PATH).
python=$(python3 -c 'import sys; print(sys.executable)') || skip "there is no python3"
mkdir "$work/path"
cat >"$work/path/python.exe" <<END
#!/bin/sh
program=\$1
shift
case \$program in
*.py) exec "$python" "\$program" "\$@" ;;
/*) exec "\$program" "\$@" ;;
esac
exec "./\$program" "\$@"
END
chmod +x "$work/path/python.exe"

make_bot() { # folder nickname program arguments
    mkdir -p "$work/$1"
    printf '{"Author":"%s","Email":"a@b","NickName":"%s","BotType":"Python2",' "$2" "$2" \
        >"$work/$1/bot.json"
    printf '"ProjectLocation":".","RunFile":"program","RunArgs":"%s"}' "$4" >>"$work/$1/bot.json"
    cp "$3" "$work/$1/program"
}

"${CC:-cc}" -O1 -o "$work/bot" "$tests/bot.c"

options= # for both
run_engine() { # seed folder bots...
    seed=$1 folder=$2
    shift 2
    (cd "$work" && PATH="$work/path:$PATH" mono "$engine" -b "$@" -l "$folder" -s "$seed" $options) \
        >"$work/engine.out" 2>&1
}

run_referee() {
    seed=$1 folder=$2
    shift 2
    (cd "$work" && "$bin/referee" -b "$@" -l "$folder" -s "$seed" $options) >"$work/referee.out" 2>&1
}

# A log without what differs from run to run: times, calibration, programs and where in .NET an error
# arose. What the bot wrote comes by itself, its two streams one after the other.
without_times() {
    sed -e '/^  at /d; /^$/d; s/^[-0-9]* [0-9:]* - //' -e '/Executing /d; /^$/d' \
        -e 's/additional [0-9]*ms/additional/; s/execution time was .*/execution time was/' \
        -e 's/\(exceeded by -*\)[0-9:.]*/\1/; s/ ms=[0-9]*//' "$1"
}
essence() {
    without_times "$1" | grep -v 'Output from bot: ' || true
    without_times "$1" | grep 'E: .Output from bot: ' || true
    without_times "$1" | grep 'I: .Output from bot: ' || true
}

compare_logs() { # name
    (cd "$theirs" && find . -name "$1") | sort >"$work/their-logs"
    (cd "$ours" && find . -name "$1") | sort >"$work/our-logs"
    cmp "$work/their-logs" "$work/our-logs"
    while read -r log; do
        essence "$theirs/$log" >"$work/their-log"
        essence "$ours/$log" >"$work/our-log"
        diff "$work/their-log" "$work/our-log" >"$work/difference" || {
            cat "$work/difference"
            fail "$log differs (< engine, > referee)"
        }
    done <"$work/their-logs"
}

# Play under both, into new folders, and compare all that they leave. Returns false where dice decided.
matches=0
play_both() { # seed bots...
    theirs=$work/theirs-$matches ours=$work/ours-$matches seed=$1
    matches=$((matches + 1))
    shift
    run_engine "$seed" "$theirs" "$@"
    if grep -q "collision detected" "$theirs"/*/engine.log; then
        echo "seed $seed, $*: players wanted the same cell, where dice decide: left out"
        return 1
    fi
    run_referee "$seed" "$ours" "$@"
    diff -r -q -x engine.log -x log.txt -x blastbeam.memory "$theirs" "$ours" ||
        fail "seed $seed, $*: these files differ"
    compare_logs engine.log
    compare_logs log.txt
    files=$(find "$theirs" -name state.json -o -name map.txt -o -name roundInfo.json | wc -l)
    logs=$(find "$theirs" -name engine.log -o -name log.txt | wc -l)
    echo "seed $seed, $*: $files files and $logs logs alike, $(tail -n 1 "$work/referee.out")"
}

for part; do
    [ -f "$tests/$part.sh" ] && [ "$part" != run ] ||
        fail "no part $part: compare, clock, speed or series"
    echo "== $part"
    . "$tests/$part.sh"
done
