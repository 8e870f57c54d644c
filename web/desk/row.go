package desk

import (
	"context"
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/checker/setting"
	"zhiwen/web/report"
)

// workRow is an application of the list.
type workRow struct {
	record.WorkItem
	Newest   record.Check // zero where there is none, but for its document
	Left     record.Tally // of the check that is shown
	Found    int          // of it, before decisions
	CallName string

	said why
	from report.Origin // the list that its report is opened from
	mine bool          // of opinions the reader is only told their own

	thresholds map[record.FigureName]record.Threshold
}

// Mine reports whether the reader sees only their own opinion.
func (r workRow) Mine() bool { return r.mine }

// Comes returns what opinions come to.
func (r workRow) Comes() score.OpinionState {
	return score.Opinions{Wanted: r.Wanted, Given: r.Opinions, Agreeing: r.Agreeing, Decided: r.Verdict != ""}.State()
}

// Due returns the day on which the first opinion is due, "" for none; Late that it has passed.
func (r workRow) Due() string { return record.DueDay(r.WorkItem.Due) }
func (r workRow) Late() bool  { return r.WorkItem.Due < today() }

// row makes the row of an application of a call, by the settings of all.
func (s *pages) row(ctx context.Context, item record.WorkItem, call record.Call, set setting.Values) (r workRow, err error) {
	r = rowOf(item, call, set)
	if item.Newest == 0 {
		r.Newest.Document, err = s.Store.Document(ctx, item.Document)
		return r, err
	}
	if r.Newest, err = s.Store.Check(ctx, item.Newest); err != nil || item.Shown == 0 {
		return r, err
	}
	shown := r.Newest
	if item.Shown != item.Newest {
		if shown, err = s.Store.Check(ctx, item.Shown); err != nil {
			return r, err
		}
	}
	shown = s.Assessor.WithLeft(ctx, shown)
	r.Left, r.Found, r.Doubts = shown.Left, shown.Covered, shown.Doubts
	return r, nil
}

// rowOf makes a row of what the list itself says: counts that decisions have made old stay as they are.
func rowOf(item record.WorkItem, call record.Call, set setting.Values) workRow {
	r := workRow{WorkItem: item, Left: item.Left, CallName: call.Name, thresholds: set.ThresholdsOf(call.Settings)}
	r.Newest.Document.Identity = evidence.Identity{Title: item.Title, Applicant: item.Applicant, Filename: item.Filename}
	return r
}

// Name returns what an application is called.
func (r workRow) Name() string { return report.NameOf(r.Newest.Document.Identity) }

// Link returns the address of the report, or else of the progress or the document.
func (r workRow) Link() string {
	switch {
	case r.Shown != 0:
		return r.from.Path(r.Shown)
	case r.WorkItem.Newest != 0:
		return r.from.Path(r.WorkItem.Newest)
	}
	return "/documents/" + strconv.FormatInt(r.Document, 10)
}

// Key returns the id of the row's element, as events name it.
func (r workRow) Key() string {
	if r.WorkItem.Newest != 0 {
		return "check-" + strconv.FormatInt(r.WorkItem.Newest, 10)
	}
	return "document-" + strconv.FormatInt(r.Document, 10)
}

// Following returns the state of the row as events name it: of the check, or of the document. It is
// of the moment at which the list was read, as all that the row shows, and not of the check as it
// was read after: a check that has ended between the two would be taken for shown, and its figures
// would never come.
func (r workRow) Following() string {
	if r.State == record.WorkWaiting && r.WorkItem.Newest != 0 {
		return string(record.CheckQueued) // a check waits for its document
	}
	return string(r.State)
}

// follows returns the field and the number by which a stream follows the row; "" where it does not
// change by itself.
func (r workRow) follows() (field string, id int64) {
	switch {
	case !r.State.Open():
		return "", 0
	case r.WorkItem.Newest != 0:
		return "check", r.WorkItem.Newest
	}
	return "document", r.Document
}

// Retryable reports whether the check can be made again.
func (r workRow) Retryable() bool {
	return r.State == record.WorkFailed || r.State == record.WorkCancelled
}

// Stoppable reports whether there is a check that still runs, or waits to.
func (r workRow) Stoppable() bool { return r.WorkItem.Newest != 0 && r.State.Open() }

// Done reports whether there are figures.
func (r workRow) Done() bool { return r.Shown != 0 }

// Share returns the characters of a figure's column.
func (r workRow) Share(x Column) int { return max(0, r.Left.Figure(record.FigureName(x))) }

// Grave returns the doubts that are said in the list: not those of a passage that does not count,
// as nearly every list of references is. The figures have their mark for these too.
func (r workRow) Grave() []evidence.Doubt {
	return slices.DeleteFunc(slices.Clone(r.Doubts), func(d evidence.Doubt) bool { return !d.Hollow() })
}

// Told reports whether a figure's column says something.
func (r workRow) Told(x Column) bool {
	return record.Share{Part: r.Share(x), Whole: r.Countable, Doubts: r.Doubts}.Told()
}

// Decide returns the address for giving a verdict on the application, or an opinion if the reader is asked for one; ""
// without a result.
func (r workRow) Decide() string {
	switch {
	case !r.Done():
		return ""
	case r.mine && r.Wanted > 1:
		return report.CheckPath(r.Shown) + "/opinions"
	}
	return report.CheckPath(r.Shown) + "/decisions"
}

// Why returns the main reason to look at the row.
func (r workRow) Why() why { return r.said }

// Severity returns how soon it is to be looked at.
func (r workRow) Severity() finding.Level { return finding.LevelOf(r.Rank) }

// Notable reports whether a figure reaches a threshold.
func (r workRow) Notable() bool {
	return r.Done() && slices.ContainsFunc(record.FigureNames(), func(f record.FigureName) bool { return r.Level(Column(f)) > 0 })
}

// FindingCount returns how many findings there are, hints together as one. That little was compared is said by the
// doubts.
func (r workRow) FindingCount() int {
	return len(slices.DeleteFunc(finding.Decode(r.Findings),
		func(f finding.Finding) bool { return f.Kind == finding.Little || f.Kind == finding.Unread }))
}

// hintCount is the number of hints of a kind.
type hintCount struct {
	Kind  evidence.HintKind
	Count int
}

// Hints returns the kinds of hints found with their numbers; Hinted reports hints of unknown kinds.
func (r workRow) Hints() (out []hintCount) {
	counts, _ := finding.HintsOf(finding.Decode(r.Findings))
	for _, kind := range evidence.HintKinds() {
		if n := counts[kind]; n > 0 {
			out = append(out, hintCount{kind, n})
		}
	}
	return out
}

// Hinted reports whether the row has hints whose kinds have not been counted.
func (r workRow) Hinted() bool {
	_, known := finding.HintsOf(finding.Decode(r.Findings))
	return !known
}

// IsFigure reports whether a column is one of the figures.
func (r workRow) IsFigure(x Column) bool {
	return slices.Contains(record.FigureNames(), record.FigureName(x))
}

// Level returns how a figure is coloured: 0 not, 1 notable, 2 grave.
func (r workRow) Level(x Column) int {
	return r.thresholds[record.FigureName(x)].Level(r.Share(x), r.Countable)
}

// Width returns the length of the row's bar, of 100.
func (r workRow) Width() string { return barWidth(r.Left.Covered, r.Countable) }

func barWidth(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 1, 64)
}

// cell is a row's cell of a column.
type cell struct {
	Row    workRow
	Column Column
	Figure bool // one of the four figures
}

// In returns the row's cell of a column.
func (r workRow) In(x Column) cell { return cell{r, x, r.IsFigure(x)} }
