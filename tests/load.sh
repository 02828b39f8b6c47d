#!/usr/bin/env bash
# load.sh BIN [MOVES]: how long bin/blastbeam takes as a process, from its start to its end, with 0,
# 2, 4 and 8 busy processes beside it. A move is late when it takes longer than the 2 s that the
# engine grants, or when no move stands. Without MOVES a run of some 2 minutes.
set -eu
bin=$1 moves=${2:-80}
limit_ms=2000
scratch=$(mktemp -d /tmp/blastbeam-load-XXXXXX)
busy=()
stop_busy() {
    [ "${#busy[@]}" = 0 ] || kill "${busy[@]}" 2>/dev/null || true
    busy=()
}
trap 'stop_busy; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# Folders with state.json and map.txt: the samples, and rounds of recorded matches where they are.
folders=(sample-state/*/)
for round in ../shared/replays/*/*5; do
    [ ! -f "$round/state.json" ] || folders+=("$round")
done

play() { # play FOLDER: one process; prints its milliseconds, and "none" when no move stands
    local player=$scratch/7/12/A started ended
    rm -rf "$player" && mkdir -p "$player"
    cp "$1/state.json" "$1/map.txt" "$player/"
    started=${EPOCHREALTIME/[.,]/}
    "$bin/blastbeam" "${key:-A}" "$player" >"$scratch/line" || true
    ended=${EPOCHREALTIME/[.,]/}
    if grep -q 'agent=none' "$scratch/line"; then
        echo dead
    elif grep -q '^[1-6]$' "$player/move.txt" 2>/dev/null; then
        echo $(((ended - started) / 1000))
    else
        echo none
    fi
}

late_ever=0
for load in 0 2 4 8; do
    for ((i = 0; i < load; i++)); do
        # Ends by itself should nobody be left to end it.
        timeout 3600 sh -c 'while :; do :; done' &
        busy+=($!)
    done
    : >"$scratch/times"
    done_moves=0
    for ((i = 0; done_moves < moves / 4; i++)); do
        ms=$(play "${folders[$((i * 7 % ${#folders[@]}))]}")
        [ "$ms" != dead ] || continue
        echo "$ms" >>"$scratch/times"
        done_moves=$((done_moves + 1))
        [ ! -t 2 ] || printf '\rload %d: %d of %d ' "$load" "$done_moves" $((moves / 4)) >&2
    done
    stop_busy
    wait 2>/dev/null || true
    [ ! -t 2 ] || printf '\r\033[K' >&2
    grep -v none "$scratch/times" | sort -n >"$scratch/sorted" || true
    late=$(awk -v limit=$limit_ms '$1 == "none" || $1 > limit { n++ } END { print n + 0 }' \
        "$scratch/times")
    awk -v load="$load" -v late="$late" '{ t[NR] = $1 }
        function at(share) { i = int(NR * share + 0.999999); return t[i < 1 ? 1 : i] }
        END { printf "load busy=%d moves=%d p50_ms=%d p99_ms=%d max_ms=%d late=%d\n",
              load, NR, at(0.5), at(0.99), t[NR], late }' "$scratch/sorted"
    late_ever=$((late_ever + late))
done
exit $((late_ever > 0))
