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

// Entry is one entry of a table of roles as it is written; roles.toml explains the
// fields.
type Entry struct {
	Name      string          `toml:"name" json:"name"`
	Reason    evidence.Reason `toml:"reason" json:"reason,omitempty"`
	Headings  []string        `toml:"headings" json:"headings,omitempty"`
	Endings   []string        `toml:"endings" json:"endings,omitempty"`
	Phrases   []string        `toml:"phrases" json:"phrases,omitempty"`
	Words     []string        `toml:"words" json:"words,omitempty"`
	Programme string          `toml:"programme" json:"programme,omitempty"`
	From      int             `toml:"from" json:"from,omitempty"` // year; 0 is open
	To        int             `toml:"to" json:"to,omitempty"`     // year, included; 0 is open
}

// EntryReasons are the reasons that an entry can have: why what a section is takes
// its text out.
func EntryReasons() []evidence.Reason {
	return []evidence.Reason{
		evidence.ReasonForm, evidence.ReasonContents, evidence.ReasonDeclaration, evidence.ReasonInstruction,
		evidence.ReasonAcknowledgement, evidence.ReasonBibliography, evidence.ReasonStandard, evidence.ReasonCommon,
	}
}

// Of what officers write: a word of one character would be everywhere.
const (
	leastWord   = 2
	longestName = 60
)

// FaultName names what is wrong with an entry. The values are stable: pages
// translate them.
type FaultName string

// The faults of entries.
const (
	FaultNameless FaultName = "name"    // no name, or one that is too long
	FaultReason   FaultName = "reason"  // none that an entry can have
	FaultYears    FaultName = "years"   // the first is after the last
	FaultIdle     FaultName = "idle"    // phrases or words, but no reason for which they would leave text out
	FaultNothing  FaultName = "nothing" // neither headings nor endings nor phrases
	FaultShort    FaultName = "short"   // too few letters to be looked for
	FaultSyntax   FaultName = "syntax"  // a file that is no TOML
	FaultField    FaultName = "field"   // a field that a file cannot have
	FaultLabel    FaultName = "label"   // a label of a file without letters
	FaultLong     FaultName = "long"    // longer than any heading or paragraph that it is looked for in
)

// FaultNames are all of them.
func FaultNames() []FaultName {
	return []FaultName{FaultNameless, FaultReason, FaultYears, FaultIdle, FaultNothing, FaultShort, FaultLong, FaultSyntax, FaultField, FaultLabel}
}

// Fault is something that is wrong with an entry, or with a file of entries.
type Fault struct {
	Name  FaultName
	Value string // what is wrong, as it was written; of syntax, what the reader of TOML says; "" of idle and nothing
}

// Error says it in English.
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

// Faults returns all that is wrong with an entry.
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

// prepare makes an entry without faults ready.
func (e Entry) prepare() role {
	r := role{Entry: e, headings: map[string]bool{}}
	for _, h := range e.Headings {
		r.headings[text.Squash(h)] = true
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

// Applies reports whether an entry is for a document: for its programme, whose name
// need only contain the entry's, and its year. A document whose year is not known
// is of every year.
func (e Entry) Applies(who evidence.Identity) bool {
	return (e.Programme == "" || strings.Contains(text.Squash(who.Programme), text.Squash(e.Programme))) &&
		(e.From == 0 || who.Year == 0 || who.Year >= e.From) && (e.To == 0 || who.Year == 0 || who.Year <= e.To)
}

// particular says how much of a case an entry is for: a programme tells more than
// years.
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

// TableFault is a fault with its place: a line of a file that cannot be read, or
// an entry; of a label there is none.
type TableFault struct {
	Line, Column int    // from 1; 0 for the rest
	Entry        int    // from 1, in order; 0 for the rest
	Name         string // of the entry
	Fault        Fault
}

// TableFaults is all that is wrong with entries or with a file of them.
type TableFaults []TableFault

// Error says it in English, a line each.
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

// err is the error of faults, nil for none.
func (f TableFaults) err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}
