package desk

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strconv"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/site"
)

// The fields of the address of a work list. Filters repeat where several values fit.
const (
	fieldSearch      = "q"
	fieldCall        = "call"
	fieldProgramme   = "programme"
	fieldInstitution = "institution"
	fieldYear        = "year"
	fieldState       = "state"
	fieldVerdict     = "verdict"
	fieldTab         = "tab"
	fieldOnly        = "only"     // one of the onlys
	fieldReviewer    = "reviewer" // an account
	fieldFinding     = "finding"  // a kind of it
	fieldSince       = "since"    // a day: received on it or later
	fieldUntil       = "until"    // likewise: or before
	fieldSort        = "sort"
	fieldOrder       = "order"
	fieldColumn      = "col"
	fieldPage        = "page"
	fieldAfter       = "after"
	fieldBefore      = "before"
)

const (
	// noCall as fieldCall: applications without a call.
	noCall = "none"
	// noValue as fieldProgramme, fieldInstitution or fieldYear: those that say none.
	noValue = "none"
	// undecided as fieldVerdict: checked, and nobody has said anything.
	undecided  = "undecided"
	ascending  = "up"
	descending = "down"
)

// only is a filter that is on or off.
type only string

const (
	onlyFlagged    only = "flagged"
	onlyUnread     only = "unread"
	onlyDoubtful   only = "doubtful"
	onlyFound      only = "found"
	onlyNoFinding  only = "no-finding"
	onlyRemaining  only = "remaining" // undecided, and not of onlyNoFinding
	onlyUnassigned only = "unassigned"
	onlyAwaited    only = "awaited" // opinions: this and the next two
	onlyDiffer     only = "differ"
	onlyFurther    only = "further"
	onlyOverdue    only = "overdue"
)

// tab is a part of the list, by what people have yet to do.
type tab string

const (
	tabOpen    tab = "open"
	tabGrave   tab = "grave"
	tabDecided tab = "decided"
	tabAll     tab = "all"
)

// maxSearch is the most characters of a search text, maxPlace of a key in an address.
const (
	maxSearch = 200
	maxPlace  = 2000
)

// lasting holds the fields that determine a list, without the position in it.
var lasting = []string{
	fieldSearch, fieldCall, fieldProgramme, fieldInstitution, fieldYear, fieldState, fieldVerdict, fieldTab, fieldOnly, fieldReviewer,
	fieldFinding, fieldSince, fieldUntil, fieldSort, fieldOrder, fieldColumn,
}

// Column is a column of the work list; columns that it can be sorted by are named as
// that is (record.WorkSort).
type Column string

// The columns beside the application itself and its state, in their order.
const (
	columnCall      Column = "call"
	columnProgramme Column = "programme"
	columnReviewers Column = "reviewers"
	columnVerdict   Column = "verdict"
	columnOpinions  Column = "opinions"
	columnHints     Column = "hints" // of each kind
)

// Columns returns all that can be chosen, in the order in which they are shown.
func Columns() []Column {
	out := each.Of(record.FigureNames(), func(f record.FigureName) Column { return Column(f) })
	for _, p := range record.Parts() {
		out = append(out, Column(p.Sort()))
	}
	return append(out, Column(record.SortSources), Column(record.SortFlags), Column(record.SortUnread), Column(record.SortRank),
		columnHints, columnVerdict, columnOpinions, Column(record.SortDue), columnReviewers, columnCall, Column(record.SortNumber),
		columnProgramme, Column(record.SortYear),
		Column(record.SortArrival), Column(record.SortEnded), Column(record.SortDecided))
}

// today is this day, as days are sorted.
func today() int { return record.DueNumber(time.Now().Format(time.DateOnly)) }

// limit restricts a list to what a reader may see: readers who only see their own rows get no
// opinions of others, and nobody gets opinions on applications on which they have yet to give one.
func (s *pages) limit(ctx context.Context, l *list, reader *site.Viewer) (err error) {
	if l.Blind, err = s.Blind(ctx, reader); err != nil {
		return err
	}
	only := reader.OnlyOf()
	if only == 0 {
		return nil
	}
	if l.Awaited || l.Differ || l.Further {
		return site.ErrBadInput
	}
	l.Reviewer = only
	return nil
}

// usual returns the columns that are shown where none are chosen.
func usual() []Column {
	return []Column{
		Column(record.FigureOverall), Column(record.FigureWithoutOwn), Column(record.FigureLargest), columnVerdict,
	}
}

// list is a work list as an address says it.
type list struct {
	record.WorkQuery
	Number  int // of the page, from 1
	Columns []Column
	path    string
	values  url.Values // the lasting fields
}

// readList reads the address of a work list; the call of a page that is about one is
// not 0. The error is site.ErrBadInput.
func readList(path string, q url.Values, call int64) (l list, err error) {
	l = list{path: path, Number: 1, values: url.Values{}}
	for _, field := range lasting {
		for _, v := range q[field] {
			if v != "" {
				l.values.Add(field, v)
			}
		}
	}
	if call != 0 {
		l.values.Del(fieldCall)
	}
	number := func(text string) int64 {
		n, parseErr := strconv.ParseInt(text, 10, 64)
		if parseErr != nil || n < 1 {
			err = site.ErrBadInput
		}
		return n
	}
	l.Call = call
	if text := l.values.Get(fieldCall); text == noCall {
		l.Call = record.NoCall
	} else if text != "" {
		l.Call = number(text)
	}
	l.Search = site.CleanLine(l.values.Get(fieldSearch), maxSearch)
	l.Programmes, l.Institutions = withNone(l.values[fieldProgramme]), withNone(l.values[fieldInstitution])
	if l.Finding = l.values.Get(fieldFinding); l.Finding != "" && !slices.Contains(finding.Kinds(), finding.Kind(l.Finding)) {
		err = site.ErrBadInput
	}
	for _, text := range l.values[fieldYear] {
		if text == noValue {
			l.Years = append(l.Years, 0)
			continue
		}
		l.Years = append(l.Years, int(min(number(text), site.MaxNumber)))
	}
	for _, text := range l.values[fieldState] {
		l.States = append(l.States, record.WorkState(text))
		if !slices.Contains(record.WorkStates(), record.WorkState(text)) {
			err = site.ErrBadInput
		}
	}
	for _, text := range l.values[fieldVerdict] {
		v := evidence.Verdict(text)
		if text == undecided {
			v = evidence.Withdrawn
		} else if !slices.Contains(evidence.SubjectCheck.Verdicts(), v) {
			err = site.ErrBadInput
		}
		l.Verdicts = append(l.Verdicts, v)
	}
	switch tab(l.values.Get(fieldTab)) {
	case tabOpen:
		l.Open = true
	case tabGrave:
		l.Open, l.LeastRank = true, finding.GraveFrom
	case tabDecided:
		l.Decided = true
	case tabAll, "":
	default:
		err = site.ErrBadInput
	}
	flags := map[only]*bool{
		onlyFlagged: &l.Flagged, onlyUnread: &l.Unread, onlyDoubtful: &l.Doubtful, onlyFound: &l.Found, onlyNoFinding: &l.NoFinding,
		onlyRemaining: &l.Remaining, onlyUnassigned: &l.Unassigned, onlyAwaited: &l.Awaited, onlyDiffer: &l.Differ, onlyFurther: &l.Further,
	}
	for _, text := range l.values[fieldOnly] {
		if flag := flags[only(text)]; flag != nil {
			*flag = true
		} else if only(text) == onlyOverdue {
			l.Overdue = today()
		} else {
			err = site.ErrBadInput
		}
	}
	if text := l.values.Get(fieldReviewer); text != "" {
		l.AssignedTo = number(text)
	}
	l.readFigures(q, &err)
	l.readDays(&err)
	l.readOrder(&err)
	for _, text := range l.values[fieldColumn] {
		if !slices.Contains(Columns(), Column(text)) {
			err = site.ErrBadInput
		}
		l.Columns = append(l.Columns, Column(text))
	}
	if l.Columns == nil || slices.Equal(l.Columns, usual()) {
		l.Columns = usual()
		l.values.Del(fieldColumn)
	}
	if text := q.Get(fieldPage); text != "" {
		n := number(text)
		if n > site.MaxPageNumber {
			return l, site.ErrBadInput
		}
		l.Number = int(n)
	}
	l.Limit, l.Offset = site.PageSize, (l.Number-1)*site.PageSize
	for field, key := range map[string]*record.WorkKey{fieldAfter: &l.After, fieldBefore: &l.Before} {
		if text := q.Get(field); text != "" {
			if *key, err = readKey(text); err != nil {
				return l, err
			}
		}
	}
	return l, err
}

// withNone returns the values of a field, with noValue for none.
func withNone(values []string) []string {
	out := slices.Clone(values)
	for i, v := range out {
		if v == noValue {
			out[i] = ""
		}
	}
	return out
}

// figureField returns the field of a bound of a figure, in percent.
func figureField(f record.FigureName, bound string) string { return string(f) + "-" + bound }

// mostPercent is a bound above every share, so that all of a text is below it.
const mostPercent = 101

// readShare reads percent as ten-thousandths, and reports whether they are any.
func readShare(text string) (share int, ok bool) {
	percent, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(percent) || percent < 0 || percent > mostPercent {
		return 0, false
	}
	return int(percent*100 + 0.5), true
}

// readFigures reads the bounds of figures and parts.
func (l *list) readFigures(q url.Values, err *error) {
	for _, f := range record.FigureNames() {
		for bound, into := range map[string]*map[record.FigureName]int{"from": &l.From, "to": &l.To} {
			field := figureField(f, bound)
			text := q.Get(field)
			if text == "" {
				continue
			}
			share, ok := readShare(text)
			if !ok {
				*err = site.ErrBadInput
				continue
			}
			if *into == nil {
				*into = map[record.FigureName]int{}
			}
			(*into)[f] = share
			l.values.Set(field, text)
		}
	}
	l.readParts(q, err)
}

// readDays reads between which days applications were received, in the server's zone.
func (l *list) readDays(err *error) {
	day := func(field string, after int) (at time.Time) {
		text := l.values.Get(field)
		if text == "" {
			return at
		}
		at, parseErr := time.ParseInLocation(time.DateOnly, text, time.Local)
		if parseErr != nil {
			*err = site.ErrBadInput
		}
		return at.AddDate(0, 0, after)
	}
	l.Since, l.Until = day(fieldSince, 0), day(fieldUntil, 1)
}

// readOrder reads the sort key; by default the gravest come first.
func (l *list) readOrder(err *error) {
	l.Sort, l.Descending = record.WorkSort(l.values.Get(fieldSort)), l.values.Get(fieldOrder) != ascending
	if l.Sort == "" {
		l.Sort = record.SortRank
	}
	if l.Sort == record.SortDue { // what is due first
		l.Descending = l.values.Get(fieldOrder) == descending
	}
	if !slices.Contains(record.WorkSorts(), l.Sort) {
		*err = site.ErrBadInput
	}
}

// with returns the address of the list with other lasting fields, from its first page.
func (l list) with(change func(url.Values)) string {
	return site.Changed(l.path, l.values, change)
}

// address is that of the list, from its first page.
func (l list) address() string { return l.with(func(url.Values) {}) }

// section returns the menu entry of the list and its actions: that of its call, or of all checks.
func (l list) section() string {
	if l.path != "/checks" {
		return "calls"
	}
	return "checks"
}

// here returns the address of the page of the list that is shown.
func (l list) here() string {
	return l.with(func(q url.Values) {
		if l.Number > 1 {
			q.Set(fieldPage, strconv.Itoa(l.Number))
		}
		if l.After.Document != 0 {
			q.Set(fieldAfter, writeKey(l.After))
		} else if l.Before.Document != 0 {
			q.Set(fieldBefore, writeKey(l.Before))
		}
	})
}

// filtered reports whether rows are left out for another reason than the tab.
func (l list) filtered() bool {
	for field := range l.values {
		if field != fieldTab && field != fieldSort && field != fieldOrder && field != fieldColumn {
			return true
		}
	}
	return false
}

// begin chooses the tab of a list whose address names neither a tab nor a filter: what is to be looked at.
func (l *list) begin() {
	if l.values.Get(fieldTab) == "" && !l.filtered() {
		l.values.Set(fieldTab, string(tabOpen))
		l.Open = true
	}
}

// writeKey and readKey convert a position in a list to and from an address.
func writeKey(k record.WorkKey) string {
	b, _ := json.Marshal(k) // cannot fail
	return base64.RawURLEncoding.EncodeToString(b)
}

func readKey(text string) (k record.WorkKey, err error) {
	if len(text) > maxPlace {
		return k, site.ErrBadInput
	}
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(b, &k)
	}
	if err != nil || k.Document < 1 {
		return k, site.ErrBadInput
	}
	return k, nil
}
