package extract

// WebRequest describes a web page to read.
type WebRequest struct {
	Address string `json:"address"` // of the page, absolute: the base of its links
	Kind    string `json:"kind"`    // content type stated by the server, or ""
	Zone    string `json:"zone"`    // of times that state none: "+08:00"; "" is UTC
	// Taught holds, by the fields of TaughtFields, expressions for the page's source. Their first
	// group is the value.
	Taught map[string]string `json:"taught,omitempty"`
}

// The fields of a page for which a site may have expressions.
const (
	WebTitle     = "title"
	WebAuthor    = "author"
	WebPublished = "published"
	WebViews     = "views"
)

// TaughtFields returns the fields that expressions can find, in display order.
func TaughtFields() []string { return []string{WebTitle, WebAuthor, WebPublished, WebViews} }

// WebPage is what a web page contains: its main text without the surroundings, its statements about
// itself, and its links. Unstated values are "" or 0.
type WebPage struct {
	Article   *Document `json:"article,omitempty"` // nil if the page has no main text, like a list of links
	Title     string    `json:"title,omitempty"`
	Author    string    `json:"author,omitempty"`
	Site      string    `json:"site,omitempty"`
	Canonical string    `json:"canonical,omitempty"` // absolute address that the page states as its own
	Published string    `json:"published,omitempty"` // in a form of PrecisionOf
	Views     int       `json:"views,omitempty"`
	Links     []string  `json:"links,omitempty"` // absolute, in order, distinct
	Feeds     []string  `json:"feeds,omitempty"` // feeds and sitemaps that it names, in the same form
	// Files are the files that it names as the full text of its subject, in the same form.
	Files []string `json:"files,omitempty"`
}

// Precision is how exactly a time is known.
type Precision string

// The precisions of times, best first.
const (
	ToSecond Precision = "second"
	ToMinute Precision = "minute"
	ToDay    Precision = "day"
	ToMonth  Precision = "month"
	Unknown  Precision = "unknown"
)

// PrecisionOf returns the precision of a time from its form: "2024-03-05T12:30:45+08:00",
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
