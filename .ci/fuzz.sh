#!/usr/bin/env bash
# Reads 2,000 damaged files of each format, the same ones each time, and bombs
# with the limits that files have in use, then runs every fuzz target of the
# project for the given time, one after the other.
#
#   fuzz.sh [TIME]      as in 30s or 5m; default 10s
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go
"$ROOT/.ci/need.sh" compiler

time=${1:-10s} found=0
say "extract: damaged files"
ZHIWEN_MUTATIONS=2000 go test -count 1 -timeout 60m -run '^TestMutated$' ./extract/reader
say "extract: bombs"
ZHIWEN_BOMBS=full go test -count 1 -timeout 60m -run 'Bombs$' ./extract/reader
while IFS=: read -r file line; do
	[[ $line =~ ^func\ (Fuzz[A-Za-z0-9_]*)\( ]] || continue
	found=$((found + 1))
	say "$(dirname "$file") ${BASH_REMATCH[1]}"
	go test -run '^$' -fuzz "^${BASH_REMATCH[1]}\$" -fuzztime "$time" -fuzzminimizetime 10x "./$(dirname "$file")"
done < <(grep -rE '^func Fuzz' --include='*_test.go' . | sort)
[ "$found" -gt 0 ] || fail "no fuzz target found"
