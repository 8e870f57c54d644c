package record

import "time"

// StampSubject is what sort of thing has a time stamp. The values are stable: databases
// keep them.
type StampSubject string

// The subjects: evidence as it is stored, and as it was exported with decisions; a signed
// head of the record; a certificate of deletion.
const (
	StampEvidence StampSubject = "evidence"
	StampDecided  StampSubject = "decided"
	StampHead     StampSubject = "head"
	StampDeletion StampSubject = "deletion"
)

// Stamp is a time stamp, or that one is waited for.
type Stamp struct {
	SHA256   string // of what is stamped, lower-case hex
	Subject  StampSubject
	ID       int64     // of the check, the number of the head, of the deletion
	Response []byte    // of the service, as it came; nil while there is none
	Failure  string    // of the last attempt; "" is none
	Attempts int       // that have failed
	At       time.Time // by the clock of the service; zero while there is none
}
