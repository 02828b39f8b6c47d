# Matches of our bot against rivals under the engine alone, with its time limit. Sourced by run.sh.
series=${SERIES_DIR:-$tests/../../build/engine-series}
mkdir -p "$series" || fail "SERIES_DIR: cannot make the folder $series"
PATH="$work/path:$PATH" "$python" "$tests/series.py" --engine "$engine" --bin "$bin" \
    --folder "$(realpath "$series")" --matches "${MATCHES:-20}" --first "${FROM:-1}" \
    -- ${RIVALS:-chaser} || fail "series: failed, see above"
