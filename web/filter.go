package web

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

// choice is what a reader has chosen to count of a check. It stands in the
// address of a report; what the address does not say is as the check had it.
type choice struct {
	exclude    []evidence.Reason   // reasons for which text does not count; nil: as in the evidence
	kinds      []evidence.Kind     // that count; nil: all
	relations  []evidence.Relation // that count; nil: all
	length     int                 // least characters of a match; unset: as in the evidence
	share      int                 // least share of a source in thousandths; unset: as in the evidence
	similarity int                 // least similarity of a match in percent; 0: any
	from, to   int                 // years of sources; 0: open
	undecided  bool                // show only matches that nobody has decided about; all count
}

// unset stands for a number that the address does not say.
const unset = -1

// asChecked counts what the check has counted.
func asChecked() choice { return choice{length: unset, share: unset} }

// The values that a choice may name, in the order in which they are shown.
var (
	allReasons   = evidence.Reasons()
	allKinds     = []evidence.Kind{evidence.Verbatim, evidence.Near, evidence.Reordered, evidence.Homophone, evidence.Disguised, evidence.Script, evidence.Rewritten}
	allRelations = []evidence.Relation{evidence.Other, evidence.SameInstitution, evidence.SharesPerson, evidence.TookPart, evidence.SameApplicant}
)

// Names of the fields of a choice in addresses and forms. A list that is there
// counts as a whole: a form sends nothing for what is not ticked, so it sends
// noneValue with every list.
const (
	excludeField    = "exclude"
	kindField       = "kind"
	relationField   = "relation"
	lengthField     = "length"
	shareField      = "share"
	similarityField = "similarity"
	fromField       = "from"
	toField         = "to"
	undecidedField  = "undecided"
	noneValue       = "none"
)

// Bounds of the numbers in a choice.
const (
	maxLeastLength = 1_000_000
	maxLeastShare  = 1000 // thousandths
	maxSimilarity  = 100  // percent
	maxYear        = 9999
)

// readChoice reads a choice from an address. The error is errBadInput.
func readChoice(q url.Values) (choice, error) {
	c := asChecked()
	var bad bool
	c.exclude, bad = readList(q[excludeField], allReasons, bad)
	c.kinds, bad = readList(q[kindField], allKinds, bad)
	c.relations, bad = readList(q[relationField], allRelations, bad)
	number := func(field string, otherwise, most int) int {
		text := strings.TrimSpace(q.Get(field))
		if text == "" {
			return otherwise
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > most {
			bad = true
		}
		return n
	}
	c.length = number(lengthField, unset, maxLeastLength)
	c.similarity = number(similarityField, 0, maxSimilarity)
	c.from, c.to = number(fromField, 0, maxYear), number(toField, 0, maxYear)
	c.undecided = q.Get(undecidedField) != ""
	if text := strings.TrimSpace(q.Get(shareField)); text != "" {
		percent, err := strconv.ParseFloat(text, 64)
		c.share = int(math.Round(percent * maxLeastShare / 100))
		if err != nil || math.IsNaN(percent) || c.share < 0 || c.share > maxLeastShare {
			bad = true
		}
	}
	if bad {
		return choice{}, errBadInput
	}
	return c, nil
}

// formerNames are the names that addresses of earlier versions have, which people
// have kept.
var formerNames = map[string]string{"template": string(evidence.ReasonForm)}

// readList reads a list of names that may be repeated or parted by commas, into
// the order of known. It is nil where the address has none.
func readList[T ~string](values []string, known []T, bad bool) ([]T, bool) {
	if values == nil {
		return nil, bad
	}
	named := map[T]bool{}
	for _, name := range strings.Split(strings.Join(values, ","), ",") {
		if current, ok := formerNames[name]; ok {
			name = current
		}
		switch {
		case name == noneValue:
		case slices.Contains(known, T(name)):
			named[T(name)] = true
		default:
			bad = true
		}
	}
	out := []T{}
	for _, k := range known {
		if named[k] {
			out = append(out, k)
		}
	}
	return out, bad
}

// settled is the choice without what the evidence has anyway: two choices that
// count the same are equal then, and an address says no more than it must.
func (c choice) settled(e *evidence.Evidence) choice {
	if c.exclude != nil {
		found := appliedReasons(e)
		known := slices.DeleteFunc(slices.Clone(c.exclude), func(r evidence.Reason) bool { return !hasReason(e, r) })
		if c.exclude = known; slices.Equal(known, found) {
			c.exclude = nil
		}
	}
	if c.kinds != nil && !slices.ContainsFunc(kindsOf(e), func(o filterOption) bool { return !slices.Contains(c.kinds, evidence.Kind(o.Value)) }) {
		c.kinds = nil
	}
	if c.relations != nil && !slices.ContainsFunc(relationsOf(e), func(o filterOption) bool { return !slices.Contains(c.relations, evidence.Relation(o.Value)) }) {
		c.relations = nil
	}
	if c.length == e.Setting(score.LeastLength) {
		c.length = unset
	}
	if c.share == e.Setting(score.LeastShare) {
		c.share = unset
	}
	return c
}

// query is the choice as a part of an address, empty for what the check had.
func (c choice) query() url.Values {
	q := url.Values{}
	setList(q, excludeField, c.exclude)
	setList(q, kindField, c.kinds)
	setList(q, relationField, c.relations)
	number := func(field string, n, otherwise int) {
		if n != otherwise {
			q.Set(field, strconv.Itoa(n))
		}
	}
	number(lengthField, c.length, unset)
	number(similarityField, c.similarity, 0)
	number(fromField, c.from, 0)
	number(toField, c.to, 0)
	if c.undecided {
		q.Set(undecidedField, "1")
	}
	if c.share != unset {
		q.Set(shareField, percentText(c.share))
	}
	return q
}

func setList[T ~string](q url.Values, field string, list []T) {
	if list == nil {
		return
	}
	names := make([]string, len(list))
	for i, v := range list {
		names[i] = string(v)
	}
	if len(names) == 0 {
		names = []string{noneValue}
	}
	q.Set(field, strings.Join(names, ","))
}

// percentText writes thousandths as percents, as an input field takes them.
func percentText(thousandths int) string {
	return strconv.FormatFloat(float64(thousandths)*100/maxLeastShare, 'f', -1, 64)
}

// active counts the settings that are not as the check had them.
func (c choice) active() int {
	n := len(c.query())
	if c.from != 0 && c.to != 0 {
		n-- // one setting, two fields
	}
	return n
}

// refuses says why a match of a source is not asked for, "" where it is.
func (c choice) refuses(s *evidence.Source, m *evidence.Match) cause {
	year := s.Identity.Year
	switch {
	case c.relations != nil && !slices.Contains(c.relations, s.Relation):
		return causeRelation
	case c.from != 0 && year < c.from, c.to != 0 && (year > c.to || year == 0):
		return causeYear
	case c.kinds != nil && !slices.Contains(c.kinds, m.Kind):
		return causeKind
	case math.Round(float64(m.Similarity)*maxSimilarity) < float64(c.similarity):
		return causeSimilarity
	}
	return ""
}

// cause says why a match does not count.
type cause string

// The causes.
const (
	causeExcluded   cause = "excluded"   // it stands in text that does not count
	causeShort      cause = "short"      // it is shorter than the least length
	causeShare      cause = "share"      // its source covers less than the least share
	causeSimilarity cause = "similarity" // this and the next three: it is not asked for
	causeKind       cause = "kind"
	causeRelation   cause = "relation"
	causeYear       cause = "year"
	causeDismissed  cause = "dismissed" // a reviewer has dismissed it
	causeSource     cause = "source"    // a reviewer has set its source aside
)

// causes is all of them.
func causes() []cause {
	return []cause{causeExcluded, causeShort, causeShare, causeSimilarity, causeKind, causeRelation, causeYear, causeDismissed, causeSource}
}

// filterOption is one box to tick.
type filterOption struct {
	Value string
	Count int // characters of a reason, matches of a kind, sources of a relation
	On    bool
}

// filterView is the view of partial/filter.html.
type filterView struct {
	choice
	Active                  int
	Reasons                 []filterOption
	Kinds                   []filterOption
	Relations               []filterOption
	Length, Similarity      int
	Share                   string // percent
	From, To                int
	FirstYear, LastYear     int    // of the sources; 0 where no year is known
	Action                  string // where the form leads
	Only                    int64  // id of the one source that is highlighted, or 0
	Reset                   string // address with everything as the check had it
	LeftMatches, LeftSource int    // what the choice leaves out
	Undecided               bool   // only undecided matches are shown
}

// Said tells which settings are active, for the line that names them.
func (v filterView) Said(field string) bool { return v.query().Has(field) }

// ShareText is the least share of the line.
func (v filterView) ShareText() string { return percentText(v.share) + "%" }

// Excludes says that some text does not count.
func (v filterView) Excludes() bool {
	return slices.ContainsFunc(v.Reasons, func(o filterOption) bool { return o.On })
}

// viewFilter makes the form of a choice.
func viewFilter(l *loaded, only int64) filterView {
	e, c := l.evidence, l.choice
	v := filterView{
		choice: c, Active: c.active(), Only: only, Action: checkPath(l.check.ID),
		Reset:  address{check: l.check.ID}.report(only, 0),
		Length: e.Setting(score.LeastLength), Share: percentText(e.Setting(score.LeastShare)),
		Similarity: c.similarity, From: c.from, To: c.to, Undecided: c.undecided,
	}
	for _, r := range countReasonsFound(e.Excluded, l.runes) {
		excluded := slices.ContainsFunc(e.Excluded, func(x evidence.Excluded) bool { return x.Reason == r.Reason && x.Applied })
		v.Reasons = append(v.Reasons, filterOption{Value: string(r.Reason), Count: r.Characters, On: excluded})
	}
	full := &evidence.Evidence{Sources: l.all}
	for _, o := range kindsOf(full) {
		o.On = c.kinds == nil || slices.Contains(c.kinds, evidence.Kind(o.Value))
		v.Kinds = append(v.Kinds, o)
	}
	for _, o := range relationsOf(full) {
		o.On = c.relations == nil || slices.Contains(c.relations, evidence.Relation(o.Value))
		v.Relations = append(v.Relations, o)
	}
	for i := range l.all {
		s := &l.all[i]
		if y := s.Identity.Year; y != 0 {
			if v.FirstYear == 0 || y < v.FirstYear {
				v.FirstYear = y
			}
			v.LastYear = max(v.LastYear, y)
		}
		if s.Full == 0 {
			v.LeftSource++
		}
		for j := range s.Matches {
			if s.Matches[j].Counted == 0 {
				v.LeftMatches++
			}
		}
	}
	return v
}

// appliedReasons are the reasons that the evidence applies, in the order of allReasons.
func appliedReasons(e *evidence.Evidence) []evidence.Reason {
	out := []evidence.Reason{}
	for _, r := range allReasons {
		if slices.ContainsFunc(e.Excluded, func(x evidence.Excluded) bool { return x.Reason == r && x.Applied }) {
			out = append(out, r)
		}
	}
	return out
}

func hasReason(e *evidence.Evidence, r evidence.Reason) bool {
	return slices.ContainsFunc(e.Excluded, func(x evidence.Excluded) bool { return x.Reason == r })
}

// kindsOf counts the matches of each kind that occurs.
func kindsOf(e *evidence.Evidence) []filterOption {
	counts := map[evidence.Kind]int{}
	for _, s := range e.Sources {
		for _, m := range s.Matches {
			counts[m.Kind]++
		}
	}
	return options(allKinds, counts)
}

// relationsOf counts the sources of each relation that occurs.
func relationsOf(e *evidence.Evidence) []filterOption {
	counts := map[evidence.Relation]int{}
	for _, s := range e.Sources {
		counts[s.Relation]++
	}
	return options(allRelations, counts)
}

func options[T ~string](order []T, counts map[T]int) []filterOption {
	var out []filterOption
	for _, v := range order {
		if counts[v] > 0 {
			out = append(out, filterOption{Value: string(v), Count: counts[v]})
		}
	}
	return out
}
