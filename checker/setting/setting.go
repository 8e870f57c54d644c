// Package setting is what an installation's own people have set on its pages: the
// agency's name and logo, where colours begin, what counts unless somebody chooses
// otherwise, and by which rules documents are deleted.
//
// In go values as JSON, as databases keep them; out come values that hold, defaults
// filled in, and what is wrong with one. A setting is changed as a whole, each change is
// kept with who made it and when, and the newest one holds. The package knows no SQL and
// no HTTP. What a server is started with (flags, environment, file) is not in here.
package setting

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/checker/score"
	"zhiwen/internal/wrap"
)

// Name names a setting. The names are kept for ever: databases have them.
type Name string

// The settings.
const (
	Agency     Name = "agency"
	Logo       Name = "logo"
	Thresholds Name = "thresholds"
	Counting   Name = "counting"
	Retention  Name = "retention"
	OfWeb      Name = "web"
	OfFirst    Name = "first"
)

// Names returns all settings, in the order in which pages show them.
func Names() []Name { return []Name{Agency, Logo, Thresholds, Counting, Retention, OfWeb, OfFirst} }

// Titles is what the agency is called, by the codes of the pages' languages; "" is
// what it is called in the other one.
type Titles struct {
	Chinese string `json:"zh,omitempty"`
	English string `json:"en,omitempty"`
}

// In returns what the agency is called in a language, "" where it has no name.
func (t Titles) In(code string) string {
	first, second := t.Chinese, t.English
	if code == "en" {
		first, second = second, first
	}
	if first == "" {
		return second
	}
	return first
}

// Picture is a logo: a PNG that this program has made of one that was handed in.
type Picture struct {
	PNG    []byte `json:"png"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Count is what counts in a check unless somebody chooses otherwise.
type Count struct {
	// Exclude are the reasons for which text does not count.
	Exclude []evidence.Reason `json:"exclude"`
	// LeastLength and LeastShare are score.LeastLength and score.LeastShare.
	LeastLength int `json:"leastLength"`
	LeastShare  int `json:"leastShare"`
	// FalseAlarms is the level of hints (evidence.Hints.Level) in thousandths; 0 looks for none.
	// What was stored before there were hints does not say it: they are looked for then.
	FalseAlarms int `json:"falseAlarms"`
}

// HintLevels returns the levels of hints that can be set, in thousandths, 0 for none first.
func HintLevels() []int {
	out := []int{0}
	for _, l := range evidence.HintLevels() {
		out = append(out, inThousandths(l))
	}
	return out
}

func inThousandths(d evidence.Decimal) int { return int(math.Round(float64(d) * MostThousandths)) }

// Equal reports whether two count the same.
func (c Count) Equal(other Count) bool {
	return c.FalseAlarms == other.FalseAlarms && c.LeastLength == other.LeastLength && c.LeastShare == other.LeastShare &&
		slices.Equal(inOrder(c.Exclude), inOrder(other.Exclude))
}

// Choice returns what counts, for score.
func (c Count) Choice() score.Choice {
	level := evidence.Round(float64(c.FalseAlarms) / MostThousandths)
	return score.Choice{FalseAlarms: &level, Exclude: inOrder(c.Exclude),
		Settings: map[string]int{score.LeastLength: c.LeastLength, score.LeastShare: c.LeastShare}}
}

// inOrder returns reasons in the order in which they are offered, each once.
func inOrder(reasons []evidence.Reason) []evidence.Reason {
	return slices.DeleteFunc(evidence.Reasons(), func(r evidence.Reason) bool { return !slices.Contains(reasons, r) })
}

// DefaultCount returns what counts unless somebody has changed it: the choice of the engine.
func DefaultCount() Count {
	return Count{
		Exclude: score.DefaultExclude(), LeastLength: score.DefaultLeastLength, FalseAlarms: inThousandths(evidence.DefaultFalseAlarms),
	}
}

// DefaultThresholds returns the default thresholds for colouring figures: agencies look at a tenth,
// and from three tenths on nobody lets a text pass unread.
func DefaultThresholds() map[record.FigureName]record.Threshold {
	return map[record.FigureName]record.Threshold{
		record.FigureOverall:       {Notable: 100, Grave: 300},
		record.FigureWithoutOwn:    {Notable: 100, Grave: 300},
		record.FigureWithoutQuoted: {Notable: 100, Grave: 300},
		record.FigureLargest:       {Notable: 50, Grave: 200},
	}
}

// Values are the current settings. They are not changed after they are read, since readers share
// them.
type Values struct {
	Agency     Titles
	Logo       *Picture // nil is none
	Thresholds map[record.FigureName]record.Threshold
	Counting   Count
	Retention  []retention.Rule // none: nothing is deleted by rule
	Web        Web
	First      First

	// Newest is the newest change of each setting that was ever changed, without its value.
	Newest map[Name]Change
}

// Usual returns the default settings.
func Usual() Values {
	return Values{Thresholds: DefaultThresholds(), Counting: DefaultCount(), First: DefaultFirst(), Newest: map[Name]Change{}}
}

// ThresholdsOf returns the thresholds of a call: its own, and of figures of which it says nothing
// those that are set for all.
func (v Values) ThresholdsOf(c record.CallSettings) map[record.FigureName]record.Threshold {
	out := map[record.FigureName]record.Threshold{}
	for _, f := range record.FigureNames() {
		out[f] = v.Thresholds[f]
		if t, own := c.Thresholds[f]; own {
			out[f] = t
		}
	}
	return out
}

// CountingOf returns what counts in the checks of a call: what it says itself, else what is set for
// all.
func (v Values) CountingOf(c record.CallSettings) Count {
	out := v.Counting
	if c.Exclude != nil {
		out.Exclude = c.Exclude
	}
	if c.LeastLength != nil {
		out.LeastLength = *c.LeastLength
	}
	if c.LeastShare != nil {
		out.LeastShare = *c.LeastShare
	}
	if c.FalseAlarms != nil {
		out.FalseAlarms = *c.FalseAlarms
	}
	return out
}

// Change is one change of a setting.
type Change struct {
	ID   int64
	Name Name
	// Value is the setting as JSON; "" is the default.
	Value string
	By    string // who changed it, as they sign
	At    time.Time
}

// Usual reports whether the change has gone back to the default.
func (c Change) Usual() bool { return c.Value == "" }

// Fault is something wrong with a value: in which field, and what. Messages for readers
// go by its name.
type Fault struct {
	Field string // of a form, "" for none in particular
	Name  string
	Value string // what was given
}

// Error says it for logs.
func (f *Fault) Error() string {
	return fmt.Sprintf("setting: %s: %s %q", f.Field, f.Name, f.Value)
}

// Bounds of values.
const (
	MostTitle       = 60 // characters of a name
	MostLeastLength = 1000
	MostLeastShare  = 500 // thousandths
	MostRules       = 50
	MostThousandths = 1000
)

// Encode makes a setting's JSON of a value: Titles, *Picture, Count, the thresholds or the
// rules. The error is of Fault where something is wrong with it.
func Encode(name Name, value any) (string, error) {
	b, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("setting %s: %w", name, err)
	}
	v := Usual()
	if err := v.Set(Change{Name: name, Value: string(b)}); err != nil {
		return "", err
	}
	return string(b), nil
}

// Set takes a change over. The error is of Fault where something is wrong with its value,
// and nothing is changed then.
func (v *Values) Set(c Change) error {
	next := *v
	usual := Usual()
	switch c.Name {
	case Agency:
		next.Agency = Titles{}
		if err := read(c, &next.Agency); err != nil {
			return err
		}
		for _, t := range []struct{ field, title string }{{"agency-zh", next.Agency.Chinese}, {"agency-en", next.Agency.English}} {
			if utf8.RuneCountInString(t.title) > MostTitle || strings.TrimSpace(t.title) != t.title ||
				strings.ContainsAny(t.title, "\r\n") {
				return &Fault{t.field, "title", t.title}
			}
		}
	case Logo:
		next.Logo = nil
		if err := read(c, &next.Logo); err != nil {
			return err
		}
		if next.Logo != nil {
			if err := next.Logo.check(); err != nil {
				return err
			}
		}
	case Thresholds:
		next.Thresholds = usual.Thresholds
		if !c.Usual() {
			next.Thresholds = nil
		}
		if err := read(c, &next.Thresholds); err != nil {
			return err
		}
		if err := checkThresholds(next.Thresholds); err != nil {
			return err
		}
	case Counting:
		next.Counting = usual.Counting
		if err := read(c, &next.Counting); err != nil {
			return err
		}
		if err := next.Counting.Check(); err != nil {
			return err
		}
	case Retention:
		next.Retention = nil
		if err := read(c, &next.Retention); err != nil {
			return err
		}
		if err := checkRules(next.Retention); err != nil {
			return err
		}
	case OfWeb:
		next.Web = Web{}
		if err := read(c, &next.Web); err != nil {
			return err
		}
		if err := next.Web.check(); err != nil {
			return err
		}
	case OfFirst:
		next.First = usual.First
		if !c.Usual() {
			next.First = First{}
		}
		if err := read(c, &next.First); err != nil {
			return err
		}
		if err := next.First.check(); err != nil {
			return err
		}
	default:
		return &Fault{"", "unknown", string(c.Name)}
	}
	next.Newest = map[Name]Change{}
	maps.Copy(next.Newest, v.Newest)
	c.Value = map[bool]string{true: "", false: "set"}[c.Usual()]
	next.Newest[c.Name] = c
	*v = next
	return nil
}

// read decodes a value that is not the default, strictly.
func read(c Change, into any) error {
	if c.Usual() {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader([]byte(c.Value)))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("more than one value")
		}
	}
	return wrap.Error(err, "setting %s", c.Name)
}

func checkThresholds(thresholds map[record.FigureName]record.Threshold) error {
	for name, t := range thresholds {
		if !slices.Contains(record.FigureNames(), name) {
			return &Fault{"", "unknown", string(name)}
		}
		for _, x := range []struct {
			field string
			share int
		}{{"notable-", t.Notable}, {"grave-", t.Grave}} {
			if x.share < 0 || x.share > MostThousandths {
				return &Fault{x.field + string(name), "share", fmt.Sprint(x.share)}
			}
		}
		if t.Grave != 0 && t.Notable > t.Grave {
			return &Fault{"notable-" + string(name), "order", ""}
		}
	}
	return nil
}

// Check returns a Fault, or nil if the value is valid.
func (c Count) Check() error {
	for _, r := range c.Exclude {
		if !slices.Contains(evidence.Reasons(), r) {
			return &Fault{"", "unknown", string(r)}
		}
	}
	if c.LeastLength < 0 || c.LeastLength > MostLeastLength {
		return &Fault{"least-length", "length", fmt.Sprint(c.LeastLength)}
	}
	if c.LeastShare < 0 || c.LeastShare > MostLeastShare {
		return &Fault{"least-share", "leastShare", fmt.Sprint(c.LeastShare)}
	}
	if !slices.Contains(HintLevels(), c.FalseAlarms) {
		return &Fault{"false-alarms", "falseAlarms", fmt.Sprint(c.FalseAlarms)}
	}
	return nil
}

func checkRules(rules []retention.Rule) error {
	if len(rules) > MostRules {
		return &Fault{"", "rules", fmt.Sprint(len(rules))}
	}
	names := map[string]bool{}
	for i, r := range rules {
		if err := r.Check(); err != nil {
			return fmt.Errorf("rule %d: %w", i+1, err)
		}
		if names[r.Name] {
			return &Fault{fmt.Sprintf("rule-name-%d", i), "twin", r.Name}
		}
		names[r.Name] = true
	}
	return nil
}
