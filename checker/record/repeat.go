package record

import (
	"cmp"
	"strings"
	"time"

	"zhiwen/checker/first"
)

// LeastRepeat is the share of one of two texts, in ten-thousandths, that must stand in the
// other for them to be listed as repeating each other: a fifth. Quotations and phrases of a
// trade stay below it in what people write themselves; a page that takes over a section, or
// a whole, does not.
const LeastRepeat = 2000

// RepeatSide is one of two documents that repeat each other: a page of the web, or an
// application of the library.
type RepeatSide struct {
	Document    int64
	Title       string
	Filename    string
	Application bool   // no page of the web: Address and Site are empty
	Address     string // of the page
	Site        string // name of its site
	SiteID      int64  // that is followed; 0 where it is not any more
	Published   string // as extract.PrecisionOf reads it
	Views       int    // 0 is unknown
	Verified    bool   // somebody's rights in it were verified
	Current     bool   // the page says so still, as far as it was looked at; always so of applications
	Share       int    // of its text that stands in the other, in ten-thousandths
}

// Name returns what the document is called.
func (s RepeatSide) Name() string { return cmp.Or(s.Title, s.Filename) }

// When returns the time of publication as people read it, "" where it is unknown.
func (s RepeatSide) When() string { return strings.Replace(s.Published, "T", " ", 1) }

// Side returns what decides who was first.
func (s RepeatSide) Side() first.Side {
	side := first.Side{Verified: s.Verified, Share: float64(s.Share) / 10_000}
	side.SetPublished(s.Published)
	if s.Views > 0 {
		n := int64(s.Views)
		side.Views = &n
	}
	return side
}

// Repeat is a pair of a web page and another page, or an application, in which one contains a good
// part of the other.
type Repeat struct {
	Page, Other RepeatSide
	Characters  int   // that they have in common
	Check       int64 // whose evidence shows both; 0 is gone
	OfOther     bool  // that check is of Other, and Page its source
	Day         string
	FoundAt     time.Time
}

// Source returns the document that is the source in the check of a pair.
func (r Repeat) Source() int64 {
	if r.OfOther {
		return r.Page.Document
	}
	return r.Other.Document
}

// Decide returns which of the two was first.
func (r Repeat) Decide(order []first.Criterion) first.Outcome {
	return first.Decide(r.Page.Side(), r.Other.Side(), order)
}

// RepeatFilter chooses pairs. The zero value chooses all of different sites.
type RepeatFilter struct {
	From, To     string // days, both included: 2026-03-05; "" is open
	Site         int64  // of one of the two; 0 is any
	Least        int    // share of one of the two, in ten-thousandths
	Within       bool   // pages of one site too
	Applications bool   // only pairs with an application
	Limit        int    // 0 is none
	Offset       int    // pairs before those that are given

	After RepeatKey // those behind this pair; zero for all
}

// RepeatKey is a pair's place in the list of all.
type RepeatKey struct {
	Day         string
	Page, Other int64 // documents
}

// RepeatDay is how many pairs were found of pages that were fetched on a day.
type RepeatDay struct {
	Day   string
	Pairs int
}

// Pending is how many pages wait to be compared, or could not be.
type Pending struct{ Waiting, Failed int }

// FoundRepeat is a pair found by the comparison of a page.
type FoundRepeat struct {
	Source      int64
	Application bool
	Here, There int // shares of the page and of the source, in ten-thousandths
	Characters  int
}

// WebState is the state of an address.
type WebState string

// The states of an address. The values are stable: programs are told them.
const (
	WebUnknown      WebState = "unknown"      // no site that is followed has it
	WebQueued       WebState = "queued"       // it waits to be fetched
	WebFetching     WebState = "fetching"     // it is being fetched, or compared
	WebOriginal     WebState = "original"     // it repeats nothing that was there before it
	WebRepeats      WebState = "repeats"      // another was there first
	WebUndetermined WebState = "undetermined" // it did not come, or nothing tells who was first
)

// WebResult is the last result of an address.
type WebResult struct {
	State WebState
	// Why says more: of WebUndetermined the WebOutcome of what did not come, "tie" or "failed" (it
	// could not be read or compared); of WebFetching "comparing"; of WebRepeats and WebOriginal
	// the first.Criterion that decided, "" where nothing is like it.
	Why      string
	Document int64 // its newest text; 0 is none
	Verified bool  // somebody's rights in it were verified
	Nearest  *WebNearest
	At       time.Time // when it was compared, or asked for
}

// WebNearest is what an address has most in common with: where it repeats something, the
// original.
type WebNearest struct {
	Document             int64
	Address, Title, Site string // empty of an application, which is nobody's to see
	Published            string
	Similarity           float64 // share of the address's text that stands there, 0 to 1
	Verified             bool
	Check, Source        int64 // the pair: the check, and which of its sources; 0 is gone
}
