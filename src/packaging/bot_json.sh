#!/bin/sh
# bot_json.sh TEMPLATE KEY=VALUE...: print the bot.json TEMPLATE with these values; an empty VALUE
# changes nothing. Fails when the engine would refuse the nickname.
set -eu
export LC_ALL=C # bytes above 127 stay as they are: values are in UTF-8, and so is JSON

for pair; do
    case $pair in
    NickName=*[!0-9A-Za-z]*)
        echo "NICKNAME=${pair#*=}: the engine accepts only letters and digits, for example NICKNAME=Bomber1" >&2
        exit 1
        ;;
    esac
done

awk '
function escaped(text,    i, c, result) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "\"" || c == "\\")
            c = "\\" c
        else if (c in control)
            c = sprintf("\\u%04x", control[c])
        result = result c
    }
    return result
}
BEGIN {
    for (i = 1; i < 32; i++)
        control[sprintf("%c", i)] = i
    for (i = 2; i < ARGC; i++) {
        equals = index(ARGV[i], "=")
        value[substr(ARGV[i], 1, equals - 1)] = substr(ARGV[i], equals + 1)
        ARGV[i] = ""
    }
}
match($0, /"[A-Za-z]+": *"/) {
    head = substr($0, 1, RSTART + RLENGTH - 1)
    key = substr($0, RSTART + 1)
    sub(/".*/, "", key)
    if (value[key] != "")
        $0 = head escaped(value[key]) "\"" ($0 ~ /, *$/ ? "," : "")
}
{ print }' "$@"
