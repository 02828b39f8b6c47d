#!/usr/bin/env bash
# run.sh FOLDER SECONDS TARGET...: fuzz each target for SECONDS on all cores. The corpus is kept in
# FOLDER/corpus/TARGET, findings in FOLDER/found/TARGET. Prints a line for each target and appends it to
# TALLY (FOLDER/tally.txt), then prints the sums of all lines there. Fails when there is a finding.
# BLASTBEAM_BIN (bin) has the programs that play the matches for the first inputs.
set -eu
folder=$1 seconds=$2
shift 2
bin=${BLASTBEAM_BIN:-bin}
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

# Play two matches, of 2 and of 4 players, for files of every kind in the formats of these programs.
matches=$folder/matches
rm -rf "$matches"
mkdir -p "$matches"
play() { # play PLAYERS RIVAL...
    "$bin/referee" -b . "${@:2}" -s "$1" -l "$matches/$1" --budget-ms 5 \
        --arguments "--nodes 300 --threads 1 --explain" >"$matches/$1.log"
}
play 2 chaser
play 4 random chaser random

# The target expects round 2 and adds a valid checksum itself.
mkdir -p "$matches/memory"
for file in "$matches"/[24]/*[05]/A/blastbeam.memory; do
    [ -f "$file" ] || { echo "fuzz: the matches in $matches have no memory files" >&2; exit 1; }
    name=${file#"$matches"/}
    sed '$d; s/ round [0-9]* / round 2 /' "$file" | head -c -1 >"$matches/memory/${name//\//-}"
done

seed state sample-state/*/state.json tests/data/found/state-* "$matches"/[24]/*0/state.json
seed map sample-state/*/map.txt tests/data/found/map-* "$matches"/[24]/*0/map.txt
seed log tests/data/found/log-* "$matches"/[24]/*0/A/log.txt
seed memory tests/data/found/memory-* "$matches"/memory/*
seed bot_file bot.json src/packaging/launcher/bot.json tests/data/found/bot_file-*
seed round_info tests/data/found/round_info-*
seed recording tests/data/*.rec tests/data/found/recording-*
seed play tests/data/found/play-*
seed web tests/data/found/web-*
mkdir -p "$folder/corpus/web"
printf '\3/seat\n127.0.0.1:80\nhttp://127.0.0.1:80\n\n1-1-1\ntoken=%%s&name=Ann+B' >"$folder/corpus/web/seed-seat"
printf '\3/command\nlocalhost\n\n\n\nkey=%%k&command=1&round=3' >"$folder/corpus/web/seed-command"
printf '\3/control\n[::1]:1\n\n\n\ntoken=%%h&action=match&seed=7&players=0,1' >"$folder/corpus/web/seed-match"
printf '\3/control\nlocalhost\n\n\n\ntoken=%%h&action=speed&value=5' >"$folder/corpus/web/seed-speed"
printf '\1/events\nlocalhost\n\n%%k\n%%i\n' >"$folder/corpus/web/seed-events"
printf '\1/folder/3\nlocalhost\n\n\n\n' >"$folder/corpus/web/seed-folder"
seed console tests/data/found/console-*
mkdir -p "$folder/corpus/console"
# Register, sit, a round, a command, a death, the end.
printf '\0\14%b\5\1\0\14\0\1\10%b\20\1x\14\0\24\0' '5\0|\0A\0n\0n\0<\0' '3\0|\0w\0<\0' \
    >"$folder/corpus/console/seed-match"
printf '\0\10%b\30\100\11\0\1\10%b\6\1\2' '5\0|\0B\0<\0' '3\0|\0z\0<\0' >"$folder/corpus/console/seed-refused"
"$bin/arena" -a beam -a chaser --games 4 --nodes 300 --json "$matches/games.json" --overwrite >/dev/null
"$bin/arena" -a beam -a chaser --games 4 --json "$matches/timed.json" --overwrite >/dev/null
head -c 1000 "$matches/games.json" | tr '4' '\0' >"$matches/damaged.json"
seed games tests/data/found/games-* "$matches"/{games,timed,damaged}.json
seed settings tests/data/found/settings-*
seed options tests/data/found/options-*
echo 'beam:width=20,no-lb,step=0.5' >"$folder/corpus/settings/seed-beam"
printf -- '--agent\nchaser\n--budget-ms\n5\n--map-knowledge\nseed' >"$folder/corpus/options/seed-all"

for i in 1 2 3 4 5 6 7 8; do
    LC_ALL=C awk -v seed="$i" 'BEGIN { srand(seed); for (i = 0; i < 400; i++) printf "%c", int(rand() * 256) }' \
        >"$folder/corpus/play/seed-random-$i"
done

fuzz() { # fuzz TARGET FOUND LOGS: one process per core, for $seconds
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

# The sums of all runs in the tally, so that a long measurement can be made of short ones.
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
