package record

import (
	"slices"
	"time"
)

// Event is an event that webhooks are sent. The values are stable: receivers know them.
type Event string

// The events.
const (
	EventCheckFinished Event = "check.finished" // a check is done, failed or was cancelled
	EventDecisionMade  Event = "decision.made"  // or was taken back
	EventCallFinished  Event = "call.finished"  // no application of a call needs anything more
	EventTest          Event = "test"           // somebody tries whether a webhook answers
)

// Events returns those that a webhook can be told of, in the order in which pages list them.
func Events() []Event { return []Event{EventCheckFinished, EventDecisionMade, EventCallFinished} }

// Webhook is an address that is told of events.
type Webhook struct {
	ID        int64
	Name      string
	Address   string
	Events    []Event
	Secret    string // that messages are signed with; shown once
	Paused    bool   // it is told of nothing; what waits stays
	CreatedBy string
	CreatedAt time.Time

	Waiting, Failed int // of its deliveries; not stored with it
}

// Tells reports whether it is told of an event.
func (w Webhook) Tells(e Event) bool { return slices.Contains(w.Events, e) }

// DeliveryState says how far a message to a webhook is.
type DeliveryState string

// The states of a delivery.
const (
	DeliveryHeld      DeliveryState = "held"    // its call is not at rest yet
	DeliveryWaiting   DeliveryState = "waiting" // to be sent, for the first time or again
	DeliveryDelivered DeliveryState = "delivered"
	DeliveryFailed    DeliveryState = "failed" // it was tried as often as it is
)

// DeliveryFailure names why a message did not arrive. The values are stable.
type DeliveryFailure string

// The failures of deliveries.
const (
	DeliveryPrivate     DeliveryFailure = "private"     // the address is of this machine or of a private network
	DeliverySlow        DeliveryFailure = "slow"        // no answer in time
	DeliveryUnreachable DeliveryFailure = "unreachable" // no connection
	DeliveryStatus      DeliveryFailure = "status"      // an answer that is no success
)

// Delivery is a message to a webhook.
type Delivery struct {
	ID        int64
	Webhook   int64
	Event     Event
	Subject   int64 // the check or the call that it is about; 0 is none
	Body      []byte
	State     DeliveryState
	Attempts  int
	Status    int             // of the last answer; 0 is none
	Failure   DeliveryFailure // of the last attempt; "" is none
	NextAt    time.Time       // when it is sent, where it waits
	CreatedAt time.Time
	EndedAt   time.Time // zero until then
}
