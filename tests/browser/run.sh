#!/bin/bash
# run.sh BIN FOLDER [PICTURE]
# Tests the pages of a match and of the host in a real browser and leaves pages and screenshots in FOLDER.
# With PICTURE it tests nothing and only writes docs/replay.png, or docs/host.png, to that file.
set -eu -o pipefail
bin=$1 folder=$2 picture=${3:-}
here=$(dirname "$0")

skip() {
    echo "test-browser: skipped: $1"
    [ -z "$picture" ] || exit 1
    exit 0
}

chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$chromium" ] || skip "there is no chromium (apt-get install chromium)"
command -v node >/dev/null || skip "there is no node (apt-get install nodejs)"

rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
"$bin/referee" -b . chaser -s 7 -l "$folder/match" \
    --arguments "--agent beam --nodes 20000 --threads 1 --explain" >"$folder/referee.log" ||
    { cat "$folder/referee.log" >&2; exit 1; }

page() { # path name
    "$bin/replay" html "$1" -o "$folder/$2.html" >/dev/null
}

page "$folder/match" match
if [ -n "$picture" ]; then
    [[ $picture != */host.png ]] || exec node "$here/host_picture.mjs" "$chromium" "$bin" "$picture"
    node "$here/picture.mjs" "$chromium" "$folder/match.html" "$picture"
    exit
fi

page tests/data/2p-21.rec recording
page tests/data/3p-8.rec 3p-8
page tests/data/4p-18.rec 4p-18
page sample-state/4p-middle round
for large in ../shared/recordings/{2p-10,8p-1,12p-1}.rec; do
    [ ! -e "$large" ] || page "$large" "$(basename "$large" .rec)"
done

# A match with a missing and a damaged round, cut off at both ends.
mkdir "$folder/damaged"
for round in {30..59}; do
    cp -r "$folder/match/$round" "$folder/damaged/"
done
rm -r "$folder/damaged/40"
head -c 9000 "$folder/match/45/state.json" >"$folder/damaged/45/state.json"
rm "$folder/damaged/45/map.txt"
page "$folder/damaged" damaged 2>/dev/null

# A match of a bot whose moves are late, missing, crashed and at last forced.
mkdir "$folder/failing"
cat >"$folder/failing/bot.json" <<'END'
{"Author":"a","Email":"e","NickName":"failing","BotType":"CPlusPlus","ProjectLocation":".","RunFile":"run.sh"}
END
cat >"$folder/failing/run.sh" <<'END'
#!/bin/sh
echo "<b>round</b> of $1"
case $(basename "$(dirname "$2")") in
0) printf 6 >"$2/move.txt" ;;
1) echo "no map" >&2; exit 3 ;;
2) ;;
3) printf 6 >"$2/move.txt"; sleep 2.5 ;;
*) printf 0 >"$2/move.txt" ;;
esac
END
chmod +x "$folder/failing/run.sh"
"$bin/referee" -b "$folder/failing" "$folder/failing" -s 7 -l "$folder/failed" >>"$folder/referee.log" 2>&1 || {
    cat "$folder/referee.log" >&2
    exit 1
}
page "$folder/failed" failed

# A match with names, logs and a path that contain scripts.
evil='</script><img src=x onerror=alert(1)>'
hostile="$folder/hostile/<img src=x onerror=alert(2)>"
mkdir -p "$hostile"
for round in {30..33}; do
    cp -r "$folder/match/$round" "$hostile/"
    sed -i "s|\"Name\":\"Blastbeam\"|\"Name\":\"${evil//\//\\/}\\\\u2028\\\\\"\"|g; s|\"Name\":\"chaser\"|\"Name\":\"'-alert(3)-'\xff\"|g" \
        "$hostile/$round/state.json"
    printf '\nOutput from bot: up 1.00 0%% 0%% %s\n' "$evil" >>"$hostile/$round/A/log.txt"
done
page "$hostile" hostile 2>/dev/null

status=0
node "$here/test.mjs" "$chromium" "$folder" || status=1
if [ -x "$bin/host" ]; then
    node "$here/host.mjs" "$chromium" "$bin" "$folder" || status=1
else
    echo "test-browser: the pages of bin/host are skipped: it is not built (make host)"
fi
exit $status
