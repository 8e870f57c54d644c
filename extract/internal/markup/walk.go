package markup

import (
	"errors"
	"io"
	"slices"
)

// Find advances to the next start of an element with one of the names, or of any element if no
// names are passed. It returns false at the end of the file.
func (x *Reader) Find(names ...string) (bool, error) {
	for {
		kind, err := x.Next()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if kind == Start && (len(names) == 0 || slices.Contains(names, x.Tag.Name)) {
			return true, nil
		}
	}
}

// Ahead returns the name of the element that begins next, without its prefix, or "" if something else
// comes first.
func (x *Reader) Ahead() string {
	at := x.behindBlanks(x.Offset)
	if x.closing || at == len(x.Raw) || x.Raw[at] != '<' {
		return ""
	}
	whole, colon, _ := x.nameAt(at + 1)
	_, name := splitName(whole, colon)
	return name
}

// Each calls visit for the start elements up to the end of the element begun last. visit either
// reads its element to the end or leaves its children to Each.
func (x *Reader) Each(visit func(Tag) error) error {
	outside := x.Depth() - 1
	for {
		kind, err := x.Next()
		if err != nil {
			return err
		}
		switch {
		case kind == Start:
			if err := visit(x.Tag); err != nil {
				return err
			}
		case kind == End && x.Depth() == outside:
			return nil
		}
	}
}

// Skip reads to the end of the element begun last.
func (x *Reader) Skip() error {
	return x.Each(func(Tag) error { return nil })
}
