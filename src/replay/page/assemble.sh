#!/bin/sh
# assemble.sh [--live] PAGE FILE.css... FILE.js...
# Writes the page with its styles and scripts inside to standard output. The page's security policy
# has their digests, so that a browser runs nothing else, whatever the match contains. With --live the
# page holds no match and may ask the host that it came from.
set -eu
connect= match=@MATCH@
[ "$1" != --live ] || { connect="connect-src 'self'; " match=null; shift; }
page=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file; do
    case $file in
    *.css) cat "$file" >>"$work/style" ;;
    *) cat "$file" >>"$work/script" ;;
    esac
done

# The SHA-256 of a file in base64. Three hexadecimal digits give two of base64; the last 4 bits give
# one digit and a "=".
digest() {
    sha256sum <"$1" | LC_ALL=C awk '{
        digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (i = 1; i <= 64; i += 3) {
            bits = 0
            for (j = i; j < i + 3; j++)
                bits = bits * 16 + (j <= 64 ? index("0123456789abcdef", substr($1, j, 1)) - 1 : 0)
            out = out substr(digits, int(bits / 64) + 1, 1) (i < 64 ? substr(digits, bits % 64 + 1, 1) : "")
        }
        print out "="
    }'
}

sed -e "s|@STYLE_DIGEST@|sha256-$(digest "$work/style")|" \
    -e "s|@SCRIPT_DIGEST@|sha256-$(digest "$work/script")|" \
    -e "s|@CONNECT@|$connect|; s|@MATCH@|$match|" "$page" |
    LC_ALL=C awk -v style="$work/style" -v script="$work/script" '
        function put(file, line) {
            while ((getline line < file) > 0)
                print line
        }
        /^@STYLE@$/ { printf "<style>"; put(style); print "</style>"; next }
        /^@SCRIPT@$/ { printf "<script>"; put(script); print "</script>"; next }
        { print }'
