package exclude

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
)

// Entry is an entry of a table of roles as written; roles.toml explains the fields.
type Entry struct {
	Name      string          `toml:"name" json:"name"`
	Reason    evidence.Reason `toml:"reason" json:"reason,omitempty"`
	Headings  []string        `toml:"headings" json:"headings,omitempty"`
	Endings   []string        `toml:"endings" json:"endings,omitempty"`
	Phrases   []string        `toml:"phrases" json:"phrases,omitempty"`
	Words     []string        `toml:"words" json:"words,omitempty"`
	Programme string          `toml:"programme" json:"programme,omitempty"`
	From      int             `toml:"from" json:"from,omitempty"` // year; 0 is open
	To        int             `toml:"to" json:"to,omitempty"`     // year, inclusive; 0 is open
}

// EntryReasons returns the reasons that an entry can have for excluding a section's text.
func EntryReasons() []evidence.Reason {
	return []evidence.Reason{
		evidence.ReasonForm, evidence.ReasonContents, evidence.ReasonDeclaration, evidence.ReasonInstruction,
		evidence.ReasonAcknowledgement, evidence.ReasonBibliography, evidence.ReasonStandard, evidence.ReasonCommon,
	}
}

// Limits of what officers write: a word of one character would match everywhere.
const (
	leastWord   = 2
	longestName = 60
)

// FaultName names the fault of an entry. The values are stable: pages
// translate them.
type FaultName string

// The faults of entries.
const (
	FaultNameless FaultName = "name"    // no name, or too long
	FaultReason   FaultName = "reason"  // not one of EntryReasons
	FaultYears    FaultName = "years"   // the first is after the last
	FaultIdle     FaultName = "idle"    // phrases or words, but no reason for which they would exclude text
	FaultNothing  FaultName = "nothing" // neither headings nor endings nor phrases
	FaultShort    FaultName = "short"   // too few letters to search for
	FaultSyntax   FaultName = "syntax"  // not valid TOML
	FaultField    FaultName = "field"   // a field that a file cannot have
	FaultLabel    FaultName = "label"   // a label in a file without letters
	FaultLong     FaultName = "long"    // longer than any heading or paragraph in which it is searched
)

// FaultNames returns all names of faults.
func FaultNames() []FaultName {
	return []FaultName{FaultNameless, FaultReason, FaultYears, FaultIdle, FaultNothing, FaultShort, FaultLong, FaultSyntax, FaultField,
		FaultLabel}
}

// Fault is an error in an entry or in a file of entries.
type Fault struct {
	Name FaultName
	// Value is the wrong text as written; for syntax, the message of the TOML parser; "" for idle
	// and nothing.
	Value string
}

// Error describes the fault in English.
func (f *Fault) Error() string {
	switch f.Name {
	case FaultNameless:
		return fmt.Sprintf("needs a name of 1 to %d characters", longestName)
	case FaultReason:
		return fmt.Sprintf("reason %q is none of %v", f.Value, EntryReasons())
	case FaultYears:
		return fmt.Sprintf("the years %s: the first is after the last", f.Value)
	case FaultIdle:
		return "has phrases or words but no reason: they are of use only to leave text out"
	case FaultNothing:
		return "has neither headings nor endings nor phrases"
	case FaultShort:
		return fmt.Sprintf("%q is shorter than %d letters", f.Value, leastWord)
	case FaultSyntax:
		return f.Value
	case FaultField:
		return fmt.Sprintf("%q is not a field of the table", f.Value)
	case FaultLabel:
		return fmt.Sprintf("label %q has no letters", f.Value)
	case FaultLong:
		return fmt.Sprintf("%q is longer than any heading or paragraph that it is looked for in", f.Value)
	}
	return string(f.Name)
}

// Faults returns all errors in an entry.
func (e Entry) Faults() (faults []*Fault) {
	add := func(name FaultName, value string) { faults = append(faults, &Fault{name, value}) }
	if strings.TrimSpace(e.Name) == "" || utf8.RuneCountInString(e.Name) > longestName {
		add(FaultNameless, e.Name)
	}
	if e.Reason != "" && !slices.Contains(EntryReasons(), e.Reason) {
		add(FaultReason, string(e.Reason))
	}
	if e.From != 0 && e.To != 0 && e.From > e.To {
		add(FaultYears, fmt.Sprintf("%d–%d", e.From, e.To))
	}
	if e.Reason == "" && len(e.Phrases)+len(e.Words) > 0 {
		add(FaultIdle, "")
	}
	if len(e.Headings)+len(e.Endings)+len(e.Phrases) == 0 {
		add(FaultNothing, "")
	}
	for _, h := range e.Headings {
		switch {
		case utf8.RuneCountInString(text.Squash(h)) < leastWord:
			add(FaultShort, h)
		case utf8.RuneCountInString(h) > longestHead:
			add(FaultLong, h)
		}
	}
	for _, l := range []struct {
		words   []string
		longest int
	}{{e.Endings, longestHead}, {e.Phrases, longestDense}, {e.Words, longestDense}} {
		for _, w := range l.words {
			s := text.Letters(w)
			switch n := utf8.RuneCountInString(s); {
			case n < leastWord && !isHan(s):
				add(FaultShort, w)
			case n > l.longest:
				add(FaultLong, w)
			}
		}
	}
	return faults
}

// prepare converts an entry without faults for use.
func (e Entry) prepare() role {
	r := role{Entry: e, headings: map[string]bool{}}
	for _, h := range e.Headings {
		h = text.Squash(h)
		if r.headings[h] = true; utf8.RuneCountInString(h) >= leastContained {
			r.contained = append(r.contained, h)
		}
	}
	for _, l := range []struct {
		from []string
		to   *[]string
	}{{e.Endings, &r.endings}, {e.Phrases, &r.phrases}, {e.Words, &r.words}} {
		for _, w := range l.from {
			*l.to = append(*l.to, text.Letters(w))
		}
	}
	return r
}

// Applies reports whether an entry is meant for a document: for its programme, whose name need only
// contain the entry's, and its year. A document with an unknown year counts for every year.
func (e Entry) Applies(who evidence.Identity) bool {
	return (e.Programme == "" || strings.Contains(text.Squash(who.Programme), text.Squash(e.Programme))) &&
		(e.From == 0 || who.Year == 0 || who.Year >= e.From) && (e.To == 0 || who.Year == 0 || who.Year <= e.To)
}

// particular returns how specific an entry is: a programme counts more than years.
func (e Entry) particular() (n int) {
	if e.Programme != "" {
		n += 2
	}
	if e.From != 0 || e.To != 0 {
		n++
	}
	return n
}

func isHan(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.Han, r) {
			return false
		}
	}
	return s != ""
}

// TableFault is a fault with its place: a line of an unreadable file, or an entry. A fault of a
// label has no place.
type TableFault struct {
	Line, Column int    // from 1; 0 if unknown
	Entry        int    // from 1, in order; 0 if unknown
	Name         string // of the entry
	Fault        Fault
}

// TableFaults are all faults of entries or of a file of them.
type TableFaults []TableFault

// Error describes the faults in English, one per line.
func (f TableFaults) Error() string {
	lines := make([]string, len(f))
	for i, t := range f {
		switch {
		case t.Line > 0:
			lines[i] = fmt.Sprintf("line %d, column %d: ", t.Line, t.Column)
		case t.Entry > 0:
			lines[i] = fmt.Sprintf("role %d (%q): ", t.Entry, t.Name)
		}
		lines[i] += t.Fault.Error()
	}
	return strings.Join(lines, "\n")
}

// err returns the faults as an error, or nil if there are none.
func (f TableFaults) err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}
