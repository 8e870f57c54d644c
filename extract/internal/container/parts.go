// Package container opens the containers of Office files: the zip of .docx and OpenDocument and, as
// far as needed to recognise the kind, the compound file of Word before 2007.
//
// Its input is the bytes of a file. Its output is the parts by name, never inflated beyond the
// limits. It knows nothing about the content of the parts.
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
	maxPart    = 100 << 20 // inflated bytes of one XML part: a text of 5 million characters with markup
	maxRead    = 200 << 20 // inflated bytes of one file in total
	// inflated to packed size, for parts beyond ratioFloor; Word's own XML reaches 30, tables of
	// blanks 150
	maxRatio   = 400
	ratioFloor = 4 << 20
)

// Parts are the parts of a file: the entries of a zip that were checked to be safe to inflate, or
// texts cut out of one file. Names are folded by PartName.
type Parts struct {
	entries map[string]*zip.File // the last of duplicates, like in the docx library
	texts   map[string]string    // of a file without entries
	read    uint64               // bytes inflated so far
	buffer  []byte               // buffer for inflating parts
}

// FromTexts returns Parts with texts by name.
func FromTexts(texts map[string]string) *Parts { return &Parts{texts: texts} }

// IsZip reports whether a file is a zip.
func IsZip(data []byte) bool { return bytes.HasPrefix(data, []byte("PK")) }

// Open checks the directory of a zip before anything is inflated. findings are duplicate names, and
// entries that hold macros according to macro, which gets their folded names. inflated reports, by
// stored names and sizes, which entries other code will inflate; these are checked against the
// limits at once. It may be nil.
func Open(
	data []byte, macro func(name string) bool, inflated func(name string, size uint64) bool,
) (p *Parts, findings []extract.Flag, err error) {
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

// take counts an entry that will be inflated, or returns an error if the limits forbid it.
func (p *Parts) take(f *zip.File) error {
	if err := inflatable(f); err != nil {
		return err
	}
	if p.read += f.UncompressedSize64; p.read > maxRead {
		return fmt.Errorf("%w: the parts inflate to more than %d bytes", extract.ErrLimits, uint64(maxRead))
	}
	return nil
}

// inflatable rejects parts that inflate excessively. archive/zip never inflates more than the size
// in the directory entry, so that size can be trusted here.
func inflatable(f *zip.File) error {
	size, packed := f.UncompressedSize64, max(f.CompressedSize64, 1)
	if size > maxPart || size > ratioFloor && size/packed > maxRatio {
		return fmt.Errorf("%w: a part inflates from %d to %d bytes", extract.ErrLimits, packed, size)
	}
	return nil
}

// Has reports whether there is a part with that name.
func (p *Parts) Has(name string) bool {
	_, text := p.texts[name]
	return text || p.entries[name] != nil
}

// StoredName returns the name of an entry as stored in the zip, or "".
func (p *Parts) StoredName(name string) string {
	if f := p.entries[name]; f != nil {
		return f.Name
	}
	return ""
}

// Size returns the inflated size of an entry in bytes, or 0.
func (p *Parts) Size(name string) uint64 {
	if f := p.entries[name]; f != nil {
		return f.UncompressedSize64
	}
	return 0
}

// Part inflates one part, or returns "" if there is none.
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

// Opener returns a function that opens an entry of the zip, such as a picture, or nil. Its bytes do
// not count as read.
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

// PartName folds an entry's name in the way Word compares part names.
func PartName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}
