#!/usr/bin/env bash
# reliability.sh PAGE FOLDER SECTION COMMAND: measure one section of docs/reliability.md.
#
# Runs COMMAND, a line for the shell, and keeps its output in FOLDER/SECTION.txt. Its figures replace
# what stands in PAGE between the lines "<!-- figures: SECTION -->" and "<!-- end -->"; all other text
# is written by hand and stays. Without figures the page stays as it is. Exits 1 when there are none or
# when COMMAND fails.
#
# A new section needs its heading, its text and these two lines in the page, its COMMAND in
# src/make/reliability.mk, and, unless the whole output is to be shown, a case in figures().
set -eu -o pipefail
page=$1 folder=$2 section=$3 command=$4
output=$folder/$section.txt

table() { # the rows of load.sh as a table
    awk '/^load / {
        for (i = 2; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] }
        beside = value["busy"]
        if (beside ~ /^[0-9]/) beside = beside " busy processes"
        else if (!sub(/-100ms$/, ", 100 ms a move", beside)) beside = beside ", default budget"
        if (!rows++) {
            print "| beside the bot | cores | moves | median, ms | slowest, ms | late | watchdog |"
            print "|---|---|---|---|---|---|---|"
        }
        printf "| %s | %d | %d | %d | %d | %d | %d |\n", beside, value["cores"], value["moves"],
            value["p50_ms"], value["max_ms"], value["late"], value["watchdog"]
    }'
}

fuzz() { # the sums of all targets, after a line with their sum
    grep '^fuzz all target=' | awk '
        { line[NR] = "    " $0; split($4, runs, "="); split($5, seconds, "=")
          all += runs[2]; cpu += seconds[2] }
        END { if (!NR) exit
              printf "%d million executions in %.1f hours of processor time, over %d targets:\n\n",
                  all / 1e6, cpu / 3600, NR
              for (i = 1; i <= NR; i++) print line[i] }'
}

nightly() { # random rounds on all instruction sets
    awk '/ rounds as the reference$/ { sum += $4; lines++ }
        END { if (lines) printf "    %.1f million rounds as the reference\n", sum / 1e6 }'
}

figures() { # from the output of the section's command
    case $section in
    load | beside) table ;;
    faults) sed -n 's/^\([a-z]*: .*places\)$/    \1/p' ;;
    peak) sed -n 's/^memory /    /p' ;;
    fuzz) fuzz ;;
    coverage) sed -n 's/^coverage total /    total /p' ;;
    rules) sed -n 's/^verified /    verified /p' ;;
    nightly) nightly ;;
    bomberman) sed -n 's/^matches=/    matches=/p' ;;
    referee) sed -n 's/^\(pair\|agent\) /    &/p' ;;
    *) sed 's/^./    &/' ;;
    esac
}

origin() { # the commit and the machine
    local commit
    commit=$(git describe --always --exclude '*' 2>/dev/null || echo unknown)
    git diff --quiet HEAD -- Makefile src tests 2>/dev/null || commit="$commit with changes"
    echo "Commit $commit, $(nproc) processors:"
}

replace() { # replace FIGURES: print the page with these figures
    awk -v section="$section" -v figures="$1" '
        $0 == "<!-- end -->" { skip = 0 }
        !skip { print }
        $0 == "<!-- figures: " section " -->" {
            skip = 1
            while ((getline line <figures) > 0) print line
        }' "$page"
}

fail() {
    echo "reliability: $section: $1" >&2
    exit 1
}

grep -qx -- "<!-- figures: $section -->" "$page" ||
    fail "$page has no line \"<!-- figures: $section -->\""
mkdir -p "$folder"
status=0
bash -c "$command" >"$output" || status=$?
figures <"$output" >"$folder/$section.figures"
[ -s "$folder/$section.figures" ] || fail "no figures in $output; the page keeps the old ones"
{
    echo
    origin
    echo
    cat "$folder/$section.figures"
    echo
} >"$folder/$section.md"
replace "$folder/$section.md" >"$folder/page.md"
cp "$folder/page.md" "$page"
[ "$status" = 0 ] || fail "exit status $status of: $command"
