#!/usr/bin/env bash
# Lists what the program is built of, with licences, and fails on what may not be
# linked. What looks (.ci/licences) is built once into .cache.
#
#   licences.sh            writes THIRD_PARTY.md
#   licences.sh -check     fails where THIRD_PARTY.md is not as the program is
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go

say "Looking at licences"
go build -C .ci/licences -o "$ROOT/.cache/licences" .
"$ROOT/.cache/licences" "$@" THIRD_PARTY.md
