# shellcheck shell=bash
# Sourced: where the things of need.sh are. Each function prints the path, or
# fails silently.

# newest prints the last of its arguments in version order that exists.
newest() {
	local path
	path=$(for path in "$@"; do [ ! -e "$path" ] || printf '%s\n' "$path"; done | sort -V | tail -n 1)
	[ -n "$path" ] && printf '%s\n' "$path"
}

find_compiler() {
	local cxx
	# go env CXX may carry flags; the first word is the program.
	read -r cxx _ <<<"$(go env CXX)"
	command -v "${cxx:-g++}"
}

# find_font looks where the reader looks (extract/reader/font.go) for the font
# that has Latin letters too.
find_font() {
	local path
	for path in "${ZHIWEN_FONT:-}" \
		/usr/share/fonts/truetype/wqy/wqy-microhei.ttc \
		/usr/share/fonts/wqy-microhei-fonts/wqy-microhei.ttc \
		/usr/share/fonts/wqy-microhei/wqy-microhei.ttc \
		/usr/share/fonts/wenquanyi/wqy-microhei/wqy-microhei.ttc \
		/usr/share/fonts/truetype/wqy-microhei.ttc \
		/usr/local/share/fonts/wqy-microhei.ttc \
		/opt/homebrew/share/fonts/wqy-microhei.ttc \
		"$HOME/.local/share/fonts/wqy-microhei.ttc"; do
		[ -f "$path" ] && printf '%s\n' "$path" && return
	done
	return 1
}

# find_postgres prints the folder of initdb and pg_ctl.
find_postgres() {
	local initdb
	initdb=$(newest /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb \
		/usr/libexec/postgresql*/initdb \
		/opt/homebrew/opt/postgresql@*/bin/initdb /usr/local/opt/postgresql@*/bin/initdb) ||
		initdb=$(command -v initdb) || return
	[ -x "$(dirname "$initdb")/pg_ctl" ] && dirname "$initdb"
}

# find_chromium prints the browser. Ubuntu has a chromium-browser that is no
# browser, so each is asked for its version.
find_chromium() {
	local path
	for path in "${ZHIWEN_TEST_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
		/Applications/Chromium.app/Contents/MacOS/Chromium; do
		path=$(command -v "${path:-/nonexistent}") || continue
		"$path" --version >/dev/null 2>&1 && printf '%s\n' "$path" && return
	done
	return 1
}

find_xmllint() { command -v xmllint; }

find_tesseract() {
	local languages
	languages=$(tesseract --list-langs 2>&1) && grep -qx chi_sim <<<"$languages" && command -v tesseract
}
