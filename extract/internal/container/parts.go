// Package container opens what Office files are packed in: the zip of .docx and
// OpenDocument, and, as far as telling the kind goes, the compound file of Word
// before 2007.
//
// In go the bytes of a file, out come its parts by name, none of them inflated
// beyond the limits. It knows nothing of what the parts hold.
package container

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"zhiwen/extract"
)

const (
	maxEntries = 10_000    // of a zip; real files with many pictures have some hundreds
	maxPart    = 100 << 20 // bytes of one XML part, inflated: a text of 5 million characters with markup
	maxRead    = 200 << 20 // bytes of all that is inflated of one file
	maxRatio   = 400       // inflated to packed, of parts beyond ratioFloor; Word's own XML reaches 30, tables of blanks 150
	ratioFloor = 4 << 20
)

// Parts are the parts of a file: the entries of a zip after the checks that make
// it safe to inflate, or texts that were cut out of one file. Names are folded by
// PartName.
type Parts struct {
	entries map[string]*zip.File // of duplicates the last, as the docx library takes it
	texts   map[string]string    // of a file without entries
	read    uint64               // bytes inflated so far
	buffer  []byte               // through which parts are inflated
}

// FromTexts makes parts of texts by name.
func FromTexts(texts map[string]string) *Parts { return &Parts{texts: texts} }

// IsZip reports whether a file is a zip, and not one XML file.
func IsZip(data []byte) bool { return bytes.HasPrefix(data, []byte("PK")) }

// Open looks at the directory of a zip before anything is inflated.
// Findings are names that stand twice, and entries that macro says, by their
// folded names, to hold macros. inflated says, by their names as they are and
// their sizes, which entries others will inflate: they are held to the limits at once; nil for none.
func Open(data []byte, macro func(name string) bool, inflated func(name string, size uint64) bool) (p *Parts, findings []extract.Flag, err error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: a zip file that is cut off or broken", extract.ErrDamaged)
	}
	if len(r.File) > maxEntries {
		return nil, nil, fmt.Errorf("%w: %d entries in the zip", extract.ErrLimits, len(r.File))
	}
	p = &Parts{entries: make(map[string]*zip.File, len(r.File))}
	for _, f := range r.File {
		name := PartName(f.Name)
		if strings.HasSuffix(name, "/") {
			continue
		}
		if f.Flags&1 != 0 {
			return nil, nil, fmt.Errorf("%w: a zip with encrypted entries", extract.ErrEncrypted)
		}
		if p.entries[name] != nil {
			findings = append(findings, extract.Flag{Kind: extract.Duplicate, Text: f.Name})
		}
		p.entries[name] = f
		if macro(name) {
			findings = append(findings, extract.Flag{Kind: extract.Macros, Text: f.Name})
		}
		if inflated != nil && inflated(f.Name, f.UncompressedSize64) {
			if err := p.take(f); err != nil {
				return nil, nil, err
			}
		}
	}
	return p, findings, nil
}

// take counts an entry that is to be inflated; an error where it may not be.
func (p *Parts) take(f *zip.File) error {
	if err := inflatable(f); err != nil {
		return err
	}
	if p.read += f.UncompressedSize64; p.read > maxRead {
		return fmt.Errorf("%w: the parts inflate to more than %d bytes", extract.ErrLimits, uint64(maxRead))
	}
	return nil
}

// inflatable refuses parts that explode. archive/zip holds a part to the size
// its directory entry states, so the entry can be trusted here.
func inflatable(f *zip.File) error {
	size, packed := f.UncompressedSize64, max(f.CompressedSize64, 1)
	if size > maxPart || size > ratioFloor && size/packed > maxRatio {
		return fmt.Errorf("%w: a part inflates from %d to %d bytes", extract.ErrLimits, packed, size)
	}
	return nil
}

// Has reports whether there is a part of that name.
func (p *Parts) Has(name string) bool {
	_, text := p.texts[name]
	return text || p.entries[name] != nil
}

// StoredName returns the name of an entry as it is in the zip; "" where there is
// none.
func (p *Parts) StoredName(name string) string {
	if f := p.entries[name]; f != nil {
		return f.Name
	}
	return ""
}

// Size is how many bytes an entry of the zip has when it is inflated; 0 where there
// is none.
func (p *Parts) Size(name string) uint64 {
	if f := p.entries[name]; f != nil {
		return f.UncompressedSize64
	}
	return 0
}

// Part inflates one part; "" when there is none.
func (p *Parts) Part(name string) (string, error) {
	if p.texts != nil {
		return p.texts[name], nil
	}
	f := p.entries[name]
	if f == nil {
		return "", nil
	}
	if err := p.take(f); err != nil {
		return "", err
	}
	r, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return "", fmt.Errorf("%w: packed in an unknown way", extract.ErrUnsupported)
	}
	if err != nil {
		return "", fmt.Errorf("%w: a part of the zip cannot be opened", extract.ErrDamaged)
	}
	defer r.Close()
	var text strings.Builder
	text.Grow(int(f.UncompressedSize64))
	if p.buffer == nil {
		p.buffer = make([]byte, 32<<10)
	}
	if _, err := io.CopyBuffer(&text, r, p.buffer); err != nil { //nolint:gosec // the sizes of all parts were held against the limits
		return "", fmt.Errorf("%w: a part of the zip is broken", extract.ErrDamaged)
	}
	return text.String(), nil
}

// Opener returns what opens an entry of the zip, such as a picture, whose bytes do
// not count as read; nil where there is none.
func (p *Parts) Opener(name string) func() (io.ReadCloser, error) {
	f := p.entries[name]
	if f == nil {
		return nil
	}
	return func() (io.ReadCloser, error) {
		if err := inflatable(f); err != nil {
			return nil, err
		}
		return f.Open()
	}
}

// PartName folds an entry's name as Word compares part names.
func PartName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}
