// Package evidence defines the record of a check: which texts were compared, how, and which passages
// agree. A reviewer exports its XML form (namespace Namespace, schema evidence-2.xsd), which must
// hold up later.
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

	"zhiwen/internal/each"
)

// Namespace is the namespace of the XML form.
const Namespace = "urn:zhiwen:evidence:2"

// Schema is the XML schema of the XML form.
//
//go:embed evidence-2.xsd
var Schema []byte

// Evidence is the record of one check. It holds no wall-clock time: equal input results in equal
// bytes.
type Evidence struct {
	XMLName  xml.Name       // its namespace is the version; the zero value is the latest
	Engine   Engine         `xml:"engine"`
	Document Document       `xml:"document"`
	Library  Snapshot       `xml:"library"`
	Scores   Scores         `xml:"scores"`
	Sections []SectionScore `xml:"sections>section"`
	Excluded []Excluded     `xml:"excluded>range"`
	Origins  []Origin       `xml:"origin"`         // by Offset, disjoint
	Several  []Several      `xml:"several"`        // text that several others have, most applications first
	Sources  []Source       `xml:"sources>source"` // most allotted characters first

	// Figures is nil if the document was not read for figures, or in older evidence.
	Figures *Figures `xml:"figures"`
	// Hints is nil if the document was not compared for hints, or in older evidence.
	Hints     *Hints     `xml:"hints"`
	Decisions *Decisions `xml:"decisions"` // nil except in an export with decisions
}

// Engine names the program that made the evidence, and its parameters.
type Engine struct {
	Name       string      `xml:"name,attr"`
	Version    string      `xml:"version,attr"`
	Profile    string      `xml:"profile,attr"` // DefaultProfile, PaperProfile or ShortPaperProfile
	Parameters []Parameter `xml:"parameter"`
}

// The profiles: the ways in which an engine compares.
const (
	DefaultProfile    = "default"  // characters by sound, b = 20, alignment
	PaperProfile      = "paper"    // words, b = 1, units paired by Hamming distance: 100 bits in five groups
	ShortPaperProfile = "paper-64" // the same with 64 bits in six groups
)

// Published reports whether a profile is the published method, in either form.
func Published(profile string) bool { return profile == PaperProfile || profile == ShortPaperProfile }

// Profiles returns those that a server offers: its tables have room for five groups.
func Profiles() []string { return []string{DefaultProfile, PaperProfile} }

// Setting returns the value of a numeric parameter, or 0.
func (e *Evidence) Setting(name string) int {
	for _, p := range e.Engine.Parameters {
		if p.Name == name {
			n, _ := strconv.Atoi(p.Value) // 0 if it is not a number
			return n
		}
	}
	return 0
}

// Set sets a numeric parameter.
func (e *Evidence) Set(name string, value int) {
	for i, p := range e.Engine.Parameters {
		if p.Name == name {
			e.Engine.Parameters[i].Value = strconv.Itoa(value)
			return
		}
	}
	e.Engine.Parameters = append(e.Engine.Parameters, Parameter{Name: name, Value: strconv.Itoa(value)})
}

// SetReasons replaces all values of a parameter by one for each of the reasons.
func (e *Evidence) SetReasons(name string, reasons []Reason) {
	at := slices.IndexFunc(e.Engine.Parameters, func(p Parameter) bool { return p.Name == name })
	rest := slices.DeleteFunc(slices.Clone(e.Engine.Parameters), func(p Parameter) bool { return p.Name == name })
	if at < 0 {
		at = len(rest)
	}
	written := each.Of(reasons, func(r Reason) Parameter { return Parameter{Name: name, Value: string(r)} })
	e.Engine.Parameters = slices.Insert(rest, at, written...)
}

// Parameter is one named setting of the engine.
type Parameter struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// Identity is the information about a document besides its text.
type Identity struct {
	SHA256       string   `xml:"sha256,attr"` // of the file, lower-case hex
	Filename     string   `xml:"filename,attr"`
	Title        string   `xml:"title,omitempty"`
	Applicant    string   `xml:"applicant,omitempty"`
	Institution  string   `xml:"institution,omitempty"`
	Year         int      `xml:"year,omitempty"`
	Programme    string   `xml:"programme,omitempty"`
	Keywords     []string `xml:"keyword,omitempty"`
	Number       string   `xml:"number,omitempty"` // of the applicant, if the form has one
	Date         string   `xml:"date,omitempty"`   // of the application: YYYY, YYYY-MM or YYYY-MM-DD
	Participants []Person `xml:"participant"`
	Cooperating  []string `xml:"cooperating"` // institutions other than the applicant's

	Web *Web `xml:"web" json:",omitempty"` // for a source that is a page of the web; nil for applications
}

// Web is where a page of the web was found, and what the page says about itself.
type Web struct {
	Address string `xml:"address,attr" json:"address"`
	Site    string `xml:"site,attr,omitempty" json:"site,omitempty"` // the name of the site
	Author  string `xml:"author,attr,omitempty" json:"author,omitempty"`
	// Published is the time to the second, minute, day or month, as far as the page says it, or "".
	Published string `xml:"published,attr,omitempty" json:"published,omitempty"`
	// Seen is when the text was fetched: RFC 3339, UTC.
	Seen string `xml:"seen,attr" json:"seen"`
	// Views is the number of views at that time, as the page says.
	Views int `xml:"views,attr,omitempty" json:"views,omitempty"`
}

// When returns the time of publication in a form for people, or "" if it is unknown.
func (w Web) When() string { return strings.Replace(w.Published, "T", " ", 1) }

// Day returns the day of publication, or the month, as far as it is known.
func (w Web) Day() string {
	day, _, _ := strings.Cut(w.Published, "T")
	return day
}

// Person is somebody who takes part in an application.
type Person struct {
	Name        string `xml:"name,attr"`
	Title       string `xml:"-" json:",omitempty"` // such as 教授; kept with the document, not part of evidence
	Institution string `xml:"institution,attr,omitempty"`
}

// Document is the checked document.
type Document struct {
	ID         int64  `xml:"id,attr"`                  // in the library; 0 outside it
	InLibrary  bool   `xml:"inLibrary,attr,omitempty"` // others are checked against it
	Characters int    `xml:"characters,attr"`
	Pages      int    `xml:"pages,attr"` // 0 if the format has none
	Method     string `xml:"method,attr"`
	// TextSHA256 is that of the extracted text in UTF-8; older evidence lacks it.
	TextSHA256 string   `xml:"textSha256,attr,omitempty"`
	Identity   Identity `xml:"identity"`
	Flags      []Flag   `xml:"flag"`
	Notices    []Notice `xml:"notice"` // none in older evidence

	Repetition *Repetition `xml:"repetition"` // nil if no longer passage is repeated, or in older evidence
}

// Repetition is text that a document repeats: passages of at least a unit that occur earlier in it
// too. Offset and Length are the first occurrence of the passage whose copies are the most
// characters.
type Repetition struct {
	Characters int `xml:"characters,attr"` // of all later copies, without white space
	Offset     int `xml:"offset,attr"`
	Length     int `xml:"length,attr"`
	Times      int `xml:"times,attr"` // occurrences of the passage, the first included
}

// Flag is a finding of extraction: hidden text, look-alike characters and others.
type Flag struct {
	Kind   string `xml:"kind,attr"`
	Offset int    `xml:"offset,attr"`
	Length int    `xml:"length,attr"`
	Pages  int    `xml:"pages,attr,omitempty"` // the number of pages with the same finding; 0 for one place
	Text   string `xml:",chardata"`
}

// Notice is a part of the document that was not compared or is doubtful. For pages there is one
// notice per run of consecutive pages.
type Notice struct {
	Kind      string `xml:"kind,attr"`
	FirstPage int    `xml:"firstPage,attr,omitempty"` // 0 for the whole file, as LastPage
	LastPage  int    `xml:"lastPage,attr,omitempty"`
	Count     int    `xml:"count,attr,omitempty"` // of embedded documents, of findings
}

// Snapshot says what the library held when the check ran, and how much of it the check looked at.
type Snapshot struct {
	Documents int   `xml:"documents,attr"`
	Units     int   `xml:"units,attr"`
	NewestID  int64 `xml:"newest,attr"`
	// Candidates is the number of documents looked at: those that share fingerprint groups, or all
	// of a small library.
	Candidates int `xml:"candidates,attr"`
	Aligned    int `xml:"aligned,attr"` // candidates whose text was aligned

	// SameCall is how many of Documents belong to the call of the application, if it has one.
	// Collections are the names of the only collections that were looked at besides that call; empty
	// means the whole library.
	SameCall    int      `xml:"sameCall,attr,omitempty"`
	Collections []string `xml:"collection"`
	// WithoutWeb says that no page of the web was compared.
	WithoutWeb bool `xml:"withoutWeb,attr,omitempty"`

	// Uncompared are the documents and forms that could not be compared because of an error, by ID.
	Uncompared []Uncompared `xml:"uncompared"`
}

// Uncompared is a document of the library that a check could not compare.
type Uncompared struct {
	ID     int64  `xml:"id,attr"`
	Form   bool   `xml:"form,attr,omitempty"`   // a form or a standard text; its text may count without it
	SHA256 string `xml:"sha256,attr,omitempty"` // of the file, lower-case hex
	Title  string `xml:",chardata"`             // or its file name
}

// Scores counts characters. Every displayed share is one of these counts over Countable.
type Scores struct {
	// Countable is the number of characters except white space and excluded ones.
	Countable int `xml:"countable,attr"`
	// Covered is how many of these a counted match covers.
	Covered int `xml:"covered,attr"`
	// WithoutOwn is how many are covered by documents of other applicants and were not the
	// applicant's first.
	WithoutOwn int `xml:"withoutOwn,attr"`
	// WithoutQuoted is how many are covered, and quoted or cited in no match.
	WithoutQuoted int `xml:"withoutQuoted,attr,omitempty"`
	// LargestFull is how many the source covers that covers most.
	LargestFull int `xml:"largestFull,attr"`
	// ByKind assigns each covered character to one kind; it adds up to Covered.
	ByKind []Count `xml:"kind"`
	// ByRelation assigns each covered character to the relation of one source; it adds up to
	// Covered.
	ByRelation []Count `xml:"relation"`
	// ByRole counts corresponding characters by the roles of their sections on both sides.
	ByRole []RoleCount `xml:"role"`
	// Doubts are the reasons why the shares do not say everything, gravest first.
	Doubts []Doubt `xml:"doubt"`
}

// Count is a number of characters with a name.
type Count struct {
	Name       string `xml:"name,attr"`
	Characters int    `xml:"characters,attr"`
}

// SectionScore is the part of the scores that belongs to one section of the document, including its
// subsections.
type SectionScore struct {
	Title     string `xml:"title,attr"`
	Level     int    `xml:"level,attr"`
	Role      string `xml:"role,attr,omitempty"`
	Offset    int    `xml:"offset,attr"`
	Length    int    `xml:"length,attr"`
	Countable int    `xml:"countable,attr"`
	Covered   int    `xml:"covered,attr"`
}

// RoleCount is the number of characters in sections of one role that correspond to text in sections
// of a role in the sources.
type RoleCount struct {
	This       string `xml:"this,attr"`
	Source     string `xml:"source,attr"`
	Characters int    `xml:"characters,attr"`
}

// Origin says where a range that occurs in some source occurred first: by year, then date, then the
// order of arrival in the library.
type Origin struct {
	Offset int   `xml:"offset,attr"`
	Length int   `xml:"length,attr"`
	Source int64 `xml:"source,attr"` // the source that had it first
	Own    bool  `xml:"own,attr"`    // it is an application of the same applicant
}

// Several is text that the applications of several other applicants share. The listed sources have a
// good part of it each. It counts like other text.
type Several struct {
	Applications int      `xml:"applications,attr"` // of others; equal to the number of Sources
	Applicants   int      `xml:"applicants,attr"`   // of these; a document without a name counts as one
	Institutions int      `xml:"institutions,attr"` // of these, as far as known
	Characters   int      `xml:"characters,attr"`   // countable ones that two or more sources cover
	Places       []Place  `xml:"place"`             // in the document, in order
	Sources      []Sharer `xml:"source"`            // most characters first
}

// Place is a range of the document.
type Place struct {
	Offset int `xml:"offset,attr"`
	Length int `xml:"length,attr"`
}

// Sharer is a source that has text of a Several.
type Sharer struct {
	ID         int64 `xml:"id,attr"`
	Characters int   `xml:"characters,attr"` // countable ones that it covers in the places
}

// Reason says why a range does not count.
type Reason string

// The reasons for exclusion.
const (
	ReasonForm            Reason = "form"            // text of a blank form
	ReasonLearned         Reason = "learned"         // prompts that most applications have at the same place
	ReasonIdentity        Reason = "identity"        // fields that say who applies for what
	ReasonHeading         Reason = "heading"         // headings of forms
	ReasonContents        Reason = "contents"        // tables of contents
	ReasonDeclaration     Reason = "declaration"     // of originality, promises, authorisations of use
	ReasonInstruction     Reason = "instruction"     // for filling in a form
	ReasonAcknowledgement Reason = "acknowledgement" // acknowledgements
	ReasonBibliography    Reason = "bibliography"    // lists of references
	// ReasonCommon is usual wording that the table of roles lists; in older evidence also text that
	// many applicants had.
	ReasonCommon   Reason = "common"
	ReasonStandard Reason = "standard" // an institution's standard text
	// ReasonRunning is text of headers, footers and comments. They were compared, and matches in them
	// are not excluded.
	ReasonRunning Reason = "running"
	// ReasonGarbled is text that differs from what the page shows, because the file's fonts map
	// characters wrongly.
	ReasonGarbled   Reason = "garbled"
	ReasonQuotation Reason = "quotation" // between quotation marks
)

// Reasons returns all reasons, in the order in which they are offered.
func Reasons() []Reason {
	return []Reason{
		ReasonForm, ReasonLearned, ReasonIdentity, ReasonHeading, ReasonContents, ReasonDeclaration, ReasonInstruction,
		ReasonAcknowledgement, ReasonBibliography, ReasonStandard, ReasonCommon, ReasonRunning, ReasonGarbled, ReasonQuotation,
	}
}

// Excluded is a range of the document that does not count if Applied. Otherwise it counts, but a
// reader may exclude it.
type Excluded struct {
	Offset  int    `xml:"offset,attr"`
	Length  int    `xml:"length,attr"`
	Reason  Reason `xml:"reason,attr"`
	Applied bool   `xml:"applied,attr"`

	// Had is the number of applicants who have the text, Of the number who could have it, and
	// Required the number that was needed. All are 0 unless the range was learned from other
	// applications.
	Had      int `xml:"had,attr,omitempty"`
	Of       int `xml:"of,attr,omitempty"`
	Required int `xml:"required,attr,omitempty"`
}

// Learned reports whether the range was learned from other applications.
func (x Excluded) Learned() bool { return x.Had > 0 }

// Relation says how the source's applicant relates to the document's.
type Relation string

// The relations.
const (
	SameApplicant Relation = "same-applicant"
	// TookPart: the applicant takes part in the source, or its applicant in the document.
	TookPart        Relation = "applicant-took-part"
	SharesPerson    Relation = "shares-participant" // both share a participant
	SameInstitution Relation = "same-institution"
	Other           Relation = "other"
	Unknown         Relation = "unknown" // one of the applicants was not read
	OnWeb           Relation = "web"     // the source is a page of the web
)

// Source is a library document with at least one match.
type Source struct {
	ID         int64    `xml:"id,attr"`
	Characters int      `xml:"characters,attr"`
	TextSHA256 string   `xml:"textSha256,attr,omitempty"` // as in Document
	Relation   Relation `xml:"relation,attr"`
	// Full is the number of countable characters of the document that it covers.
	Full int `xml:"full,attr"`
	// Allotted is how many of these are assigned to this source; it adds up to Scores.Covered.
	Allotted int `xml:"allotted,attr,omitempty"`
	// Exclusive is how many of these no other source covers.
	Exclusive int `xml:"exclusive,attr"`
	// Theirs is the number of characters of the source that correspond, without white space.
	Theirs int `xml:"sourceCovered,attr,omitempty"`
	// SameCall says that the source belongs to the document's call.
	SameCall bool `xml:"sameCall,attr,omitempty"`
	// OwnFirst is how many of Full stood first in an application of the applicant.
	OwnFirst   int          `xml:"ownFirst,attr,omitempty"`
	Identity   Identity     `xml:"identity"`
	Similar    []Similarity `xml:"similar"`    // of the basic information
	References *References  `xml:"references"` // nil if the lists were not compared
	Matches    []Match      `xml:"match"`      // by position in the document
}

// References compares the lists of references of both documents.
type References struct {
	This   int         `xml:"this,attr"`   // entries of the document
	Source int         `xml:"source,attr"` // entries of the source
	Shared []Reference `xml:"reference"`   // entries of both lists, by position in the document
}

// Reference is an entry of both lists of references.
type Reference struct {
	Offset int    `xml:"offset,attr"` // in the document
	Length int    `xml:"length,attr"`
	Text   string `xml:",chardata"` // as in the document
}

// Similarity compares one field of the basic information, from 0 to 1.
type Similarity struct {
	Field string  `xml:"field,attr"` // title, keywords, applicant, institution
	Value Decimal `xml:"value,attr"`
}

// Kind is a way in which a copied passage was changed.
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
	ID         int     `xml:"id,attr"` // from 1, unique in the evidence
	Kind       Kind    `xml:"kind,attr"`
	Similarity Decimal `xml:"similarity,attr"`
	// Counted is the number of countable characters that correspond; 0 if the match does not count.
	Counted int `xml:"counted,attr"`
	// Reason is set for text that counts only on request and was compared apart from the rest.
	Reason   Reason   `xml:"reason,attr,omitempty"`
	Citation Citation `xml:"citation,attr,omitempty"` // whether it is quoted or cited
	// Entry is the cited reference, if it is the source or the source lists it too.
	Entry string `xml:"entry,omitempty"`

	This   Passage `xml:"this"`   // from its first run to its last
	Source Passage `xml:"source"` // likewise
	Runs   []Run   `xml:"run"`    // in order of the document
	Traces []Trace `xml:"trace"`  // by Offset; the first MostTraces

	Extent Extent `xml:"-"` // what the match is part of; zero in evidence that was decoded
}

// Extent is a passage of the document and one of the source that belong together: neighbouring
// matches and the text between them, or a summary and the text that it sums up. A match ends where
// copying ends, so one reworked passage may be several matches.
type Extent struct{ Offset, Length, SourceOffset, SourceLength int }

// Citation says whether a passage is marked as somebody else's.
type Citation string

// The citations. Cited means that a citation follows whose entry is the source, or is in the
// source's list of references too.
const (
	NotCited       Citation = "neither"
	Quoted         Citation = "quoted"
	Cited          Citation = "cited"
	QuotedAndCited Citation = "quoted-and-cited"
)

// Run is a part of a match. The runs of a match are disjoint on both sides and cover both passages,
// except white space and punctuation between them.
type Run struct {
	Op           Op  `xml:"op,attr"`
	Way          Way `xml:"way,attr,omitempty"`
	Offset       int `xml:"offset,attr"`
	Length       int `xml:"length,attr"`       // 0 for OnlySource
	SourceOffset int `xml:"sourceOffset,attr"` // for OnlyThis: where it would stand
	SourceLength int `xml:"sourceLength,attr"` // 0 for OnlyThis
}

// Corresponds reports whether a run has text on both sides; figures are sums of such runs.
func (r Run) Corresponds() bool { return r.Op != OnlyThis && r.Op != OnlySource }

// Op says how the sides of a run correspond.
type Op string

// The ops.
const (
	Equal      Op = "equal"   // equal except for spacing, punctuation, width and case
	Changed    Op = "changed" // the same place, changed in the way of Way
	Moved      Op = "moved"   // in another order
	OnlyThis   Op = "this"
	OnlySource Op = "source"
)

// Way says how a changed run was changed.
type Way string

// The ways.
const (
	WayEdited    Way = "edited"
	WayHomophone Way = "homophone"
	WayScript    Way = "script"
	WayDisguised Way = "disguised"
)

// MostTraces is the most different traces of a match that are listed.
const MostTraces = 20

// Trace is a spelling that differs from the source's although the text is the same. Traces make a
// match homophone, disguised or script.
type Trace struct {
	Kind   Kind   `xml:"kind,attr"`
	Offset int    `xml:"offset,attr"` // of the first one, in the document
	Count  int    `xml:"count,attr"`
	This   string `xml:"this,attr"`   // as written; an invisible character as U+200B
	Source string `xml:"source,attr"` // empty if the source has nothing in its place
}

// Passage is one side of a match.
type Passage struct {
	Offset  int    `xml:"offset,attr"`
	Length  int    `xml:"length,attr"`
	Page    int    `xml:"page,attr"` // 0 if the format has none
	Section string `xml:"section,attr"`
	Role    string `xml:"role,attr,omitempty"` // of the section
	Text    string `xml:",chardata"`
}
