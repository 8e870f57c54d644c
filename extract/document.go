// Package extract defines the result of reading an uploaded file: a Document with its structure,
// notices about what was not read, and the errors, kinds of files and limits of reading. Package
// reader makes documents of files.
//
// It needs nothing but the standard library, so that code that compares or shows texts does not
// depend on the code that reads them.
package extract

// Document is the text of one file with its structure.
//
// All offsets are half-open and count Unicode code points of Text. Text is valid UTF-8 without NUL;
// paragraphs are separated by '\n'. A Document is not changed after it is made and may be read
// concurrently.
type Document struct {
	Text string `json:"text"`
	// Paragraphs are in order and disjoint. They cover every character except separators.
	Paragraphs []Paragraph `json:"paragraphs"`
	Sections   []Section   `json:"sections"` // in order of their headings; nested by Level
	Pages      []Page      `json:"pages,omitempty"`
	// Pictures are those of a document without pages whose text was read.
	Pictures []Picture `json:"pictures,omitempty"`
	Figures  []Figure  `json:"figures,omitempty"` // pictures large enough to be recognised again
	// Imprints is the version of the fingerprints in Figures, 0 if the file was not searched for
	// figures.
	Imprints int      `json:"imprints,omitempty"`
	Metadata Metadata `json:"metadata"` // what the file states; suggestions, never facts
	Flags    []Flag   `json:"flags,omitempty"`
	// Notices tell what could not be read, or not with certainty. AllNotices adds those of Pages
	// and Pictures.
	Notices []Notice `json:"notices,omitempty"`
	// Method names the reader: "txt", "docx", "doc", "rtf", "html", "odt", "ofd", "pdf/pdfium", … with
	// "+tesseract" if pages or pictures were recognised.
	Method string `json:"method"`
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
	Box      ParagraphKind = "box" // text box
	// Running text is that of headers and footers that are more than running titles, and of
	// comments. It comes after the text.
	Running ParagraphKind = "running"
)

// Paragraph is one paragraph, without its separator.
type Paragraph struct {
	Span
	Kind  ParagraphKind `json:"kind"`
	Level int           `json:"level,omitempty"` // of a heading, from 1
	Place Place         `json:"place,omitzero"`  // in a table, whatever the kind; zero outside of tables
	// Face is the typeface, known only for the first paragraphs, which may be a title page.
	Face Face `json:"face,omitzero"`
}

// Face is the typeface of most of a paragraph's characters.
type Face struct {
	Points float64 `json:"points,omitempty"` // their size; 0 is unknown
	Bold   bool    `json:"bold,omitempty"`
}

// Place is the table cell that contains a paragraph. Cells without text have no paragraph, so
// tables have gaps.
//
// The paragraphs of one table are successive, row by row and from left to right. A table within a
// cell is text of that cell, unless the cell is a frame around a whole chapter: then only the inner
// table counts. Texts stored before Place existed have none.
type Place struct {
	Table   int `json:"table"`   // from 1, in document order; 0 for no table
	Row     int `json:"row"`     // from 1
	Column  int `json:"column"`  // from 1: the first column covered
	Rows    int `json:"rows"`    // number covered, at least 1
	Columns int `json:"columns"` // number covered, at least 1
}

// Section is a heading and the text up to the next heading of the same or a higher level.
type Section struct {
	Span
	Title string `json:"title"` // the heading's text
	Level int    `json:"level"` // from 1
}

// Page is one page of a format that has pages.
type Page struct {
	Span
	Number int `json:"number"` // from 1, counted as a viewer counts them
	// Recognised means that the text was read from a picture of the page and contains errors.
	Recognised bool `json:"recognised,omitempty"`
	// Confidence is that of the recognition, from 0 to 1, as the program estimates it.
	Confidence float64 `json:"confidence,omitempty"`
}

// Picture is a picture in a document without pages from which text was read. Its paragraphs follow
// the one that contains the picture.
type Picture struct {
	Span
	// Number counts from 1 among the document's pictures that are large enough for text.
	Number     int     `json:"number"`
	Confidence float64 `json:"confidence"` // of the recognition, from 0 to 1, as the program estimates it
}

// Figure is a picture in a document with the two fingerprints from package imprint. A picture that
// shows too little to be recognised, or is on many pages, is no figure.
type Figure struct {
	Offset int `json:"offset"`         // of the character after it
	Page   int `json:"page,omitempty"` // 0 if the format has no pages
	// Ref is the number by which the reader finds the picture again: among those of the page or,
	// without pages, of the file.
	Ref    int    `json:"ref"`
	Width  int    `json:"width"`  // points, as shown
	Height int    `json:"height"` // points, as shown
	Hash   uint64 `json:"hash"`
	Blocks string `json:"blocks"`
}

// Metadata is what a file states about itself. Empty fields are unknown. Found tells where each
// known value was found, by the names title, applicant, institution, year, programme, keywords,
// number, date, participants, cooperating, start, end and abstract.
type Metadata struct {
	Title       string   `json:"title,omitempty"`
	Applicant   string   `json:"applicant,omitempty"`
	Institution string   `json:"institution,omitempty"`
	Year        int      `json:"year,omitempty"`
	Programme   string   `json:"programme,omitempty"`
	Keywords    []string `json:"keywords,omitempty"`

	Number       string   `json:"number,omitempty"`       // the applicant's number on the form
	Date         string   `json:"date,omitempty"`         // of the application: YYYY, YYYY-MM or YYYY-MM-DD
	Participants []Person `json:"participants,omitempty"` // without the applicant
	Cooperating  []string `json:"cooperating,omitempty"`  // institutions other than the applicant's
	Start        string   `json:"start,omitempty"`        // of the project: YYYY-MM or YYYY-MM-DD
	End          string   `json:"end,omitempty"`
	Abstract     string   `json:"abstract,omitempty"`

	Found map[string]Found `json:"found,omitempty"`
}

// Person is a person who takes part in an application.
type Person struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"` // such as 教授; "" is unknown, as below
	Institution string `json:"institution,omitempty"`
}

// Known is what somebody marked on a form: where one of the fields of Metadata.Found stands. Its
// value follows the label, or is beside or below it, or is printed on every copy of the form.
type Known struct {
	Field string
	Label string // "" if Value is set
	Nth   int    // ordinal of the label's occurrence on the form, from 1; 0 is any with a value
	Value string
}

// Found is the place of a value of Metadata. Span is the paragraph that contains it, and empty for
// the file's properties.
type Found struct {
	Span
	Source MetadataSource `json:"source"`
}

// MetadataSource is a kind of place where metadata is found.
type MetadataSource string

// The sources of metadata.
const (
	FromTable MetadataSource = "table" // a cell beside a label
	FromLabel MetadataSource = "label" // after or under a label
	FromCover MetadataSource = "cover" // the first lines, such as "2025年度"
	// FromProperties stands for the file's own properties, which may belong to the file it was made
	// from.
	FromProperties MetadataSource = "properties"
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
	// SaysOther: a PDF states a different text for what it draws. The drawn text is read. Span is
	// the page.
	SaysOther FlagKind = "says-other"
	// Backwards: text shown and read in another order than stored. Span is the paragraph.
	Backwards FlagKind = "backwards"
	Duplicate FlagKind = "duplicate-entry" // several zip entries with one name
	Macros    FlagKind = "macros"
	// Unsure: recognised without certainty. Span is the lines or words, Text the recognised text.
	Unsure FlagKind = "unsure"
	// Garbled: the file's characters are not those drawn. Span is the page or a part of it, Text a
	// sample of the file's text.
	Garbled FlagKind = "garbled"
)

// MaxFlagText is the most code points of kept-out text in one flag; longer text is cut and ends
// with an ellipsis.
const MaxFlagText = 2_000

// Flag is one finding. Span is its place in Text, or the empty span at the place of kept-out text.
type Flag struct {
	Span
	Kind FlagKind `json:"kind"`
	Text string   `json:"text,omitempty"` // what was kept out, or a sample

	// Pages is the number of pages with the same finding, if more than one. Span is then the first.
	Pages int `json:"pages,omitempty"`
}
