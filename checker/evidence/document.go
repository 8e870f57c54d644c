package evidence

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"sort"

	"zhiwen/extract"
)

// FlagsOf returns the findings of the extraction of a document.
func FlagsOf(d *extract.Document) []Flag {
	var out []Flag
	for _, f := range d.Flags {
		out = append(out, Flag{Kind: string(f.Kind), Offset: f.Start, Length: f.End - f.Start, Pages: f.Pages, Text: f.Text})
	}
	return out
}

// NoticesOf returns the parts of a document that were not read, or not reliably.
func NoticesOf(d *extract.Document) []Notice {
	var out []Notice
	for _, n := range d.AllNotices() {
		if len(n.Pages) == 0 {
			out = append(out, Notice{Kind: string(n.Kind), Count: n.Count})
		}
		for i, page := range n.Pages {
			if i > 0 && page == n.Pages[i-1]+1 {
				out[len(out)-1].LastPage = page
			} else {
				out = append(out, Notice{Kind: string(n.Kind), FirstPage: page, LastPage: page})
			}
		}
	}
	return out
}

// TextSHA256 returns the SHA-256 of a text in UTF-8, in lower-case hex.
func TextSHA256(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Quote returns the passage [start, end) of a document, in code points, with its
// page and its innermost section. runes are the code points of d.Text.
func Quote(d *extract.Document, runes []rune, start, end int) Passage {
	p := Passage{Offset: start, Length: end - start, Text: string(runes[start:end])}
	if i := sort.Search(len(d.Pages), func(i int) bool { return d.Pages[i].End > start }); i < len(d.Pages) {
		p.Page = d.Pages[i].Number
	}
	if i := SectionAt(d, start); i >= 0 {
		p.Section = d.Sections[i].Title
	}
	return p
}

// SectionAt returns the index of the innermost section that holds a position, or -1. Since sections
// are in order of their headings, it is the last section that holds it.
func SectionAt(d *extract.Document, at int) int {
	for i := sort.Search(len(d.Sections), func(i int) bool { return d.Sections[i].Start > at }) - 1; i >= 0; i-- {
		if at < d.Sections[i].End {
			return i
		}
	}
	return -1
}

// Before reports whether a document is known to have an earlier year or date than another. It
// compares dates only as far as both are known.
func (i Identity) Before(o Identity) bool {
	n := min(len(i.Date), len(o.Date))
	return i.Year > 0 && o.Year > 0 && cmp.Or(cmp.Compare(i.Year, o.Year), cmp.Compare(i.Date[:n], o.Date[:n])) < 0
}

// SourceIDs returns the ids of the sources, in their order.
func (e *Evidence) SourceIDs() []int64 {
	ids := make([]int64, len(e.Sources))
	for i := range e.Sources {
		ids[i] = e.Sources[i].ID
	}
	return ids
}

// SectionOf returns the innermost section that holds a position of the document, or nil.
func (e *Evidence) SectionOf(at int) *SectionScore {
	var out *SectionScore
	for i := range e.Sections {
		if s := &e.Sections[i]; s.Offset <= at && at < s.Offset+s.Length && (out == nil || s.Length <= out.Length) {
			out = s
		}
	}
	return out
}
