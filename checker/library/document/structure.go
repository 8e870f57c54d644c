package document

import (
	"encoding/json"
	"strings"

	"zhiwen/extract"
)

// structureStart is how a structure begins that Structure wrote of a document with paragraphs.
const structureStart = `{"text":"","paragraphs":[`

// decodeStructure reads what Structure wrote. Nearly all of it is a list of paragraphs, hundreds in a document, and a
// check reads hundreds of documents. So paragraphs that have no more than a span, a kind, a level and a place in a table are
// read here, as encoding/json writes them, and by encoding/json whatever is written otherwise.
func decodeStructure(structure string) (*extract.Document, error) {
	d := new(extract.Document)
	paragraphs, rest, ok := plainParagraphs(structure)
	if !ok {
		return d, json.Unmarshal([]byte(structure), d)
	}
	err := json.Unmarshal([]byte("{"+rest), d)
	d.Paragraphs = paragraphs
	return d, err
}

// plainParagraphs reads the paragraphs of a structure, and returns the members that follow them.
func plainParagraphs(structure string) (paragraphs []extract.Paragraph, rest string, ok bool) {
	s, ok := strings.CutPrefix(structure, structureStart)
	if !ok {
		return nil, "", false
	}
	paragraphs = make([]extract.Paragraph, 0, strings.Count(s, `"kind":`))
	for !strings.HasPrefix(s, "]") {
		if len(paragraphs) > 0 {
			if s, ok = strings.CutPrefix(s, ","); !ok {
				return nil, "", false
			}
		}
		p, after, ok := plainParagraph(s)
		if !ok {
			if p, after, ok = anyParagraph(s); !ok {
				return nil, "", false
			}
		}
		paragraphs, s = append(paragraphs, p), after
	}
	rest, ok = strings.CutPrefix(s, "],")
	return paragraphs, rest, ok
}

// anyParagraph reads a paragraph of any content and returns the rest.
func anyParagraph(s string) (p extract.Paragraph, rest string, ok bool) {
	decoder := json.NewDecoder(strings.NewReader(s))
	if err := decoder.Decode(&p); err != nil {
		return p, "", false
	}
	return p, s[decoder.InputOffset():], true
}

var paragraphKinds = []extract.ParagraphKind{extract.Body, extract.Heading, extract.Cell, extract.Footnote, extract.Box, extract.Running}

// plainParagraph reads a paragraph that has no more than a span, a kind, a level and a place, and returns what is
// behind it.
func plainParagraph(s string) (p extract.Paragraph, rest string, ok bool) {
	if s, ok = members(s, member{`{"start":`, &p.Start}, member{`,"end":`, &p.End}); !ok {
		return p, "", false
	}
	if s, ok = strings.CutPrefix(s, `,"kind":"`); !ok {
		return p, "", false
	}
	for _, kind := range paragraphKinds {
		if after, ok := strings.CutPrefix(s, string(kind)); ok && strings.HasPrefix(after, `"`) {
			p.Kind, s = kind, after[1:]
			break
		}
	}
	if p.Kind == "" {
		return p, "", false
	}
	if after, ok := members(s, member{`,"level":`, &p.Level}); ok {
		s = after
	}
	place := &p.Place
	if after, ok := members(s, member{`,"place":{"table":`, &place.Table}, member{`,"row":`, &place.Row},
		member{`,"column":`, &place.Column},
		member{`,"rows":`, &place.Rows}, member{`,"columns":`, &place.Columns}); ok && strings.HasPrefix(after, "}") {
		s = after[1:]
	}
	rest, ok = strings.CutPrefix(s, "}")
	return p, rest, ok
}

// member is a whole number, and what stands before it.
type member struct {
	before string
	number *int
}

// members reads consecutive numbers and returns the rest.
func members(s string, all ...member) (rest string, ok bool) {
	for _, m := range all {
		if s, ok = strings.CutPrefix(s, m.before); !ok {
			return "", false
		}
		i, n := 0, 0
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			n = 10*n + int(s[i]-'0')
		}
		if i == 0 || i > mostDigits || s[0] == '0' && i > 1 {
			return "", false
		}
		*m.number, s = n, s[i:]
	}
	return s, true
}

// mostDigits is how many digits of a number are read here: more than places in a text have, and fewer than an int.
const mostDigits = 15
