# The time of a match of bots that do not think. Sourced by run.sh.
factor=5 # times faster than the engine the referee must be
make_bot idle-a IdleA "$work/bot" idle
make_bot idle-b IdleB "$work/bot" idle

milliseconds() {
    echo $(($(date +%s%N) / 1000000))
}

# In turn, and the best of each, until that is enough: the machine does other things, too.
theirs=999999999 ours=999999999 pairs=0
while [ "$pairs" -lt 6 ] && { [ "$pairs" -lt 2 ] || [ "$theirs" -lt $((factor * ours)) ]; }; do
    rm -rf "$work/theirs" "$work/ours"
    start=$(milliseconds)
    run_engine 1 "$work/theirs" idle-a idle-b
    middle=$(milliseconds)
    run_referee 1 "$work/ours" idle-a idle-b
    end=$(milliseconds)
    diff -r -q -x engine.log -x log.txt "$work/theirs" "$work/ours"
    [ $((middle - start)) -ge "$theirs" ] || theirs=$((middle - start))
    [ $((end - middle)) -ge "$ours" ] || ours=$((end - middle))
    pairs=$((pairs + 1))
done
rounds=$(find "$work/ours" -name engine.log | wc -l)
tenths=$((10 * theirs / (ours + (ours == 0))))
echo "$rounds rounds of bots that do not think, best of $pairs: engine $theirs ms," \
    "referee $ours ms, $((tenths / 10)).$((tenths % 10)) times faster"
[ "$theirs" -ge $((factor * ours)) ] || fail "the referee must be $factor times faster"
