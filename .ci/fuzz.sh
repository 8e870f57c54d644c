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

# fuzz PACKAGE TARGET fuzzes for the time. Go's fuzzer now and then ends a run that
# has found nothing with "context deadline exceeded", when its time is up while an
# input is being tried: that is no finding. One has its input or a place in a test.
fuzz() {
	local output=$work/output
	(cd "$1" && "$work/test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$time" \
		-test.fuzzminimizetime 10x -test.fuzzcachedir "$cache/zhiwen/$1") >"$output" 2>&1 && {
		cat "$output"
		return
	}
	cat "$output"
	grep -q '^ *context deadline exceeded$' "$output" && ! grep -qE 'Failing input|_test\.go:|panic|hung or terminated' "$output"
}

# Each package is built once, with what guides the fuzzing, for all its targets: in the project's own packages (go help
# test has -fuzz for all packages, down to the standard library, which takes minutes to compile and a third of the speed).
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=$(go env GOCACHE)/fuzz
list=$(packages 'Fuzz[A-Za-z0-9_]*')
while read -r package; do
	go test -c '-gcflags=zhiwen/...=-d=libfuzzer' -o "$work/test" "$package"
	while read -r target; do
		found=$((found + 1))
		say "$package $target"
		fuzz "$package" "$target"
	done < <(grep -hoE '^func Fuzz[A-Za-z0-9_]*\(' "$package"/*_test.go | sed 's/^func //; s/($//' | sort)
done <<<"$list"
say "$found fuzz targets"
