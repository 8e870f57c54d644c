#!/usr/bin/env bash
# All tests: unit tests, both databases, a real browser. Installs what they
# need, starts a PostgreSQL for them and leaves nothing behind.
#
#   test.sh [go test flags and packages]     default: ./...
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# Twice what the slowest package takes on a machine with thirty other things to
# do, so that a test that hangs ends with its stack and not with the patience of
# the one who waits.
limit=80m

need_go
"$ROOT/.ci/need.sh" compiler font postgres chromium xmllint
"$ROOT/.ci/need.sh" --try tesseract

tests=
make_work test

# leave ends the tests, which are a process group of their own: ending go test
# alone would leave what it started.
leave() {
	local _
	if [ -n "$tests" ] && kill -TERM -- "-$tests" 2>/dev/null; then
		for _ in 1 2 3 4 5 6 7 8 9 10; do
			kill -0 -- "-$tests" 2>/dev/null || break
			sleep 0.5
		done
		kill -KILL -- "-$tests" 2>/dev/null || true
	fi
}

# Every test makes a database and drops it, which is hundreds of files each time: in memory, where
# there is room, it takes a quarter less. Nothing of it is to outlive the tests. Benchmarks are to
# have the disk that databases have.
memory=/dev/shm
if [[ " $*" != *" -bench"* ]] && [ "$(stat -f -c %T "$memory" 2>/dev/null)" = tmpfs ] && [ "$(df -Pk "$memory" | awk 'NR == 2 {print $4}')" -gt $((4 << 20)) ] &&
	[ "$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo)" -gt $((8 << 20)) ]; then
	ln -s "$(mktemp -d "$memory/zhiwen-test.XXXXXX")" "$work/postgres"
fi

say "Starting a private PostgreSQL"
ZHIWEN_TEST_POSTGRES=$("$ROOT/.ci/postgres.sh" start "$work/postgres")
ZHIWEN_TEST_CHROMIUM=$(find_chromium)
mkdir "$work/tmp"
export ZHIWEN_TEST_POSTGRES ZHIWEN_TEST_CHROMIUM ZHIWEN_TEST_ALL=1 TMPDIR="$work/tmp"
# The tests are about the program as it comes, not as this shell has it set up.
unset DATABASE_URL ZHIWEN_CONFIG ZHIWEN_ADDR ZHIWEN_URL ZHIWEN_ACCOUNTS ZHIWEN_SOURCE_CONTEXT ZHIWEN_MASK_SOURCES ZHIWEN_HOSTS ZHIWEN_DATA \
	ZHIWEN_TRUSTED_PROXIES ZHIWEN_METRICS_ADDR ZHIWEN_LOG_FORMAT ZHIWEN_MAX_UPLOAD ZHIWEN_SIGN_SM2 ZHIWEN_DICT ZHIWEN_ROLES

# A browser in the C locale cannot open files with Chinese names.
[ "$(locale charmap 2>/dev/null)" = UTF-8 ] || export LC_ALL=C.UTF-8

# The longest first, which waits for a browser half of the time: the others are tested beside it, not before it.
[ $# -gt 0 ] || set -- ./server ./...
say "Testing on SQLite, PostgreSQL $("$(find_postgres)/postgres" --version | sed 's/.*) //') and $("$ZHIWEN_TEST_CHROMIUM" --version 2>/dev/null)"
# Test programs are linked anew each time: without tables for debuggers, and by the quicker
# linker where there is one, in half the time.
link="-s -w"
! command -v ld.gold >/dev/null || link="$link -extldflags=-fuse-ld=gold"
# make lint has vet.
# A run of all packages has those of the programs that measure too, which are modules of their own.
run() {
	local module
	go test -count=1 -vet=off -ldflags="$link" -timeout="$limit" "$@" || return
	[ "$whole" ] || return 0
	for module in .ci/licences .ci/measure .ci/reading .ci/tricks; do
		go test -C "$module" -count=1 -vet=off -ldflags="$link" -timeout="$limit" ./... || return
	done
}
whole=
[ "${*: -1}" != ./... ] || whole=1
set -m
run "$@" </dev/null &
tests=$!
set +m
wait "$tests"
