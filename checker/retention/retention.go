// Package retention says which documents are to be deleted by rule, and makes the
// certificate of what was.
//
// In go rules, as an administrator writes them, and what is known of documents; out comes
// which rule deletes a document, or what keeps it. The package deletes nothing and knows
// no SQL. A certificate has numbers, hashes and times; never texts, titles or names of files.
package retention

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"zhiwen/checker/evidence"
)

// Kind is what a document is there for.
type Kind string

// The kinds.
const (
	Checked Kind = "checked" // it was only checked
	Call    Kind = "call"    // it was handed in to a call
	Library Kind = "library" // others are checked against it, and it is of no call
)

// Kinds returns all of them.
func Kinds() []Kind { return []Kind{Checked, Call, Library} }

// Verdicts returns those that a rule may name.
func Verdicts() []evidence.Verdict { return []evidence.Verdict{Undecided, evidence.NoConcern} }

// States returns those that a rule may name.
func States() []string { return []string{"ready", "failed"} }

// Undecided stands in rules for documents without a verdict.
const Undecided evidence.Verdict = "none"

// Rule chooses documents: those for which all holds that it says.
type Rule struct {
	Name     string             `toml:"name" json:"name"`
	Kind     Kind               `toml:"kind" json:"kind"`
	Days     int                `toml:"days" json:"days"`                   // since it came, at least
	Verdicts []evidence.Verdict `toml:"verdicts" json:"verdicts,omitempty"` // of its newest check; none said is all
	States   []string           `toml:"states" json:"states,omitempty"`     // ready or failed; none said is both
}

// MostDays is the longest age of a rule: a hundred years.
const MostDays = 36_500

// RuleFault is a fault of a field of a rule.
type RuleFault struct {
	Field string // name, kind, days, verdicts or states
	Value string
	says  string
}

// Error says it in English, as the command line does.
func (f *RuleFault) Error() string { return f.Field + ": " + f.says }

// Load reads the rules of a file. The error names the rule and its fault.
func Load(path string) ([]Rule, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Rules []Rule `toml:"rule"`
	}
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(file.Rules) == 0 {
		return nil, fmt.Errorf("%s: there is no [[rule]]", path)
	}
	for i, r := range file.Rules {
		if err := r.Check(); err != nil {
			return nil, fmt.Errorf("%s: rule %d: %w", path, i+1, err)
		}
	}
	return file.Rules, nil
}

// Check returns the fault of a rule, a *RuleFault, or nil.
func (r Rule) Check() error {
	switch {
	case strings.TrimSpace(r.Name) == "" || strings.ContainsAny(r.Name, "\r\n\""):
		return &RuleFault{"name", r.Name, "a line without quotation marks is expected"}
	case !slices.Contains(Kinds(), r.Kind):
		return &RuleFault{"kind", string(r.Kind), fmt.Sprintf("%q is none of checked, call and library", r.Kind)}
	case r.Days < 1 || r.Days > MostDays:
		return &RuleFault{"days", strconv.Itoa(r.Days), fmt.Sprintf("a number from 1 to %d is expected", MostDays)}
	}
	for _, v := range r.Verdicts {
		if !slices.Contains(Verdicts(), v) {
			return &RuleFault{"verdicts", string(v),
				fmt.Sprintf("%q is neither none nor no-concern; what is asked about or suspected is always kept", v)}
		}
	}
	for _, s := range r.States {
		if !slices.Contains(States(), s) {
			return &RuleFault{"states", s, fmt.Sprintf("%q is neither ready nor failed", s)}
		}
	}
	return nil
}

// Document holds the facts about a document that rules use.
type Document struct {
	ID      int64
	SHA256  string
	Kind    Kind
	State   string
	Came    time.Time
	Verdict evidence.Verdict // of its newest check that is done; "" is none
	Open    bool             // one of its checks has a verdict of concern
	Held    bool             // an officer keeps it
	Busy    bool             // it is read or checked, or waits for it
}

// Keeper is what keeps a document that a rule would delete.
type Keeper string

// The keepers.
const (
	KeptOpen Keeper = "open"
	KeptHeld Keeper = "held"
	KeptBusy Keeper = "busy"
)

// Choose returns the first rule that deletes a document at a time, nil where none does, and
// what keeps it all the same.
func Choose(rules []Rule, d Document, at time.Time) (*Rule, Keeper) {
	for i := range rules {
		r := &rules[i]
		verdict := d.Verdict
		if verdict == "" {
			verdict = Undecided
		}
		if r.Kind != d.Kind || at.Sub(d.Came) < time.Duration(r.Days)*24*time.Hour ||
			!d.Open && len(r.Verdicts) > 0 && !slices.Contains(r.Verdicts, verdict) ||
			len(r.States) > 0 && !slices.Contains(r.States, d.State) {
			continue
		}
		switch {
		case d.Held:
			return r, KeptHeld
		case d.Open:
			return r, KeptOpen
		case d.Busy:
			return r, KeptBusy
		}
		return r, ""
	}
	return nil, ""
}

// Title begins a certificate.
const Title = "zhiwen certificate of deletion"

// Entry is a document that was deleted, by which rule.
type Entry struct {
	Document
	Rule Rule
}

// Certificate returns the text that is signed: what was deleted, when, on whose word.
func Certificate(at time.Time, by string, entries []Entry) []byte {
	var b bytes.Buffer
	by = strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' {
			return ' '
		}
		return r
	}, by)
	fmt.Fprintf(&b, "%s 1\nat %s\nby %q\n", Title, at.UTC().Format(time.RFC3339), by)
	named := map[string]bool{}
	for _, e := range entries {
		if named[e.Rule.Name] {
			continue
		}
		named[e.Rule.Name] = true
		fmt.Fprintf(&b, "rule %q kind %s days %d verdicts %q states %q\n", e.Rule.Name, e.Rule.Kind, e.Rule.Days, e.Rule.Verdicts,
			e.Rule.States)
	}
	for _, e := range entries {
		fmt.Fprintf(&b, "document %d sha256 %s came %s rule %q\n", e.ID, e.SHA256, e.Came.UTC().Format(time.RFC3339), e.Rule.Name)
	}
	fmt.Fprintf(&b, "documents %d\n", len(entries))
	return b.Bytes()
}

// Deletion is a certificate that is kept.
type Deletion struct {
	ID          int64
	Documents   int    // how many it names
	Certificate []byte // with its signature
	At          time.Time
}

// Youngest returns the age below which no rule deletes anything, or 0 without rules.
func Youngest(rules []Rule) time.Duration {
	days := 0
	for i, r := range rules {
		if i == 0 || r.Days < days {
			days = r.Days
		}
	}
	return time.Duration(days) * 24 * time.Hour
}

// signatureStart begins each line of a signature.
const signatureStart = "signature "

// Signed puts the signature behind a certificate: a line a key.
func Signed(certificate []byte, signature string) []byte {
	out := bytes.Clone(certificate)
	for line := range strings.SplitSeq(signature, "\n") {
		out = append(out, signatureStart+line+"\n"...)
	}
	return out
}

// Split parts a file into what was signed and the signature; false where it is no certificate.
func Split(file []byte) (certificate []byte, signature string, ok bool) {
	at := bytes.Index(file, []byte("\n"+signatureStart))
	if !bytes.HasPrefix(file, []byte(Title+" ")) || at < 0 || !bytes.HasSuffix(file, []byte("\n")) {
		return nil, "", false
	}
	rest := strings.TrimSuffix(string(file[at+1:]), "\n")
	for i, line := range strings.Split(rest, "\n") {
		value, found := strings.CutPrefix(line, signatureStart)
		if !found {
			return nil, "", false
		}
		if i > 0 {
			signature += "\n"
		}
		signature += value
	}
	return file[:at+1], signature, true
}
