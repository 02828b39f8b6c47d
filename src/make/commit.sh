#!/bin/sh
# commit.sh: print the commit of the program that plays: the last one that changed a folder of sources which
# the arena consists of. So a commit of documents or pictures makes no other program. "-dirty" follows when
# these folders have changes that are not committed. "unknown" when this is no clone.
folders="src/platform src/engine src/safety src/search src/rivals src/agents src/protocol src/records src/stats
    src/processes src/referee src/arena"
cd "$(dirname "$0")/../.." || exit 1
# A copy of the sources inside of another clone has not its commits.
[ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ] || { echo unknown; exit 0; }
# shellcheck disable=SC2086
commit=$(git log -1 --abbrev=9 --format=%h -- $folders 2>/dev/null)
# shellcheck disable=SC2086
[ -z "$commit" ] || [ -z "$(git status --porcelain -- $folders 2>/dev/null)" ] || commit=$commit-dirty
echo "${commit:-unknown}"
