package record

import (
	"time"

	"zhiwen/checker/evidence"
)

// ImportState says how far an import is.
type ImportState string

// The states of an import.
const (
	ImportRunning   ImportState = "running"
	ImportDone      ImportState = "done"
	ImportCancelled ImportState = "cancelled"
)

// Outcome is what became of an item of an import. The values are stable: databases keep
// them.
type Outcome string

// The outcomes.
const (
	OutcomeWaiting Outcome = "waiting"
	OutcomeStored  Outcome = "stored"  // as a document of its own
	OutcomeSame    Outcome = "same"    // its bytes were there already, as a document that it is linked to
	OutcomeNumber  Outcome = "number"  // another file was there under its number
	OutcomeRefused Outcome = "refused" // it is not taken: Reason
	OutcomeGone    Outcome = "gone"    // the import was cancelled before its turn came
	// OutcomeRemoved is stored, and its document deleted since: by itself, with its call, or by rule. It
	// is found when items are read and never kept.
	OutcomeRemoved Outcome = "removed"
)

// Outcomes returns all of them, in the order of lists.
func Outcomes() []Outcome {
	return []Outcome{OutcomeWaiting, OutcomeRefused, OutcomeNumber, OutcomeSame, OutcomeStored, OutcomeRemoved, OutcomeGone}
}

// Import is one intake of many files.
type Import struct {
	ID        int64
	Name      string // of what came: an archive, a folder, a manifest
	Call      int64  // that the applications are for; 0 is none
	ToLibrary bool
	Check     bool
	Place     string // the folder of a server where its files wait; "" where nothing waits
	State     ImportState
	By        string
	CreatedAt time.Time
	EndedAt   time.Time // zero while it runs

	Total    int
	Outcomes map[Outcome]int
	// Of the documents that were stored: how many are read, how many cannot be, how many of those that were read lack an
	// applicant, institution or year, and how many checks have said that something is not read or in doubt.
	Ready, Failed, Fieldless, Marked int
}

// ItemFilter says which items of an import are listed; the zero value lists all.
type ItemFilter struct {
	Outcomes []Outcome // one of these; none is any
	// Those whose document cannot be read, or has no applicant, institution or year, or is marked by its check as partly
	// unread or doubtful.
	Unread, Fieldless, Marked bool
}

// Settled returns how many items have an outcome.
func (i Import) Settled() int { return i.Total - i.Outcomes[OutcomeWaiting] }

// Reading reports whether files which it has stored are still being read.
func (i Import) Reading() bool { return i.Ready+i.Failed < i.Outcomes[OutcomeStored] }

// ImportItem is a file of an import, a row of its manifest, or both.
type ImportItem struct {
	Ordinal int    // from 0, in order of the files; rows without a file follow
	Name    string // of the file, or what the row calls it
	Line    int    // of the manifest; 0 is none
	Place   string // where its bytes wait; "" where there are none
	Outcome Outcome
	Reason  string // why it is refused: a fault of an intake or a FailureName
	Value   string // what the reason is about, as the manifest has it; without a reason see UnreadStatus

	Given     evidence.Identity // what the manifest says of it
	Reference string            // number of the application
	Status    Status

	Document int64 // that it became, or that was there; 0 is none
	// Of the document, where there is one; State is "" where it is gone.
	State     DocumentState
	Failure   Failure
	Title     string
	Applicant string
	// Read is what its form says of itself, as far as it is read.
	Read evidence.Identity
}

// UnreadStatus returns the status in the manifest of a taken item if it is not one of the known
// statuses; else "".
func (i ImportItem) UnreadStatus() string {
	if i.Outcome == OutcomeRefused {
		return ""
	}
	return i.Value
}

// Differences returns the fields that the manifest and the form tell otherwise.
func (i ImportItem) Differences() (out []Difference) {
	for _, field := range MarkFields() {
		given, read := FieldOf(i.Given, field), FieldOf(i.Read, field)
		if given != "" && read != "" && given != read {
			out = append(out, Difference{Field: field, Given: given, Read: read})
		}
	}
	return out
}

// Incoming is a file that came for an import and lies on disk.
type Incoming struct {
	Name string // as it came
	Path string // where its bytes lie; whoever takes it moves it away
}

// Difference is a field with two different values.
type Difference struct{ Field, Given, Read string }

// Status is what became of an application at its agency. The values are stable:
// databases keep them.
type Status string

// The statuses; "" is unknown.
const (
	StatusSubmitted Status = "submitted"
	StatusFunded    Status = "funded"
	StatusRejected  Status = "rejected"
	StatusWithdrawn Status = "withdrawn"
)

// Statuses returns all that are known.
func Statuses() []Status {
	return []Status{StatusSubmitted, StatusFunded, StatusRejected, StatusWithdrawn}
}
