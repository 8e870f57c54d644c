#!/usr/bin/env bash
# Measures the reading of files against other programs: LibreOffice for Word,
# RTF, OpenDocument and HTML, pdftotext for PDF, both in its own order and in
# the file's. They must be installed; they are not part of what the project
# needs.
#
#   eval-extract.sh DIR      DIR: documents, also in folders below it
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
need_go
dir=${1:-}
[ -n "$dir" ] || fail "name the folder of the documents: make eval-extract EVAL=DIR"
[ -d "$dir" ] || fail "$dir is not a folder"
for program in soffice pdftotext; do
	command -v "$program" >/dev/null || fail "$program is missing: install LibreOffice Writer and poppler-utils"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/files" "$work/texts"
go build -C "$ROOT/.ci/reading" -o "$work/score" .

# Names may repeat in folders: each file gets a number in front of its name.
count=0
while IFS= read -r -d '' file; do
	count=$((count + 1))
	name=$(printf '%04d-%s' "$count" "$(basename "$file")")
	ln -s "$(realpath "$file")" "$work/files/$name"
	case ${name,,} in
	*.pdf)
		timeout 120 pdftotext -enc UTF-8 "$file" "$work/texts/$name.txt" 2>/dev/null || rm -f "$work/texts/$name.txt"
		timeout 120 pdftotext -raw -enc UTF-8 "$file" "$work/texts/$name.raw.txt" 2>/dev/null || rm -f "$work/texts/$name.raw.txt"
		;;
	*)
		mkdir "$work/out"
		timeout 120 soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to txt:Text:UTF8 \
			--outdir "$work/out" "$work/files/$name" >/dev/null 2>&1 || true
		find "$work/out" -type f -exec mv {} "$work/texts/$name.txt" \;
		rmdir "$work/out"
		;;
	esac
done < <(find -L "$dir" -type f \( -iname '*.pdf' -o -iname '*.doc' -o -iname '*.docx' -o -iname '*.rtf' -o -iname '*.odt' -o -iname '*.html' \) -print0 | sort -z)
[ "$count" -gt 0 ] || fail "no documents in $dir"
"$work/score" -files "$work/files" "$work/texts"
