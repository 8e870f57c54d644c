package evidence

import (
	"encoding/xml"
	"fmt"
	"io"

	"zhiwen/internal/wrap"
)

// Encode writes the XML form: UTF-8, one element per line, with a line end at the end. Equal evidence
// results in equal bytes. The texts may hold only characters that XML allows (package extract
// ensures that); the error names one that it does not allow, or is that of the writer.
func Encode(w io.Writer, e *Evidence) error {
	if err := e.check(); err != nil {
		return err
	}
	named := *e
	named.XMLName = xml.Name{Space: Namespace, Local: "evidence"}
	e = &named
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("encode evidence: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(e); err != nil {
		return fmt.Errorf("encode evidence: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return wrap.Error(err, "encode evidence")
}

// DecodeAny decodes a file that may be inconsistent: passages may not be as long as they say.
// Validate checks it against the schema.
func DecodeAny(r io.Reader) (*Evidence, error) {
	e := &Evidence{}
	if err := xml.NewDecoder(r).Decode(e); err != nil {
		return nil, fmt.Errorf("decode evidence: %w", err)
	}
	if e.XMLName.Local != "evidence" || e.XMLName.Space != Namespace {
		return nil, fmt.Errorf("decode evidence: the element %.40q of %.60q is no evidence", e.XMLName.Local, e.XMLName.Space)
	}
	return e, nil
}

// Decode decodes the output of Encode, with or without a signature.
func Decode(r io.Reader) (*Evidence, error) {
	e, err := DecodeAny(r)
	if err != nil {
		return nil, err
	}
	if err := e.check(); err != nil {
		return nil, fmt.Errorf("decode evidence: %w", err)
	}
	return e, nil
}

// check returns an error if the evidence is inconsistent: a passage is not as long as it says, or
// XML would change its text.
func (e *Evidence) check() error {
	for _, s := range e.Sources {
		for _, m := range s.Matches {
			for _, p := range []Passage{m.This, m.Source} {
				if err := p.check(); err != nil {
					return fmt.Errorf("match %d: %w", m.ID, err)
				}
			}
		}
	}
	return e.Hints.check()
}

func (p Passage) check() error {
	n := 0
	for _, r := range p.Text {
		if !inXML(r) {
			return fmt.Errorf("character U+%04X cannot stand in XML", r)
		}
		n++
	}
	if n != p.Length {
		return fmt.Errorf("the passage at %d has %d characters, not %d", p.Offset, n, p.Length)
	}
	return nil
}

// inXML reports whether r is a Char of XML 1.0.
func inXML(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000
}
