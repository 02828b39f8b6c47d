# The time of a match of bots that do not think. Sourced by run.sh.
factor=5 # times faster than the engine the referee must be
make_bot idle-a IdleA "$work/bot" idle
make_bot idle-b IdleB "$work/bot" idle

milliseconds() {
    echo $(($(date +%s%N) / 1000000))
}

# In turn, and the best of each, until that is enough: the machine does other things, too. Nothing is
# removed before the end: ext4 is slow where files were removed a moment ago.
theirs=999999999 ours=999999999 pairs=0
while [ "$pairs" -lt 6 ] && { [ "$pairs" -lt 2 ] || [ "$theirs" -lt $((factor * ours)) ]; }; do
    pairs=$((pairs + 1))
    start=$(milliseconds)
    run_engine 1 "$work/speed/theirs-$pairs" idle-a idle-b
    middle=$(milliseconds)
    run_referee 1 "$work/speed/ours-$pairs" idle-a idle-b
    end=$(milliseconds)
    diff -r -q -x engine.log -x log.txt "$work/speed/theirs-$pairs" "$work/speed/ours-$pairs"
    [ $((middle - start)) -ge "$theirs" ] || theirs=$((middle - start))
    [ $((end - middle)) -ge "$ours" ] || ours=$((end - middle))
done
rounds=$(find "$work/speed/ours-1" -name engine.log | wc -l)
tenths=$((10 * theirs / (ours + (ours == 0))))
echo "$rounds rounds of bots that do not think, best of $pairs: engine $theirs ms," \
    "referee $ours ms, $((tenths / 10)).$((tenths % 10)) times faster"
[ "$theirs" -ge $((factor * ours)) ] || fail "the referee must be $factor times faster"
