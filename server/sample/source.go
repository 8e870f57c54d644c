package sample

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
)

// Source is one sample application.
type Source struct {
	Identity   evidence.Identity // without SHA256
	Language   string            // zh or en
	Check      bool              // the one to check first; it is not put into the library
	Paragraphs []Paragraph
}

// Paragraph is one paragraph of the body.
type Paragraph struct {
	Level int // of a heading; 0 is body
	Text  string
	Kind  evidence.Kind // what was done to it when it was copied; "" is not copied
	From  string        // file name of the sample it was copied from
}

var kinds = map[evidence.Kind]bool{
	evidence.Verbatim: true, evidence.Near: true, evidence.Reordered: true, evidence.Homophone: true,
	evidence.Disguised: true, evidence.Script: true, evidence.Rewritten: true,
}

// Parse reads a source.
func Parse(data []byte) (Source, error) {
	var s Source
	head, body, ok := bytes.Cut(data, []byte("\n\n"))
	if !ok {
		return s, fmt.Errorf("no empty line after the head")
	}
	for line := range strings.Lines(string(head)) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			return s, fmt.Errorf("%q is not name and value", line)
		}
		var err error
		switch name {
		case "file":
			s.Identity.Filename = value
		case "language":
			s.Language = value
		case "check":
			s.Check = value == "yes"
		case "title":
			s.Identity.Title = value
		case "applicant":
			s.Identity.Applicant = value
		case "institution":
			s.Identity.Institution = value
		case "year":
			s.Identity.Year, err = strconv.Atoi(value)
		case "programme":
			s.Identity.Programme = value
		case "keywords":
			s.Identity.Keywords = strings.Split(value, "; ")
		default:
			err = fmt.Errorf("unknown name %q", name)
		}
		if err != nil {
			return s, err
		}
	}
	for line := range strings.Lines(string(body)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" {
			continue
		}
		p := Paragraph{Text: line}
		for strings.HasPrefix(p.Text, "#") {
			p.Level++
			p.Text = p.Text[1:]
		}
		p.Text = strings.TrimPrefix(p.Text, " ")
		if rest, ok := strings.CutPrefix(p.Text, "{"); ok {
			mark, text, ok := strings.Cut(rest, "} ")
			kind, from, both := strings.Cut(mark, " ")
			if !ok || !both || !kinds[evidence.Kind(kind)] {
				return s, fmt.Errorf("%q is no mark of a copy", line)
			}
			p.Text, p.Kind, p.From = text, evidence.Kind(kind), from
		}
		s.Paragraphs = append(s.Paragraphs, p)
	}
	return s, nil
}
