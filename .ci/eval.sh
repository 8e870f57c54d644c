#!/usr/bin/env bash
# Measures detection on sets with ground truth, and compares each result with the one in
# .ci/measure/recorded, of which docs/detection.md and docs/hint-engine.md show the telling lines
# (TestDocsMeasured). The folder holds, for each set, suspicious/, library/ and truth.csv
# (for listed pairs pairs.csv too), and score/, the program that scores them; the
# set forms has form/ and truth.json instead, and is scored by .ci/measure/truth.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
eval_dir=${1:-}
[ -n "$eval_dir" ] || fail "name the folder of the sets: make eval EVAL=DIR"
[ -d "$eval_dir/score" ] || fail "$eval_dir is not a folder of sets: it has no score/"
eval_dir=$(cd "$eval_dir" && pwd -P)
"$ROOT/.ci/build.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$eval_dir/score" && go build -o "$work/score" .)
go build -C "$ROOT/.ci/measure" -o "$work/" ./truth ./shared ./rewritten

# measure NAME SET [check's flags…] prints the scores of a set and what differs from the recorded ones.
measure() {
	local name=$1 set=$eval_dir/$2
	shift 2
	if [ ! -d "$set" ]; then
		say "$name: $set is missing"
		return
	fi
	local begin end flags=()
	begin=$(date +%s.%N)
	"$ROOT/bin/zhiwen" check --library "$set/library" --csv "$work/found.csv" "$@" "$set/suspicious" >/dev/null
	end=$(date +%s.%N)
	[ ! -f "$set/pairs.csv" ] || flags=(-pairs "$set/pairs.csv")
	"$work/score" -truth "$set/truth.csv" -found "$work/found.csv" "${flags[@]}" >"$work/now"
	show "$name" "$begin" "$end"
}

# truth NAME [check's flags…] prints whether the numbers are true that are said of applications on a form.
truth() {
	local name=$1 set=$eval_dir/forms
	shift
	if [ ! -d "$set" ]; then
		say "$name: $set is missing"
		return
	fi
	local begin end
	rm -rf "$work/evidence"
	begin=$(date +%s.%N)
	"$ROOT/bin/zhiwen" check --library "$set/library" --out "$work/evidence" "$@" "$set/suspicious" >/dev/null
	end=$(date +%s.%N)
	"$work/truth" "$set" "$work/evidence" "$ROOT/bin/zhiwen" >"$work/now"
	show "$name" "$begin" "$end"
}

# show NAME BEGIN END prints what was measured, and how it differs from what is recorded.
show() {
	local name=$1 begin=$2 end=$3
	printf '\n%s (%.1f s)\n' "$name" "$(awk -v a="$begin" -v b="$end" 'BEGIN { print b - a }')"
	cat "$work/now"
	if diff "$ROOT/.ci/measure/recorded/$name.txt" "$work/now"; then
		echo "as recorded"
	fi
}

# The sets of copied text are scored by matches alone: their scorer takes every row for one.
measure zh zh --hints off
measure zh-exhaustive zh --exhaustive --hints off
measure zh-paper zh --profile paper --hints off
measure zh-paper-64 zh --profile paper-64 --hints off
measure en-listed en --pairs "$eval_dir/en/pairs.csv" --hints off
measure en en --hints off
measure rewritten rewritten
measure rewritten-more rewritten --hints 0.3
measure rewritten-2 rewritten-2
measure rewritten-2-more rewritten-2 --hints 0.3
# Written for the project by hand, among the texts of rewritten: alone they would stand out by their subjects.
if [ -d "$eval_dir/rewritten/library" ]; then
	mkdir -p "$work/sets"
	cp -r "$ROOT/.ci/measure/rewritten/testdata" "$work/sets/by-hand"
	cp "$eval_dir/rewritten/library/"* "$work/sets/by-hand/library/"
	cp "$eval_dir/rewritten/library/"* "$work/sets/by-hand/subjects/library/"
	eval_dir=$work/sets measure by-hand by-hand
	eval_dir=$work/sets measure by-hand-more by-hand --hints 0.3
	eval_dir=$work/sets measure by-hand-subjects by-hand/subjects

	# What the decision's weights find in each set, beside weights that were fitted on the other sets.
	if [ -d "$eval_dir/rewritten-2/library" ]; then
		begin=$(date +%s.%N)
		mkdir "$work/features"
		for set in "$eval_dir/rewritten" "$eval_dir/rewritten-2" "$work/sets/by-hand" "$work/sets/by-hand/subjects"; do
			ZHIWEN_DICT="$ROOT/bin/dict" "$work/rewritten" -set "$set" -dictionary "$ROOT/bin/dict/cedict.txt" -features "$work/features/$(basename "$set")" >/dev/null
		done
		(cd "$work/features" && "$work/rewritten" -fit rewritten,rewritten-2,by-hand,subjects) | grep -E ', (the engine|fitted).* at 0.1 ' >"$work/now"
		show carried "$begin" "$(date +%s.%N)"
	fi
fi
# Documents that are composed of library texts as a whole; TEXTS is a folder of these texts
# (.ci/measure/rewritten/testdata says how it is made), to which the texts of rewritten-2 are added.
if [ -d "${TEXTS:-}/library" ] && [ -d "$eval_dir/rewritten-2/library" ]; then
	begin=$(date +%s.%N)
	ZHIWEN_DICT="$ROOT/bin/dict" "$work/rewritten" -set "$ROOT/.ci/measure/rewritten/testdata/composed" -dictionary "$ROOT/bin/dict/cedict.txt" \
		-along "$TEXTS" -more "$eval_dir/rewritten-2/library" >"$work/now"
	show composed "$begin" "$(date +%s.%N)"
else
	say "composed: name the folder of its texts, TEXTS=DIR"
fi
truth forms --templates "$eval_dir/forms/form"
truth forms-learned

# shared prints what becomes of text that many applications share, made of the prose of other sets.
begin=$(date +%s.%N)
if [ -d "$eval_dir/zh/library" ] && [ -d "$eval_dir/en/library" ]; then
	"$work/shared" "$eval_dir/zh/library" "$eval_dir/en/library" >"$work/now"
	show shared "$begin" "$(date +%s.%N)"
else
	say "shared: the texts of zh/library and en/library are missing"
fi
