#!/usr/bin/env bash
# run.sh FOLDER SECONDS TARGET...: fuzz each target that long on all cores. The corpus stays in
# FOLDER/corpus/TARGET, findings in FOLDER/found/TARGET. A line for each target, which is also kept in
# TALLY (FOLDER/tally.txt); then the sums of all that is there. Fails on a finding.
set -eu
folder=$1 seconds=$2
shift 2
cores=$(nproc)
tally=${TALLY:-$folder/tally.txt}
found=0

# seed TARGET FILE...: copy the files that exist into the corpus; at most 64, at most 300 kB each.
seed() {
    local target=$1 count=0 file
    shift
    mkdir -p "$folder/corpus/$target"
    for file; do
        [ -f "$file" ] && [ "$(stat -c %s "$file")" -lt 300000 ] || continue
        cp "$file" "$folder/corpus/$target/seed-$count"
        chmod u+w "$folder/corpus/$target/seed-$count"
        count=$((count + 1))
        [ "$count" -lt 64 ] || break
    done
}

seed state sample-state/*/state.json ../shared/replays/*/*0/state.json tests/data/found/state-*
seed map sample-state/*/map.txt ../shared/replays/*/*0/map.txt tests/data/found/map-*
seed log ../shared/replays/*/*0/A/log.txt tests/data/found/log-*
seed memory tests/data/found/memory-* ../shared/replays/*/*/A/blastbeam.memory
seed bot_file bot.json src/packaging/launcher/bot.json tests/data/found/bot_file-*
seed round_info tests/data/found/round_info-*
seed recording tests/data/*.rec tests/data/found/recording-*
seed play tests/data/found/play-*
seed settings tests/data/found/settings-*
seed options tests/data/found/options-*
printf 'blastbeam 2 seed 1 round 2 seen 3 players 1\n' >"$folder/corpus/memory/seed-head"
for i in 1 2 3 4 5 6 7 8; do printf 'time %d 12.5\n' "$i"; done >>"$folder/corpus/memory/seed-head"
{ printf 'player 2 2 0 1'; printf ' %d' $(seq 27); echo; } >>"$folder/corpus/memory/seed-head"
echo 'beam:width=20,no-lb,step=0.5' >"$folder/corpus/settings/seed-beam"
printf -- '--agent\nchaser\n--budget-ms\n5\n--map-knowledge\nseed' >"$folder/corpus/options/seed-all"

for i in 1 2 3 4 5 6 7 8; do
    LC_ALL=C awk -v seed="$i" 'BEGIN { srand(seed); for (i = 0; i < 400; i++) printf "%c", int(rand() * 256) }' \
        >"$folder/corpus/play/seed-random-$i"
done

fuzz() { # fuzz TARGET FOUND LOGS: as many processes as there are cores, for the seconds given
    for ((job = 0; job < cores; job++)); do
        "$folder/bin/$1" -max_total_time="$seconds" -seed=$((RANDOM + 1)) -timeout=20 \
            -print_final_stats=1 -reload=1 -artifact_prefix="$2/" "$folder/corpus/$1" \
            >/dev/null 2>"$3/$job" &
    done
    wait || true
}

TIMEFORMAT='%U %S'
for target; do
    found_here=$folder/found/$target
    logs=$folder/logs/$target
    mkdir -p "$found_here" "$logs" "$folder/corpus/$target"
    rm -f "$logs"/*
    took=$({ time fuzz "$target" "$found_here" "$logs"; } 2>&1)
    executed=$(cat "$logs"/* | sed -n 's/^stat::number_of_executed_units: //p' |
        awk '{ sum += $1 } END { print sum + 0 }')
    covered=$(cat "$logs"/* | sed -n 's/.* cov: \([0-9]*\) .*/\1/p' | sort -n | tail -1)
    findings=$(find "$found_here" -type f | wc -l)
    found=$((found + findings))
    echo "fuzz target=$target executions=$executed cpu_s=$(awk '{ printf "%.0f", $1 + $2 }' <<<"$took")" \
        "edges=${covered:-0} findings=$findings" | tee -a "$tally"
    [ "$findings" = 0 ] || echo "  see $found_here and $logs" >&2
done

# All runs since the tally was begun: a long measurement may be made of short ones.
echo "of all runs in $tally:"
sed 's/[a-z_]*=//g' "$tally" | awk '
    { executions[$2] += $3; cpu[$2] += $4; edges[$2] = $5; findings[$2] = $6 }
    END { for (target in executions) {
              printf "fuzz all target=%s executions=%.0f cpu_s=%d edges=%d findings=%d\n", target,
                     executions[target], cpu[target], edges[target], findings[target] | "sort"
              sum += executions[target]; seconds += cpu[target]; open += findings[target]
          }
          close("sort")
          printf "fuzz all targets=%d executions=%.0f cpu_h=%.1f findings=%d\n",
                 length(executions), sum, seconds / 3600, open }'
exit $((found > 0))
