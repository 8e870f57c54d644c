// Package evidence defines the record of a check: what was compared with what,
// how, and which passages agree. Its XML form (namespace Namespace, schema
// evidence-2.xsd) is what a reviewer exports and what must stand up later.
//
// Offsets and lengths count Unicode code points of the extracted text of the
// document or source they belong to.
package evidence

import (
	_ "embed"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
)

// Namespace is that of the XML form.
const Namespace = "urn:zhiwen:evidence:2"

// Schema is its XML schema.
//
//go:embed evidence-2.xsd
var Schema []byte

// Evidence is the record of one check. It holds no wall-clock time: equal
// input gives equal bytes.
type Evidence struct {
	XMLName  xml.Name       // its namespace is the version; the zero value is the last
	Engine   Engine         `xml:"engine"`
	Document Document       `xml:"document"`
	Library  Snapshot       `xml:"library"`
	Scores   Scores         `xml:"scores"`
	Sections []SectionScore `xml:"sections>section"`
	Excluded []Excluded     `xml:"excluded>range"`
	Origins  []Origin       `xml:"origin"`         // by Offset, disjoint
	Several  []Several      `xml:"several"`        // text that several others have, most applications first
	Sources  []Source       `xml:"sources>source"` // most allotted characters first

	Figures   *Figures   `xml:"figures"`   // nil where the document was not read for figures, and in evidence of before
	Hints     *Hints     `xml:"hints"`     // nil where the document was not compared for hints, and in evidence of before
	Decisions *Decisions `xml:"decisions"` // nil but in the export that holds them
}

// Engine says what program made the evidence and with which parameters.
type Engine struct {
	Name       string      `xml:"name,attr"`
	Version    string      `xml:"version,attr"`
	Profile    string      `xml:"profile,attr"` // DefaultProfile or PaperProfile
	Parameters []Parameter `xml:"parameter"`
}

// The profiles: how an engine compares.
const (
	DefaultProfile = "default" // characters by sound, b = 20, alignment
	PaperProfile   = "paper"   // words, b = 1, units paired by Hamming distance
)

// Setting returns the value of a numeric parameter, 0 where there is none.
func (e *Evidence) Setting(name string) int {
	for _, p := range e.Engine.Parameters {
		if p.Name == name {
			n, _ := strconv.Atoi(p.Value) // not a number: as good as none
			return n
		}
	}
	return 0
}

// Set returns a numeric parameter a value.
func (e *Evidence) Set(name string, value int) {
	for i, p := range e.Engine.Parameters {
		if p.Name == name {
			e.Engine.Parameters[i].Value = strconv.Itoa(value)
			return
		}
	}
	e.Engine.Parameters = append(e.Engine.Parameters, Parameter{Name: name, Value: strconv.Itoa(value)})
}

// SetReasons writes a setting that stands once for each of some reasons, in place of
// those that are there.
func (e *Evidence) SetReasons(name string, reasons []Reason) {
	at := slices.IndexFunc(e.Engine.Parameters, func(p Parameter) bool { return p.Name == name })
	rest := slices.DeleteFunc(slices.Clone(e.Engine.Parameters), func(p Parameter) bool { return p.Name == name })
	if at < 0 {
		at = len(rest)
	}
	var written []Parameter
	for _, r := range reasons {
		written = append(written, Parameter{Name: name, Value: string(r)})
	}
	e.Engine.Parameters = slices.Insert(rest, at, written...)
}

// Parameter is one named setting of the engine.
type Parameter struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// Identity is what is known of a document beside its text.
type Identity struct {
	SHA256       string   `xml:"sha256,attr"` // of the file, lower-case hex
	Filename     string   `xml:"filename,attr"`
	Title        string   `xml:"title,omitempty"`
	Applicant    string   `xml:"applicant,omitempty"`
	Institution  string   `xml:"institution,omitempty"`
	Year         int      `xml:"year,omitempty"`
	Programme    string   `xml:"programme,omitempty"`
	Keywords     []string `xml:"keyword,omitempty"`
	Number       string   `xml:"number,omitempty"` // of the applicant, where the form has one
	Date         string   `xml:"date,omitempty"`   // of the application: YYYY, YYYY-MM or YYYY-MM-DD
	Participants []Person `xml:"participant"`
	Cooperating  []string `xml:"cooperating"` // institutions beside the applicant's

	Web *Web `xml:"web" json:",omitempty"` // of a page of the web that is a source; nil for applications
}

// Web is where a page of the web was found, and what it says of itself.
type Web struct {
	Address   string `xml:"address,attr" json:"address"`
	Site      string `xml:"site,attr,omitempty" json:"site,omitempty"` // its name
	Author    string `xml:"author,attr,omitempty" json:"author,omitempty"`
	Published string `xml:"published,attr,omitempty" json:"published,omitempty"` // to the second, the minute, the day or the month, as far as the page says; "" is unknown
	Seen      string `xml:"seen,attr" json:"seen"`                               // when the text was fetched: RFC 3339, UTC
	Views     int    `xml:"views,attr,omitempty" json:"views,omitempty"`         // how often it was read then, as the page says
}

// When is the time of publication as people read it, "" where it is unknown.
func (w Web) When() string { return strings.Replace(w.Published, "T", " ", 1) }

// Day is the day of publication, or the month, as far as it is known.
func (w Web) Day() string {
	day, _, _ := strings.Cut(w.Published, "T")
	return day
}

// Person is somebody who takes part in an application.
type Person struct {
	Name        string `xml:"name,attr"`
	Title       string `xml:"-" json:",omitempty"` // as 教授; kept with the document, no part of evidence
	Institution string `xml:"institution,attr,omitempty"`
}

// Document is the checked document.
type Document struct {
	ID         int64    `xml:"id,attr"`                  // of the library; 0 outside one
	InLibrary  bool     `xml:"inLibrary,attr,omitempty"` // others are checked against it
	Characters int      `xml:"characters,attr"`
	Pages      int      `xml:"pages,attr"` // 0 where the format has none
	Method     string   `xml:"method,attr"`
	TextSHA256 string   `xml:"textSha256,attr,omitempty"` // of the extracted text in UTF-8; missing in evidence of before
	Identity   Identity `xml:"identity"`
	Flags      []Flag   `xml:"flag"`
	Notices    []Notice `xml:"notice"` // none in evidence of before

	Repetition *Repetition `xml:"repetition"` // nil if no longer passage is repeated, and in evidence of before
}

// Repetition is what a document says again: passages of a unit and more that occur earlier in
// it too, and the one whose copies are most of these, at its first place.
type Repetition struct {
	Characters int `xml:"characters,attr"` // of all later copies, white space left out
	Offset     int `xml:"offset,attr"`
	Length     int `xml:"length,attr"`
	Times      int `xml:"times,attr"` // how often the passage occurs, the first time included
}

// Flag is a finding of extraction: hidden text, look-alike characters, ….
type Flag struct {
	Kind   string `xml:"kind,attr"`
	Offset int    `xml:"offset,attr"`
	Length int    `xml:"length,attr"`
	Pages  int    `xml:"pages,attr,omitempty"` // on how many the same stands; 0 for one place
	Text   string `xml:",chardata"`
}

// Notice is what of the document was not compared or is to be doubted: of pages,
// one a run of them.
type Notice struct {
	Kind      string `xml:"kind,attr"`
	FirstPage int    `xml:"firstPage,attr,omitempty"` // this and the next: 0 for the whole file
	LastPage  int    `xml:"lastPage,attr,omitempty"`
	Count     int    `xml:"count,attr,omitempty"` // of embedded documents, of findings
}

// Snapshot says what the library held when the check ran, and how much of it
// the check looked at.
type Snapshot struct {
	Documents  int   `xml:"documents,attr"`
	Units      int   `xml:"units,attr"`
	NewestID   int64 `xml:"newest,attr"`
	Candidates int   `xml:"candidates,attr"` // documents that were looked at: those that share fingerprint groups, or all of a small library
	Aligned    int   `xml:"aligned,attr"`    // of those, the ones whose text was aligned

	// Of an application of a call: how many of Documents are of the same call, and the
	// names of the collections beside which nothing else was looked at; none is all of
	// the library.
	SameCall    int      `xml:"sameCall,attr,omitempty"`
	Collections []string `xml:"collection"`
	// WithoutWeb says that it was compared with no page of the web.
	WithoutWeb bool `xml:"withoutWeb,attr,omitempty"`

	Uncompared []Uncompared `xml:"uncompared"` // by ID: documents and forms that were left out because comparing with them failed
}

// Uncompared is a document of the library that a check could not compare with.
type Uncompared struct {
	ID     int64  `xml:"id,attr"`
	Form   bool   `xml:"form,attr,omitempty"`   // it is a form or a standard text, so that its text may count
	SHA256 string `xml:"sha256,attr,omitempty"` // of the file, lower-case hex
	Title  string `xml:",chardata"`             // or its file name
}

// Scores counts characters. Every share shown is one of these over Countable.
type Scores struct {
	Countable     int         `xml:"countable,attr"`               // characters that count: all but white space and excluded ones
	Covered       int         `xml:"covered,attr"`                 // of those, covered by any counted match
	WithoutOwn    int         `xml:"withoutOwn,attr"`              // covered by other applicants' documents, and not first the applicant's own
	WithoutQuoted int         `xml:"withoutQuoted,attr,omitempty"` // covered, and in no match quoted or cited
	LargestFull   int         `xml:"largestFull,attr"`             // covered by the one source that covers most
	ByKind        []Count     `xml:"kind"`                         // each character given to one kind; adds up to Covered
	ByRelation    []Count     `xml:"relation"`                     // each character given to one source's relation; adds up to Covered
	ByRole        []RoleCount `xml:"role"`                         // corresponding characters by the roles of their sections on both sides
	Doubts        []Doubt     `xml:"doubt"`                        // why the shares do not say all, the gravest first
}

// Count is a number of characters by name.
type Count struct {
	Name       string `xml:"name,attr"`
	Characters int    `xml:"characters,attr"`
}

// SectionScore is the part of the scores that falls into one section of the
// document, its subsections included.
type SectionScore struct {
	Title     string `xml:"title,attr"`
	Level     int    `xml:"level,attr"`
	Role      string `xml:"role,attr,omitempty"`
	Offset    int    `xml:"offset,attr"`
	Length    int    `xml:"length,attr"`
	Countable int    `xml:"countable,attr"`
	Covered   int    `xml:"covered,attr"`
}

// RoleCount is how many characters of sections of one role correspond to
// sections of a role in the sources.
type RoleCount struct {
	This       string `xml:"this,attr"`
	Source     string `xml:"source,attr"`
	Characters int    `xml:"characters,attr"`
}

// Origin says for a range that stands in some source where it stood first: by
// year, then date, then the order of arrival in the library.
type Origin struct {
	Offset int   `xml:"offset,attr"`
	Length int   `xml:"length,attr"`
	Source int64 `xml:"source,attr"` // where it stood first
	Own    bool  `xml:"own,attr"`    // that is an application of the same applicant
}

// Several is text that the applications of several other applicants have: those listed, each with
// a good part of it. It counts like all other text.
type Several struct {
	Applications int      `xml:"applications,attr"` // of others; as many as Sources
	Applicants   int      `xml:"applicants,attr"`   // of these; where nobody is named a document stands for one
	Institutions int      `xml:"institutions,attr"` // of these, as far as they are known
	Characters   int      `xml:"characters,attr"`   // countable ones that two or more of the sources cover
	Places       []Place  `xml:"place"`             // in the document, in order
	Sources      []Sharer `xml:"source"`            // most characters first
}

// Place is a range of the document.
type Place struct {
	Offset int `xml:"offset,attr"`
	Length int `xml:"length,attr"`
}

// Sharer is a source that has text of Several.
type Sharer struct {
	ID         int64 `xml:"id,attr"`
	Characters int   `xml:"characters,attr"` // countable ones of the places that it covers
}

// Reason says why a range is not counted.
type Reason string

// The reasons for exclusion.
const (
	ReasonForm            Reason = "form"            // what a blank form prints
	ReasonLearned         Reason = "learned"         // prompts that most applications have at the same place
	ReasonIdentity        Reason = "identity"        // the fields that say who applies for what
	ReasonHeading         Reason = "heading"         // headings that forms print
	ReasonContents        Reason = "contents"        // tables of contents
	ReasonDeclaration     Reason = "declaration"     // of originality, promises, authorisations of use
	ReasonInstruction     Reason = "instruction"     // for filling in
	ReasonAcknowledgement Reason = "acknowledgement" // thanks
	ReasonBibliography    Reason = "bibliography"    // lists of references
	ReasonCommon          Reason = "common"          // usual wording, as an entry of the table of roles has it; once also what many applicants had
	ReasonStandard        Reason = "standard"        // an institution's standard text
	ReasonRunning         Reason = "running"         // headers, footers and comments, which were compared, but for what was found in them
	ReasonGarbled         Reason = "garbled"         // not what is drawn on the page: the file's fonts mean other characters
	ReasonQuotation       Reason = "quotation"       // between quotation marks
)

// Reasons returns all reasons, in the order in which they are offered.
func Reasons() []Reason {
	return []Reason{
		ReasonForm, ReasonLearned, ReasonIdentity, ReasonHeading, ReasonContents, ReasonDeclaration, ReasonInstruction,
		ReasonAcknowledgement, ReasonBibliography, ReasonStandard, ReasonCommon, ReasonRunning, ReasonGarbled, ReasonQuotation,
	}
}

// Excluded is a range of the document that does not count if Applied; one that
// is not applied counts, and could be left out.
type Excluded struct {
	Offset  int    `xml:"offset,attr"`
	Length  int    `xml:"length,attr"`
	Reason  Reason `xml:"reason,attr"`
	Applied bool   `xml:"applied,attr"`

	// Of what other applications told, and no blank form or standard text that was given: how many
	// applicants have it, of how many who could, and how many were required. 0 of the rest.
	Had      int `xml:"had,attr,omitempty"`
	Of       int `xml:"of,attr,omitempty"`
	Required int `xml:"required,attr,omitempty"`
}

// Learned reports whether other applications told of a range.
func (x Excluded) Learned() bool { return x.Had > 0 }

// Relation is that of the source's applicant to the document's.
type Relation string

// The relations.
const (
	SameApplicant   Relation = "same-applicant"
	TookPart        Relation = "applicant-took-part" // the applicant is a participant there, or theirs here
	SharesPerson    Relation = "shares-participant"  // some participant is the same
	SameInstitution Relation = "same-institution"
	Other           Relation = "other"
	Unknown         Relation = "unknown" // the applicant of one of both was not read: nothing says whose the text is
	OnWeb           Relation = "web"     // the source is a page of the web
)

// Source is a library document with at least one match.
type Source struct {
	ID         int64        `xml:"id,attr"`
	Characters int          `xml:"characters,attr"`
	TextSHA256 string       `xml:"textSha256,attr,omitempty"` // as the document's
	Relation   Relation     `xml:"relation,attr"`
	Full       int          `xml:"full,attr"`                    // countable characters of the document that it covers
	Allotted   int          `xml:"allotted,attr,omitempty"`      // of those, the ones given to this source; adds up to Scores.Covered
	Exclusive  int          `xml:"exclusive,attr"`               // of those, the ones that no other source covers
	Theirs     int          `xml:"sourceCovered,attr,omitempty"` // characters of the source that correspond, white space left out
	SameCall   bool         `xml:"sameCall,attr,omitempty"`      // it was handed in to the document's call
	OwnFirst   int          `xml:"ownFirst,attr,omitempty"`      // of Full, the ones that stood first in the applicant's own application
	Identity   Identity     `xml:"identity"`
	Similar    []Similarity `xml:"similar"`    // of the basic information
	References *References  `xml:"references"` // nil where it was not looked at
	Matches    []Match      `xml:"match"`      // by place in the document
}

// References compares the lists of references of both documents.
type References struct {
	This   int         `xml:"this,attr"`   // entries of the document
	Source int         `xml:"source,attr"` // entries of the source
	Shared []Reference `xml:"reference"`   // what stands in both lists, by place in the document
}

// Reference is an entry of both lists of references.
type Reference struct {
	Offset int    `xml:"offset,attr"` // in the document
	Length int    `xml:"length,attr"`
	Text   string `xml:",chardata"` // as the document has it
}

// Similarity compares one field of the basic information, 0 to 1.
type Similarity struct {
	Field string  `xml:"field,attr"` // title, keywords, applicant, institution
	Value Decimal `xml:"value,attr"`
}

// Kind says what was done to a copied passage.
type Kind string

// The kinds of matches.
const (
	Verbatim  Kind = "verbatim"
	Near      Kind = "near"
	Reordered Kind = "reordered"
	Homophone Kind = "homophone"
	Disguised Kind = "disguised"
	Script    Kind = "script"
	Rewritten Kind = "rewritten"
)

// Match is an aligned pair of passages.
type Match struct {
	ID         int      `xml:"id,attr"` // from 1, unique in the evidence
	Kind       Kind     `xml:"kind,attr"`
	Similarity Decimal  `xml:"similarity,attr"`
	Counted    int      `xml:"counted,attr"`            // countable characters of its runs that correspond; 0 where the match does not count
	Reason     Reason   `xml:"reason,attr,omitempty"`   // of text that takes no part unless it is asked for: compared apart from the rest
	Citation   Citation `xml:"citation,attr,omitempty"` // whether it is quoted or cited
	Entry      string   `xml:"entry,omitempty"`         // the cited entry of the list of references, where it is the source or stands in its list too

	This   Passage `xml:"this"`   // from its first run to its last
	Source Passage `xml:"source"` // likewise
	Runs   []Run   `xml:"run"`    // in order of the document
	Traces []Trace `xml:"trace"`  // by Offset; the first MostTraces

	Extent Extent `xml:"-"` // of what the match is part of; zero where evidence was read
}

// Extent is a passage of the document and one of the source that belong
// together: neighbouring matches and what lies between them, or a summary and
// what it sums up. A match ends where copying ends, so that one passage that was
// worked over may be several.
type Extent struct{ Offset, Length, SourceOffset, SourceLength int }

// Citation reports whether a passage is shown to be another's.
type Citation string

// The citations. Cited is what is followed by a citation whose entry is the source,
// or stands in the source's list of references too.
const (
	NotCited       Citation = "neither"
	Quoted         Citation = "quoted"
	Cited          Citation = "cited"
	QuotedAndCited Citation = "quoted-and-cited"
)

// Run is a part of a match. The runs of a match are disjoint on both sides, and
// cover both of its passages but for white space and punctuation between them.
type Run struct {
	Op           Op  `xml:"op,attr"`
	Way          Way `xml:"way,attr,omitempty"`
	Offset       int `xml:"offset,attr"`
	Length       int `xml:"length,attr"`       // 0 of OnlySource
	SourceOffset int `xml:"sourceOffset,attr"` // of OnlyThis: where it would stand
	SourceLength int `xml:"sourceLength,attr"` // 0 of OnlyThis
}

// Corresponds reports whether a run stands on both sides: what figures are sums of.
func (r Run) Corresponds() bool { return r.Op != OnlyThis && r.Op != OnlySource }

// Op is how the sides of a run correspond.
type Op string

// The ops.
const (
	Equal      Op = "equal"   // the same but for spacing, punctuation, width, case
	Changed    Op = "changed" // the same place, in the way of Way
	Moved      Op = "moved"   // stands in another order
	OnlyThis   Op = "this"
	OnlySource Op = "source"
)

// Way is how a changed run was changed.
type Way string

// The ways.
const (
	WayEdited    Way = "edited"
	WayHomophone Way = "homophone"
	WayScript    Way = "script"
	WayDisguised Way = "disguised"
)

// MostTraces is how many different traces of a match are listed.
const MostTraces = 20

// Trace is a way of writing that differs from the source's though the text is
// the same: what makes a match homophone, disguised or script.
type Trace struct {
	Kind   Kind   `xml:"kind,attr"`
	Offset int    `xml:"offset,attr"` // of the first one, in the document
	Count  int    `xml:"count,attr"`
	This   string `xml:"this,attr"`   // as written; an invisible character as U+200B
	Source string `xml:"source,attr"` // empty where the source has nothing in its place
}

// Passage is one side of a match.
type Passage struct {
	Offset  int    `xml:"offset,attr"`
	Length  int    `xml:"length,attr"`
	Page    int    `xml:"page,attr"` // 0 where the format has none
	Section string `xml:"section,attr"`
	Role    string `xml:"role,attr,omitempty"` // of the section
	Text    string `xml:",chardata"`
}
