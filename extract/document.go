// Package extract is what is said of the text of one uploaded file: a Document
// with its structure, notices of what was not read, and the errors, kinds of files
// and limits of reading. Package reader makes documents of files.
//
// It needs nothing but the standard library, so that whoever compares or shows
// texts does not depend on what reads them.
package extract

// Document is the text of one file with its structure.
//
// All offsets are half-open and count Unicode code points of Text. Text is
// valid UTF-8 without NUL; paragraphs are separated by '\n'. A Document is
// not changed after it was made and may be read concurrently.
type Document struct {
	Text       string      `json:"text"`
	Paragraphs []Paragraph `json:"paragraphs"` // in order, disjoint; every character but separators lies in one
	Sections   []Section   `json:"sections"`   // in order of their headings; nested by Level
	Pages      []Page      `json:"pages,omitempty"`
	Pictures   []Picture   `json:"pictures,omitempty"` // of a document without pages, those whose text was read
	Figures    []Figure    `json:"figures,omitempty"`  // pictures that are large enough to be known again
	Imprints   int         `json:"imprints,omitempty"` // the version of the fingerprints of Figures; 0 where the file was not read for figures
	Metadata   Metadata    `json:"metadata"`           // what the file says of itself; suggestions, never facts
	Flags      []Flag      `json:"flags,omitempty"`
	Notices    []Notice    `json:"notices,omitempty"` // what could not be read, or not surely; AllNotices has those of Pages and Pictures too
	Method     string      `json:"method"`            // "txt", "docx", "doc", "rtf", "html", "odt", "ofd", "pdf/pdfium", … with "+tesseract" where pages or pictures were recognised
}

// Span is a half-open range of code points of Document.Text.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// ParagraphKind says what a paragraph is.
type ParagraphKind string

// The kinds of paragraphs.
const (
	Body     ParagraphKind = "body"
	Heading  ParagraphKind = "heading"
	Cell     ParagraphKind = "cell" // of a table
	Footnote ParagraphKind = "footnote"
	Box      ParagraphKind = "box"     // text box
	Running  ParagraphKind = "running" // of headers and footers that are more than running titles, and of comments; behind the text
)

// Paragraph is one paragraph, without its separator.
type Paragraph struct {
	Span
	Kind  ParagraphKind `json:"kind"`
	Level int           `json:"level,omitempty"` // of a heading, from 1
	Place Place         `json:"place,omitzero"`  // in a table, of whatever kind; zero outside of tables
	Face  Face          `json:"face,omitzero"`   // how it is set; of the first paragraphs only, which may be a title page
}

// Face is how most of a paragraph's characters are set.
type Face struct {
	Points float64 `json:"points,omitempty"` // their size; 0 is unknown
	Bold   bool    `json:"bold,omitempty"`
}

// Place is the cell of a table that a paragraph stands in. Cells without text
// have no paragraph, so tables have gaps.
//
// The paragraphs of one table follow one another, row by row and in a row from
// left to right. A table within a cell is text of that cell, unless the cell
// is a frame around a whole chapter: then only the inner table is one. Texts
// kept before Place was known have none.
type Place struct {
	Table   int `json:"table"`   // from 1, in the order of the document; 0 for no table
	Row     int `json:"row"`     // from 1
	Column  int `json:"column"`  // from 1: the first one it covers
	Rows    int `json:"rows"`    // that it covers, at least 1
	Columns int `json:"columns"` // that it covers, at least 1
}

// Section is a heading and what follows it up to the next heading of the same
// or a higher level.
type Section struct {
	Span
	Title string `json:"title"` // the heading's text
	Level int    `json:"level"` // from 1
}

// Page is one page of a format that has pages.
type Page struct {
	Span
	Number     int     `json:"number"`               // from 1, counted as a viewer counts them
	Recognised bool    `json:"recognised,omitempty"` // its text was read from a picture of it and has faults
	Confidence float64 `json:"confidence,omitempty"` // of the recognition, from 0 to 1, by its own estimate
}

// Picture is a picture in a document without pages from which text was read.
// Its paragraphs stand behind the one that holds the picture.
type Picture struct {
	Span
	Number     int     `json:"number"`     // from 1, of those of the document that are large enough for text
	Confidence float64 `json:"confidence"` // of the recognition, from 0 to 1, by its own estimate
}

// Figure is a picture in a document, with the two fingerprints that package imprint
// makes of it. A picture that shows too little to be known, or stands on many pages, is none.
type Figure struct {
	Offset int    `json:"offset"`         // of the character that it stands before
	Page   int    `json:"page,omitempty"` // 0 where the format has no pages
	Ref    int    `json:"ref"`            // by which the reader finds it again: of the pictures of the page or, without pages, of the file
	Width  int    `json:"width"`          // points, as shown
	Height int    `json:"height"`         // likewise
	Hash   uint64 `json:"hash"`
	Blocks string `json:"blocks"`
}

// Metadata is what a file says of itself. Empty fields are unknown. Found tells
// where each that is known was found, by the names title, applicant,
// institution, year, programme, keywords, number, date, participants,
// cooperating, start, end and abstract.
type Metadata struct {
	Title       string   `json:"title,omitempty"`
	Applicant   string   `json:"applicant,omitempty"`
	Institution string   `json:"institution,omitempty"`
	Year        int      `json:"year,omitempty"`
	Programme   string   `json:"programme,omitempty"`
	Keywords    []string `json:"keywords,omitempty"`

	Number       string   `json:"number,omitempty"`       // of the applicant, as the form has it
	Date         string   `json:"date,omitempty"`         // of the application: YYYY, YYYY-MM or YYYY-MM-DD
	Participants []Person `json:"participants,omitempty"` // beside the applicant
	Cooperating  []string `json:"cooperating,omitempty"`  // institutions beside the applicant's
	Start        string   `json:"start,omitempty"`        // of the project: YYYY-MM or YYYY-MM-DD
	End          string   `json:"end,omitempty"`
	Abstract     string   `json:"abstract,omitempty"`

	Found map[string]Found `json:"found,omitempty"`
}

// Person is somebody who takes part in an application.
type Person struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"` // as 教授; "" is unknown, as below
	Institution string `json:"institution,omitempty"`
}

// Known is what somebody showed of a form: where one of the fields of Metadata.Found
// stands. Its value is behind, beside or below the label, or is what every copy of the
// form has printed.
type Known struct {
	Field string
	Label string // "" where Value is given
	Nth   int    // of the places where the form has the label, from 1; 0 is whichever has a value
	Value string
}

// Found is the place of a value of Metadata. Span is the paragraph it stands
// in, empty for the file's properties.
type Found struct {
	Span
	Source MetadataSource `json:"source"`
}

// MetadataSource is a kind of place where metadata is found.
type MetadataSource string

// The sources of metadata.
const (
	FromTable      MetadataSource = "table"      // a cell beside a label
	FromLabel      MetadataSource = "label"      // behind or under a label
	FromCover      MetadataSource = "cover"      // the first lines, as "2025年度"
	FromProperties MetadataSource = "properties" // the file's own, which may be of the file it was made from
)

// FlagKind names something about a file that a reviewer should look at.
type FlagKind string

// The kinds of flags.
const (
	HiddenText  FlagKind = "hidden"    // marked hidden, white, tiny or invisible; kept out of Text
	DeletedText FlagKind = "deleted"   // tracked deletion, or struck out; kept out of Text
	Watermark   FlagKind = "watermark" // across or all over a page; kept out of Text
	ZeroWidth   FlagKind = "zero-width"
	LookAlike   FlagKind = "look-alike"
	SaysOther   FlagKind = "says-other"      // a PDF states another text for what it draws, which is read; Span is the page
	Backwards   FlagKind = "backwards"       // shown in another order than it is stored, and read so; Span is the paragraph
	Duplicate   FlagKind = "duplicate-entry" // several zip entries of one name
	Macros      FlagKind = "macros"
	Unsure      FlagKind = "unsure"  // recognised, but not surely; Span is the lines or words, Text what was read
	Garbled     FlagKind = "garbled" // the file's characters are not those drawn; Span is the page or the part of it, Text a sample of the file's
)

// MaxFlagText is how many code points of kept-out text one flag carries; of longer text an
// ellipsis follows them.
const MaxFlagText = 2_000

// Flag is one finding. Span is where it stands in Text, or the empty span at
// the place where the kept-out text would stand.
type Flag struct {
	Span
	Kind FlagKind `json:"kind"`
	Text string   `json:"text,omitempty"` // what was kept out, or a sample

	Pages int `json:"pages,omitempty"` // on how many the same stands, where it is more than one; Span is the first
}
