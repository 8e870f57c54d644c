#!/usr/bin/env bash
# Runs programs that compare texts over the same texts as zhiwen, and prints a table (docs/peers.md).
#
#   bench-peers.sh EVAL [CORPUS,… [PEERS]]
#
# EVAL has zh/ and score/, CORPUS folders of .txt files that fill libraries of SIZES documents, PEERS further programs, each
# called PROGRAM LIBRARY NEW OUT. LIMIT bounds one program and task; PROGRAMS names those to run.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

eval_dir=${1:-} corpus=${2:-} others=${3:-}
[ -n "$eval_dir" ] || fail "name the folder of the sets: make bench-peers EVAL=DIR"
[ -f "$eval_dir/zh/truth.csv" ] || fail "$eval_dir has no zh/truth.csv"
eval_dir=$(cd "$eval_dir" && pwd -P)
[ -z "$others" ] || others=$(cd "$others" && pwd -P)
need_go
"$ROOT/.ci/build.sh"

# What the programs are made of stays in the cache of this folder and is no part of the project.
cache=$ROOT/.cache/peers
mkdir -p "$cache/npm"
"$ROOT/.ci/need.sh" --try similarity ssdeep npm
if find_npm >/dev/null; then
	cp "$ROOT/.ci/peers/package.json" "$cache/npm/package.json"
	(cd "$cache/npm" && npm install --no-audit --no-fund --ignore-scripts --no-package-lock --silent >/dev/null) ||
		say "npm cannot fetch the programs that it has"
fi
(cd "$ROOT/.ci/peers" && go build -o "$cache/peers" .) || fail "the runner of peers cannot be built"

work=$(mktemp -d "${TMPDIR:-/tmp}/zhiwen-peers.XXXXXX")
running=
leave() {
	[ -z "$running" ] || kill -TERM "$running" 2>/dev/null || true
	rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
"$cache/peers" bench -eval "$eval_dir" -corpus "$corpus" -zhiwen "$ROOT/bin/zhiwen" -scripts "$ROOT/.ci/peers" \
	-modules "$cache/npm/node_modules" -others "$others" -work "$work" -limit "${LIMIT:-10m}" -sizes "${SIZES:-1000,9000}" \
	-only "${PROGRAMS:-}" &
running=$!
wait "$running"
