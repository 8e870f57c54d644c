# shellcheck shell=bash
# Sourced by the scripts beside it: finds the project and Go, whatever the
# caller's directory and however bare its environment.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$ROOT" || exit 1

# say prints a line about what is being done; fail prints why it cannot be done.
say() { printf '%s\n' "$*" >&2; }
fail() {
	printf 'zhiwen: %s\n' "$*" >&2
	exit 1
}

# Go keeps its caches under HOME; cron and containers may leave it unset.
if [ -z "${HOME:-}" ]; then
	HOME=$(getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6)
	export HOME="${HOME:-$ROOT/.cache/home}"
fi
# Where Go's installers put it, and where servers and su live, for a bare PATH.
export PATH="${PATH:-/usr/bin:/bin}:/usr/local/go/bin:/usr/lib/go-1.26/bin:/opt/homebrew/bin:/usr/local/bin:/usr/local/sbin:/usr/sbin:/sbin"

# need_go fails with a clear line without the Go this project is written for.
need_go() {
	command -v go >/dev/null ||
		fail "Go is missing: install Go 1.26 or newer from https://go.dev/dl/ and put it on PATH"
	local version minor
	version=$(go env GOVERSION) || fail "go env does not work: see above"
	minor=${version#go1.}
	minor=${minor%%[!0-9]*}
	# A newer major version or a development build is taken on trust.
	case $version in
	go1.*) [ "${minor:-0}" -ge 26 ] || fail "Go 1.26 or newer is needed, $version is installed: see https://go.dev/dl/" ;;
	esac
	[ "$(go env CGO_ENABLED)" = 1 ] || export CGO_ENABLED=1
}
