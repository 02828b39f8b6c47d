# shellcheck shell=bash disable=SC2034,SC2154
# What a match against a hostile bot must have left as it was; sourced by run.sh.
#
# Each check adds to findings what it finds wrong, a text without a subject when the attacker did it.
# outcome says in words how the match ended.

finding() {
    findings+=("$*")
}

# judge MODE: all checks, after a match.
judge() {
    findings=() outcome="the match went on"
    rounds=$(sed -n 's/^winner=.* rounds=\([0-9]*\) .*/\1/p' "$work/out")
    check_leftovers
    check_end
    [ "$1 ${SANDBOX---sandbox}" != "sandbox --sandbox" ] || check_notice
    [ "$status" != 0 ] || check_match
    check_guarded
    check_evidence
    check_disk
    check_output
    check_host
}

# The processes whose program or working directory lies in the scratch folder, or whose arguments name
# it.
leftovers() {
    echo "$scratch" >"$work/pattern"
    {
        find /proc -mindepth 2 -maxdepth 2 \( -name exe -o -name cwd \) -lname "$scratch*" 2>/dev/null
        grep -lsF -f "$work/pattern" /proc/[0-9]*/cmdline
    } | cut -d/ -f3 | grep -x '[0-9]*' | sort -u
}

check_leftovers() {
    local ids
    ids=$(leftovers)
    [ -n "$ids" ] || return
    finding "left processes running: $(wc -l <<<"$ids")"
    stop_leftovers
}

stop_leftovers() {
    local ids
    for _ in 1 2 3; do
        ids=$(leftovers)
        [ -n "$ids" ] || return
        # shellcheck disable=SC2086
        kill -9 $ids 2>/dev/null
        sleep 0.1
    done
}

check_end() {
    case $status in
    0 | refused) ;;
    124 | 137 | 143)
        outcome="the match ended"
        if [ "$took" -ge "$limit" ]; then
            finding "the referee hung"
        else
            finding "the referee was killed"
        fi
        ;;
    *)
        outcome="the match ended"
        finding "the referee failed with status $status: $(head -c 200 "$work/err" | head -n 1)"
        ;;
    esac
}

check_match() {
    check_rounds
    check_honest_bot
    check_recording
    check_strays
    ! grep -q "after player $honest_key ran" "$work/err" || finding "had the opponent blamed"
}

# A bot that cannot be started does nothing for 20 rounds.
check_rounds() {
    local attackers_failures
    attackers_failures=$(result_of "$attacker_key" failed)
    [ "$rounds" = 5 ] || [ "${attackers_failures:-0}" -ge 20 ] ||
        finding "made the match last ${rounds:-no} rounds instead of 5"
}

check_notice() {
    [ "$(grep -c 'referee: the bots run in a sandbox' "$work/err")" = 1 ] ||
        finding "the referee did not say that it uses a sandbox"
}

# result_of KEY FIELD: from the player's line at the end of the match.
result_of() {
    sed -n "s/^[1-4]\. $1 .* $2=\([^ ]*\).*/\1/p" "$work/out"
}

# To the right and back, A first to the right, B first to the left.
honest_move() { # ROUND
    local key_number=0
    [ "$honest_key" = A ] || key_number=1
    echo $((3 - ($1 + key_number) % 2))
}

check_honest_bot() {
    local round move expected lost=0
    for ((round = 0; round < ${rounds:-0}; round++)); do
        expected=$(honest_move $round)
        move=$(head -c 1 "$match/$round/$honest_key/move.txt" 2>/dev/null)
        [ "$move" = "$expected" ] || lost=$((lost + 1))
    done
    [ $lost = 0 ] || finding "cost the opponent moves: $lost"
    [ "$(result_of "$honest_key" late)" = 0 ] || finding "made the opponent late"
    [ "$(result_of "$honest_key" refused)" = 0 ] || finding "made the opponent walk elsewhere"
    [[ "$(result_of "$honest_key" failed)" =~ ^0?$ ]] || finding "made the opponent fail"
}

check_recording() {
    local last
    last=$(timeout 20 "$bin/replay" verify "$match" 2>&1 | tail -n 1)
    [[ $last == *" ${rounds:-0} rounds: 0 mismatches"* ]] || finding "made the recording wrong ($last)"
}

# All that is in the folder of the match, but for the attacker's own folders.
check_strays() {
    local common='(state\.json|map\.txt|roundInfo\.json|engine\.log) f' strays
    strays=$(cd "$match" && find . -mindepth 1 -path "./[0-9]*/$attacker_key/*" -prune -o -printf '%P %y\n' |
        grep -vE "^[0-9]+ d$|^[0-9]+/$common$|^[0-9]+/[AB] d$" |
        grep -vE "^ d$|^[0-9]+/$honest_key/(state\.json|map\.txt|move\.txt|log\.txt|notes\.txt) f$")
    [ -z "$strays" ] || finding "left $(head -n 1 <<<"$strays" | cut -d' ' -f1 | cut -c 1-60) in the match"
}

guarded_by_default="home honest attacker matches/beside.txt"
guarded_paths=$guarded_by_default

# Names, kinds, rights and contents of all that no bot may change.
guarded() {
    # shellcheck disable=SC2086
    (cd "$scratch" && find $guarded_paths -printf '%p %y %m %l\n' \
        -type f -exec cksum {} + 2>/dev/null | sort)
}

record_guarded() {
    guarded >"$work/guarded"
}

check_guarded() {
    local changes
    changes=$(guarded | comm -3 "$work/guarded" - | sed 's/^\t//; s/^[0-9]* [0-9]* //' | cut -d' ' -f1 | sort -u)
    [ -z "$changes" ] || finding "changed $(head -n 3 <<<"$changes" | paste -sd, | sed 's/,/, /g')"
}

# What the attacks have written themselves, and the secret where it must not be.
check_evidence() {
    local line files
    while read -r line; do
        finding "$line"
    done < <(find "$scratch" -name evidence.txt -size -1000k -exec cat {} + 2>/dev/null | sort -u)
    files=$(find "$scratch/matches" -mindepth 2 -type f -links 1 -size -1000k \
        -exec grep -laF "$secret" {} + 2>/dev/null | head -n 1)
    [ -z "$files" ] || finding "had the secret in ${files##*/}"
    [ -z "$(find "$scratch/matches" -name ran.txt)" ] || finding "ran a program outside of its folder"
    ! grep -qaF "$secret" "$work/out" "$work/err" || finding "had the secret in the referee's output"
}

check_kept_memory() {
    [ -s "$scratch/attacker/memory.txt" ] || finding "could not write into its own bot folder"
}

check_disk() {
    local megabytes files
    chmod -Rf u+rwx "$match"/*/"$attacker_key"
    megabytes=$(du -sm "$scratch" 2>/dev/null | cut -f1)
    files=$(find "$scratch" 2>/dev/null | wc -l)
    [ "$megabytes" -le 64 ] || finding "left $megabytes MB on the disk"
    [ "$files" -le 1500 ] || finding "left $files files"
}

# The referee's own output is for a terminal: no control codes, and not too much of it.
check_output() {
    ! grep -qaP '[\x00-\x08\x0b-\x1f\x7f-\x9f]' "$work/out" "$work/err" ||
        finding "sent control codes to the terminal"
    [ "$(cat "$work/out" "$work/err" | wc -c)" -le 200000 ] || finding "flooded the terminal"
}

bystander_state() {
    {
        ps -o ni=,stat= -p "$bystander"
        grep Cpus_allowed_list "/proc/$bystander/status"
        grep 'open files' "/proc/$bystander/limits"
    } 2>/dev/null
}

check_host() {
    local path line
    [ "$(bystander_state)" = "$bystander_before" ] || finding "changed another process of the user"
    for path in /tmp /var/tmp /dev/shm /run/lock /usr; do
        [ ! -e "$path/hostile-${work##*/}" ] || finding "wrote to $path"
        rm -f "$path/hostile-${work##*/}"
    done
    ! ipcs -m | grep -q 0x626c6173 || { finding "left shared memory" && ipcrm -M 0x626c6173; }
    [ ! -s "$work/typed" ] || finding "the shell read \"$(cat "$work/typed")\""
    while read -r line; do
        finding "reached $line"
    done <"$work/connections"
}

# What the referee did about the attacker, in words.
attackers_end() {
    local logs
    logs=$(cat "$match"/*/"$attacker_key"/log.txt 2>/dev/null | head -c 1000000 | tr -d '\0')
    if [ -s "$scratch/attacker/memory.txt" ]; then
        echo "kept its notes"
    elif grep -q 'Bot has been killed for taking to long' <<<"$logs"; then
        echo "killed after 4 s"
    elif grep -q 'Bot has been killed' <<<"$logs"; then
        sed -n 's/.*Bot has been killed for /killed for /p' <<<"$logs" | head -n 1
    elif grep -q 'referee: .* removed' "$work/err"; then
        sed -n 's/^referee: .*\(removed .*\)/\1/p' "$work/err" | head -n 1
    elif grep -q 'it was put right' "$work/err"; then
        echo "put right, and the bot was named"
    elif [[ ! "$(result_of "$attacker_key" failed)" =~ ^0?$ ]]; then
        echo "counted as failed"
    else
        echo "no effect"
    fi
}

# summarize FINDING...: the text of a cell, of the findings of all seats.
summarize() {
    local text
    if [ $# = 0 ] && [ "$status" = refused ]; then
        text=$outcome
    elif [ $# = 0 ]; then
        text="$(attackers_end); $outcome"
    else
        text="$(printf '%s\n' "$@" | awk '!seen[$0]++ && n++ < 5' | paste -sd';' | sed 's/;/; /g'); $outcome"
    fi
    echo "$text" | tr '|' '/'
}
