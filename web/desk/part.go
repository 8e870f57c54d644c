package desk

import (
	"net/url"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/site"
)

// leastOf is the least share of a part in the filter.
type leastOf struct {
	Part  record.PartName
	Value string
}

// Field returns its field.
func (x leastOf) Field() string { return partField(x.Part) }

// Least returns the least shares of all parts, "" where none is set.
func (v workView) Least() (out []leastOf) {
	return each.Of(record.Parts(), func(p record.PartName) leastOf { return leastOf{p, v.List.values.Get(partField(p))} })
}

// LeastSet reports whether a least share is set.
func (v workView) LeastSet() bool { return len(v.List.Least) > 0 }

// Day returns a day of the filter.
func (v workView) Day(field string) string { return v.List.values.Get(field) }

// partField returns the field of the least share of a part, in percent.
func partField(p record.PartName) string { return string(p.Sort()) + "-from" }

// readParts reads the least shares of parts.
func (l *list) readParts(q url.Values, err *error) {
	for _, p := range record.Parts() {
		text := q.Get(partField(p))
		if text == "" {
			continue
		}
		share, ok := readShare(text)
		if !ok {
			*err = site.ErrBadInput
			continue
		}
		if l.Least == nil {
			l.Least = map[record.PartName]int{}
		}
		l.Least[p] = share
		l.values.Set(partField(p), text)
	}
}

// IsPart reports whether a column is the share of a part.
func (r workRow) IsPart(x Column) bool { return record.WorkSort(x).Part() != "" }

// Part returns the share in a part's column in ten-thousandths, or -1 if it is unknown.
func (r workRow) Part(x Column) int { return partOf(r.WorkItem, record.WorkSort(x).Part()) }

// partOf returns a share of a row in ten-thousandths, or -1 if it is unknown.
func partOf(item record.WorkItem, part record.PartName) int {
	if share, ok := item.Parts[part]; ok {
		return share
	}
	return -1
}

// shareWhole is the denominator of the shares of parts.
const shareWhole = 10_000
