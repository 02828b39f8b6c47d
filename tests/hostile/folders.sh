# shellcheck shell=bash disable=SC2034,SC2154
# Bot folders that are an attack themselves; sourced by run.sh. The referee must refuse each with a
# message, or play with it as with any other bot; it must neither hang nor run what lies elsewhere.

# set_field NAME VALUE: in the attacker's bot.json, with the escapes of JSON.
set_field() {
    VALUE=$2 awk -v name="$1" '{
        at = index($0, "\"" name "\":\"") + length(name) + 4
        rest = substr($0, at)
        print substr($0, 1, at - 1) ENVIRON["VALUE"] substr(rest, index(rest, "\""))
    }' "$scratch/attacker/bot.json" >"$work/bot.json"
    mv "$work/bot.json" "$scratch/attacker/bot.json"
}

repeat() { # TEXT COUNT
    head -c "$(($2 * ${#1}))" < <(yes "$1" | tr -d '\n')
}

make_pipe_program() {
    rm "$scratch/attacker/bot"
    mkfifo -m 700 "$scratch/attacker/bot"
}

make_outside_program() {
    set_field RunFile ../home/tool
}

make_linked_program() {
    ln -sf "$scratch/home/tool" "$scratch/attacker/bot"
}

make_device_program() {
    ln -sf /dev/zero "$scratch/attacker/bot"
}

make_pipe_description() {
    rm "$scratch/attacker/bot.json"
    mkfifo "$scratch/attacker/bot.json"
}

make_device_description() {
    ln -sf /dev/zero "$scratch/attacker/bot.json"
}

make_secret_description() {
    ln -sf "$scratch/home/secret.txt" "$scratch/attacker/bot.json"
}

make_huge_description() {
    truncate -s 8G "$scratch/attacker/bot.json"
}

make_nested_description() {
    repeat '[' 900000 >"$scratch/attacker/bot.json"
}

# Its fields are not passed to awk by the environment, which holds 128 kB.
make_long_names() {
    {
        printf '{"ProjectLocation":".","BotType":"CPlusPlus","RunFile":"bot","RunArgs":"quiet","NickName":"'
        repeat n 400000
        printf '","Author":"'
        repeat a 400000
        printf '"}'
    } >"$scratch/attacker/bot.json"
}

make_escaped_name() {
    set_field NickName 'a\u001b[2J'
}

make_escaped_type() {
    set_field BotType 'C\u001b[2J\u0007'
}

make_escaped_program() {
    set_field RunFile 'bot\u001b[2J\r\u009b5n'
}

make_escaped_author() {
    set_field Author '\u001b[2J\u0007\u009b5n\"},{'
}

make_shell_arguments() {
    set_field RunArgs '$(touch home/run) `touch home/run`; touch home/run '
}

make_many_arguments() {
    set_field RunArgs "$(repeat 'x ' 30000)"
}

# NAME|GUARD|EXPECTED|SENTENCE; EXPECTED is refused, played, or any.
folder_cases="
pipe-program|always|refused|has a pipe, which nobody writes, as its RunFile
outside-program|always|refused|has a program of the user as its RunFile
linked-program|sandbox|any|has a link to a program of the user as its RunFile
device-program|always|refused|has /dev/zero as its RunFile
pipe-description|always|refused|has a pipe, which nobody writes, as its bot.json
device-description|always|refused|has /dev/zero as its bot.json
secret-description|always|refused|has a link to a file of the user as its bot.json
huge-description|always|refused|has a bot.json of 8 GB
nested-description|always|refused|has 900,000 brackets in bot.json
long-names|always|any|has 400,000 letters as NickName and as Author
escaped-name|always|refused|has control codes for the terminal in NickName
escaped-type|always|refused|has control codes for the terminal in BotType
escaped-program|always|refused|has control codes for the terminal in RunFile
escaped-author|always|any|has control codes for the terminal in Author
shell-arguments|always|played|has commands for a shell in RunArgs
many-arguments|always|refused|has 30,000 words in RunArgs
"

folder_rows() {
    local name guard expected sentence
    while IFS='|' read -r name guard expected sentence; do
        [ -n "$name" ] && is_wanted "$name" &&
            row "$name" "$guard" "$sentence" play_folder "$expected"
    done <<<"$folder_cases"
}

# play_folder MODE NAME EXPECTED: sets cell and is_clean.
play_folder() {
    limit=10 attacker_key=A honest_key=B guarded_paths="home honest matches/beside.txt"
    make_scratch quiet
    start_bystander
    "make_${2//-/_}"
    record_guarded
    # shellcheck disable=SC2046
    referee -b "$scratch/attacker" "$scratch/honest" $(options "$1" "$2") 2>/dev/null
    judge_folder "$1" "$3"
    is_clean=no
    [ ${#findings[@]} != 0 ] || is_clean=yes
    cell=$(summarize ${findings[@]+"${findings[@]}"})
}

# judge_folder MODE EXPECTED. A refusal is an error of the referee, with a message.
judge_folder() {
    local was=played
    if [ "$status" = 1 ] || [ "$status" = 2 ]; then
        was=refused status=refused
    fi
    judge "$1"
    [ $was = played ] || check_refusal
    [ "$2 $was" != "refused played" ] || finding "was not refused"
    [ "$2 $was" != "played refused" ] || finding "was refused"
}

check_refusal() {
    outcome="the referee refused it"
    [ -s "$work/err" ] || finding "was refused without a word"
    [ "$(cat "$work/out" "$work/err" | wc -c)" -le 4096 ] || finding "was refused with too many words"
}
