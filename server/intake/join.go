package intake

import (
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"zhiwen/checker/record"
)

// Join returns the files with their rows: by the path in the row, else by the file's name with or
// without its ending, else by the number as the file's name. Items are in the order of the files;
// rows without a file follow. With a manifest, files that it does not name are refused
// (record.RefusalNoRow); rows may be nil.
func Join(files []File, rows []Row) []Item {
	items := make([]Item, len(files))
	for i := range files {
		items[i] = Item{File: &files[i], Fault: files[i].Fault}
	}
	if rows == nil {
		return items
	}
	found := newFinder(files)
	numbers := map[string]bool{}
	var rest []Item
	for i := range rows {
		row := &rows[i]
		item := Item{Row: row, Fault: row.Fault, Value: row.Value}
		number := key(row.Reference)
		at, fault := found.of(row)
		switch {
		case item.Fault != "":
		case number != "" && numbers[number]:
			item.Fault, item.Value = record.RefusalNumber, row.Reference
		case fault != "":
			item.Fault, item.Value = fault, row.File
		case items[at].Row != nil:
			item.Fault, item.Value = record.RefusalTwice, row.File
		default:
			items[at].Row = row
		}
		if number != "" {
			numbers[number] = true
		}
		if item.Fault == "" {
			continue
		}
		if fault == "" && items[at].Row == nil { // the row's fault is its file's outcome
			items[at] = Item{File: items[at].File, Row: row, Fault: item.Fault, Value: item.Value}
			continue
		}
		rest = append(rest, item)
	}
	for i := range items {
		if items[i].Row == nil && items[i].Fault == "" {
			items[i].Fault = record.RefusalNoRow
		}
	}
	return append(items, rest...)
}

// finder finds files by what rows call them.
type finder []map[string][]int

func newFinder(files []File) finder {
	f := finder{{}, {}, {}}
	for i := range files {
		name := key(files[i].Name)
		last := path.Base(name)
		for level, k := range []string{name, last, strings.TrimSuffix(last, path.Ext(last))} {
			f[level][k] = append(f[level][k], i)
		}
	}
	return f
}

// of returns the file of a row, or the reason why it has none.
func (f finder) of(row *Row) (int, record.Refusal) {
	name := key(row.File)
	if name == "" {
		return f.at(2, key(row.Reference))
	}
	fault := record.RefusalNoFile
	for level, k := range []string{name, path.Base(name), path.Base(name)} {
		at, missing := f.at(level, k)
		if missing == "" {
			return at, ""
		}
		if missing == record.RefusalUnclear {
			fault = missing
		}
	}
	return 0, fault
}

func (f finder) at(level int, k string) (int, record.Refusal) {
	switch at := f[level][k]; {
	case k == "" || len(at) == 0:
		return 0, record.RefusalNoFile
	case len(at) > 1:
		return 0, record.RefusalUnclear
	default:
		return at[0], ""
	}
}

// key is equal for names that people take for one.
func key(name string) string {
	return strings.ToLower(strings.TrimSpace(width.Fold.String(norm.NFC.String(name))))
}
