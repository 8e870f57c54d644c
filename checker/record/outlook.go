package record

import "time"

// Outlook says how long work that waits will take, as it can be told from what was done last.
type Outlook struct {
	Open   bool // something waits
	Checks bool // some of it is to be checked

	// Reading is until all is read, and Checking how long the checks take after that; whether it can
	// be told: a server that has hardly done such work cannot.
	Reading, Checking           time.Duration
	ReadingKnown, CheckingKnown bool
}

// Known reports whether the whole can be told.
func (o Outlook) Known() bool { return o.Open && o.ReadingKnown && o.CheckingKnown }

// Left returns how long all takes together.
func (o Outlook) Left() time.Duration { return o.Reading + o.Checking }
