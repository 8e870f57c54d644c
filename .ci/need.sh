#!/usr/bin/env bash
# Makes sure that programs and files from outside Go are there, installing what
# is missing through the system's package manager.
#
#   need.sh [--try] THING...      THING: compiler font postgres chromium xmllint tesseract
#
# A thing that cannot be installed is named on one line with what to install.
# The script then fails, or with --try goes on.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
# shellcheck source=.ci/find.sh
. "$ROOT/.ci/find.sh"

# manager prints the package manager of this system.
manager() {
	local m
	for m in apt-get dnf zypper pacman apk brew; do
		if command -v "$m" >/dev/null; then
			echo "$m"
			return
		fi
	done
}

# package prints what the package manager $1 calls the thing $2; nothing where
# it has no package for it.
package() {
	case $1/$2 in
	apt-get/compiler | apk/compiler) echo g++ ;;
	dnf/compiler | zypper/compiler) echo gcc-c++ ;;
	pacman/compiler) echo gcc ;;
	apt-get/font) echo fonts-wqy-microhei ;;
	dnf/font) echo wqy-microhei-fonts ;;
	zypper/font) echo wqy-microhei-fonts ;;
	pacman/font) echo wqy-microhei ;;
	dnf/postgres | zypper/postgres) echo postgresql-server ;;
	*/postgres) echo postgresql ;;
	brew/chromium) echo google-chrome ;;
	*/chromium) echo chromium ;;
	apt-get/tesseract) echo tesseract-ocr tesseract-ocr-chi-sim ;;
	dnf/tesseract) echo tesseract tesseract-langpack-chi_sim tesseract-osd ;;
	zypper/tesseract) echo tesseract-ocr tesseract-ocr-traineddata-{chi_sim,eng,osd} ;;
	pacman/tesseract) echo tesseract tesseract-data-{chi_sim,eng,osd} ;;
	apk/tesseract) echo tesseract-ocr tesseract-ocr-data-{chi_sim,eng,osd} ;;
	brew/tesseract) echo tesseract tesseract-lang ;;
	apt-get/xmllint | apk/xmllint) echo libxml2-utils ;;
	zypper/xmllint) echo libxml2-tools ;;
	dnf/xmllint | pacman/xmllint | brew/xmllint) echo libxml2 ;;
	esac
}

# describe says what a thing is, for one who installs it by hand.
describe() {
	case $1 in
	compiler) echo "a C++ compiler (g++ or clang++)" ;;
	font) echo "the font WenQuanYi Micro Hei, for PDF files without embedded Chinese fonts (or set ZHIWEN_FONT to a CJK font's path)" ;;
	postgres) echo "PostgreSQL's server programs (initdb, pg_ctl)" ;;
	chromium) echo "Chromium or Google Chrome (or set ZHIWEN_TEST_CHROMIUM to its path)" ;;
	xmllint) echo "xmllint of libxml2" ;;
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

# install installs packages with the manager $1, telling of it on stderr.
install() {
	local m=$1
	shift
	case $m in
	apt-get)
		# A bare image has no package lists, an old one has stale ones.
		local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=120)
		if compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null &&
			privileged "${apt[@]}" install --no-install-recommends "$@"; then
			return
		fi
		privileged "${apt[@]}" update && privileged "${apt[@]}" install --no-install-recommends "$@"
		;;
	dnf) privileged dnf install -y --setopt=install_weak_deps=False "$@" ;;
	zypper) privileged zypper --non-interactive install --no-recommends "$@" ;;
	pacman) privileged pacman -S --noconfirm --needed "$@" || privileged pacman -Sy --noconfirm --needed "$@" ;;
	apk) privileged apk add --no-cache "$@" ;;
	brew)
		local p
		for p in "$@"; do
			if [ "$p" = google-chrome ]; then brew install --cask "$p"; else brew install "$p"; fi
		done
		;;
	esac
} >&2

try=
if [ "${1:-}" = --try ]; then
	try=1
	shift
fi

missing=()
for thing in "$@"; do
	"find_$thing" >/dev/null || missing+=("$thing")
done
[ ${#missing[@]} -gt 0 ] || exit 0

m=$(manager)
packages=()
for thing in "${missing[@]}"; do
	p=$(package "$m" "$thing")
	# A thing may be of several packages.
	read -ra names <<<"$p"
	packages+=("${names[@]}")
done
if [ ${#packages[@]} -gt 0 ] && { [ "$m" = brew ] || privileged true; }; then
	had_clusters=$(command -v pg_lsclusters || true)
	say "Installing ${packages[*]} with $m"
	# One package that does not exist must not keep the others away.
	install "$m" "${packages[@]}" || for p in "${packages[@]}"; do
		[ ${#packages[@]} -gt 1 ] || break
		install "$m" "$p" || true
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
	p=$(package "$m" "$thing")
	how="install it by hand"
	case $m in
	'' | brew) [ -z "$p" ] || how="install it with: brew install $p" ;;
	apt-get) [ -z "$p" ] || how="install it as root with: apt-get update && apt-get install $p" ;;
	pacman) [ -z "$p" ] || how="install it as root with: pacman -S $p" ;;
	apk) [ -z "$p" ] || how="install it as root with: apk add $p" ;;
	*) [ -z "$p" ] || how="install it as root with: $m install $p" ;;
	esac
	say "zhiwen: missing: $(describe "$thing"); $how"
	status=1
done
[ -n "$try" ] || exit $status
