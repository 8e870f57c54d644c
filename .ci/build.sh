#!/usr/bin/env bash
# Builds bin/zhiwen and puts the word dictionaries beside it.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go
"$ROOT/.ci/need.sh" compiler

flags=()
# Go asks git for the version; git refuses in a folder of another user, and Go
# then refuses to build.
git -C "$ROOT" status --porcelain >/dev/null 2>&1 || flags+=(-buildvcs=false)

say "Building bin/zhiwen (the first time takes some minutes)"
mkdir -p bin/dict
go build "${flags[@]+"${flags[@]}"}" -o bin/zhiwen ./server

module=$(go list -m -f '{{.Dir}}' github.com/yanyiwu/gojieba)
for name in jieba.dict.utf8 hmm_model.utf8 user.dict.utf8 idf.utf8 stop_words.utf8; do
	# Written aside and renamed: a running server never sees half a file.
	if ! cmp -s "$module/deps/cppjieba/dict/$name" "bin/dict/$name"; then
		cp "$module/deps/cppjieba/dict/$name" "bin/dict/$name.new"
		chmod 644 "bin/dict/$name.new"
		mv -f "bin/dict/$name.new" "bin/dict/$name"
	fi
done
