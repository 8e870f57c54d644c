package evidence

import (
	"strconv"

	"zhiwen/extract"
)

// Figures are the pictures of the document that occur in others too. They are shown but count in no
// share. It is nil if the document was not read for figures.
type Figures struct {
	Version int `xml:"version,attr"` // of the imprints: imprint.Layout.Version
	Count   int `xml:"count,attr"`   // figures of the document
	// Standard is how many were left out: logos, pictures of blank forms, pictures that many
	// applicants have.
	Standard int `xml:"standard,attr,omitempty"`
	// Unread is the number of documents of the library that were not read for figures.
	Unread int `xml:"unread,attr,omitempty"`
	// Figures are those that occur in another document, by number.
	Figures []Figure `xml:"figure"`
	// Sources are the other documents that are not among the evidence's sources, by number.
	Sources []FigureSource `xml:"source"`
}

// Figure is a picture of the document that occurs in others.
type Figure struct {
	Looks
	Same []SameFigure `xml:"same"` // by document
}

// SameFigure is the same picture in another document.
type SameFigure struct {
	Source   int64 `xml:"source,attr"`   // Source.ID or FigureSource.ID
	Distance int   `xml:"distance,attr"` // bits in which the hashes differ
	Looks
}

// Looks is a figure at its place, with its imprint.
type Looks struct {
	Number  int    `xml:"number,attr"`         // among the figures of its document, from 1
	Offset  int    `xml:"offset,attr"`         // of the character after it
	Page    int    `xml:"page,attr,omitempty"` // 0 if the format has none
	Section string `xml:"section,attr,omitempty"`
	Hash    string `xml:"hash,attr"`   // 16 hexadecimal digits
	Blocks  string `xml:"blocks,attr"` // one letter per block
}

// FigureSource is a document that shares a figure but no text.
type FigureSource struct {
	ID         int64    `xml:"id,attr"`
	Characters int      `xml:"characters,attr"`
	TextSHA256 string   `xml:"textSha256,attr"`
	Relation   Relation `xml:"relation,attr"`
	SameCall   bool     `xml:"sameCall,attr,omitempty"`
	Identity   Identity `xml:"identity"`
}

// LooksOf returns figure i of a document, from 0, with the innermost section that holds the
// character before it.
func LooksOf(d *extract.Document, i int) Looks {
	f := d.Figures[i]
	l := Looks{Number: i + 1, Offset: f.Offset, Page: f.Page, Hash: HashText(f.Hash), Blocks: f.Blocks}
	if s := SectionAt(d, max(f.Offset-1, 0)); s >= 0 {
		l.Section = d.Sections[s].Title
	}
	return l
}

// HashText returns the hash of an imprint as 16 hexadecimal digits.
func HashText(hash uint64) string {
	digits := strconv.FormatUint(hash, 16)
	return "0000000000000000"[len(digits):] + digits
}

// HashValue parses the hash of an imprint; it returns 0 if it is not valid.
func (l Looks) HashValue() uint64 {
	v, _ := strconv.ParseUint(l.Hash, 16, 64)
	return v
}

// AllSources returns the sources and, without matches, the documents that only share a figure or
// that only hints point to, each once.
func (e *Evidence) AllSources() []*Source {
	var out []*Source
	known := map[int64]bool{}
	for i := range e.Sources {
		out = append(out, &e.Sources[i])
		known[e.Sources[i].ID] = true
	}
	add := func(list []FigureSource) {
		for _, s := range list {
			if !known[s.ID] {
				known[s.ID] = true
				out = append(out, s.Bare())
			}
		}
	}
	if e.Figures != nil {
		add(e.Figures.Sources)
	}
	if e.Hints != nil {
		add(e.Hints.Sources)
	}
	return out
}

// Bare returns the document as a source without matches.
func (s *FigureSource) Bare() *Source {
	return &Source{ID: s.ID, Characters: s.Characters, TextSHA256: s.TextSHA256, Relation: s.Relation, SameCall: s.SameCall,
		Identity: s.Identity}
}
