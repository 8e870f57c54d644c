# shellcheck shell=bash
# Sourced by the scripts beside it: finds the project, Go and the programs that
# are needed beside it, whatever the caller's directory and however bare its
# environment.

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

# make_work makes a folder for what a script named NAME needs while it runs, $work.
# On every way out the function leave is called, where there is one, the
# PostgreSQL in the folder ends, and the folder goes.
#
#   make_work NAME
make_work() {
	work=$(mktemp -d "${TMPDIR:-/tmp}/zhiwen-$1.XXXXXX")
	chmod 711 "$work" # the database's user passes through
	trap clear_work EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
	trap 'exit 129' HUP
}

clear_work() {
	local status=$?
	trap '' INT TERM HUP
	if declare -F leave >/dev/null; then leave; fi
	"$ROOT/.ci/postgres.sh" stop "$work/postgres" || true
	chmod -R u+w "$work" 2>/dev/null || true
	rm -rf "$work"
	exit "$status"
}

# The functions below print the path of a thing that need.sh can install, or fail
# silently.

find_compiler() {
	local cxx
	# go env CXX may carry flags; the first word is the program.
	read -r cxx _ <<<"$(go env CXX)"
	command -v "${cxx:-g++}"
}

# find_font looks where the program looks for the font that has Latin letters
# too.
find_font() {
	local path
	for path in "${ZHIWEN_FONT:-}" /usr/share/fonts{/truetype/wqy,/wqy-microhei-fonts,/wqy-microhei,/wenquanyi/wqy-microhei,/truetype}/wqy-microhei.ttc \
		{/usr/local,/opt/homebrew}/share/fonts/wqy-microhei.ttc "$HOME/.local/share/fonts/wqy-microhei.ttc"; do
		[ -f "$path" ] && printf '%s\n' "$path" && return
	done
	return 1
}

# find_postgres prints the folder of initdb and pg_ctl: of the newest version
# where Debian and Ubuntu keep them, or of those on PATH.
find_postgres() {
	local initdb
	initdb=$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -n 1)
	initdb=${initdb:-$(command -v initdb)} && [ -x "$(dirname "$initdb")/pg_ctl" ] && dirname "$initdb"
}

# find_chromium prints the browser. Ubuntu has a chromium-browser that is no
# browser, so each is asked for its version.
find_chromium() {
	local path
	for path in "${ZHIWEN_TEST_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" /Applications/Chromium.app/Contents/MacOS/Chromium; do
		path=$(command -v "${path:-/nonexistent}") || continue
		"$path" --version >/dev/null 2>&1 && printf '%s\n' "$path" && return
	done
	return 1
}

find_xmllint() { command -v xmllint; }

find_npm() { command -v npm; }

find_similarity() { command -v sim_text; }

find_ssdeep() { command -v ssdeep; }

find_tesseract() {
	local languages
	languages=$(tesseract --list-langs 2>&1) && grep -qx chi_sim <<<"$languages" && command -v tesseract
}
