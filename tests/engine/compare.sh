# Matches from the same commands: bots that search a fixed number of states, and bots that do
# anything. Sourced by run.sh; ENGINE_SEEDS are the maps.
for bot in a b c d; do
    make_bot "beam-$bot" "Beam$bot" "$bin/blastbeam" "--nodes 400 --threads 1"
done
for bot in 1 2 3 4; do
    make_bot "noise-$bot" "Noise$bot" "$work/bot" "noise $bot"
done

count=0
for seed in ${ENGINE_SEEDS:-1}; do
    play_both "$seed" beam-a beam-b && count=$((count + 1))
    play_both "$seed" beam-a beam-b beam-c beam-d && count=$((count + 1))
    for bot in 1 2 3; do
        play_both "$seed" "noise-$bot" "noise-$((bot + 1))" && count=$((count + 1))
    done
    play_both "$seed" noise-1 noise-2 noise-3 noise-4 && count=$((count + 1))
    play_both "$seed" beam-a noise-3 beam-b && count=$((count + 1))
done
[ "$count" -gt 0 ] || fail "no match could be compared: set ENGINE_SEEDS to others"
