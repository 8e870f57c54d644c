#!/usr/bin/env bash
# Runs every fuzz target of the project for the given time, one after the other.
# Before that, unless told not to, it reads 2,000 damaged files of each format,
# the same ones each time, and bombs with the limits that files have in use.
#
#   fuzz.sh [--targets] [TIME]      as in 30s or 5m; default 10s
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go
"$ROOT/.ci/need.sh" compiler

# packages prints the packages that have a test function of this name.
packages() {
	local of
	of=$(grep -rlE "^func $1\(" --include='*_test.go' . | xargs -r dirname | sort -u)
	[ -n "$of" ] || fail "no test is called $1"
	printf '%s\n' "$of"
}

targets=
if [ "${1:-}" = --targets ]; then
	targets=1
	shift
fi
time=${1:-10s} found=0
if [ -z "$targets" ]; then
	say "damaged files"
	list=$(packages TestMutated)
	mapfile -t of <<<"$list"
	ZHIWEN_MUTATIONS=2000 go test -count 1 -timeout 60m -run '^TestMutated$' "${of[@]}"
	say "bombs"
	list=$(packages 'Test[A-Za-z]*Bombs')
	mapfile -t of <<<"$list"
	ZHIWEN_BOMBS=full go test -count 1 -timeout 60m -run 'Bombs$' "${of[@]}"
fi
while IFS=: read -r file line; do
	[[ $line =~ ^func\ (Fuzz[A-Za-z0-9_]*)\( ]] || continue
	found=$((found + 1))
	say "$(dirname "$file") ${BASH_REMATCH[1]}"
	go test -run '^$' -fuzz "^${BASH_REMATCH[1]}\$" -fuzztime "$time" -fuzzminimizetime 10x "./$(dirname "$file")"
done < <(grep -rE '^func Fuzz' --include='*_test.go' . | sort)
[ "$found" -gt 0 ] || fail "no fuzz target found"
