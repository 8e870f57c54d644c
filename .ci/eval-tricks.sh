#!/usr/bin/env bash
# Measures whether copied text passes as clean: writes files that hide, dilute or
# feign copied text, and honest ones, checks them, and writes the tables of
# docs/tricks.md anew. With a folder of real files it prints what is flagged of
# these instead.
#
#   eval-tricks.sh [DIR]      DIR: real files without tricks
#
# Files of PDF need a font (need.sh); those of Word 97 need LibreOffice and are
# left out without it.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go
real=${1:-}
[ -z "$real" ] || [ -d "$real" ] || fail "$real is not a folder"
"$ROOT/.ci/build.sh"
"$ROOT/.ci/need.sh" --try font tesseract
make_work tricks
go build -C .ci/tricks -o "$work/tricks" .
if [ -n "$real" ]; then
	"$work/tricks" real -zhiwen bin/zhiwen -root "$ROOT" -work "$work/files" "$real"
else
	"$work/tricks" eval -zhiwen bin/zhiwen -root "$ROOT" -work "$work/files" -page docs/tricks.md
fi
