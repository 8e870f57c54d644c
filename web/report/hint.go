package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/web/report/highlight"
)

// thousandths is what levels of hints are counted in.
const thousandths = 1000

func levelOf(d evidence.Decimal) int { return int(math.Round(float64(d) * thousandths)) }

// levelText formats a level of hints for addresses.
func levelText(level int) string {
	return strconv.FormatFloat(float64(level)/thousandths, 'f', -1, 64)
}

// hintLevels returns the levels of hints that a reader can choose, 0 for none first.
func hintLevels() []int {
	out := []int{0}
	for _, d := range evidence.HintLevels() {
		out = append(out, levelOf(d))
	}
	return out
}

// HintLevel is a level of hints that can be chosen.
type HintLevel struct {
	Level int    // thousandths; 0 is none
	Value string // in addresses
	Count int    // hints that nobody has decided about and that are at least so strong
	On    bool
}

// Hints is what a report says of possible rewritings, summaries and translations, for
// partial/hints.html.
type Hints struct {
	Looked     bool // the document was compared for hints
	Level      int  // thousandths; 0 shows none
	Dictionary bool // translations were looked for too
	Unread     int  // documents that could not be looked at
	Figure     Figure
	Kinds      []evidence.Count // of the figure's characters, above 0
	List       []Hint           // that nobody has decided about, the strongest first
	Confirmed  []Hint
	Dismissed  []Hint
	Along      []Along
	Weaker     int    // how many more there are at the highest level
	All        string // address with those too
}

// Every returns n where one in n clean documents gets a hint of the level.
func (v Hints) Every() int { return int(math.Round(thousandths / float64(max(v.Level, 1)))) }

// Hint is a hint in a list.
type Hint struct {
	ID          int
	Number      int // among all hints of the check, by place, from 1
	Kind        evidence.HintKind
	Strength    evidence.Strength
	Rate        string // false alarms a clean document, as it stands in the evidence
	Characters  int    // of the document, that count
	Source      int64
	Name        string
	Identity    evidence.Identity
	Relation    evidence.Relation
	Rank        int // of the source; 0 where it shares no text
	Colour      string
	Here, There Place
	Quote       string // of the document
	Theirs      string // of the source
	Href        string // of its page
	Decided     *evidence.Decision
}

// hintSources notes the documents that hints point to, and returns the numbers of those that
// share no text: they follow the sources'.
func (a *Assessment) hintSources() map[int64]int {
	a.hinted = map[int64]*evidence.Source{}
	numbers := map[int64]int{}
	if a.Evidence.Hints == nil {
		return numbers
	}
	for i, s := range a.Evidence.AllSources() {
		bare := *s
		bare.Matches = nil
		a.hinted[s.ID], numbers[s.ID] = &bare, i+1
	}
	return numbers
}

// confirmedKinds returns the kinds of the hints that somebody has confirmed, each once.
func (a *Assessment) confirmedKinds() []evidence.Kind {
	var out []evidence.Kind
	if a.Evidence.Hints == nil {
		return nil
	}
	for i := range a.Evidence.Hints.Hints {
		h := &a.Evidence.Hints.Hints[i]
		if k := h.Kind.Confirmed(); a.Decided.Hint(h) == evidence.Confirmed && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// hint returns a hint by its number in the evidence, or nil.
func (a *Assessment) hint(id int) *evidence.Hint {
	if i := a.hintNumber(id) - 1; i >= 0 {
		return &a.Evidence.Hints.Hints[i]
	}
	return nil
}

// hintNumber returns the position of a hint among all hints of the check, from 1, or 0.
func (a *Assessment) hintNumber(id int) int {
	if a.Evidence.Hints == nil {
		return 0
	}
	return slices.IndexFunc(a.Evidence.Hints.Hints, func(h evidence.Hint) bool { return h.ID == id }) + 1
}

// hintLevels offers the levels of hints; nil where the document was not compared for hints.
func (a *Assessment) hintLevels() []HintLevel {
	h := a.Evidence.Hints
	if h == nil {
		return nil
	}
	var out []HintLevel
	for _, level := range hintLevels() {
		o := HintLevel{Level: level, Value: levelText(level), On: level == levelOf(h.Level)}
		for i := range h.Hints {
			if x := &h.Hints[i]; levelOf(x.FalseAlarms) <= level && level > 0 && a.open(x) {
				o.Count++
			}
		}
		out = append(out, o)
	}
	return out
}

// open reports whether a hint could be shown: it has no decision, and its source is selected.
func (a *Assessment) open(h *evidence.Hint) bool {
	s := a.hinted[h.Source]
	return s != nil && a.Choice.refusesSource(s) == "" && a.Decided.Hint(h) == evidence.Withdrawn
}

// hints lists what a report says of hints.
func (a *Assessment) hints() Hints {
	h := a.Evidence.Hints
	if h == nil {
		return Hints{}
	}
	v := Hints{
		Looked: true, Level: levelOf(h.Level), Dictionary: h.Dictionary, Unread: h.Unread,
		Figure: Figure{Part: h.Characters, Whole: a.Evidence.Scores.Countable}, Kinds: h.ByKind,
	}
	v.Along = a.along()
	widest := evidence.MostFalseAlarms
	v.All = a.Address.Plus(levelField, levelText(levelOf(widest))).Report(0, 0)
	for i := range h.Hints {
		x := &h.Hints[i]
		switch verdict := a.Decided.Match(x.ID); {
		case a.hinted[x.Source] == nil, a.Choice.refusesSource(a.hinted[x.Source]) != "", a.Decided.SetAside(x.Source):
		case verdict != nil && verdict.Verdict == evidence.Confirmed:
			v.Confirmed = append(v.Confirmed, a.hintView(x))
		case verdict != nil:
			v.Dismissed = append(v.Dismissed, a.hintView(x))
		case x.FalseAlarms <= h.Level:
			v.List = append(v.List, a.hintView(x))
		default:
			v.Weaker++
		}
	}
	for _, list := range [][]Hint{v.List, v.Confirmed, v.Dismissed} {
		slices.SortStableFunc(list, func(x, y Hint) int {
			return cmp.Or(cmp.Compare(a.hint(x.ID).FalseAlarms, a.hint(y.ID).FalseAlarms), cmp.Compare(x.Number, y.Number))
		})
	}
	return v
}

// hintView returns a hint for a list.
func (a *Assessment) hintView(h *evidence.Hint) Hint {
	s := a.hinted[h.Source]
	v := Hint{
		ID: h.ID, Number: a.hintNumber(h.ID), Kind: h.Kind, Strength: evidence.StrengthOf(h.FalseAlarms),
		Rate: strconv.FormatFloat(float64(h.FalseAlarms), 'f', -1, 64), Characters: a.countedIn(h.This), Source: h.Source,
		Rank: a.ranks[h.Source], Colour: highlight.Colour(a.hues[h.Source]), Here: placeOf(h.This), There: placeOf(h.From),
		Quote: clip(h.This.Text, worstLength), Theirs: clip(h.From.Text, worstLength), Href: a.Address.Hint(h.ID),
		Decided: a.Decided.Match(h.ID),
	}
	if s != nil {
		v.Name, v.Identity, v.Relation = NameOf(s.Identity), s.Identity, s.Relation
	}
	return v
}

// countedIn returns how many characters of a passage count.
func (a *Assessment) countedIn(p evidence.Passage) int {
	out := make([]bool, p.Length)
	for _, x := range a.Evidence.Excluded {
		if x.Applied {
			for at := max(x.Offset, p.Offset); at < min(x.Offset+x.Length, p.Offset+p.Length); at++ {
				out[at-p.Offset] = true
			}
		}
	}
	n := 0
	for at := p.Offset; at < min(p.Offset+p.Length, len(a.runes)); at++ {
		if !out[at-p.Offset] && evidence.Seen(a.runes[at]) {
			n++
		}
	}
	return n
}

// hintSpans returns the hints that are looked at as they stand in the text: where no match does.
// first is the order that comes after all matches.
func (a *Assessment) hintSpans(only int64, matches []highlight.Span, first int) []highlight.Span {
	e := a.Evidence
	if e.Hints == nil {
		return nil
	}
	var taken []highlight.Span
	taken = append(taken, matches...)
	slices.SortFunc(taken, func(x, y highlight.Span) int { return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End)) })
	var out []highlight.Span
	for i := range e.Hints.Hints {
		h := &e.Hints.Hints[i]
		if h.Counted == 0 || only != 0 && h.Source != only {
			continue
		}
		likeness := highlight.Span{
			Hint: h, Number: i + 1, Match: &evidence.Match{ID: h.ID}, Source: -1 - i, Order: first + levelOf(h.FalseAlarms),
			Rank: a.ranks[h.Source],
		}
		begun := len(out)
		put := func(start, end int) {
			if start < end {
				likeness.Start, likeness.End = start, end
				out = append(out, likeness)
			}
		}
		at, end := h.This.Offset, h.This.Offset+h.This.Length
		for _, m := range taken {
			if m.End <= at || m.Start >= end {
				continue
			}
			put(at, m.Start)
			at = max(at, m.End)
		}
		put(at, end)
		if len(out) > begun {
			out[begun].First, out[len(out)-1].Last = true, true
		}
	}
	return out
}
