#!/usr/bin/env bash
# coverage.sh OBJECTS: a line for each file of src/ but the programs, from the counts that lie
# beside its objects, and the total. round.c is compiled once for each instruction set: a line
# counts when any of them has run it.
set -eu
objects=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
find "$objects" -name '*.gcda' ! -path '*/programs/*' ! -path '*/tests/*' -exec readlink -f {} + |
    while read -r counts; do
        gcov --stdout --source-prefix "$PWD" "$counts" 2>/dev/null
    done |
    awk -F: '
    $3 == "Source" || ($2 + 0 == 0 && $3 == "Source") { file = $4; next }
    { count = $1; line = $2 + 0; gsub(/[ *]/, "", count) }
    line == 0 || file !~ /^src\/.*\.[ch]$/ || count == "-" { next }
    { key = file SUBSEP line; known[key] = 1; if (count !~ /^[#=]/) run[key] = 1 }
    END {
        for (key in known) {
            split(key, part, SUBSEP)
            lines[part[1]]++; all++
            if (key in run) { covered[part[1]]++; hit++ }
        }
        for (file in lines)
            printf "coverage %-32s lines=%d covered=%d percent=%.1f\n", file, lines[file],
                covered[file], 100 * covered[file] / lines[file] | "sort"
        close("sort")
        printf "coverage %-32s lines=%d covered=%d percent=%.1f\n", "total", all, hit,
            100 * hit / all
    }'
