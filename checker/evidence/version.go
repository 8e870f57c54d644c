package evidence

import (
	_ "embed"
	"fmt"
	"slices"
	"unicode"

	"zhiwen/extract/glyph"
)

// The XML schemas of the versions. Schema is that of the last.
var (
	//go:embed evidence-1.xsd
	Schema1 []byte
	//go:embed evidence-2.xsd
	Schema []byte
)

// Evidence of version 1 differs from that of version 2 so:
//
//   - A match has no runs: all between its ends counts (Match.Ranges).
//   - A section's scores leave out its subsections.
//   - The reason form is written "template", and Source.Allotted as "exclusive".
//   - Characters that cannot be seen count (Evidence.Seen).
//   - There are no origins, roles, citations, references and participants.
//
// In memory both look alike; what is exported has the version it was stored with,
// since what version 2 says beyond version 1 was not recorded.

// template is the word of version 1 for ReasonForm.
const template Reason = "template"

// Version is that of the form, 1 or 2.
func (e *Evidence) Version() int {
	if e.XMLName.Space == Namespace1 {
		return 1
	}
	return 2
}

// Seen says whether a character can count: it is no white space and can be seen.
// Characters that are drawn as nothing, such as a zero-width space or a variation
// selector, leave no mark, and an accent that is a character of its own is part of the letter
// before it: one put between all others would double the length of a text.
func Seen(r rune) bool {
	if firstHan <= r && r <= lastHan {
		return true // nearly all there are: no table is asked
	}
	if r < accents {
		return !unicode.IsSpace(r) && !unicode.IsControl(r) && r != softHyphen
	}
	accent := unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Inherited, r)
	return !accent && !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && !glyph.Undrawn(r)
}

// The range of the common Chinese characters.
const firstHan, lastHan = 0x4e00, 0x9fff

const (
	softHyphen = 0xad
	accents    = 0x300 // the first accent that is a character of its own
)

// Seen is the function Seen but for version 1, in which all but white space counts.
func (e *Evidence) Seen(r rune) bool {
	return Seen(r) || e.Version() == 1 && !unicode.IsSpace(r)
}

// upgraded gives what was read in version 1 the names it has in memory.
func (e *Evidence) upgraded() {
	for i := range e.Excluded {
		if e.Excluded[i].Reason == template {
			e.Excluded[i].Reason = ReasonForm
		}
	}
	for i, p := range e.Engine.Parameters {
		if Reason(p.Value) == template {
			e.Engine.Parameters[i].Value = string(ReasonForm)
		}
	}
	for i := range e.Sources {
		s := &e.Sources[i]
		s.Allotted, s.Exclusive = s.Exclusive, 0
	}
}

// downgraded is a copy as version 1 writes it.
func (e *Evidence) downgraded() *Evidence {
	out := *e
	out.Origins, out.Several, out.Figures, out.Hints = nil, nil, nil, nil
	out.Scores.WithoutQuoted, out.Scores.ByRole, out.Scores.Doubts = 0, nil, nil
	if e.Decisions != nil {
		decisions := *e.Decisions
		decisions.WithoutQuoted, decisions.LargestFull = 0, 0
		decisions.Wanted, decisions.Follows, decisions.Opinions = 0, "", nil
		out.Decisions = &decisions
	}
	out.Engine.Parameters = slices.Clone(e.Engine.Parameters)
	for i, p := range out.Engine.Parameters {
		if Reason(p.Value) == ReasonForm {
			out.Engine.Parameters[i].Value = string(template)
		}
	}
	out.Excluded = slices.Clone(e.Excluded)
	for i := range out.Excluded {
		if out.Excluded[i].Reason == ReasonForm {
			out.Excluded[i].Reason = template
		}
	}
	out.Sections = slices.Clone(e.Sections)
	for i := range out.Sections {
		out.Sections[i].Role = ""
	}
	out.Sources = slices.Clone(e.Sources)
	for i := range out.Sources {
		s := &out.Sources[i]
		// Passages of version 1 have no roles, and matches nothing that version 2 added.
		s.Exclusive, s.Allotted, s.Theirs, s.OwnFirst, s.References = s.Allotted, 0, 0, 0, nil
	}
	return &out
}

// namespaced says whether the root is of a version that is known.
func (e *Evidence) namespaced() error {
	if e.XMLName.Local != "evidence" || e.XMLName.Space != Namespace && e.XMLName.Space != Namespace1 {
		return fmt.Errorf("the element %.40q of %.60q is no evidence", e.XMLName.Local, e.XMLName.Space)
	}
	return nil
}
