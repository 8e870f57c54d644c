package record

import (
	"errors"
	"time"
)

// ClaimState is how a claim stands. The values are stable: databases keep them.
type ClaimState string

// The states of a claim.
const (
	ClaimOpen      ClaimState = "open"      // nobody has decided yet
	ClaimAccepted  ClaimState = "accepted"  // the rights are verified
	ClaimRefused   ClaimState = "refused"   // it was found not to hold
	ClaimRevoked   ClaimState = "revoked"   // it was accepted, and that was taken back
	ClaimWithdrawn ClaimState = "withdrawn" // by who made it
)

// ClaimStates returns all of them, in the order of lists.
func ClaimStates() []ClaimState {
	return []ClaimState{ClaimOpen, ClaimAccepted, ClaimRefused, ClaimRevoked, ClaimWithdrawn}
}

// Live reports whether a claim waits or holds; its claimant can make no second one meanwhile.
func (s ClaimState) Live() bool { return s == ClaimOpen || s == ClaimAccepted }

// Next returns the states that a decision can bring a claim in this one to.
func (s ClaimState) Next() []ClaimState {
	switch s {
	case ClaimOpen:
		return []ClaimState{ClaimAccepted, ClaimRefused}
	case ClaimAccepted:
		return []ClaimState{ClaimRevoked}
	}
	return nil
}

// The bounds of a claim.
const (
	MostStatement   = 4000     // characters of what a claimant states
	MostClaimReason = 2000     // characters of the reason of a decision
	MostClaimFiles  = 5        // that show that a claim is true
	MostClaimBytes  = 10 << 20 // of all files of a claim together
	MostOpenClaims  = 20       // that one person can have waiting
)

// Errors of claims; test with errors.Is.
var (
	// ErrClaimTwice refuses a second claim of a person while their first waits or holds.
	ErrClaimTwice = errors.New("the person has claimed this already")
	// ErrClaimMany refuses a claim of who has too many waiting.
	ErrClaimMany = errors.New("too many claims of the person are waiting")
	// ErrClaimTaken refuses to accept a claim of what is another person's by an accepted one.
	ErrClaimTaken = errors.New("another person's claim is accepted")
	// ErrClaimState refuses what does not fit how a claim stands by now.
	ErrClaimState = errors.New("the claim does not stand so any more")
	// ErrOwnClaim refuses that somebody decides about a claim of their own.
	ErrOwnClaim = errors.New("nobody decides about their own claim")
	// ErrClaimBounds refuses a claim without a statement, a decision without a reason, or
	// more than there may be of a claim.
	ErrClaimBounds = errors.New("the claim lacks something or is too large")
)

// Claim is what somebody says of an article or an application: that it is theirs.
type Claim struct {
	ID        int64
	Document  int64  // that was claimed; of a page its newest version is Newest
	Newest    int64  // the newest document under the address, where it is another one; 0 is none
	Address   string // of the page of the web; "" for an application
	Title     string // of the document
	Account   int64  // who claims it
	Claimant  string // their name, as record.Account.Signature
	Statement string
	State     ClaimState
	MadeAt    time.Time
	Rivals    int // claims of other people to the same that wait or hold
	Last      ClaimEvent
	News      bool // who claims has not seen yet what was decided
}

// ClaimFile is a file that shows that a claim is true, without its bytes.
type ClaimFile struct {
	Ordinal int // from 1
	Name    string
	Size    int64
	SHA256  string
}

// StoredClaimFile is a ClaimFile with its claim.
type StoredClaimFile struct {
	ClaimFile
	Claim, Document int64
}

// ClaimUpload is an uploaded file for a claim.
type ClaimUpload struct {
	Name string
	Data []byte
}

// NewClaim is a claim that is submitted.
type NewClaim struct {
	Document  int64
	Account   int64
	Statement string
	Files     []ClaimUpload
}

// ClaimEvent is a step of a claim.
type ClaimEvent struct {
	Claim   int64
	State   ClaimState // that the claim came into
	Reason  string     // "" is none
	Account int64
	By      string // their name, as record.Account.Signature
	At      time.Time
}

// ClaimFilter chooses claims. The zero value chooses all.
type ClaimFilter struct {
	Account       int64 // whose they are; 0 is anybody's
	Document      int64 // what they are of, with all versions of a page; 0 is anything
	State         ClaimState
	Search        string // in title, address and name of the claimant
	Limit, Offset int    // limit 0 is none
}
