package extract

// WebRequest says what is to be read of a web page.
type WebRequest struct {
	Address string            `json:"address"`          // of the page, absolute: its links are taken from there
	Kind    string            `json:"kind"`             // the content type as the server names it, "" for none
	Zone    string            `json:"zone"`             // of times that name none: "+08:00"; "" is UTC
	Taught  map[string]string `json:"taught,omitempty"` // by the fields of TaughtFields: expressions whose first group is the value, in the page's source
}

// The fields of a page that a site can be taught to find.
const (
	WebTitle     = "title"
	WebAuthor    = "author"
	WebPublished = "published"
	WebViews     = "views"
)

// TaughtFields are the fields that expressions can find, in the order in which they are
// shown.
func TaughtFields() []string { return []string{WebTitle, WebAuthor, WebPublished, WebViews} }

// WebPage is what a page of the web says: its main text without what stands around it,
// what it says of itself, and where it leads. What is not said is "", or 0.
type WebPage struct {
	Article   *Document `json:"article,omitempty"` // nil where the page has no main text, as a list of links has none
	Title     string    `json:"title,omitempty"`
	Author    string    `json:"author,omitempty"`
	Site      string    `json:"site,omitempty"`
	Canonical string    `json:"canonical,omitempty"` // absolute address under which the page wants to be known
	Published string    `json:"published,omitempty"` // as PrecisionOf reads it
	Views     int       `json:"views,omitempty"`
	Links     []string  `json:"links,omitempty"` // absolute, in order, each once
	Feeds     []string  `json:"feeds,omitempty"` // feeds and sitemaps that it names, likewise
	Files     []string  `json:"files,omitempty"` // files that it names as the full text of what it is about, likewise
}

// Precision says how well a time is known.
type Precision string

// The precisions of times, best first.
const (
	ToSecond Precision = "second"
	ToMinute Precision = "minute"
	ToDay    Precision = "day"
	ToMonth  Precision = "month"
	Unknown  Precision = "unknown"
)

// PrecisionOf tells the precision of a time from its form: "2024-03-05T12:30:45+08:00",
// "2024-03-05T12:30+08:00", "2024-03-05", "2024-03", or "".
func PrecisionOf(published string) Precision {
	switch len(published) {
	case len("2024-03-05T12:30:45+08:00"):
		return ToSecond
	case len("2024-03-05T12:30+08:00"):
		return ToMinute
	case len("2024-03-05"):
		return ToDay
	case len("2024-03"):
		return ToMonth
	}
	return Unknown
}
