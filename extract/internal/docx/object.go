package docx

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
)

// linkedPart returns the part that the main part refers to by an id, or "".
func (w *walk) linkedPart(id string) (string, error) {
	if w.parts == nil {
		return "", nil
	}
	return w.parts.Part(w.parts.byID[id])
}

// chunk reads a document that is included as a whole (w:altChunk).
func (w *walk) chunk(id string, at flow.Place, emit func(*flow.Paragraph) error) error {
	return w.inner(id, func(p *flow.Paragraph) error {
		if p.Block.Kind == extract.Body {
			p.Block.Kind = at.Kind
		}
		return emit(p)
	})
}

// object reads an embedded object if it is a text shown as a picture on the page. p is the
// paragraph that contains it.
func (w *walk) object(p *flow.Paragraph, s markup.Tag) error {
	kind := strings.ToLower(s.Attr("ProgID"))
	begins := func(prefix string) bool { return strings.HasPrefix(kind, prefix) }
	text := begins("word.") || begins("wps.")
	// An object shown as an icon is an attachment, and so is a document whose picture shows
	// one page. Formulas, charts and drawings are what their pictures show.
	if s.Attr("DrawAspect") == "Icon" || !text && slices.ContainsFunc(pagedObjects, begins) {
		w.Draft.Notices.Add(extract.Notice{Kind: extract.ObjectUnread, Count: 1})
		return nil
	}
	if !text {
		return nil
	}
	runes, cut := 0, false
	return w.inner(s.Attr("id"), func(q *flow.Paragraph) error {
		if q.Block.Kind == extract.Body {
			q.Block.Kind = extract.Box
		}
		q.Block.Level, q.Block.MayHead = 0, false
		if runes += q.Runes; runes > maxObjectRunes {
			if !cut {
				w.Draft.Notices.Add(extract.Notice{Kind: extract.ObjectPart, Count: 1})
			}
			cut = true
			return nil
		}
		p.Hanging = append(p.Hanging, *q)
		return nil
	})
}

// pagedObjects are the prefixes of kinds of objects that are documents with pages, or sheets of
// which a picture shows some cells.
var pagedObjects = []string{"package", "acroexch.", "acrobat.", "foxit", "powerpoint.", "wpp.", "excel.sheet", "et.sheet", "et.workbook"}

// maxObjectRunes limits how much of an embedded document is read: its picture shows the first page,
// and a dense page has this many characters.
const maxObjectRunes = 2_000

// inner reads a document within the document, or notes that it cannot be read.
func (w *walk) inner(id string, emit func(*flow.Paragraph) error) error {
	raw, err := w.linkedPart(id)
	if err != nil {
		return err
	}
	if raw == "" || w.Draft.Embedded {
		w.Draft.Notices.Add(extract.Notice{Kind: extract.ObjectUnread, Count: 1})
		return nil
	}
	b := draft.New(w.Draft.Room())
	b.Embedded = true
	err = w.embedded(w.Ctx, b, w.parts.byID[id], []byte(raw))
	if errors.Is(err, extract.ErrLimits) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if err != nil {
		b = &draft.Draft{}
		b.Notices.AddCount(extract.ObjectUnread, 1)
	}
	for _, n := range b.Notices.InOrder() {
		if n.Kind == extract.CutOff { // of the inner document, not of the file
			n = extract.Notice{Kind: extract.ObjectPart, Count: 1}
		}
		w.Draft.Notices.Add(n)
	}
	texts := b.Texts()
	if len(texts) == 0 { // to attach what was kept out
		b.Blocks, texts = []draft.Block{{Kind: extract.Body}}, []string{""}
	}
	slices.SortStableFunc(b.Flags, func(a, c extract.Flag) int { return cmp.Compare(a.Start, c.Start) })
	flags := b.Flags
	for i, m := range b.Blocks {
		p := &flow.Paragraph{Block: m}
		p.Write(texts[i])
		if m.Bold {
			p.BoldRunes = p.Runes
		}
		for len(flags) > 0 && (i+1 == len(texts) || flags[0].Start < b.Blocks[i+1].Start) {
			if f := flags[0]; f.Kind == extract.HiddenText || f.Kind == extract.DeletedText {
				p.Kept = append(p.Kept, draft.KeptOut{At: max(f.Start-m.Start, 0), Kind: f.Kind, Text: f.Text})
			} else {
				w.Draft.Flag(f)
			}
			flags = flags[1:]
		}
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}
