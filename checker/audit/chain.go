package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Head is the end of the chain at a time, to be signed.
type Head struct {
	Number int64 // of the last entry
	Hash   Hash  // of its line
	At     time.Time
}

// headTitle begins what is signed, so that no signature of something else passes
// for one of a head.
const headTitle = "zhiwen record head"

// Encode returns the text that is signed: four words on a line, the same for ever.
func (h Head) Encode() []byte {
	return fmt.Appendf(nil, "%s %d %s %s\n", headTitle, h.Number, h.Hash, h.At.UTC().Format(timeForm))
}

// DecodeHead reads what Encode gave.
func DecodeHead(text []byte) (h Head, err error) {
	rest, titled := strings.CutPrefix(string(text), headTitle+" ")
	words := strings.Split(strings.TrimSuffix(rest, "\n"), " ")
	if !titled || len(words) != 3 {
		return h, fmt.Errorf("no head of a record: %.80q", text)
	}
	if h.Number, err = strconv.ParseInt(words[0], 10, 64); err != nil {
		return h, fmt.Errorf("head of a record: %w", err)
	}
	if h.Hash, err = ParseHash(words[1]); err != nil {
		return h, fmt.Errorf("head of a record: %w", err)
	}
	if h.At, err = time.Parse(timeForm, words[2]); err != nil {
		return h, fmt.Errorf("head of a record: %w", err)
	}
	if !bytes.Equal(h.Encode(), text) {
		return h, fmt.Errorf("head of a record: it was not written by this program: %.80q", text)
	}
	return h, nil
}

// Chain follows entries from the first on. The zero value has seen none.
type Chain struct {
	last int64
	hash Hash
}

const (
	// SignEvery is how often a server signs the end of the record, where there is a new one:
	// who has the database and not the key can change nothing older unnoticed.
	SignEvery = 5 * time.Minute
	// SignLimit is how old an entry may be that is not signed. It leaves room for a busy
	// server and for one that was killed and is started again at once.
	SignLimit = 2 * SignEvery
)

// Unsigned watches, while a record is read, how long its last entries have not been signed.
// The zero value has seen none.
type Unsigned struct {
	number int64 // of the first entry that no head seen so far is of; 0 is none
	at     time.Time
}

// Add takes the next entry.
func (u *Unsigned) Add(e Entry) {
	if u.number == 0 {
		u.number, u.at = e.Number, e.At
	}
}

// Signed takes note of a good head of the entry that was added last.
func (u *Unsigned) Signed() { *u = Unsigned{} }

// Check returns a *Fault of the first entry that is not signed, where it is older than
// SignLimit at a time.
func (u *Unsigned) Check(now time.Time) error {
	if u.number > 0 && now.Sub(u.at) > SignLimit {
		return &Fault{FaultLate, u.number}
	}
	return nil
}

// FaultKind is a kind of fault of a chain.
type FaultKind string

// The faults.
const (
	FaultForm   FaultKind = "form"   // a line is no entry
	FaultGap    FaultKind = "gap"    // an entry is missing, or stands twice
	FaultBroken FaultKind = "broken" // an entry, or the one before it, was changed
	// FaultColumns says that the database finds an entry by what the entry does not say,
	// so that pages hide it or show it where it does not belong.
	FaultColumns FaultKind = "columns"
	FaultHead    FaultKind = "head"  // a signed head does not fit the entries
	FaultShort   FaultKind = "short" // entries that a signed head speaks of are missing at the end
	FaultCut     FaultKind = "cut"   // what is always recorded is newer than the newest entry
	FaultGone    FaultKind = "gone"  // there is no entry, and what is always recorded is there
	// FaultUnsigned says that no signed head is of the last entry of an export, which
	// always has one: entries may be missing behind it.
	FaultUnsigned FaultKind = "unsigned"
	// FaultLate says that entries of a stored record are not signed, though the first of them
	// is older than SignLimit.
	FaultLate  FaultKind = "late"
	FaultStamp FaultKind = "stamp" // the time stamp of a signed head is not good, or of something else
)

// Fault is a fault of a chain and its position.
type Fault struct {
	Kind   FaultKind
	Number int64 // of the entry
}

func (f *Fault) Error() string { return fmt.Sprintf("entry %d of the record: %s", f.Number, f.Kind) }

// Add takes the line of the next entry and returns the entry. The error is a *Fault
// where it is not what follows.
func (c *Chain) Add(text []byte) (Entry, error) {
	e, err := Decode(text)
	if err != nil {
		return e, &Fault{FaultForm, c.last + 1}
	}
	if e.Number != c.last+1 {
		return e, &Fault{FaultGap, c.last + 1}
	}
	if e.Previous != c.hash {
		return e, &Fault{FaultBroken, e.Number}
	}
	c.last, c.hash = e.Number, HashOf(text)
	return e, nil
}

// End returns the number of the last entry and its hash.
func (c *Chain) End() (number int64, hash Hash) { return c.last, c.hash }

// SignedHead is a head as it is stored and exported, with the signature of its text.
// A second signature, by another key, is a line of its own (evidence.Keys.SignText).
type SignedHead struct {
	Head      string
	Signature string
	// Stamp is the response of a time stamp service to the SHA-256 of Head and Signature
	// together; nil is none.
	Stamp []byte
}

// signedHead is the form of an export. Programs that know one signature read the first.
type signedHead struct {
	Head      string `json:"head"`
	Signature string `json:"signature"`
	Second    string `json:"second,omitempty"`
	Stamp     []byte `json:"stamp,omitempty"`
}

// MarshalJSON returns the line of an export.
func (h SignedHead) MarshalJSON() ([]byte, error) {
	out := signedHead{Head: h.Head, Stamp: h.Stamp}
	out.Signature, out.Second, _ = strings.Cut(h.Signature, "\n")
	return json.Marshal(out)
}

// UnmarshalJSON reads a line of an export.
func (h *SignedHead) UnmarshalJSON(text []byte) error {
	var in signedHead
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	h.Head, h.Signature, h.Stamp = in.Head, in.Signature, in.Stamp
	if in.Second != "" {
		h.Signature += "\n" + in.Second
	}
	return nil
}

// Filter chooses entries; zero fields choose all.
type Filter struct {
	Before   int64 // entries of smaller numbers
	Action   Action
	Subject  Subject
	ID       int64
	Actor    string
	From, To time.Time // [From, To)
}
