#!/usr/bin/env bash
# Looks for faults in the Go code, its format, its imports and its list of
# modules, and in the scripts. The linter is built once from a pinned version
# into .cache.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go
"$ROOT/.ci/need.sh" compiler

say "Comparing go.mod and go.sum with the code"
for module in . .ci/licences .ci/measure .ci/peers .ci/reading .ci/tricks; do
	go -C "$module" mod tidy -diff || fail "$module/go.mod or go.sum is not as the code needs it: run go mod tidy there"
done

version=v2.15.0
dir=$ROOT/.cache/golangci-lint-$version
if [ ! -x "$dir/golangci-lint" ]; then
	say "Building golangci-lint $version (once)"
	mkdir -p "$dir"
	GOBIN=$dir GOFLAGS='' go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$version"
fi
say "Linting"
"$dir/golangci-lint" run "$@"
for module in .ci/licences .ci/measure .ci/reading .ci/tricks; do
	(cd "$module" && "$dir/golangci-lint" run)
done
if command -v shellcheck >/dev/null; then
	shellcheck --external-sources .ci/run .ci/*.sh
else
	say "shellcheck is not installed: the scripts were not looked at"
fi
