// Package evidencetest checks evidence in tests: against the schema, with xmllint, and against the
// quoted texts.
package evidencetest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/internal/testrun"
)

// Validate fails the test unless XML is valid under the schema.
func Validate(t testing.TB, xml []byte) {
	t.Helper()
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		testrun.Missing(t, "xmllint is missing (libxml2-utils): the schema is not tested")
	}
	dir := t.TempDir()
	schema, doc := filepath.Join(dir, "evidence.xsd"), filepath.Join(dir, "evidence.xml")
	for path, data := range map[string][]byte{schema: evidence.Schema, doc: xml} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command(xmllint, "--nonet", "--noout", "--schema", schema, doc).CombinedOutput(); err != nil {
		t.Fatalf("not valid: %v\n%s", err, out)
	}
}

// Encode encodes, checks that encoding again has the same result, and validates it.
func Encode(t testing.TB, e *evidence.Evidence) []byte {
	t.Helper()
	var a, b bytes.Buffer
	for _, w := range []*bytes.Buffer{&a, &b} {
		if err := evidence.Encode(w, e); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Fatal("encoding twice gives different bytes")
	}
	Validate(t, a.Bytes())
	return a.Bytes()
}

// Quotes fails the test unless every passage is the text at its place in the document or in its
// source.
func Quotes(t testing.TB, e *evidence.Evidence, document string, sources map[int64]string) {
	t.Helper()
	check := func(what string, p evidence.Passage, text string) {
		runes := []rune(text)
		if p.Offset < 0 || p.Length <= 0 || p.Offset+p.Length > len(runes) {
			t.Errorf("%s at %d+%d is not in a text of %d characters", what, p.Offset, p.Length, len(runes))
		} else if got := string(runes[p.Offset : p.Offset+p.Length]); got != p.Text {
			t.Errorf("%s quotes %q, but at %d+%d stands %q", what, p.Text, p.Offset, p.Length, got)
		}
	}
	for _, s := range e.Sources {
		text, ok := sources[s.ID]
		if !ok {
			t.Errorf("source %d is unknown", s.ID)
			continue
		}
		for _, m := range s.Matches {
			check("this passage", m.This, document)
			check("the source's passage", m.Source, text)
		}
	}
}
