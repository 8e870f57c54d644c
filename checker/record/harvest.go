package record

import (
	"time"

	"zhiwen/checker/evidence"
)

// HarvestKind is what sort of system the library is filled from. The values are stable:
// databases keep them.
type HarvestKind string

// The kinds.
const (
	HarvestOAI    HarvestKind = "oai"    // a repository that speaks OAI-PMH 2.0
	HarvestFolder HarvestKind = "folder" // a folder of a server
)

// HarvestOutcome is what became of a record of a repository, or of a file of a folder. The
// values are stable: databases keep them.
type HarvestOutcome string

// The outcomes.
const (
	HarvestWaiting HarvestOutcome = "waiting" // its turn has yet to come, or comes again
	HarvestGrowing HarvestOutcome = "growing" // a file that is still being written, or may be
	HarvestStored  HarvestOutcome = "stored"  // as a document of its own
	HarvestUpdated HarvestOutcome = "updated" // another version of it was stored since it was first
	HarvestSame    HarvestOutcome = "same"    // its bytes were there already, as a document that it is linked to
	HarvestDeleted HarvestOutcome = "deleted" // the source has it no more; what was stored of it stays
	HarvestMoved   HarvestOutcome = "moved"   // a file that has another name now, which Detail names
	HarvestRemoved HarvestOutcome = "removed" // somebody has taken its document out of the library; it comes back only when it is wanted
	HarvestNoText  HarvestOutcome = "no-text" // a record that leads to no full text
	HarvestRefused HarvestOutcome = "refused" // it is not taken: Reason
	HarvestFailed  HarvestOutcome = "failed"  // it did not come, and is asked for again by itself for a while: Reason
)

// HarvestOutcomes returns all of them, in the order of lists.
func HarvestOutcomes() []HarvestOutcome {
	return []HarvestOutcome{
		HarvestWaiting, HarvestGrowing, HarvestFailed, HarvestRefused, HarvestNoText, HarvestStored, HarvestUpdated, HarvestSame,
		HarvestDeleted, HarvestMoved, HarvestRemoved,
	}
}

// Missing reports whether there is something at the source that is not in the library though
// nobody has wanted that.
func (f HarvestOutcome) Missing() bool {
	return f == HarvestFailed || f == HarvestRefused || f == HarvestNoText
}

// There reports whether what the source has is in the library.
func (f HarvestOutcome) There() bool {
	return f == HarvestStored || f == HarvestUpdated || f == HarvestSame
}

// HarvestReason says why an item did not come, or why a source cannot be read. The values
// are stable: databases keep them, pages translate them ("harvest.reason.NAME"). Reasons of
// items that are not named here are those of WebOutcome for what web servers answer, of
// Refusal for files and manifests, and of FailureName for what is in a file.
type HarvestReason string

// The reasons.
const (
	HarvestXML        HarvestReason = "xml"        // the answer is not OAI-PMH, or breaks off
	HarvestProtocol   HarvestReason = "protocol"   // the repository says that a request is wrong: Detail
	HarvestSet        HarvestReason = "set"        // it has no sets, or not this one
	HarvestFormat     HarvestReason = "format"     // it does not give oai_dc
	HarvestToken      HarvestReason = "token"      // it forgets again and again where in a list we are
	HarvestLoop       HarvestReason = "loop"       // its list does not go on, or comes to no end
	HarvestMost       HarvestReason = "most"       // it has more than is to be taken
	HarvestPath       HarvestReason = "path"       // the folder is not there
	HarvestClosed     HarvestReason = "closed"     // the folder may not be read
	HarvestFiles      HarvestReason = "files"      // the folder has more files than can be watched
	HarvestPartly     HarvestReason = "partly"     // some folders in it may not be read: Detail
	HarvestManifest   HarvestReason = "manifest"   // the manifest beside a file cannot be read: Detail
	HarvestUnreadable HarvestReason = "unreadable" // a file may not be read
	HarvestNotFile    HarvestReason = "not-file"   // neither a file nor a link to one within the folder
	HarvestLongName   HarvestReason = "long-name"  // a path that is longer than can be kept
	HarvestNoLink     HarvestReason = "no-link"    // a record names no address
	HarvestNoFile     HarvestReason = "no-full"    // none of the addresses of a record leads to a file
)

// HarvestReasons returns all reasons.
func HarvestReasons() []HarvestReason {
	return []HarvestReason{
		HarvestXML, HarvestProtocol, HarvestSet, HarvestFormat, HarvestToken, HarvestLoop, HarvestMost, HarvestPath, HarvestClosed,
		HarvestFiles, HarvestPartly, HarvestManifest, HarvestUnreadable, HarvestNotFile, HarvestLongName, HarvestNoLink, HarvestNoFile,
	}
}

// HarvestRules is what people set of a source.
type HarvestRules struct {
	Name string      `json:"name"`
	Kind HarvestKind `json:"kind"`
	// Address is where a repository answers, as https://repository.example.org/oai/request;
	// "" of a folder.
	Address string `json:"address,omitempty"`
	Set     string `json:"set,omitempty"`  // of the repository; "" is all
	From    string `json:"from,omitempty"` // records changed before this day are left: YYYY-MM-DD, "" takes all
	Path    string `json:"path,omitempty"` // of a folder, absolute; "" of a repository
	Minutes int    `json:"minutes"`        // between two rounds
	// seconds: of a repository between two requests to one host, of a folder how long a file has not changed before it is taken
	Pause int `json:"pause"`
	Most  int `json:"most"` // records or files, at the most
}

// Anew reports whether of a source with other rules nothing is known yet: it is another list.
func (r HarvestRules) Anew(before HarvestRules) bool {
	return r.Address != before.Address || r.Set != before.Set || r.From != before.From || r.Path != before.Path
}

// HarvestCursor is the progress of a round, from which it can be continued.
type HarvestCursor struct {
	Listing  bool   `json:"listing,omitempty"`  // the list is not at its end
	Token    string `json:"token,omitempty"`    // that asks for the next part of the list; "" asks for the first
	From     string `json:"from,omitempty"`     // datestamp from which the round asks, "" for all
	Next     string `json:"next,omitempty"`     // datestamp from which the next round asks
	Listed   int    `json:"listed,omitempty"`   // records in this round
	Size     int    `json:"size,omitempty"`     // of the list, as the repository says; 0 is not known
	Restarts int    `json:"restarts,omitempty"` // of the list, since the repository had forgotten the token
	// Known is how many records were listed in succession that were known, a part with none counting as one.
	Known int `json:"known,omitempty"`
	// After is when the list may be asked for again, after trouble.
	After time.Time `json:"after,omitzero"`
}

// HarvestTrouble is a fault of a source as a whole; the zero value is none.
type HarvestTrouble struct {
	Reason string    `json:"reason,omitempty"` // a HarvestReason or WebOutcome
	Detail string    `json:"detail,omitempty"`
	Status int       `json:"status,omitempty"` // of the last answer; 0 is none
	At     time.Time `json:"at,omitzero"`
	Tries  int       `json:"tries,omitempty"` // that have failed one after the other
}

// HarvestSource is another system that the library is filled from.
type HarvestSource struct {
	ID int64
	HarvestRules

	Place      string // the machine whose folder it is; "" of a repository
	Collection int64  // of its documents
	Paused     bool
	CreatedBy  string
	CreatedAt  time.Time
	ChangedBy  string
	ChangedAt  time.Time
	Change     int64     // counts the changes of its rules
	RoundAt    time.Time // of the last round; zero is none
	EndedAt    time.Time // when a round was last at its end; zero is never
	Since      string    // datestamp from which the next round asks; "" for all
	Cursor     HarvestCursor
	Trouble    HarvestTrouble
	WakeAt     time.Time // when there is something to do
	Job        int64     // that is at it; 0 is none

	Total    int
	Outcomes map[HarvestOutcome]int // of its items
	// Of the documents that it stored: how many are read, and how many cannot be.
	Ready, Unread int
}

// Missing returns how many items did not come.
func (s HarvestSource) Missing() int {
	n := 0
	for f, count := range s.Outcomes {
		if f.Missing() {
			n += count
		}
	}
	return n
}

// There returns how many items are in the library.
func (s HarvestSource) There() int {
	return s.Outcomes[HarvestStored] + s.Outcomes[HarvestUpdated] + s.Outcomes[HarvestSame]
}

// Waiting returns how many items have yet to come.
func (s HarvestSource) Waiting() int { return s.Outcomes[HarvestWaiting] + s.Outcomes[HarvestGrowing] }

// HarvestItem is a record of a repository, or a file of a folder.
type HarvestItem struct {
	ID     int64
	Source int64
	// Key is what the source knows it by: the identifier of a record, or the path of a file
	// within the folder with slashes (folder.Key).
	Key     string
	Name    string // what it is called in lists: the title of a record, the path of a file
	Stamp   string // datestamp of a record, or size and time of a file, when it was last listed
	Outcome HarvestOutcome
	Reason  string // of HarvestRefused, HarvestFailed and HarvestNoText: a HarvestReason, WebOutcome, Refusal or FailureName
	Detail  string // what Reason, or the outcome, is about
	Status  int    // of the last answer; 0 is none

	Given evidence.Identity // what the record says of it
	Links []string          // addresses that the record names
	From  string            // address that the file came from; "" for none

	SHA256   string // of the file, lower-case hex; "" where none came
	Document int64  // its newest; 0 is none
	Versions int    // documents that were stored of it
	SeenAt   time.Time
	AskedAt  time.Time // zero is never
	NextAt   time.Time // when it is asked for; zero is only when somebody wants it
	Tries    int       // that have failed one after the other

	// Of the document, where there is one; State is "" where it is gone.
	State   DocumentState
	Failure Failure
}

// HarvestFilter chooses items of a source. The zero value chooses all.
type HarvestFilter struct {
	Outcome       HarvestOutcome
	Missing       bool   // those that did not come
	Unread        bool   // those whose document cannot be read
	Search        string // in name or key
	Limit, Offset int    // limit 0 is none
}

// HarvestFault is something wrong with the rules of a source: in which field of a form, and
// what. Messages for readers go by its name ("harvest.fault.NAME").
type HarvestFault struct {
	Field string
	Name  string
	Value string // what was given
}

// Error says it for logs.
func (f *HarvestFault) Error() string { return "harvest: " + f.Field + ": " + f.Name + " " + f.Value }

// HarvestFaultNames returns all names of faults.
func HarvestFaultNames() []string {
	return []string{"empty", "kind", "address", "private", "set", "day", "absolute", "missing", "no-folder", "closed", "own", "system",
		"minutes", "pause", "most"}
}

// The bounds of rules.
const (
	LeastHarvestMinutes = 1
	MostHarvestMinutes  = 30 * 24 * 60
	MostHarvestPause    = 300 // seconds
	MostHarvestItems    = 500_000
	MostHarvestText     = 1000 // characters of an address, a set or a path
)
