package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// Stored is a record that is stored.
type Stored interface {
	// Heads gives the signed heads, oldest first.
	Heads(ctx context.Context) ([]SignedHead, error)
	// EachEntry calls do with the line and the stored hash of every entry, oldest first.
	EachEntry(ctx context.Context, do func(line []byte, hash string) error) error
}

// Each calls entry with the line and the stored hash of each entry of a record, oldest
// first, and head with each signed head after the entry that it is of; heads of
// entries that are not there come last. The first error ends it.
func Each(ctx context.Context, s Stored, entry func(line []byte, hash string) error, head func(SignedHead) error) error {
	heads, err := s.Heads(ctx)
	if err != nil {
		return err
	}
	number := int64(0)
	err = s.EachEntry(ctx, func(line []byte, hash string) error {
		number++
		if err := entry(line, hash); err != nil {
			return err
		}
		for len(heads) > 0 {
			if h, err := DecodeHead([]byte(heads[0].Head)); err == nil && h.Number > number {
				return nil
			}
			if err := head(heads[0]); err != nil {
				return err
			}
			heads = heads[1:]
		}
		return nil
	})
	for ; err == nil && len(heads) > 0; heads = heads[1:] {
		err = head(heads[0])
	}
	return err
}

// HeadStart begins the line of a signed head in an export; entries begin otherwise.
const HeadStart = `{"head":`

// WriteExport writes a record with its signed heads, a line of JSON each.
func WriteExport(ctx context.Context, s Stored, w io.Writer) error {
	write := func(line []byte) error {
		if _, err := w.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("export the record: %w", err)
		}
		return nil
	}
	return Each(ctx, s, func(line []byte, _ string) error { return write(line) }, func(h SignedHead) error {
		line, err := json.Marshal(h)
		if err != nil {
			return fmt.Errorf("export the record: %w", err)
		}
		return write(line)
	})
}
