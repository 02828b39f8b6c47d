#!/bin/sh
# The referee beside the real engine: the same bots play the same maps under both, and every file
# must be alike; then a match of bots that do not think is timed under both.
#
#     ENGINE=path/to/Bomberman.exe tests/engine.sh BIN
#
# Skipped, with a word why, where the engine or mono is missing.
set -eu
bin=$(cd "$1" && pwd)
factor=5     # times faster than the engine the referee must be
seeds=${ENGINE_SEEDS:-1}

skip() {
    echo "test-engine: skipped: $1"
    exit 0
}

[ -n "${ENGINE:-}" ] || skip "ENGINE=path/to/Bomberman.exe is not set"
[ -f "$ENGINE" ] || skip "there is no $ENGINE"
command -v mono >/dev/null || skip "there is no mono (apt-get install mono-runtime)"
engine=$(realpath "$ENGINE")
cc=${CC:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The engine hands every program of type Python2 to python.exe: this one starts it as it is.
mkdir "$work/path"
cat >"$work/path/python.exe" <<'END'
#!/bin/sh
program=$1
shift
case $program in
*.py) exec python3 "$program" "$@" ;;
/*) exec "$program" "$@" ;;
esac
exec "./$program" "$@"
END
chmod +x "$work/path/python.exe"

make_bot() { # folder nickname arguments
    mkdir -p "$work/$1"
    printf '{"Author":"%s","Email":"a@b","NickName":"%s","BotType":"Python2",' "$2" "$2" \
        >"$work/$1/bot.json"
    printf '"ProjectLocation":".","RunFile":"program","RunArgs":"%s"}' "$3" >>"$work/$1/bot.json"
}

# A bot that does not think: it waits by walking into the wall above, and one of two ends the match
# in round 60.
make_bot idle-a IdleA ""
make_bot idle-b IdleB ""
cat >"$work/idle.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    char path[4096];
    if (argc < 3)
        return 1;
    snprintf(path, sizeof path, "%s/move.txt", argv[2]);
    FILE *file = fopen(path, "w");
    char *key = strrchr(argv[2], '/');
    *key = 0;
    int round = atoi(strrchr(argv[2], '/') + 1), up = argv[1][0] == 'A' ? '1' : '4';
    fputc(round == 60 && argv[1][0] == 'A' ? '5' : up, file);
    return fclose(file);
}
END
"$cc" -O1 -o "$work/idle-a/program" "$work/idle.c"
cp "$work/idle-a/program" "$work/idle-b/program"

# Bots that search a fixed number of states: the same move every time.
for bot in a b c d; do
    make_bot "beam-$bot" "Beam$bot" "--nodes 400 --threads 1"
    cp "$bin/blastbeam" "$work/beam-$bot/program"
done

run_engine() { # seed folder bots...
    seed=$1 folder=$2
    shift 2
    (cd "$work" && PATH="$work/path:$PATH" mono "$engine" -b "$@" -l "$folder" -s "$seed") \
        >"$work/engine.out" 2>&1
}

run_referee() {
    seed=$1 folder=$2
    shift 2
    (cd "$work" && "$bin/referee" -b "$@" -l "$folder" -s "$seed") >"$work/referee.out" 2>&1
}

# A log without what differs from run to run: times, calibration, programs and where in .NET an error
# arose; the two streams of a bot end in any order.
essence() {
    sed -e '/^  at /d; /^$/d; s/^[-0-9]* [0-9:]* - //' -e '/Executing /d; /^$/d' \
        -e 's/additional [0-9]*ms/additional/; s/execution time was .*/execution time was/' \
        -e '/Output from bot: /d' "$1"
}

compare_logs() { # name
    (cd "$work/theirs" && find . -name "$1") | sort >"$work/their-logs"
    (cd "$work/ours" && find . -name "$1") | sort >"$work/our-logs"
    cmp "$work/their-logs" "$work/our-logs"
    while read -r log; do
        essence "$work/theirs/$log" >"$work/their-log"
        essence "$work/ours/$log" >"$work/our-log"
        diff "$work/their-log" "$work/our-log" >"$work/difference" || {
            echo "$log differs (< engine, > referee):"
            cat "$work/difference"
            return 1
        }
    done <"$work/their-logs"
}

count=0
compare() { # seed bots...
    rm -rf "$work/theirs" "$work/ours"
    seed=$1
    shift
    run_engine "$seed" "$work/theirs" "$@"
    if grep -q "collision detected" "$work"/theirs/*/engine.log; then
        echo "seed $seed, $# players: players wanted the same cell, where dice decide: left out"
        return 0
    fi
    run_referee "$seed" "$work/ours" "$@"
    diff -r -q -x engine.log -x log.txt -x blastbeam.memory "$work/theirs" "$work/ours"
    compare_logs engine.log
    compare_logs log.txt
    files=$(find "$work/theirs" -name state.json -o -name map.txt -o -name roundInfo.json | wc -l)
    count=$((count + 1))
    echo "seed $seed, $# players: $files files alike, $(tail -n 1 "$work/referee.out")"
}

milliseconds() {
    echo $(($(date +%s%N) / 1000000))
}

for seed in $seeds; do
    compare "$seed" beam-a beam-b
    compare "$seed" beam-a beam-b beam-c beam-d
done
[ "$count" -gt 0 ] || { echo "no match could be compared: set ENGINE_SEEDS to others"; exit 1; }

# In turn, and the best of some: the machine does other things, too.
theirs=999999999 ours=999999999
for run in 1 2 3; do
    rm -rf "$work/theirs" "$work/ours"
    start=$(milliseconds)
    run_engine 1 "$work/theirs" idle-a idle-b
    middle=$(milliseconds)
    run_referee 1 "$work/ours" idle-a idle-b
    end=$(milliseconds)
    diff -r -q -x engine.log -x log.txt "$work/theirs" "$work/ours"
    [ $((middle - start)) -ge "$theirs" ] || theirs=$((middle - start))
    [ $((end - middle)) -ge "$ours" ] || ours=$((end - middle))
done
rounds=$(find "$work/ours" -name engine.log | wc -l)
tenths=$((10 * theirs / (ours + (ours == 0))))
echo "$rounds rounds of bots that do not think, best of 3: engine $theirs ms, referee $ours ms," \
    "$((tenths / 10)).$((tenths % 10)) times faster"
[ "$theirs" -ge $((factor * ours)) ] || { echo "the referee must be $factor times faster"; exit 1; }
