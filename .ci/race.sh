#!/usr/bin/env bash
# Runs tests with the race detector: of the packages in whose tests something may run beside something else, which start
# a goroutine, a server or a program themselves or by a package of the project that they use, or have tests that run side
# by side. In the tests of all others the detector can find nothing.
#
#   race.sh [go test flags]
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go

beside='\bgo (func\b|[A-Za-z_][A-Za-z0-9_.]*[[(])|\.(Go|Parallel|RunParallel)\(|AfterFunc\(|httptest\.|http\.Serve|exec\.Command'

# starting prints the packages with such lines in files that grep is told of.
starting() {
	grep -rlE --include='*.go' "$@" "$beside" checker extract internal server static templates web | xargs -r dirname | sort -u | sed 's|^|zhiwen/|'
}

mapfile -t packages < <(go list -test -f '{{.ImportPath}}{{range .Deps}} {{.}}{{end}}' ./... |
	awk -v code="$(starting --exclude='*_test.go')" -v tests="$(starting)" '
		BEGIN {
			split(code, list, "\n")
			for (i in list) starts[list[i]]
			split(tests, list, "\n")
			for (i in list) tested[list[i]]
		}
		sub(/\.test$/, "", $1) {
			found = $1 in tested
			for (i = 2; i <= NF && !found; i++) found = $i in starts
			if (found) print $1
		}')
[ "${#packages[@]}" -gt 0 ] || fail "no package starts anything"
exec "$ROOT/.ci/test.sh" -race "$@" "${packages[@]}"
