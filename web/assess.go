package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"unicode"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// loaded is a check that is done, with its evidence as the reader has chosen
// to count it.
type loaded struct {
	check    record.Check
	document *extract.Document
	runes    []rune // its text
	choice   choice
	evidence *evidence.Evidence // its sources are the ones that count, with the matches that count
	all      []evidence.Source  // every source with every match, as scored
	causes   map[int]cause      // why a match does not count, by its id
	ranks    map[int64]int      // numbers of the sources, by id: those of the check, whatever is chosen
	hues     map[int64]int      // colours of the sources, likewise
	at       address
	steps    []evidence.Decision // of reviewers, in order
	decided  score.Decided       // what counts of them
}

// load reads a check with its evidence and text, and counts as the address of
// the request says; a check that is not done gives errNotDone.
func (s *site) load(c *gin.Context, id int64) (*loaded, error) {
	chosen, err := readChoice(c.Request.URL.Query())
	if err != nil {
		return nil, err
	}
	return s.loadChoice(c.Request.Context(), id, chosen)
}

func (s *site) loadChoice(ctx context.Context, id int64, chosen choice) (*loaded, error) {
	check, err := s.Store.Check(ctx, id)
	if err != nil {
		return nil, err
	}
	if check.State != record.CheckDone {
		return nil, errNotDone
	}
	known, err := s.known(ctx, check)
	if err != nil {
		return nil, err
	}
	steps, err := s.Store.Decisions(ctx, id)
	if err != nil {
		return nil, err
	}
	return assess(check, score.Copy(known.evidence), known.document, chosen, steps), nil
}

// known gives the evidence and the text of a check that is done.
func (s *site) known(ctx context.Context, check record.Check) (cached, error) {
	known, ok := s.cache.get(check.ID)
	if ok {
		return known, nil
	}
	stored, err := s.Store.Evidence(ctx, check.ID)
	if err != nil {
		return cached{}, err
	}
	e, err := evidence.Decode(bytes.NewReader(stored))
	if err != nil {
		return cached{}, fmt.Errorf("evidence of check %d: %w", check.ID, err)
	}
	document, err := s.Store.Extraction(ctx, check.Document.ID)
	if err != nil {
		return cached{}, err
	}
	known = cached{check: check.ID, evidence: e, document: document}
	s.cache.put(known)
	return known, nil
}

// assess counts evidence as chosen by the reader and decided by reviewers. It
// changes e.
func assess(check record.Check, e *evidence.Evidence, document *extract.Document, chosen choice, steps []evidence.Decision) *loaded {
	l := &loaded{
		check: check, document: document, runes: []rune(document.Text), choice: chosen.settled(e), evidence: e, causes: map[int]cause{}, ranks: map[int64]int{}, hues: coloursOf(e),
		steps: steps, decided: score.Decide(steps),
	}
	l.at = address{check: check.ID, query: l.choice.query()}
	for i := range e.Sources {
		l.ranks[e.Sources[i].ID] = i + 1
	}
	asked := map[int]bool{}
	counting := score.Choice{Exclude: l.choice.exclude, Settings: map[string]int{}}
	if l.choice.length != unset {
		counting.Settings[score.LeastLength] = l.choice.length
	}
	if l.choice.share != unset {
		counting.Settings[score.LeastShare] = l.choice.share
	}
	counting.Accepts = func(s *evidence.Source, m *evidence.Match) bool {
		asked[m.ID] = true
		if why := cmp.Or(refusedBy(l.decided, s, m), l.choice.refuses(s, m)); why != "" {
			l.causes[m.ID] = why
			return false
		}
		return true
	}
	counting.Apply(e, document)
	least := e.Setting(score.LeastLength)
	l.all = e.Sources
	e.Sources = nil
	for _, s := range l.all {
		counted := make([]evidence.Match, 0, len(s.Matches))
		for i := range s.Matches {
			m := &s.Matches[i]
			switch {
			case m.Counted > 0:
				counted = append(counted, *m)
			case l.causes[m.ID] != "":
			case asked[m.ID]:
				l.causes[m.ID] = causeShare
			case spoken(m.This.Text) >= max(least, 1):
				l.causes[m.ID] = causeExcluded
			default:
				l.causes[m.ID] = causeShort
			}
		}
		if s.Full > 0 {
			s.Matches = counted
			e.Sources = append(e.Sources, s)
		}
	}
	return l
}

// spoken counts what of a text is not white space.
func spoken(text string) int {
	n := 0
	for _, r := range text {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}

// source finds a source, counted or not.
func (l *loaded) source(id int64) *evidence.Source {
	for _, list := range [][]evidence.Source{l.evidence.Sources, l.all} {
		for i := range list {
			if list[i].ID == id {
				return &list[i]
			}
		}
	}
	return nil
}

// ordinals numbers the matches of a source from 1, whatever counts of them.
func (l *loaded) ordinals(source int64) map[int]int {
	out := map[int]int{}
	for i := range l.all {
		if l.all[i].ID == source {
			for j := range l.all[i].Matches {
				out[l.all[i].Matches[j].ID] = j + 1
			}
		}
	}
	return out
}

// address leads to the pages of a check in a state of the reader's choice.
type address struct {
	check int64
	query url.Values // of the choice; nil or empty for what the check had
}

func (a address) with(source int64, match int) string {
	q := url.Values{}
	for name, values := range a.query {
		q[name] = values
	}
	if source != 0 {
		q.Set("source", strconv.FormatInt(source, 10))
	}
	if match != 0 {
		q.Set("match", strconv.Itoa(match))
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// plus is the address with one more parameter.
func (a address) plus(name, value string) address {
	q := url.Values{name: {value}}
	for other, values := range a.query {
		q[other] = values
	}
	return address{check: a.check, query: q}
}

// without is the address with one parameter less.
func (a address) without(name string) address {
	q := url.Values{}
	for other, values := range a.query {
		if other != name {
			q[other] = values
		}
	}
	return address{check: a.check, query: q}
}

// report is the address of the report, with one source highlighted and one
// match chosen where these are not 0.
func (a address) report(source int64, match int) string {
	fragment := ""
	if match != 0 {
		fragment = "#m" + strconv.Itoa(match)
	}
	return checkPath(a.check) + a.with(source, match) + fragment
}

// paper is the address of the report that stands alone, with the passages of
// one source only where it is not 0.
func (a address) paper(source int64) string {
	return checkPath(a.check) + "/report.html" + a.with(source, 0)
}

// pair is the address of the pair view of a source, at a match or, for 0, at
// its first.
func (a address) pair(source int64, match int) string {
	return checkPath(a.check) + "/sources/" + strconv.FormatInt(source, 10) + a.with(0, match)
}

// uncountedView is what was found and does not count, for partial/uncounted.html.
type uncountedView struct {
	Sources []uncountedSource
	Matches []causeCount // of the sources that do count
	Total   int          // matches of all these
}

// uncountedSource is a source with nothing that counts.
type uncountedSource struct {
	Source  sourceView
	Matches int
	Causes  []cause
}

// causeCount is how many matches do not count for a cause.
type causeCount struct {
	Cause   cause
	Matches int
}

func viewUncounted(l *loaded, only int64) uncountedView {
	var v uncountedView
	counts := map[cause]int{}
	for i := range l.all {
		s := &l.all[i]
		if s.Full == 0 {
			u := uncountedSource{Source: l.viewSource(s, only), Matches: len(s.Matches)}
			for _, m := range s.Matches {
				if why := l.causes[m.ID]; !slices.Contains(u.Causes, why) {
					u.Causes = append(u.Causes, why)
				}
			}
			v.Sources = append(v.Sources, u)
			v.Total += u.Matches
			continue
		}
		for _, m := range s.Matches {
			if m.Counted == 0 {
				counts[l.causes[m.ID]]++
				v.Total++
			}
		}
	}
	slices.SortFunc(v.Sources, func(a, b uncountedSource) int { return a.Source.Rank - b.Source.Rank })
	for _, why := range causes() {
		if counts[why] > 0 {
			v.Matches = append(v.Matches, causeCount{Cause: why, Matches: counts[why]})
		}
	}
	return v
}
