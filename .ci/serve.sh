#!/usr/bin/env bash
# Builds the program with what it needs and starts the web app.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go
# Without the font the app runs, and only some PDF files lose their Chinese.
"$ROOT/.ci/need.sh" --try font tesseract
"$ROOT/.ci/build.sh"
exec "$ROOT/bin/zhiwen" serve "$@"
