package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"zhiwen/internal/wrap"
)

// Stored is a record that is stored.
type Stored interface {
	// Heads returns the signed heads, oldest first.
	Heads(ctx context.Context) ([]SignedHead, error)
	// EachEntry calls do with the line and the stored hash of every entry, oldest first.
	EachEntry(ctx context.Context, do func(line []byte, hash string) error) error
}

// Each calls entry with the line and the stored hash of each entry of a record, oldest first, and
// head with each signed head right after its entry; heads of missing entries come last. It stops at
// the first error.
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

// WriteExport writes a record with its signed heads, one line of JSON each. sign signs the end if
// no head does, so that nothing can be cut off there; nil signs nothing.
func WriteExport(ctx context.Context, s Stored, sign func(text []byte) string, w io.Writer) error {
	var last Head
	var signed int64
	write := func(line []byte) error {
		_, err := w.Write(append(line, '\n'))
		return wrap.Error(err, "export the record")
	}
	head := func(h SignedHead) error {
		line, err := json.Marshal(h)
		if err != nil {
			return fmt.Errorf("export the record: %w", err)
		}
		signed = last.Number
		return write(line)
	}
	err := Each(ctx, s, func(line []byte, _ string) error {
		last.Number, last.Hash = last.Number+1, HashOf(line)
		return write(line)
	}, head)
	if err != nil || sign == nil || last.Number == signed {
		return err
	}
	last.At = time.Now()
	text := last.Encode()
	return head(SignedHead{Head: string(text), Signature: sign(text)})
}
