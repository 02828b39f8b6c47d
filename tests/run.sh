#!/usr/bin/env bash
# run.sh PROGRAM...: run test programs one after the other and add up what they report. A program
# named replay-TARGET is a fuzz target, which is run on each of its cases in tests/data/found.
# Prints a line for each program, and all that a program printed when it fails. The last line is
# "N passed, N failed, N skipped (N because REASON; ...)", after the names of the failed tests. Exits 1
# when any failed.
set -u
shopt -s nullglob
output=$(mktemp)
trap 'rm -f "$output"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
all_passed=0 all_failed=0 all_skipped=0
failures=()
declare -A reasons=()

# tests_with RESULT: the names of the tests that cmocka printed behind "[ RESULT ]". It prints those
# that failed and those that were skipped twice, the second time below a line "N test(s), ...".
tests_with() {
    grep -ao "\[ *$1 *\] .*" "$output" | sed 's/^[^]]*\] //' | grep -v '^[0-9]* test(s)' | awk '!seen[$0]++'
}

# Set passed, failed, skipped and names from the output of a program that exited with `status`. The
# totals that cmocka prints are not used: it prints them to standard error, which some tests close.
read_totals() {
    passed=$(tests_with OK | wc -l) skipped=$(tests_with SKIPPED | wc -l)
    mapfile -t names < <(tests_with FAILED)
    # A program that crashes, or exits too early, does not say how many tests it has run.
    if ! grep -aq 'test(s) run' "$output" || { [ "$status" != 0 ] && [ ${#names[@]} = 0 ]; }; then
        last=$(tests_with RUN | tail -1)
        names+=("exit status $status${last:+ after $last}")
    fi
    failed=${#names[@]}
}

# Set the same for a fuzz target, which prints the name of each case before it runs it.
read_cases() {
    passed=$(grep -ac '^tests/data/found/' "$output") failed=0 skipped=0 names=()
    [ "$status" != 0 ] || return
    failed=1 names=("$(grep -a '^tests/data/found/' "$output" | tail -1)")
    passed=$((passed > 0 ? passed - 1 : 0))
}

# Count the tests that were skipped for each reason; see SKIP_BECAUSE in tests/test.h.
add_reasons() {
    local reason known=0
    while read -r reason; do
        reasons[$reason]=$((${reasons[$reason]:-0} + 1))
        known=$((known + 1))
    done < <(sed -n 's/^skipped because //p' "$output")
    reason="they do not say why"
    [ "$skipped" -le $known ] || reasons[$reason]=$((${reasons[$reason]:-0} + skipped - known))
}

print_reasons() {
    local separator=" (" reason
    for reason in "${!reasons[@]}"; do
        printf '%s%d because %s' "$separator" "${reasons[$reason]}" "$reason"
        separator="; "
    done
    [ ${#reasons[@]} = 0 ] || printf ')'
}

for program; do
    name=${program##*/}
    started=$EPOCHREALTIME
    if [[ $name == replay-* ]]; then
        "$program" "tests/data/found/${name#replay-}"-* >"$output" 2>&1
        status=$?
        read_cases
    else
        "$program" >"$output" 2>&1
        status=$?
        read_totals
    fi
    add_reasons
    [ "$failed" = 0 ] || cat "$output"
    took=$(((${EPOCHREALTIME/[.,]/} - ${started/[.,]/}) / 100000))
    printf '%-28s %3d passed, %d failed, %d skipped %5d.%d s\n' "$name" "$passed" "$failed" \
        "$skipped" $((took / 10)) $((took % 10))
    all_passed=$((all_passed + passed))
    all_failed=$((all_failed + failed))
    all_skipped=$((all_skipped + skipped))
    for failure in "${names[@]}"; do
        failures+=("$name: $failure")
    done
done
[ "$all_failed" = 0 ] || printf 'failed: %s\n' "${failures[@]}"
echo "$all_passed passed, $all_failed failed, $all_skipped skipped$(print_reasons)"
exit $((all_failed > 0))
