#!/usr/bin/env bash
# run.sh BIN PROGRAMS [NAME...]: bots that attack the referee, its host and their opponents. BIN has the
# referee, PROGRAMS what is built from this folder: attacks and listener. NAME... are attacks, or cases
# of folders.sh; without names, all of them.
#
# Each attack is a match of five rounds against an honest bot, in the sandbox and without it. In the
# sandbox each must fail: the match is played to its end, the opponent loses no move, bin/replay verify
# agrees with the recording, and the attack has left, changed and read nothing outside of its folder.
# Without the sandbox some attacks must fail all the same ("always" in attacks.c); what the others
# achieve is only recorded.
#
# Prints a row an attack. TABLE=FILE also writes the rows as a table in Markdown. The last line is "N
# passed, N failed, N skipped", where each column of a row counts when it can fail. The sandbox is
# skipped, with a word why, where bwrap is missing or does not work. SANDBOX=--no-sandbox plays the
# sandbox's column without it, which must fail: that tests this test.
set -u
export LC_ALL=C
bin=$(realpath "$1") programs=$(realpath "$2") here=$(dirname "$0")
shift 2
work=$(mktemp -d "${TMPDIR:-/tmp}/blastbeam-hostile-XXXXXX")
scratch=$work/scratch match=$work/scratch/matches/m
secret=secret-${work##*-}
bystander= listener=
trap 'tidy_up' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

. "$here/checks.sh"
. "$here/folders.sh"

tidy_up() {
    stop_leftovers
    # shellcheck disable=SC2086
    kill -9 $bystander $listener 2>/dev/null
    remove_scratch
    rm -rf "$work"
}

remove_scratch() {
    chattr -R -f -i "$scratch" 2>/dev/null
    chmod -R u+rwx "$scratch" 2>/dev/null
    rm -rf "$scratch"
}

# write_bot FOLDER NAME ARGUMENTS
write_bot() {
    mkdir -p "$1"
    cp "$programs/attacks" "$1/bot"
    printf '{"Author":"a","Email":"a@b","NickName":"%s","BotType":"CPlusPlus","ProjectLocation":".",%s' \
        "$2" "\"RunFile\":\"bot\",\"RunArgs\":\"$3\"}" >"$1/bot.json"
}

# The folders of attack.h. make_scratch ARGUMENTS-OF-THE-ATTACKER
make_scratch() {
    remove_scratch
    mkdir -p "$scratch/home" "$scratch/matches"
    echo "$secret" | tee "$scratch/home/secret.txt" >"$scratch/home/remove.txt"
    echo "$secret" >"$scratch/matches/beside.txt"
    echo 'umask 077' >"$scratch/home/.profile"
    printf '#!/bin/sh\ntouch "$2/ran.txt"\nprintf 5 >"$2/move.txt"\n' >"$scratch/home/tool"
    chmod +x "$scratch/home/tool"
    write_bot "$scratch/attacker" Attacker "$1"
    write_bot "$scratch/honest" Honest honest
    echo "$secret" >"$scratch/honest/secret.txt"
    : >"$work/connections"
    rm -f "$work/typed"
}

start_bystander() {
    [ -n "$bystander" ] && [ "$(bystander_state)" = "$bystander_before" ] && return
    [ -z "$bystander" ] || kill -9 "$bystander" 2>/dev/null
    "$work/bystander" 3600 &
    bystander=$!
    disown
    until [ "$(readlink "/proc/$bystander/exe")" = "$work/bystander" ]; do sleep 0.01; done
    sleep 0.05
    bystander_before=$(bystander_state)
}

# referee OPTIONS...: as a user starts it, with a secret in the environment and in an open file. Sets
# status and took, in seconds.
referee() {
    local started=$EPOCHREALTIME
    HOME=$scratch/home SECRET=$secret timeout --foreground -k 2 "$limit" "$bin/referee" "$@" \
        -l "$match" -s 1 </dev/null 9<"$scratch/home/secret.txt" >"$work/out" 2>"$work/err"
    status=$?
    took=$(((${EPOCHREALTIME/[.,]/} - ${started/[.,]/}) / 1000000))
}

# The same in a terminal of its own. What was typed into it meanwhile is kept in the file typed.
referee_in_terminal() {
    rm -f "$work/keys"
    mkfifo "$work/keys"
    {
        HOME=$scratch/home timeout --foreground -k 2 "$limit" script -qec "$(
            printf "'%s' " "$bin/referee" "$@" -l "$match" -s 1
        ) >'$work/out' 2>'$work/err'; status=\$?; IFS= read -r -t 0.5 typed
            printf '%s' \"\$typed\" >'$work/typed'; exit \$status" /dev/null <&8 8>&- >/dev/null
        status=$?
    } 8<>"$work/keys"
    took=0
}

# play MODE ATTACK SEAT: one match. Fills findings and outcome (checks.sh).
play() {
    local mode=$1 attack=$2 seat=$3 temper=bold run=referee
    [ "$mode ${SANDBOX---sandbox}" = "sandbox --sandbox" ] || temper=careful
    limit=40
    [ "$attack" = stop-referee ] && limit=5
    make_scratch "$attack $temper $(cat "$work/port")"
    start_bystander
    prepare_attack "$attack"
    record_guarded
    attacker_key=$seat honest_key=B first=$attacker second=$honest
    [ "$seat" = A ] || attacker_key=B honest_key=A first=$honest second=$attacker
    [ "$attack" = terminal ] && run=referee_in_terminal
    # shellcheck disable=SC2046
    $run -b "$first" "$second" $(options "$mode" "$attack") 2>/dev/null
    judge "$mode"
    [ "$attack" != kept-memory ] || check_kept_memory
}

# Where some attacks begin. With --keep-memory bots may write into their own folder. The folder of an
# outer bot holds the opponent's folder and the match, as when a bot is started by "-b .".
prepare_attack() {
    attacker=$scratch/attacker honest=$scratch/honest guarded_paths=$guarded_by_default
    case $1 in
    kept-*) guarded_paths="home honest matches/beside.txt" ;;
    outer-*)
        attacker=$scratch guarded_paths="honest matches/beside.txt"
        cp "$scratch/attacker/bot" "$scratch/attacker/bot.json" "$scratch"
        ;;
    esac
    if [ "$1" = outer-rename ]; then
        honest=$scratch/inner/honest guarded_paths="inner/honest matches/beside.txt"
        mkdir "$scratch/inner"
        mv "$scratch/honest" "$honest"
    fi
}

# options MODE ATTACK: of the referee.
options() {
    if [ "$1" = sandbox ]; then
        printf '%s ' "${SANDBOX---sandbox}"
    elif [ "$has_sandbox" = yes ]; then
        printf '%s ' --no-sandbox
    fi
    case $2 in
    escapes) echo --clog ;;
    memory*) echo --nolimit ;; # a busy machine gives too little memory in 4 s
    kept-* | outer-*) echo --keep-memory ;;
    esac
}

# play_seats MODE ATTACK SEATS: a match for each seat. Sets cell and is_clean.
play_seats() {
    local seat all=()
    is_clean=yes outcome=
    for seat in $(grep -o . <<<"$3"); do
        play "$1" "$2" "$seat"
        all+=(${findings[@]+"${findings[@]}"})
        [ "$outcome" = "the match went on" ] || is_clean=no
    done
    [ ${#all[@]} = 0 ] || is_clean=no
    cell=$(summarize ${all[@]+"${all[@]}"})
}

passed=0 failed=0 skipped=0 failures=()

# result MODE NAME GUARD: count a column of a row, and mark its cell when it failed.
result() {
    [ "$1 $3" = "without sandbox" ] && return
    if [ "$is_clean" = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        failures+=("$2, $1: $cell")
        cell="FAILED: $cell"
    fi
}

# row NAME GUARD SENTENCE FUNCTION [ARGUMENT...]: FUNCTION MODE NAME ARGUMENT... sets cell and is_clean.
row() {
    local name=$1 guard=$2 sentence=$3 run=$4 inside without
    shift 4
    if [ "$sandbox_works" = yes ]; then
        "$run" sandbox "$name" "$@"
        result sandbox "$name" "$guard"
        inside=$cell
    else
        inside="skipped: $sandbox_works"
        skipped=$((skipped + 1))
    fi
    "$run" without "$name" "$@"
    result without "$name" "$guard"
    without=$cell
    echo "$name | $sentence | $inside | $without"
    echo "| $name | $sentence | $inside | $without |" >>"$work/table"
}

is_wanted() { # NAME
    [ ${#wanted[@]} = 0 ] || grep -qxF -- "$1" <<<"$(printf '%s\n' "${wanted[@]}")"
}

find_sandbox() {
    has_sandbox=no sandbox_works=yes
    grep -q -- --no-sandbox < <("$bin/referee" --help) && has_sandbox=yes
    [ "$has_sandbox" = yes ] || sandbox_works="the referee has no sandbox"
    command -v bwrap >/dev/null || sandbox_works="bwrap is missing (apt-get install bubblewrap)"
    [ "$sandbox_works" != yes ] || bwrap --unshare-all --ro-bind / / true 2>/dev/null ||
        sandbox_works="bwrap does not work here"
}

write_table() {
    {
        printf '# Hostile bots\n\nWritten by `make test-hostile TABLE=docs/results/hostile.md`. '
        printf 'Each row is an attack by a bot on the referee, its\nhost or its opponent.\n\n'
        printf '| attack | what it tries | in the sandbox | without it |\n|---|---|---|---|\n'
        cat "$work/table"
        printf '\n%s\n' "$passed passed, $failed failed, $skipped skipped"
    } >"$TABLE"
}

wanted=("$@")
find_sandbox
cp "$(command -v sleep)" "$work/bystander"
"$programs/listener" "$work" &
listener=$!
disown
until [ -s "$work/port" ]; do sleep 0.05; done
while IFS='|' read -r name seats guard sentence; do
    is_wanted "$name" || continue
    if [ "$name" = terminal ] && ! command -v script >/dev/null; then
        echo "terminal | $sentence | skipped: script is missing (apt-get install bsdutils) |"
        skipped=$((skipped + 1))
    else
        row "$name" "$guard" "$sentence" play_seats "$seats" </dev/null
    fi
done < <("$programs/attacks" --list)
folder_rows
[ $((passed + failed + skipped)) != 0 ] || {
    echo "test-hostile: no attack is called ${wanted[*]}" >&2
    exit 2
}
[ -z "${TABLE:-}" ] || write_table
[ "$failed" = 0 ] || printf 'failed: %s\n' "${failures[@]}"
echo "$passed passed, $failed failed, $skipped skipped"
exit $((failed > 0))
