#!/usr/bin/env bash
# load.sh BIN [MOVES]: how long bin/blastbeam takes as a process, from its start to its end, with 0,
# 2, 4, 8 and 16 busy processes beside it, and on one core with 2: other bots at their moves and a
# process that never rests. Then moves beside a process storm: 350 shells that start a program again
# and again on another core, at 100 ms a move and with the default budget. A move is late when it takes longer than the 2 s that the engine grants, or
# when no move stands. MOVES are those of all loads together. Where the disk is slow, a TMPDIR in memory
# keeps the time that the test takes to make its folders out of the measurement.
set -eu
bin=$1 moves=${2:-200}
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

play() { # play FOLDER LANE CORES: one process; prints its milliseconds, and "none" when no move stands
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

summary() { # summary BUSY CORES: a line of what stands in the times
    cat "$scratch"/times-* | sed 's/none/-1/; s/watchdog/-2/' | sort -n |
        awk -v busy="$1" -v cores="$2" -v limit=$limit_ms '
            $1 == -2 { watchdog++ }
            $1 < 0 || $1 > limit { late++ }
            { t[NR] = $1 }
            function at(share) { i = int(NR * share + 0.999999); return t[i < 1 ? 1 : i] }
            END { printf "load busy=%s cores=%d moves=%d p50_ms=%d p99_ms=%d max_ms=%d late=%d watchdog=%d\n",
                  busy, cores, NR, at(0.5), at(0.99), t[NR], late, watchdog; exit late > 0 }'
}

measure() { # measure BUSY BOTS MOVES CORES: moves of so many bots at once, a busy process beside them
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
for load in 0:1:2 2:2:3 4:4:7 8:8:18 16:16:68; do
    IFS=: read -r beside bots percent <<<"$load"
    measure "$beside" "$bots" $(((moves * percent + 99) / 100)) || late=1
done
core=$(taskset -pc $$ | sed 's/.*[ ,-]//')
measure 2 2 $(((moves * 2 + 99) / 100)) "$core" || late=1

storm() { # storm MOVES BUDGET: moves on the last core beside 350 shells on the first
    local i
    rm -f "$scratch"/times-*
    for ((i = 0; i < 350; i++)); do
        timeout 36000 taskset -c 0 sh -c 'while :; do /bin/true; done' &
        busy+=($!)
    done
    sleep 2
    budget=$2
    lane 0 "$1" "$core"
    budget=
    stop_busy
    wait 2>/dev/null || true
    summary "storm${2:+-$2ms}" 1
}

if [ "$(nproc)" -gt 1 ]; then
    storm "${STORM_MOVES:-$(((moves + 9) / 10))}" 100 || late=1
    storm "${STORM_MOVES:-$(((moves + 9) / 10))}" "" || late=1
fi
exit $late
