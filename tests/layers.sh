#!/usr/bin/env bash
# Check the order of the folders of src/: a file may include headers of its own folder and of folders
# below it. Prints each include that breaks the order, or that leads out of src/, and then fails.
# Usage: layers.sh [SRC]
set -eu
src=${1:-src}

# From the bottom to the top. docs/architecture.md says what each folder is for.
order="platform windows engine safety search rivals agents protocol records terminal bot stats processes referee starters
arena tuning experiments replay host console web programs"

find "$src" -maxdepth 2 -name '*.[ch]' | sort | xargs grep -n '^#include "' |
    awk -F: -v order="$order" -v src="$src/" '
    BEGIN { n = split(order, name, /[ \n]+/); for (i = 1; i <= n; i++) level[name[i]] = i }
    {
        from = substr($1, length(src) + 1); sub(/\/.*/, "", from)
        to = $3; sub(/^#include "/, "", to); sub(/".*/, "", to)
        header = to; sub(/\/.*/, "", to)
        if (!(from in level)) { problem = "the folder " from " has no place in the order" }
        else if (!(to in level) || header !~ /\//) { problem = "is not a header FOLDER/NAME.h of " src }
        else if (level[to] > level[from]) { problem = to " is above " from }
        else if (system("test -f " src header) != 0) { problem = "is not there" }
        else next
        printf "%s:%s: \"%s\": %s\n", $1, $2, header, problem
        bad++
    }
    END {
        if (bad) exit 1
        print "layers: no folder includes one above it"
    }'
