#!/usr/bin/env bash
# Runs go with its arguments, in the project, with a compiler for cgo.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go
"$ROOT/.ci/need.sh" compiler
exec go "$@"
