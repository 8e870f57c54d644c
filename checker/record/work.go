package record

import (
	"cmp"
	"slices"
	"time"

	"zhiwen/checker/evidence"
)

// WorkState says how far an application of the work list is.
type WorkState string

// The states of the work list, in the order in which an application goes through
// them.
const (
	WorkWaiting   WorkState = "waiting"   // its file is being read
	WorkUnread    WorkState = "unread"    // its file cannot be read
	WorkUnchecked WorkState = "unchecked" // no check was asked for
	WorkQueued    WorkState = "queued"
	WorkRunning   WorkState = "running"
	WorkDone      WorkState = "done"
	WorkFailed    WorkState = "failed"
	WorkCancelled WorkState = "cancelled"
)

// Open reports whether an application goes on by itself: it is read or checked, or waits to be.
func (s WorkState) Open() bool { return s == WorkWaiting || s == WorkQueued || s == WorkRunning }

// WorkStates returns all of them.
func WorkStates() []WorkState {
	return []WorkState{WorkWaiting, WorkUnread, WorkUnchecked, WorkQueued, WorkRunning, WorkDone, WorkFailed, WorkCancelled}
}

// WorkItem is a row of the work list: an application that is in a call or has a
// check.
type WorkItem struct {
	Document    int64
	Call        int64 // 0 is none
	Filename    string
	Title       string
	Applicant   string
	Institution string
	Number      string // of the application, or of the applicant where that alone is known
	Programme   string
	Year        int
	InLibrary   bool

	State    WorkState
	Progress int   // of a running check, 0 to 100
	Newest   int64 // the newest check; 0 is none
	Shown    int64 // the newest check that is done, to which the figures belong; 0 is none

	Profile string           // of Shown, as evidence names it
	Parts   map[PartName]int // shares of Shown in ten-thousandths, those that there are

	Countable int   // characters
	Left      Tally // what decisions leave of it
	Doubts    []evidence.Doubt
	Flags     int   // signs of disguise and of what is not as it seems
	Unread    int   // pages of which text is missing
	Largest   int64 // the source that covers most; 0 is none

	Verdict evidence.Verdict
	// Earlier is the verdict on the newest check before Shown that has one, where Shown has none: it is
	// about that check, and is not this one's.
	Earlier   evidence.Verdict
	Rank      int    // its severity; 0 is nothing to look at
	Findings  string // JSON, of the package that finds them; "" where there are none
	Reviewers int    // to how many it is assigned
	Wanted    int    // how many opinions are wanted
	Opinions  int    // how many stand on Shown
	Agreeing  int    // how many of them say what most say
	Due       int    // the first day on which an opinion is due that has not come, as a DueNumber; of WorkFilter.Reviewer their own

	// Own is the opinion of WorkFilter.Reviewer on Shown, Withdrawn for none.
	Own evidence.Verdict

	CreatedAt time.Time // when it came
	EndedAt   time.Time // when Shown was done; zero without one
	DecidedAt time.Time // of the verdict; zero without one
}

// Figure returns the characters of a figure; -1 where they have yet to be counted.
func (w WorkItem) Figure(name FigureName) int { return w.Left.Figure(name) }

// WorkDetail is what tables say of an application beside its row of the work list.
type WorkDetail struct {
	Assigned []string // signatures of its reviewers, in their order
	// Opinions are those on the shown check that stand (StandingOpinions).
	Opinions []Opinion
}

// Share returns a figure in ten-thousandths, or -1.
func (x WorkFact) Share(f FigureName) int {
	if i := slices.Index(FigureNames(), f); i >= 0 {
		return x.Shares[i]
	}
	return -1
}

// WorkFact is what statistics count of an application.
type WorkFact struct {
	Institution, Programme string
	Year                   int
	Checked                bool // has a check that is done
	// Shares are its figures in ten-thousandths, in the order of FigureNames; -1 without them.
	Shares   [4]int
	Verdict  evidence.Verdict
	Findings string // JSON, of the package that finds them
}

// WorkSort is what a work list is sorted by.
type WorkSort string

// What a work list can be sorted by. Times are those of WorkItem.
const (
	SortOverall       WorkSort = "overall"
	SortWithoutOwn    WorkSort = "withoutOwn"
	SortWithoutQuoted WorkSort = "withoutQuoted"
	SortLargest       WorkSort = "largest" // the share of the largest source
	SortSources       WorkSort = "sources"
	SortFlags         WorkSort = "flags"
	SortUnread        WorkSort = "unread"
	SortRank          WorkSort = "rank" // the severity
	SortYear          WorkSort = "year"
	SortArrival       WorkSort = "arrival"
	SortEnded         WorkSort = "ended"
	SortDecided       WorkSort = "decided"
	SortTitle         WorkSort = "title" // this and the next three by code point
	SortApplicant     WorkSort = "applicant"
	SortInstitution   WorkSort = "institution"
	SortNumber        WorkSort = "number"
	SortDue           WorkSort = "due"
)

// WorkSorts returns all of them.
func WorkSorts() []WorkSort {
	all := []WorkSort{
		SortOverall, SortWithoutOwn, SortWithoutQuoted, SortLargest, SortSources, SortFlags, SortUnread, SortRank, SortYear,
		SortArrival, SortEnded, SortDecided, SortTitle, SortApplicant, SortInstitution, SortNumber, SortDue,
	}
	for _, p := range Parts() {
		all = append(all, p.Sort())
	}
	return all
}

// Text reports whether values of the key are texts and not numbers.
func (s WorkSort) Text() bool {
	return s == SortTitle || s == SortApplicant || s == SortInstitution || s == SortNumber
}

// AnyCall and NoCall as the call of a WorkFilter: whatever call, and only
// applications without one.
const (
	AnyCall int64 = 0
	NoCall  int64 = -1
)

// WorkFilter chooses rows of the work list. Zero fields choose all.
type WorkFilter struct {
	Call         int64  // AnyCall, NoCall, or a call
	Search       string // words, each of which stands in title, applicant, institution, number or file name
	Programmes   []string
	Institutions []string
	Years        []int
	States       []WorkState
	Verdicts     []evidence.Verdict // Withdrawn is none; only of rows with a check that is done
	Flagged      bool               // has flags
	Unread       bool               // has unread pages
	Doubtful     bool               // has doubts for which nothing found says nothing
	Found        bool               // has a severity: findings, doubts, a figure that reaches a threshold, or a failure
	Finding      string             // has a finding of this kind; "" is any
	NoFinding    bool               // has no verdict yet and is harmless: checked, and without a severity
	Remaining    bool               // has no verdict yet and is not what NoFinding chooses
	Open         bool               // has no verdict, nor an opinion of Reviewer
	Decided      bool               // is not Open
	LeastRank    int                // severity
	Unassigned   bool               // is assigned to nobody
	Awaited      bool               // has no verdict and fewer opinions than several that are wanted
	Differ       bool               // several are wanted, and those that there are differ
	Further      bool               // has no verdict, and needs one more opinion since those that there are differ
	// an opinion is due before this day, a DueNumber, and has not come; of Reviewer or AssignedTo theirs; 0 is whenever
	Overdue    int
	AssignedTo int64              // is assigned to this account; 0 is whoever
	Source     int64              // has this document among the sources of its shown check; 0 is whichever
	From, To   map[FigureName]int // bounds of figures in ten-thousandths: From ≤ share < To
	Least      map[PartName]int   // least shares of parts in ten-thousandths
	Since      time.Time          // received then or later; zero is whenever
	Until      time.Time          // received before; zero is whenever
	Reviewer   int64              // who looks, where they only see what is assigned to them; 0 sees all
	IDs        []int64            // these documents; nil is all, empty is none
	Blind      []int64            // of these, opinions are kept from who looks: Awaited, Differ and Further leave them out
}

// WorkQuery is a page of the work list.
type WorkQuery struct {
	WorkFilter
	Sort       WorkSort // "" is SortRank
	Descending bool
	Limit      int // at least 1

	// Where the page begins: behind After or before Before, as keys of rows at the
	// ends of neighbouring pages (WorkPage), or at a place. Of several the first that
	// is not zero.
	After, Before WorkKey
	Offset        int
}

// WorkKey is the place of a row in a sorted work list.
type WorkKey struct {
	Number   int64  // of what is sorted by
	Text     string // where that is a text
	Document int64  // 0: no key
}

// WorkPage is what a query gives: rows in order, the keys of the first and last, and
// whether there are rows before and behind.
type WorkPage struct {
	Items       []WorkItem
	First, Last WorkKey
	Prev, Next  bool
}

// Facet is one value of a filter box and how many rows have it.
type Facet struct {
	Value string
	Count int
}

// Facets puts counted values in order, most first.
func Facets(counts map[string]int) []Facet {
	out := make([]Facet, 0, len(counts))
	for value, n := range counts {
		out = append(out, Facet{Value: value, Count: n})
	}
	slices.SortFunc(out, func(a, b Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return out
}

// WorkFacets are the values of the filter boxes, most first, but years latest first
// and states and verdicts in their order.
type WorkFacets struct {
	Programmes, Institutions, Years, States, Verdicts []Facet
	Flagged, Unread, Doubtful, Found, Unassigned      int
	Awaited, Differ, Further                          int
	Total                                             int
}

// Queue counts applications by what people have yet to do.
type Queue struct {
	Total int
	Open  int // WorkFilter.Open
	Grave int // of these, at or above a severity
}

// Decided returns how many are done.
func (q Queue) Decided() int { return q.Total - q.Open }

// Percent returns how much of the queue is done.
func (q Queue) Percent() int { return q.Decided() * 100 / max(q.Total, 1) }

// Plus adds up two queues.
func (q Queue) Plus(o Queue) Queue {
	return Queue{q.Total + o.Total, q.Open + o.Open, q.Grave + o.Grave}
}

// HistogramBins is how many bars a histogram has: each a twentieth, the last with
// what is all of it.
const HistogramBins = 20

// Histogram counts the checked applications of a work list by the share of a figure.
type Histogram map[FigureName][HistogramBins]int

// SavedView is a work list as somebody has set it.
type SavedView struct {
	ID    int64
	Name  string
	Query string // of the address
}

// EdgeFilter chooses edges of a call. Zero fields choose all.
type EdgeFilter struct {
	Least     int // ten-thousandths that one of both shares has at least
	Relations []evidence.Relation
	Years     []int // of the sources
	SameCall  bool  // between applications of the call alone
	Document  int64 // at one end; 0 is any
	Reviewer  int64 // who looks, where they only see what is assigned to them; 0 sees all
}

// Outdated is a done check whose result could change with what came into the library
// since.
type Outdated struct {
	Document, Check int64
	Sources         []int64 // the documents that came, newest first
}

// OutdatedPage is a page of the outdated checks found.
type OutdatedPage struct {
	Found []Outdated
	More  bool  // not all that came into the library was looked at
	Next  int64 // the check before which others were not looked at; 0: there are none
}
