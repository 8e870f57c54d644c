package extract

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
)

// linkedPart inflates the part that the main part knows by an id; "" for none.
func (w *docxWalk) linkedPart(id string) (string, error) {
	if w.parts == nil {
		return "", nil
	}
	return w.parts.part(w.parts.byID[id])
}

// chunk reads a document that this one takes in whole (w:altChunk).
func (w *docxWalk) chunk(id string, at place, emit func(*wordParagraph) error) error {
	return w.inner(id, func(p *wordParagraph) error {
		if p.block.kind == Body {
			p.block.kind = at.kind
		}
		return emit(p)
	})
}

// object reads an embedded object, where it is a text of which the page shows
// a picture; p is the paragraph it stands in.
func (w *docxWalk) object(p *wordParagraph, s xmlTag) error {
	kind := strings.ToLower(s.attr("ProgID"))
	if !strings.HasPrefix(kind, "word.") && !strings.HasPrefix(kind, "wps.") {
		return nil
	}
	if s.attr("DrawAspect") == "Icon" { // an attachment
		w.b.notices.Add(Notice{Kind: ObjectUnread, Count: 1})
		return nil
	}
	runes, cut := 0, false
	return w.inner(s.attr("id"), func(q *wordParagraph) error {
		if q.block.kind == Body {
			q.block.kind = Box
		}
		q.block.level, q.block.prone = 0, false
		if runes += q.runes; runes > maxObjectRunes {
			if !cut {
				w.b.notices.Add(Notice{Kind: ObjectPart, Count: 1})
			}
			cut = true
			return nil
		}
		p.after = append(p.after, *q)
		return nil
	})
}

// maxObjectRunes is how much of an embedded document is read: its picture shows
// the first page, and a dense one has so many characters.
const maxObjectRunes = 2_000

// inner reads a document within the document. One that cannot be read is
// noted.
func (w *docxWalk) inner(id string, emit func(*wordParagraph) error) error {
	raw, err := w.linkedPart(id)
	if err != nil {
		return err
	}
	if raw == "" || w.b.within {
		w.b.notices.Add(Notice{Kind: ObjectUnread, Count: 1})
		return nil
	}
	b := newBuilder(w.b.room())
	b.within = true
	err = w.embedded(w.ctx, b, w.parts.byID[id], []byte(raw))
	if errors.Is(err, ErrLimits) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if err != nil {
		b = &builder{}
		b.notices.AddCount(ObjectUnread, 1)
	}
	for _, n := range b.notices.InOrder() {
		if n.Kind == CutOff { // it, and not the file it is in
			n = Notice{Kind: ObjectPart, Count: 1}
		}
		w.b.notices.Add(n)
	}
	texts := b.texts()
	if len(texts) == 0 { // for what was kept out
		b.blocks, texts = []block{{kind: Body}}, []string{""}
	}
	slices.SortStableFunc(b.flags, func(a, c Flag) int { return cmp.Compare(a.Start, c.Start) })
	flags := b.flags
	for i, m := range b.blocks {
		p := &wordParagraph{block: m}
		p.write(texts[i])
		if m.bold {
			p.boldRunes = p.runes
		}
		for len(flags) > 0 && (i+1 == len(texts) || flags[0].Start < b.blocks[i+1].Start) {
			if f := flags[0]; f.Kind == HiddenText || f.Kind == DeletedText {
				p.kept = append(p.kept, keptOut{at: max(f.Start-m.Start, 0), kind: f.Kind, text: f.Text})
			} else {
				w.b.flag(f)
			}
			flags = flags[1:]
		}
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}
