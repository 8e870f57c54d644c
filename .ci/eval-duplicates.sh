#!/usr/bin/env bash
# Measures what each method of checker/duplicate finds: of the texts of each set of
# a folder (SET/library/*.txt) copies are made, edited, framed, cut and joined, and
# precision, recall, time and bytes a document are printed, as in docs/duplicates.md.
#
#   eval-duplicates.sh DIR [-thresholds]     DIR: of sets, or of texts
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go
dir=${1:-}
[ -n "$dir" ] || fail "name the folder of the sets: make eval-duplicates EVAL=DIR"
[ -d "$dir" ] || fail "$dir is not a folder"
dir=$(cd "$dir" && pwd -P)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C "$ROOT/.ci/measure" -o "$work/copied" ./copied
measured=0
for texts in "$dir" "$dir"/*/library; do
	# A folder with few plain texts is a set of another kind.
	count=$(find "$texts" -maxdepth 1 -name '*.txt' 2>/dev/null | wc -l)
	[ "$count" -ge 100 ] || continue
	name=${texts#"$dir"}
	name=${name%/library}
	name=${name#/}
	printf '%s: ' "${name:-texts}"
	"$work/copied" make "$texts" "$work/set"
	"$work/copied" measure "$@" "$work/set"
	printf '\n'
	rm -rf "$work/set"
	measured=$((measured + 1))
done
[ "$measured" -gt 0 ] || fail "neither $dir nor the library/ of a folder in it has a hundred plain texts (.txt)"
