package site

// Headers by which a script of a page asks for a part of another one.
const (
	// PartHeader of a request names the part of the page that is asked for.
	PartHeader = "X-Part"
	// HaveHeader says what the script has already, mostly as an address.
	HaveHeader = "X-Have"
)
