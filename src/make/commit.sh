#!/bin/sh
# commit.sh: print the commit of the program that plays: the last one that changed a folder of sources which
# the arena consists of. So a commit of documents or pictures makes no other program. When these folders have
# changes that are not committed, "-dirty-" and a hash of the changes follow, so that two different changes
# make two programs. "unknown" when this is no clone.
folders="src/platform src/engine src/safety src/search src/rivals src/agents src/protocol src/records src/stats
    src/processes src/referee src/arena"
cd "$(dirname "$0")/../.." || exit 1
# A copy of the sources inside of another clone has not its commits.
[ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ] || { echo unknown; exit 0; }

# Another git that runs at the same time must find no lock of this one.
quiet_git() { git --no-optional-locks "$@" 2>/dev/null; }

# The names of the files that differ from the last commit or are new, and the hashes of their contents. So it
# does not matter which of them are staged.
# shellcheck disable=SC2086
changes() {
    { quiet_git diff -z --name-only --no-ext-diff HEAD -- $folders
      quiet_git ls-files -z --others --exclude-standard -- $folders; } | sort -zu |
        xargs -0 -r -n 1 sh -c 'echo "$0"; [ ! -f "$0" ] || git hash-object -- "$0"'
}

# shellcheck disable=SC2086
commit=$(quiet_git log -1 --abbrev=9 --format=%h -- $folders)
changes=$(changes)
[ -z "$commit" ] || [ -z "$changes" ] ||
    commit=$commit-dirty-$(printf '%s' "$changes" | git hash-object --stdin | cut -c 1-7)
echo "${commit:-unknown}"
