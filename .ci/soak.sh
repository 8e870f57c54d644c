#!/usr/bin/env bash
# The real server under load and misfortune for some minutes, on SQLite and on
# PostgreSQL, half of them each; then a table (docs/operations.md, Soak).
#
#   soak.sh MINUTES [flags of .ci/measure/soak]
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

minutes=${1:-10}
shift || true
case $minutes in '' | *[!0-9]*) fail "usage: soak.sh MINUTES" ;; esac
"$ROOT/.ci/need.sh" compiler font postgres
"$ROOT/.ci/build.sh"

make_work soak
leave() { if mountpoint -q "$work/disk"; then umount "$work/disk" || true; fi; }

# A disk of its own can be filled without harm to the machine's.
mkdir "$work/disk"
small=
if mount -t tmpfs -o size=3g,mode=700 zhiwen-soak "$work/disk" 2>/dev/null; then small=-small-disk; fi
mkdir "$work/disk/data"

say "Starting a private PostgreSQL"
url=$("$ROOT/.ci/postgres.sh" start "$work/postgres")

seconds=$((minutes * 30))
kills=$((minutes * 100 / 60 + 1))
go build -C "$ROOT/.ci/measure" -o "$work/soak" ./soak
"$work/soak" -binary bin/zhiwen -folder "$work/disk/data" $small -postgres "$url" -control "$ROOT/.ci/postgres.sh" -place "$work/postgres" \
	-length "${seconds}s" -kills "$kills" "$@"
