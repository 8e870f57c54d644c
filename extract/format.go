package extract

// Format is a kind of file this package reads.
type Format string

// The formats.
const (
	TXT  Format = "txt"
	DOCX Format = "docx" // also as one XML file, and the XML of Word 2003
	DOC  Format = "doc"  // Word 2 to 2003
	PDF  Format = "pdf"
	RTF  Format = "rtf"
	HTML Format = "html"
	MHT  Format = "mht" // a web page in a mail
	ODT  Format = "odt" // OpenDocument text, also as one XML file
	OFD  Format = "ofd" // the Chinese standard for fixed pages, GB/T 33190
)
