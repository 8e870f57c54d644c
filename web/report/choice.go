package report

import (
	"cmp"
	"errors"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/internal/each"
)

// Choice is what a reader has chosen to count of a check. It stands in the
// address of a report; what the address does not say is as the check had it.
type Choice struct {
	exclude    []evidence.Reason   // reasons for which text does not count; nil: as in the evidence
	kinds      []evidence.Kind     // that count; nil: all
	citations  []evidence.Citation // that count; nil: all
	relations  []evidence.Relation // that count; nil: all
	length     int                 // least characters of a match; unset: as in the evidence
	share      int                 // least share of a source in thousandths; unset: as in the evidence
	similarity int                 // least similarity of a match in percent; 0: any
	from, to   int                 // years of sources; 0: open
	level      int                 // of hints in thousandths (evidence.Hints.Level), 0 for none; unset: as in the evidence
	undecided  bool                // show only matches that nobody has decided about; all count

	Origin Origin // chooses nothing, but stays in addresses
}

// unset stands for a number that the address does not say.
const unset = -1

// AsChecked counts what the check has counted.
func AsChecked() Choice { return Choice{length: unset, share: unset, level: unset} }

// The values that a choice may name, in the order in which they are shown.
var (
	allReasons = evidence.Reasons()
	allKinds   = []evidence.Kind{evidence.Verbatim, evidence.Near, evidence.Reordered, evidence.Homophone, evidence.Disguised,
		evidence.Script, evidence.Rewritten, evidence.HintRewriting.Confirmed(), evidence.HintSummary.Confirmed(),
		evidence.HintTranslation.Confirmed()}
	allCitations = []evidence.Citation{evidence.QuotedAndCited, evidence.Cited, evidence.Quoted, evidence.NotCited}
	allRelations = []evidence.Relation{evidence.Other, evidence.Unknown, evidence.SameInstitution, evidence.SharesPerson, evidence.TookPart,
		evidence.SameApplicant, evidence.OnWeb}
)

// formerNames are the names that addresses of earlier versions have, which people
// have kept.
var formerNames = map[string]string{"template": string(evidence.ReasonForm)}

// Names of the fields of a choice in addresses and forms. A list that is there
// counts as a whole: a form sends nothing for what is not ticked, so it sends
// noneValue with every list.
const (
	excludeField    = "exclude"
	kindField       = "kind"
	citationField   = "citation"
	relationField   = "relation"
	lengthField     = "length"
	shareField      = "share"
	similarityField = "similarity"
	fromField       = "from"
	toField         = "to"
	levelField      = "hints"
	UndecidedField  = "undecided"
	noneValue       = "none"
)

// Bounds of the numbers in a choice.
const (
	maxLeastLength = 1_000_000
	maxLeastShare  = 1000 // thousandths
	maxSimilarity  = 100  // percent
	MaxYear        = 9999
)

// ErrChoice says that an address names no choice.
var ErrChoice = errors.New("the choice cannot be understood")

// ReadChoice reads a choice from an address. The error is ErrChoice.
func ReadChoice(q url.Values) (Choice, error) {
	c := AsChecked()
	c.Origin = originOf(q)
	var bad bool
	c.exclude, bad = readList(q[excludeField], allReasons, bad)
	c.kinds, bad = readList(q[kindField], allKinds, bad)
	c.citations, bad = readList(q[citationField], allCitations, bad)
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
	c.from, c.to = number(fromField, 0, MaxYear), number(toField, 0, MaxYear)
	if text := strings.TrimSpace(q.Get(levelField)); text != "" {
		level, err := strconv.ParseFloat(text, 64)
		c.level = int(math.Round(level * thousandths))
		if err != nil || math.IsNaN(level) || !slices.Contains(hintLevels(), c.level) {
			bad = true
		}
	}
	c.undecided = q.Get(UndecidedField) != ""
	if text := strings.TrimSpace(q.Get(shareField)); text != "" {
		percent, err := strconv.ParseFloat(text, 64)
		c.share = int(math.Round(percent * maxLeastShare / 100))
		if err != nil || math.IsNaN(percent) || c.share < 0 || c.share > maxLeastShare {
			bad = true
		}
	}
	if bad {
		return Choice{}, ErrChoice
	}
	return c, nil
}

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

// settled removes from a choice what the evidence contains anyway: two choices that count the same
// are equal then, and an address says no more than it must. confirmed are the kinds of the hints
// that somebody has confirmed.
func (c Choice) settled(e *evidence.Evidence, confirmed []evidence.Kind) Choice {
	if c.exclude != nil {
		stored := appliedReasons(e)
		present := slices.DeleteFunc(slices.Clone(c.exclude), func(r evidence.Reason) bool { return !hasReason(e, r) })
		if c.exclude = present; slices.Equal(present, stored) {
			c.exclude = nil
		}
	}
	left := setOf(appliedReasons(e))
	if c.exclude != nil {
		left = setOf(c.exclude)
	}
	taking := sourcesTaking(e.Sources, left)
	if c.kinds != nil && !slices.ContainsFunc(confirmed, func(k evidence.Kind) bool { return !slices.Contains(c.kinds, k) }) &&
		!slices.ContainsFunc(kindsOf(taking), func(o FilterOption) bool { return !slices.Contains(c.kinds, evidence.Kind(o.Value)) }) {
		c.kinds = nil
	}
	if c.citations != nil && !slices.ContainsFunc(citationsOf(taking),
		func(o FilterOption) bool { return !slices.Contains(c.citations, evidence.Citation(o.Value)) }) {
		c.citations = nil
	}
	if c.relations != nil && !slices.ContainsFunc(relationsOf(taking),
		func(o FilterOption) bool { return !slices.Contains(c.relations, evidence.Relation(o.Value)) }) {
		c.relations = nil
	}
	if c.length == e.Setting(score.LeastLength) {
		c.length = unset
	}
	if c.share == e.Setting(score.LeastShare) {
		c.share = unset
	}
	if e.Hints == nil || c.level == levelOf(e.Hints.Level) {
		c.level = unset
	}
	return c
}

// query returns the choice as a query string, empty for the choice of the check.
func (c Choice) query() url.Values {
	q := url.Values{}
	setList(q, excludeField, c.exclude)
	setList(q, kindField, c.kinds)
	setList(q, citationField, c.citations)
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
		q.Set(UndecidedField, "1")
	}
	if c.level != unset {
		q.Set(levelField, levelText(c.level))
	}
	if c.share != unset {
		q.Set(shareField, percentText(c.share))
	}
	c.Origin.addTo(q)
	return q
}

func setList[T ~string](q url.Values, field string, list []T) {
	if list == nil {
		return
	}
	names := each.Of(list, func(v T) string { return string(v) })
	if len(names) == 0 {
		names = []string{noneValue}
	}
	q.Set(field, strings.Join(names, ","))
}

// percentText writes thousandths as percents, as an input field takes them.
func percentText(thousandths int) string {
	return strconv.FormatFloat(float64(thousandths)*100/maxLeastShare, 'f', -1, 64)
}

// active counts the settings that are not as the check had them. The list that the report
// was opened from is none.
func (c Choice) active() int {
	c.Origin = Origin{}
	n := len(c.query())
	if c.from != 0 && c.to != 0 {
		n-- // one setting, two fields
	}
	return n
}

// refuses returns why a match of a source is not asked for, "" where it is.
func (c Choice) refuses(s *evidence.Source, m *evidence.Match) Cause {
	switch why := c.refusesSource(s); {
	case why != "":
		return why
	case c.kinds != nil && !slices.Contains(c.kinds, m.Kind):
		return causeKind
	case c.citations != nil && !slices.Contains(c.citations, cmp.Or(m.Citation, evidence.NotCited)):
		return causeCitation
	case math.Round(float64(m.Similarity)*maxSimilarity) < float64(c.similarity):
		return causeSimilarity
	}
	return ""
}

// refusesSource returns why nothing of a source is asked for, "" where something is.
func (c Choice) refusesSource(s *evidence.Source) Cause {
	year := s.Identity.Year
	switch {
	case c.relations != nil && !slices.Contains(c.relations, s.Relation):
		return causeRelation
	case c.from != 0 && year < c.from, c.to != 0 && (year > c.to || year == 0):
		return causeYear
	}
	return ""
}

// Citations returns all ways of citing, in the order in which they are shown.
func Citations() []evidence.Citation { return slices.Clone(allCitations) }

// Relations returns all relations, in the order in which they are shown.
func Relations() []evidence.Relation { return slices.Clone(allRelations) }
