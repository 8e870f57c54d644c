package layout

import (
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/ocr"
)

// NoteRecognised marks the recognised pages of a document, with texts by page number, and flags
// text that was not read with certainty.
func NoteRecognised(b *draft.Draft, texts map[int]ocr.Text) {
	recognised := false
	for i := range b.Pages {
		if t, ok := texts[b.Pages[i].Number]; ok {
			b.Pages[i].Recognised, b.Pages[i].Confidence = true, t.Confidence
			recognised = true
		}
	}
	if !recognised {
		return
	}
	b.Method += "+tesseract"
	text := []rune(b.Text())
	for i := range b.Pages {
		read := texts[b.Pages[i].Number]
		b.FlagUnsure(text, i+1, read.String(), read.Unsure())
	}
}
