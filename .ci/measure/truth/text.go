package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"
)

// places is a set of characters of a text, by their offsets.
type places map[int]bool

func (p places) add(others places) {
	for i := range others {
		p[i] = true
	}
}

// common counts the places that are in both.
func (p places) common(others places) int {
	n := 0
	for i := range p {
		if others[i] {
			n++
		}
	}
	return n
}

// document is the text of a file, and where its visible characters stand.
type document struct {
	characters []rune
	visible    string // the characters that can be seen
	offsets    []int  // of each of them, by the bytes of visible
}

// readDocument has the program read a file.
func readDocument(program, path string) (*document, error) {
	out, err := exec.Command(program, "extract", "--json", path).Output()
	if err != nil {
		return nil, fmt.Errorf("extract %s: %w", filepath.Base(path), err)
	}
	var read struct{ Text string }
	if err := json.Unmarshal(out, &read); err != nil {
		return nil, fmt.Errorf("text of %s: %w", filepath.Base(path), err)
	}
	return newDocument(read.Text), nil
}

func newDocument(text string) *document {
	d := &document{characters: []rune(text)}
	var b strings.Builder
	for i, r := range d.characters {
		if !seen(r) {
			continue
		}
		n, _ := b.WriteRune(r)
		for range n {
			d.offsets = append(d.offsets, i)
		}
	}
	d.visible = b.String()
	return d
}

// seen leaves out what an XML file cannot hold as well.
func seen(r rune) bool { return !unicode.IsSpace(r) && !unicode.IsControl(r) && r != '\u200b' }

// solid are all places that can be seen.
func (d *document) solid() places {
	out := places{}
	for _, i := range d.offsets {
		out[i] = true
	}
	return out
}

// find returns the places of a passage; false where some paragraph of it does not
// stand in the text. The paragraphs of a passage may have something of the form
// between them.
func (d *document) find(passage string) (places, bool) {
	out, whole := places{}, true
	for paragraph := range strings.SplitSeq(passage, "\n") {
		squeezed := newDocument(paragraph).visible
		at := strings.Index(d.visible, squeezed)
		if at < 0 {
			whole = false
			continue
		}
		for _, i := range d.offsets[at : at+len(squeezed)] {
			out[i] = true
		}
	}
	return out, whole
}
