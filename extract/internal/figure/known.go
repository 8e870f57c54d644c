package figure

import (
	"context"
	"fmt"

	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/ocr"
)

// Imprint computes the fingerprints of the large pictures of a document without pages. A picture
// shown several times is decoded once; a metafile or damaged picture has none. A notice counts
// those beyond the limits. Imprint must be called before Recognise, which adds paragraphs after
// pictures. A document that consists of pictures, which are scanned pages, has no figures.
func Imprint(ctx context.Context, b *draft.Draft, o extract.Options) error {
	if large, _ := largePictures(b.Placed); len(large) > 0 && b.VisibleRunes() < ocr.FewCharacters*len(large) {
		return nil
	}
	w := imprinter{draft: b, memory: o.MemoryLimit / 2, heads: maxPictureHeads, pixels: draft.FigurePixels, known: map[string]taken{}}
	for ref, shown := range b.Placed {
		if err := ctx.Err(); err != nil {
			return err
		}
		t := w.take(shown)
		if !t.ok {
			continue
		}
		f := extract.Figure{Ref: ref, Width: int(shown.Picture.Width), Height: int(shown.Picture.Height)}
		if shown.Before > 0 {
			f.Offset = b.Blocks[shown.Before-1].End
		}
		b.AddFigure(f, t.imprint)
	}
	b.Notices.AddCount(extract.FigureLeft, w.left)
	return nil
}

// imprinter computes the imprints of one document's pictures.
type imprinter struct {
	draft  *draft.Draft
	memory int64 // bytes that decoding one may use
	heads  int64 // bytes that may still be read to learn sizes
	pixels int64 // pixels that may still be decoded
	looked int   // pictures decoded
	left   int
	known  map[string]taken
}

// taken is the result for a picture; without ok it is no figure.
type taken struct {
	imprint imprint.Imprint
	ok      bool
}

func (w *imprinter) take(shown draft.Placed) taken {
	p := shown.Picture
	key := ""
	if p.Name != "" {
		key = fmt.Sprint(p.Name, p.Crop)
	}
	t, seen := w.known[key]
	if key != "" && seen {
		return t
	}
	size, read, err := p.Size(max(w.heads, 0))
	w.heads -= read
	switch {
	case w.heads <= 0:
		w.left++
	case err != nil:
	case !draft.LargeFigure(p.Width, p.Height):
	case w.looked >= draft.MaxFigures || int64(size.X) > w.pixels/int64(max(size.Y, 1)):
		w.left++
	default:
		w.looked++
		w.pixels -= int64(size.X) * int64(size.Y)
		if drawn, err := p.Fit(imprint.Side, w.memory); err == nil {
			t.imprint, t.ok = w.draft.Imprints.Of(drawn)
		}
	}
	if key != "" {
		w.known[key] = t
	}
	return t
}
