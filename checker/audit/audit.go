// Package audit is the record of who did what: its entries, how each holds the
// one before it, and how a chain of them is verified.
//
// In go acts (what was done to which document, by whom, from where); out come
// entries as they are stored and exported, and what is wrong with a chain of
// them. It knows no SQL, no HTTP and no keys: the library stores entries in the
// transactions of the acts, the program signs the head of the chain.
//
// An entry is one line of JSON. It holds the SHA-256 of the line before it, so
// that none can be changed, left out or put between without changing all that
// follow; signed heads, which are given away or kept elsewhere, show where the end
// was. Texts of documents are never in it, nor their titles: a document is named by
// its number, a file by its SHA-256.
package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Act is something that somebody has done, or the program by itself.
type Act struct {
	Action  Action
	Subject Subject
	// ID is the number of what it was done to; 0 is none.
	ID int64
	// Detail says more in names and numbers, as "sha256" or "format", never in texts of
	// documents. "reason" is what an officer wrote about a deletion.
	Detail map[string]string
}

// Actor is who does something, and from where.
type Actor struct {
	// Account is the number of the account; 0 where nobody is logged in.
	Account int64
	// Name is the account's log-in, the name that somebody gave who is not logged
	// in, or what program it was; "" is nobody in particular.
	Name string
	// Address is the network address that the request came from; "" is this machine.
	Address string
	// Request is the id of the request, as it is in the log; "" is none.
	Request string
}

// Entry is an act as it is kept. Entries are numbered from 1 without a gap.
type Entry struct {
	Number int64
	At     time.Time // UTC, to the microsecond
	Actor  Actor
	Act    Act
	// Previous is the hash of the entry before it; of the first, Origin.
	Previous Hash
}

// Damaged reports whether nothing but the number of an entry could be read.
func (e Entry) Damaged() bool { return e.At.IsZero() }

// Hash is the SHA-256 of the line of an entry.
type Hash [sha256.Size]byte

// Origin stands in the first entry for the hash of the entry before it.
var Origin Hash

// String returns the hash as 64 hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads what String gave.
func ParseHash(s string) (h Hash, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) || hex.EncodeToString(b) != s {
		return h, errors.New("a hash is 64 small hexadecimal digits")
	}
	return Hash(b), nil
}

// line is an entry as JSON: the names and their order are kept for ever, since
// hashes are of them.
type line struct {
	Number   int64             `json:"n"`
	At       string            `json:"at"`
	Account  int64             `json:"account,omitempty"`
	Name     string            `json:"name,omitempty"`
	Address  string            `json:"address,omitempty"`
	Request  string            `json:"request,omitempty"`
	Action   Action            `json:"action"`
	Subject  Subject           `json:"subject,omitempty"`
	ID       int64             `json:"id,omitempty"`
	Detail   map[string]string `json:"detail,omitempty"`
	Previous string            `json:"previous"`
}

// timeForm is RFC 3339 to the microsecond, always in UTC.
const timeForm = "2006-01-02T15:04:05.000000Z"

// Encode returns the line of an entry, without the end of the line.
func (e Entry) Encode() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(line{
		Number: e.Number, At: e.At.UTC().Format(timeForm), Account: e.Actor.Account, Name: e.Actor.Name, Address: e.Actor.Address,
		Request: e.Actor.Request, Action: e.Act.Action, Subject: e.Act.Subject, ID: e.Act.ID, Detail: e.Act.Detail,
		Previous: e.Previous.String(),
	})
	if err != nil {
		return nil, fmt.Errorf("encode entry %d of the record: %w", e.Number, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Decode reads what Encode gave, and nothing else: a line that says the same in
// other bytes is an error.
func Decode(text []byte) (Entry, error) {
	var l line
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&l); err != nil {
		return Entry{}, fmt.Errorf("decode entry of the record: %w", err)
	}
	at, err := time.Parse(timeForm, l.At)
	if err != nil {
		return Entry{}, fmt.Errorf("decode entry %d of the record: %w", l.Number, err)
	}
	previous, err := ParseHash(l.Previous)
	if err != nil {
		return Entry{}, fmt.Errorf("decode entry %d of the record: %w", l.Number, err)
	}
	e := Entry{
		Number: l.Number, At: at, Actor: Actor{Account: l.Account, Name: l.Name, Address: l.Address, Request: l.Request},
		Act: Act{Action: l.Action, Subject: l.Subject, ID: l.ID, Detail: l.Detail}, Previous: previous,
	}
	again, err := e.Encode()
	if err != nil {
		return Entry{}, err
	}
	if !bytes.Equal(again, text) {
		return Entry{}, fmt.Errorf("decode entry %d of the record: it was not written by this program", l.Number)
	}
	return e, nil
}

// HashOf returns the hash of an entry's line.
func HashOf(text []byte) Hash { return sha256.Sum256(text) }
