package figure

import (
	"bytes"
	"io"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/metafile"
	"zhiwen/extract/internal/picture"
)

const (
	// leastLetter is the area in square points that a letter takes at the least: smaller ones nobody reads.
	leastLetter = 9
	// leastGlyphs is how many letters without codes are named.
	leastGlyphs = 40
)

// readVectors adds the running text that vector pictures draw after the paragraphs that contain them. Text that nobody can see is
// flagged, and pictures whose letters have no codes are counted. A vector picture that only holds a pixel picture becomes that one.
func readVectors(b *draft.Draft) error {
	texts := map[int]string{} // by number in b.Placed
	left, unread := int64(maxPictureHeads), 0
	for i, shown := range b.Placed {
		drawn, read, ok := vectorOf(shown.Picture, left)
		if left -= read; !ok {
			if shown.Picture.Vector != nil {
				shown.Picture.Open = shown.Picture.Vector // it is another pixel picture
			}
			continue
		}
		seen, faint := metafile.Running(drawn.Lines), metafile.Running(drawn.Faint)
		if tiny(shown.Picture, seen) {
			seen, faint = "", seen+faint
		}
		if faint != "" {
			at := b.Length
			if shown.Before < len(b.Blocks) {
				at = b.Blocks[shown.Before].Start
			}
			b.Flag(extract.Flag{Span: extract.Span{Start: at, End: at}, Kind: extract.HiddenText, Text: faint})
		}
		switch {
		case seen != "":
			texts[i] = seen
			if shown.Picture.Vector != nil {
				shown.Picture.Open = shown.Picture.Vector // its pixels show the same
			}
		case drawn.Glyphs >= leastGlyphs:
			unread++
		case len(drawn.Bitmap) > 0:
			shown.Picture.Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(drawn.Bitmap)), nil }
		}
	}
	b.Notices.AddCount(extract.PictureFailed, unread)
	if len(texts) == 0 {
		return nil
	}
	next := 0
	return b.Interleave(func(before int) error {
		for ; next < len(b.Placed) && b.Placed[next].Before == before; next++ {
			if text := texts[next]; text != "" {
				if _, err := b.Add(text, b.Placed[next].Block); err != nil {
					return err
				}
			}
			b.Placed[next].Before = len(b.Blocks)
		}
		return nil
	})
}

// vectorOf returns what a picture draws if it is a vector picture. It reads at most most bytes.
func vectorOf(p *picture.Picture, most int64) (drawn metafile.Drawn, read int64, ok bool) {
	open := p.Open
	if p.Vector != nil {
		open = p.Vector
	}
	r, err := open()
	if err != nil {
		return drawn, 0, false
	}
	defer r.Close()
	raw, err := io.ReadAll(io.LimitReader(r, min(most, metafile.HeadBytes)))
	if err == nil && metafile.Is(raw) {
		var rest []byte
		rest, err = io.ReadAll(io.LimitReader(r, most-int64(len(raw))))
		raw = append(raw, rest...)
		drawn, ok = metafile.Read(raw)
	}
	return drawn, int64(len(raw)), ok && err == nil
}

// tiny reports whether a picture is shown so small that its text cannot be read.
func tiny(p *picture.Picture, text string) bool {
	return p.Width > 0 && p.Height > 0 && float64(p.Width)*float64(p.Height) < leastLetter*float64(char.Count(text))
}
