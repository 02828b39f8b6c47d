#!/usr/bin/env bash
# load.sh BIN [MOVES]: measure how long bin/blastbeam takes as a process, from its start to its end.
# LOADS="busy storm memory disk" (default: all) chooses what runs beside it:
#
#     busy    0, 2, 4, 8 and 16 other processes, and 2 on a single core: other bots at their
#             moves, and a process that never rests. MOVES (200) is the sum of these rows.
#     storm   350 shells that start a program again and again
#     memory  processes that take, touch and free 80 % of the available memory, while another one
#             reads a file of that size, so that the system must reclaim pages all the time
#     disk    processes that write big files to the file system of the bot's folder and wait for
#             the disk
#
# The last three run on the first core, the bot on the last one. Each is measured at 100 ms a move
# and with the default budget, STORM_MOVES (MOVES / 10) moves each.
#
# A move is late when the process takes longer than the engine's 2 s, when the watchdog ended it, or
# when no move stands. Exits 1 when a move was late. The folders are made in TMPDIR (/tmp). When it
# lies in memory, a slow disk delays the bot less; memory and disk need one on a disk.
set -eu
bin=$1 moves=${2:-200} loads=${LOADS:-busy storm memory disk}
limit_ms=2000
scratch=$(mktemp -d "${TMPDIR:-/tmp}/blastbeam-load-XXXXXX")
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

# play FOLDER LANE CORES: one process; prints its milliseconds, or "none" when no move stands,
# "watchdog" when the watchdog ended it, "dead" when the folder has no living player A.
play() {
    local player=$scratch/$2/7/12/A started ended line on=()
    [ "$3" = all ] || on=(taskset -c "$3")
    rm -rf "$player" && mkdir -p "$player"
    cp "$1/state.json" "$1/map.txt" "$player/"
    started=${EPOCHREALTIME/[.,]/}
    line=$("${on[@]}" "$bin/blastbeam" A "$player" ${budget:+--budget-ms "$budget"}) || true
    ended=${EPOCHREALTIME/[.,]/}
    echo "$line" >"$scratch/$2/line"
    if [[ $line = *agent=none* ]]; then
        echo dead
    elif [[ $line = *agent=watchdog* ]]; then
        echo watchdog
    elif grep -q '^[1-6]$' "$player/move.txt" 2>/dev/null; then
        echo $(((ended - started) / 1000))
    else
        echo none
    fi
}

lane() { # lane NUMBER MOVES CORES: so many moves one after the other; a line each into times-NUMBER
    local i ms played=0
    mkdir -p "$scratch/$1"
    for ((i = $1; played < $2; i++)); do
        ms=$(play "${folders[$((i * 7 % ${#folders[@]}))]}" "$1" "$3")
        [ "$ms" != dead ] || continue
        [ "$ms" != none ] && [ "$ms" != watchdog ] && [ "$ms" -le $limit_ms ] ||
            echo "late: $ms ms; the bot's own line: $(cat "$scratch/$1/line")" >&2
        echo "$ms" >>"$scratch/times-$1"
        played=$((played + 1))
    done
}

watch() { # watch LABEL MOVES: progress on a terminal, until it is ended
    [ -t 2 ] || return 0
    while sleep 1; do
        printf '\r%s: %d of %d ' "$1" "$(cat "$scratch"/times-* 2>/dev/null | wc -l)" "$2" >&2
    done
}

summary() { # summary BUSY CORES [FIGURE]: a line of what stands in the times
    cat "$scratch"/times-* | sed 's/none/-1/; s/watchdog/-2/' | sort -n |
        awk -v busy="$1" -v cores="$2" -v limit=$limit_ms -v figure="${3:+ $3}" '
            $1 == -2 { watchdog++ }
            $1 < 0 || $1 > limit { late++ }
            { t[NR] = $1 }
            function at(share) { i = int(NR * share + 0.999999); return t[i < 1 ? 1 : i] }
            END {
                printf "load busy=%s cores=%d moves=%d ", busy, cores, NR
                printf "p50_ms=%d p99_ms=%d max_ms=%d ", at(0.5), at(0.99), t[NR]
                printf "late=%d watchdog=%d%s\n", late, watchdog, figure
                exit late > 0
            }'
}

# measure BUSY BOTS MOVES CORES: moves of so many bots at once, a busy process beside them
measure() {
    local bots=() i
    rm -f "$scratch"/times-*
    if [ "$1" -gt 0 ]; then
        # Ends by itself should nobody be left to end it.
        timeout 36000 ${4:+taskset -c "$4"} sh -c 'while :; do :; done' &
        busy+=($!)
    fi
    watch "busy $1" "$3" &
    busy+=($!)
    for ((i = 0; i < $2; i++)); do
        lane "$i" $((($3 + $2 - 1 - i) / $2)) "${4:-all}" &
        bots+=($!)
    done
    wait "${bots[@]}"
    stop_busy
    wait 2>/dev/null || true
    [ ! -t 2 ] || printf '\r\033[K' >&2
    summary "$1" "$(${4:+taskset -c "$4"} nproc)"
}

# busy:at once:share of the moves in percent; most where most are played at once.
late=0
cores=$(taskset -pc $$ | sed 's/.*: //')
first_core=${cores%%[,-]*} last_core=${cores##*[,-]}
busy_rows() {
    local beside bots percent load
    for load in 0:1:2 2:2:3 4:4:7 8:8:18 16:16:68; do
        IFS=: read -r beside bots percent <<<"$load"
        measure "$beside" "$bots" $(((moves * percent + 99) / 100)) || late=1
    done
    measure 2 2 $(((moves * 2 + 99) / 100)) "$last_core" || late=1
}

# again COMMAND: run it on the first core again and again. Should memory run out, the system ends
# these processes before others.
again() {
    timeout 36000 taskset -c "$first_core" sh -c \
        "echo 1000 >/proc/self/oom_score_adj; while :; do $1; done" >/dev/null 2>&1 &
    busy+=($!)
}

start_storm() {
    local i
    for ((i = 0; i < 350; i++)); do again /bin/true; done
}

start_memory() { # in parts of up to 1 GB, because dd reads no more than 2 GB at once
    local i mb parts
    mb=$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo)
    parts=$((mb * 8 / 10 / 1024 + 1))
    truncate -s "${mb}M" "$scratch/hole"
    cat "$scratch/hole" >/dev/null
    again "cat '$scratch/hole'"
    for ((i = 0; i < parts; i++)); do
        again "dd if=/dev/zero of=/dev/null bs=$((mb * 8 / 10 / parts))M count=2 iflag=fullblock"
    done
}

start_disk() {
    local i
    for ((i = 0; i < 4; i++)); do
        again "dd if=/dev/zero of='$scratch/big-$i' bs=1M count=256 conv=fsync"
    done
}

reclaimed_mb() { # by the system since its start
    awk '/^pgsteal_(kswapd|direct) / { pages += $2 } END { printf "%d", pages / 256 }' /proc/vmstat
}

beside() { # beside LOAD MOVES BUDGET: moves on the last core beside that load on the first one
    local before figure=
    rm -f "$scratch"/times-*
    before=$(reclaimed_mb)
    "start_$1"
    sleep 2
    watch "$1" "$2" &
    busy+=($!)
    budget=$3
    lane 0 "$2" "$last_core"
    budget=
    [ "$1" != memory ] || figure=reclaimed_mb=$(($(reclaimed_mb) - before))
    stop_busy
    wait 2>/dev/null || true
    rm -f "$scratch"/big-* "$scratch/hole"
    [ ! -t 2 ] || printf '\r\033[K' >&2
    summary "$1${3:+-$3ms}" 1 $figure
}

for load in $loads; do
    if [ "$load" = busy ]; then
        busy_rows
    elif [ "$(nproc)" -gt 1 ]; then
        beside "$load" "${STORM_MOVES:-$(((moves + 9) / 10))}" 100 || late=1
        beside "$load" "${STORM_MOVES:-$(((moves + 9) / 10))}" "" || late=1
    else
        echo "$load is not measured: it needs a second core" >&2
    fi
done
exit $late
