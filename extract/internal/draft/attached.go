package draft

import "zhiwen/extract"

// Attached is a file that is attached to the document.
type Attached struct {
	Name string
	Data []byte
}

// Limits of the files attached to a document, which are read within its deadline.
const (
	maxAttached      = 20
	maxAttachedBytes = 10 << 20 // of all of them
)

// Attach takes an attached file for the reader, or notes it if it is beyond the limits. get returns
// its content, or nothing if this cannot be read or has more than most bytes.
func (b *Draft) Attach(name string, get func(most int) []byte) {
	room := maxAttachedBytes
	for _, a := range b.Attached {
		room -= len(a.Data)
	}
	if len(b.Attached) < maxAttached {
		if data := get(room); len(data) > 0 {
			b.Attached = append(b.Attached, Attached{name, data})
			return
		}
	}
	b.Notices.AddCount(extract.ObjectUnread, 1)
}

// Append adds the text of an attached file below a heading with its name. Figures and pictures of
// the file are left out.
func (b *Draft) Append(name string, file *Draft) error {
	if _, err := b.Add(name, Block{Kind: extract.Body, Level: 1}); err != nil {
		return err
	}
	var shift []int
	for i, s := range file.Texts() {
		skipped, err := b.Add(s, file.Blocks[i])
		if err != nil {
			return err
		}
		shift = append(shift, b.Blocks[len(b.Blocks)-1].Start-file.Blocks[i].Start-skipped)
	}
	moved := mover(file.Blocks, shift)
	for _, f := range file.Flags {
		by := moved(f.Start)
		f.Start, f.End = max(f.Start+by, 0), min(f.End+by, b.Length)
		b.Flag(f)
	}
	for _, n := range file.Notices.InOrder() {
		switch {
		case n.Kind == extract.CutOff || len(n.Pages) > 0 && n.Missing():
			b.Notices.AddCount(extract.ObjectPart, 1)
		case len(n.Pages) == 0:
			b.Notices.Add(n)
		}
	}
	if n := len(b.Pages); n > 0 {
		b.Pages[n-1].End = b.Length
	}
	return nil
}
