// Package record is the vocabulary of an installation: its documents and checks
// as they are stored, what is put in, how things fail. The library that keeps
// them, the workers that make them and the pages that show them share it.
//
// It holds values and the rules that belong to them, and does nothing: it knows
// no database, no job and no page, and imports only what an extracted document,
// evidence and an entry of the table of roles are.
package record

import (
	"cmp"
	"slices"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// DocumentState says how far a stored document is.
type DocumentState string

// The states of a document.
const (
	DocumentWaiting DocumentState = "waiting" // stored, its job has not ended
	DocumentReady   DocumentState = "ready"   // text extracted and, in the library, units stored
	DocumentFailed  DocumentState = "failed"  // see Failure
)

// What of a document can be damaged by itself; test Document.Damaged.
const (
	DamagedKeywords = "keywords"
	DamagedPeople   = "people" // participants and cooperating institutions
	DamagedPage     = "page"   // where a page of the web was found
)

// Document is one uploaded file, without its text.
type Document struct {
	ID         int64
	Identity   evidence.Identity
	InLibrary  bool     // others are checked against it
	Form       bool     // a blank form: what stands in it does not count
	Standard   bool     // with Form: the standard text of Identity.Institution (of all, where that is ""), and no form
	Call       int64    // that it was handed in to; 0 is none
	Reference  string   // number of the application at its agency; "" is unknown
	Status     Status   // what became of it there
	Damaged    []string // what is stored of it and cannot be read: DamagedKeywords and so on; it is left out
	State      DocumentState
	Failure    Failure
	Format     extract.Format // as which it was read; "" until then
	Size       int64          // of the file, bytes
	Characters int            // code points of the text; 0 until extracted
	Pages      int            // 0 where the format has none
	CreatedAt  time.Time

	// Revision grows with every change of the identity, as of a title that is
	// corrected, and of the text.
	Revision int64

	// While it waits: how many of its scanned pages are recognised, and how many
	// there are; both 0 where there are none or none are known yet.
	ScansRead, Scans int
}

// Kept reports whether the document is there for itself, and not only for its
// checks: a job makes it ready.
func (d Document) Kept() bool { return d.InLibrary || d.Form || d.Call != 0 }

// Compared reports whether units of the document are stored: others, or those of its
// call, are checked against it.
func (d Document) Compared() bool { return d.InLibrary || d.Call != 0 }

// CheckState says how far a check is.
type CheckState string

// The states of a check. Done, failed and cancelled are final.
const (
	CheckQueued    CheckState = "queued"
	CheckRunning   CheckState = "running"
	CheckDone      CheckState = "done"
	CheckFailed    CheckState = "failed"
	CheckCancelled CheckState = "cancelled"
)

// Final reports whether a check will not change any more.
func (s CheckState) Final() bool {
	return s == CheckDone || s == CheckFailed || s == CheckCancelled
}

// Check is one check, without its evidence.
type Check struct {
	ID         int64
	Document   Document
	State      CheckState
	Progress   int // 0 to 100
	Failure    Failure
	CreatedAt  time.Time
	StartedAt  time.Time // zero until running
	FinishedAt time.Time // zero until final

	Countable, Covered, Sources int              // of the evidence; 0 until done
	Left                        Tally            // what decisions leave of the evidence
	Doubts                      []evidence.Doubt // known where Left is

	// Profile is how it compares, as evidence names it; "" is as its call says, until it starts.
	Profile string

	// Unseen is how many documents had been stored before the check was asked for
	// and were still being read, as long scans are, when it started. Where there
	// are some, a further check of the document follows once they are read.
	Unseen int
}

// ReadProfile returns the profile that a form or a program names, "" for none, and reports whether there is such a
// one.
func ReadProfile(text string) (profile string, ok bool) {
	return text, text == "" || slices.Contains(evidence.Profiles(), text)
}

// Tally is what counts of a check, as lists show it.
type Tally struct {
	Covered int // characters; -1: it has yet to be counted
	Others  int // of Covered, what is not the applicant's own work
	Sources int // with something that counts: not those that are only listed because they are the applicant's own
	Here    int // of Covered, what stands in no document of an earlier date: all of its sources are later
	Quoted  int // of Covered, what is neither quoted nor cited
	Largest int // covered by the source that covers most
}

// Figure returns the characters of a figure; -1 where they have yet to be counted.
func (t Tally) Figure(name FigureName) int {
	switch {
	case !t.Known():
		return -1
	case name == FigureWithoutOwn:
		return t.Others
	case name == FigureWithoutQuoted:
		return t.Quoted
	case name == FigureLargest:
		return t.Largest
	}
	return t.Covered
}

// TallyOf counts evidence, as it was stored or with decisions.
func TallyOf(e *evidence.Evidence) Tally {
	t := Tally{Covered: e.Scores.Covered, Others: e.Scores.WithoutOwn, Quoted: e.Scores.WithoutQuoted, Largest: e.Scores.LargestFull}
	for i := range e.Sources {
		if e.Sources[i].Full > 0 {
			t.Sources++
		}
	}
	t.Here = firstHere(e)
	return t
}

// firstHere counts the characters that count and stood in the document first, as the
// evidence says (evidence.Origin), by its own quotes.
func firstHere(e *evidence.Evidence) (n int) {
	here := make([]bool, e.Document.Characters)
	mark := func(start, length int, as bool) {
		for at := max(start, 0); at < min(start+length, len(here)); at++ {
			here[at] = as
		}
	}
	for _, o := range e.Origins {
		if o.Source == 0 {
			mark(o.Offset, o.Length, true)
		}
	}
	for _, x := range e.Excluded {
		if x.Applied {
			mark(x.Offset, x.Length, false)
		}
	}
	if !slices.Contains(here, true) {
		return 0
	}
	for i := range e.Sources {
		for j := range e.Sources[i].Matches {
			m := &e.Sources[i].Matches[j]
			if m.Counted == 0 {
				continue
			}
			quote := []rune(m.This.Text)
			for _, r := range m.Ranges() {
				for at := max(r.Start, m.This.Offset, 0); at < min(r.End, m.This.Offset+len(quote), len(here)); at++ {
					if here[at] && evidence.Seen(quote[at-m.This.Offset]) {
						n++
					}
					here[at] = false // counted once
				}
			}
		}
	}
	return n
}

// Known reports whether it was counted.
func (t Tally) Known() bool { return t.Covered >= 0 }

// Summary is the part of the evidence that lists of checks show.
type Summary struct {
	Countable int // characters
	Tally
	Doubts []evidence.Doubt
	Flags  int   // of the document
	Unread int   // pages of which text is missing; files as a whole are one
	Most   int64 // id of the source that covers most; 0 is none

	Findings string // JSON, of package finding; "" is none
	Rank     int    // the severity of findings and doubts
	Edges    []Edge // by source

	Parts map[PartName]int // shares of parts in ten-thousandths
}

// Edge says that a document shares text with another.
type Edge struct {
	Document, Source int64
	SameCall         bool
	Relation         evidence.Relation
	Year             int // of the source; 0 is unknown
	Characters       int // of the document, that the source covers
	Here, There      int // shares in ten-thousandths: of what counts of the document, and of the source
}

// Node is a document at the end of edges, as a network shows it.
type Node struct {
	Document                   int64
	Title, Filename, Applicant string
	Call                       int64  // 0: it is in none
	Shown                      int64  // its newest done check, where it is in a work list; 0 is none
	Findings                   string // of that check, as decisions leave it (finding.Decode)
}

// edgesOf returns the edges to the sources with something that counts.
func edgesOf(e *evidence.Evidence) []Edge {
	var out []Edge
	for i := range e.Sources {
		s := &e.Sources[i]
		if s.Full > 0 {
			out = append(out, Edge{
				Document: e.Document.ID, Source: s.ID, SameCall: s.SameCall, Relation: s.Relation, Year: s.Identity.Year,
				Characters: s.Full, Here: share(s.Full, e.Scores.Countable), There: share(s.Theirs, s.Characters),
			})
		}
	}
	slices.SortFunc(out, func(a, b Edge) int { return cmp.Compare(a.Source, b.Source) })
	return out
}

// share is part in ten-thousandths of whole.
func share(part, whole int) int {
	if whole <= 0 {
		return 0
	}
	return min(part*10_000/whole, 10_000)
}

// SummaryOf counts evidence, as it was stored or with decisions; notices are those of
// the document.
func SummaryOf(e *evidence.Evidence, notices []extract.Notice) Summary {
	s := Summary{
		Countable: e.Scores.Countable, Tally: TallyOf(e), Doubts: e.Scores.Doubts, Flags: len(e.Document.Flags),
		Edges: edgesOf(e), Parts: partsOf(e),
	}
	pages := map[int]bool{}
	for _, n := range notices {
		if n.Missing() && len(n.Pages) == 0 {
			s.Unread++
		}
		for _, page := range n.Pages {
			if n.Missing() && !pages[page] {
				pages[page] = true
				s.Unread++
			}
		}
	}
	most := 0
	for i := range e.Sources {
		if e.Sources[i].Full > most {
			most, s.Most = e.Sources[i].Full, e.Sources[i].ID
		}
	}
	return s
}

// Upload is one file as it comes from a form, the command line or the samples.
// Identity.SHA256 is ignored; empty identity fields are filled from the file's
// own metadata when it is extracted (Complete).
type Upload struct {
	Identity  evidence.Identity
	Data      []byte
	ToLibrary bool  // put it into the library
	Form      bool  // keep it as a blank form; not with ToLibrary
	Standard  bool  // with Form: as an institution's standard text instead
	Check     bool  // check it against the library
	Call      int64 // hand it in to this call; 0 is none. Not with Form

	Reference string // number of the application at its agency; "" is unknown
	Status    Status // what became of it there

	Submission int64  // whose file it is; 0 is none
	Profile    string // by which its check compares; "" is as its call says
	Batch      bool   // it comes with many others: what somebody waits for does not wait for it
}

// Receipt is what became of one Upload.
type Receipt struct {
	Filename string
	Document int64 // 0 where Err is set
	Check    int64 // 0 where none was asked for
	Same     bool  // the file was there already, as Document: it is not stored a second time
	Err      error // wraps one of package extract's errors, or is an internal error
}

// Filter chooses documents. Zero fields choose all.
type Filter struct {
	InLibrary *bool
	Form      *bool
	State     DocumentState
	Year      int
	IDs       []int64 // nil is all, empty is none
	Call      int64   // that they were handed in to; 0 is whether or not
	SHA256    string  // of their file, lower-case hex; "" is any
	Reference string  // number at their agency; "" is any
	Before    int64   // those with a smaller id; 0 is all
	Limit     int     // 0 is no limit
	Offset    int
}
