package record

// AddressFault says why nothing is known of an address, and nothing will be: why it is not
// followed. Messages for readers go by it.
type AddressFault string

// The faults.
const (
	AddressMalformed AddressFault = "malformed" // it is no address of a page
	AddressPrivate   AddressFault = "private"   // it is this machine's or in a private network
	AddressForeign   AddressFault = "foreign"   // it is of no site that is followed
	AddressPaused    AddressFault = "paused"    // its site is left alone for now
	AddressNever     AddressFault = "never"     // the rules of its site leave it alone
	AddressFull      AddressFault = "full"      // its site has as many pages as it may
)

// AddressAnswer is the answer about an address that a program asks about.
type AddressAnswer struct {
	WebResult

	Fault AddressFault // "" is none: it is known, or was queued
	Added bool         // it was not known, and waits to be fetched now
}

// SeenAddresses counts what became of addresses that a browser has seen, each once.
type SeenAddresses struct {
	Queued  int `json:"queued"`  // are to be fetched
	Known   int `json:"known"`   // were known
	Ignored int `json:"ignored"` // fit no pattern of a site that is followed
}
