// Package figure finds the figures of a document in others, by the imprints that reading
// gave them, and says which are standard: logos and the pictures of forms.
//
// In go figures as extraction gives them and the hashes of a library, out come the
// documents that have a figure too. How imprints are made and when two are of one picture
// says package imprint; what is found becomes evidence in package checker.
package figure

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/internal/each"
)

const (
	// CommonApplicants is the number of different applicants beside the document's own in
	// whose documents a figure stands that is standard: the same as for common text
	// (package exclude). A picture that so many have is a logo, a map or a form's
	// that was not given, or has an origin that none of them names.
	CommonApplicants = 8
	// MostDocuments is in how many documents a figure may stand that are looked at: the
	// versions of one application, and several of each of fewer applicants than that
	// bound. What more have is standard, whoever they are of.
	MostDocuments = 64
)

// Of returns the imprint of a figure.
func Of(f extract.Figure) imprint.Imprint { return imprint.Imprint{Hash: f.Hash, Blocks: f.Blocks} }

// Hashes returns the hashes of the figures of a document.
func Hashes(d *extract.Document) []uint64 {
	return each.Of(d.Figures, func(f extract.Figure) uint64 { return f.Hash })
}

// hashBytes is what a hash takes where it is stored.
const hashBytes = 8

// Pack writes hashes as they are stored: eight bytes each, the highest first.
func Pack(hashes []uint64) []byte {
	out := make([]byte, 0, hashBytes*len(hashes))
	for _, h := range hashes {
		out = binary.BigEndian.AppendUint64(out, h)
	}
	return out
}

// Unpack reads what Pack wrote.
func Unpack(b []byte) ([]uint64, error) {
	if len(b)%hashBytes != 0 {
		return nil, errors.New("hashes of figures end within one")
	}
	out := make([]uint64, 0, len(b)/hashBytes)
	for ; len(b) > 0; b = b[hashBytes:] {
		out = append(out, binary.BigEndian.Uint64(b))
	}
	return out, nil
}

// In returns which of the figures of a document, from 0, is the same as f, which has an imprint of their version: the nearest of
// several; -1 where none is.
func In(d *extract.Document, f extract.Figure) int {
	layout, _ := imprint.LayoutOf(d.Imprints)
	best, least := -1, 0
	for i, o := range d.Figures {
		if !layout.Same(Of(f), Of(o)) {
			continue
		}
		if distance := imprint.Distance(f.Hash, o.Hash); best < 0 || distance < least {
			best, least = i, distance
		}
	}
	return best
}

// Placed returns the figures that were read of a file anew, as they stand in the text
// that was read of it before. Both texts are of one file, but what
// was recognised then is missing now, and a reader may have become better: each figure
// stands behind the paragraph that it stood behind, where that is found, else where
// the one before it stands, or on its page.
func Placed(stored, fresh *extract.Document) []extract.Figure {
	if stored.Text == fresh.Text {
		return fresh.Figures
	}
	text, old := []rune(fresh.Text), []rune(stored.Text)
	out := slices.Clone(fresh.Figures)
	from := 0 // bytes of the stored text that are behind
	at := 0   // and code points
	for i, f := range out {
		if j := slices.IndexFunc(stored.Pages, func(p extract.Page) bool { return f.Page != 0 && p.Number == f.Page }); j >= 0 {
			out[i].Offset = stored.Pages[j].Start
			continue
		}
		if p := lastBefore(fresh, f.Offset); p != nil {
			paragraph := string(text[p.Start:p.End])
			if k := strings.Index(stored.Text[from:], paragraph); k >= 0 {
				at += len([]rune(stored.Text[from : from+k+len(paragraph)]))
				from += k + len(paragraph)
			}
		}
		out[i].Offset = min(at, len(old))
	}
	return out
}

// lastBefore returns the last paragraph that ends before a place; nil for none.
func lastBefore(d *extract.Document, at int) *extract.Paragraph {
	for i := len(d.Paragraphs) - 1; i >= 0; i-- {
		if d.Paragraphs[i].End <= at {
			return &d.Paragraphs[i]
		}
	}
	return nil
}
