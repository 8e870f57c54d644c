package record

import (
	"strings"
	"time"

	"zhiwen/checker/evidence"
)

// PageRole is what a page of a site is followed for.
type PageRole string

// The roles.
const (
	PageStart   PageRole = "start"   // where new articles are looked for at every round: a page, a feed, a sitemap
	PageList    PageRole = "list"    // leads to articles, and is none
	PageArticle PageRole = "article" // becomes a document of the library
)

// WebOutcome is what became of a page when it was last asked for. The values are stable:
// databases keep them.
type WebOutcome string

// The outcomes.
const (
	WebWaiting     WebOutcome = "waiting"     // it has yet to be asked for, or is to be asked again
	WebStored      WebOutcome = "stored"      // its text is in the library; a changed one as another version
	WebListed      WebOutcome = "listed"      // it was read for its links
	WebNoText      WebOutcome = "no-text"     // it has no main text
	WebSame        WebOutcome = "same"        // it says that it is another page, which is followed instead
	WebRemoved     WebOutcome = "removed"     // somebody has taken its text out of the library
	WebGone        WebOutcome = "gone"        // the server has it no more (404, 410)
	WebStatus      WebOutcome = "status"      // the server answered with another status than success
	WebRobots      WebOutcome = "robots"      // the site's robots.txt keeps programs away from it
	WebPrivate     WebOutcome = "private"     // its server is this machine or in a private network
	WebForeign     WebOutcome = "foreign"     // it leads on to another site
	WebRedirects   WebOutcome = "redirects"   // it leads on and on
	WebUnreachable WebOutcome = "unreachable" // its server is not found or does not answer
	WebSlow        WebOutcome = "slow"        // it took too long
	WebLarge       WebOutcome = "large"       // it is too large
	WebKind        WebOutcome = "kind"        // it is no page: a picture, an archive
	WebDamaged     WebOutcome = "damaged"     // it cannot be read
)

// WebOutcomes returns all of them, in the order of lists.
func WebOutcomes() []WebOutcome {
	return []WebOutcome{
		WebWaiting, WebStored, WebListed, WebNoText, WebSame, WebRemoved, WebGone, WebStatus, WebRobots, WebPrivate, WebForeign,
		WebRedirects, WebUnreachable, WebSlow, WebLarge, WebKind, WebDamaged,
	}
}

// Failed reports whether a fetch failed in a way that may be tried again.
func (f WebOutcome) Failed() bool {
	switch f {
	case WebWaiting, WebStored, WebListed, WebSame, WebRemoved:
		return false
	}
	return true
}

// Passing reports whether the same may succeed soon without anything being changed.
func (f WebOutcome) Passing() bool {
	return f == WebUnreachable || f == WebSlow || f == WebStatus
}

// SiteRules is what people set of a web site that is followed.
type SiteRules struct {
	Name   string   `json:"name"`
	Starts []string `json:"starts"` // addresses where new articles are looked for: pages, feeds, sitemaps
	Hosts  []string `json:"hosts"`  // whose pages may be asked for
	// Expressions that an address is held against: Articles become documents, Lists are read
	// for links, and what one of Never fits is left alone.
	Articles []string          `json:"articles"`
	Lists    []string          `json:"lists"`
	Never    []string          `json:"never"`
	Taught   map[string]string `json:"taught"` // by extract.TaughtFields
	Zone     string            `json:"zone"`   // of times that name none: "+08:00"
	Hours    int               `json:"hours"`  // between two rounds
	Pause    int               `json:"pause"`  // seconds between two requests to one host, at the least
	Most     int               `json:"most"`   // pages that are followed, at the most
}

// Site is a web site that is followed.
type Site struct {
	ID int64
	SiteRules

	Collection int64 // of its documents
	Paused     bool
	CreatedBy  string
	CreatedAt  time.Time
	ChangedBy  string
	ChangedAt  time.Time
	Change     int64     // counts the changes of its rules
	RoundAt    time.Time // of the last round; zero is none
	WakeAt     time.Time // when there is something to do
	Job        int64     // that is at it; 0 is none

	Total    int
	Outcomes map[WebOutcome]int // of its pages
}

// Failed returns how many of its pages did not come.
func (s Site) Failed() int {
	n := 0
	for f, count := range s.Outcomes {
		if f.Failed() {
			n += count
		}
	}
	return n
}

// WebPage is a page of a site.
type WebPage struct {
	ID      int64
	Site    int64
	Address string
	Role    PageRole
	Depth   int // links from a start
	Outcome WebOutcome
	Status  int    // of the last answer; 0 is none
	Detail  string // what the outcome is about: where it leads, what it is
	Title   string

	ETag, Modified string // of the last answer, for the next request

	Document  int64 // its newest version; 0 is none
	Versions  int
	Published string    // as extract.PrecisionOf reads it
	FoundAt   time.Time // when its address was first seen
	AskedAt   time.Time // zero is never
	NextAt    time.Time // when it is asked for next; zero is only when somebody wants it
	Tries     int       // that have failed one after the other
	Calm      int       // looks one after the other that found nothing new
}

// When returns the time of publication as people read it, "" where it is unknown.
func (p WebPage) When() string { return strings.Replace(p.Published, "T", " ", 1) }

// WebVersion is one state of an article.
type WebVersion struct {
	Page     int64
	Document int64
	Web      evidence.Web
	SeenAt   time.Time
}

// PageFilter chooses pages of a site. The zero value chooses all.
type PageFilter struct {
	Outcome       WebOutcome
	Failed        bool   // those that did not come
	Search        string // in address or title
	Limit, Offset int    // limit 0 is none
}

// SiteFault is something wrong with the rules of a site: in which field of a form, and what.
// Messages for readers go by its name.
type SiteFault struct {
	Field string
	Name  string
	Value string // what was given
}

// Error says it for logs.
func (f *SiteFault) Error() string { return "site: " + f.Field + ": " + f.Name + " " + f.Value }

// The bounds of rules.
const (
	MostRules  = 20  // addresses, hosts, or expressions of one sort
	MostRule   = 300 // characters of one
	MostHours  = 30 * 24
	MostPause  = 300 // seconds
	LeastPages = 10
	MostPages  = 200_000
)
