// Package evidence defines the record of a check: what was compared with what,
// how, and which passages agree. Its XML form (namespace Namespace, schema
// evidence.xsd) is what a reviewer exports and what must stand up later.
//
// Offsets and lengths count Unicode code points of the extracted text of the
// document or source they belong to.
package evidence

import (
	"encoding/xml"
	"strconv"
)

// Namespace of the XML form.
const Namespace = "urn:zhiwen:evidence:1"

// Evidence is the record of one check. It holds no wall-clock time: equal
// input gives equal bytes.
type Evidence struct {
	XMLName  xml.Name       `xml:"urn:zhiwen:evidence:1 evidence"`
	Engine   Engine         `xml:"engine"`
	Document Document       `xml:"document"`
	Library  Snapshot       `xml:"library"`
	Scores   Scores         `xml:"scores"`
	Sections []SectionScore `xml:"sections>section"`
	Excluded []Excluded     `xml:"excluded>range"`
	Sources  []Source       `xml:"sources>source"` // most exclusive characters first

	Decisions *Decisions `xml:"decisions"` // nil but in the export that holds them
}

// Engine says what program made the evidence and with which parameters.
type Engine struct {
	Name       string      `xml:"name,attr"`
	Version    string      `xml:"version,attr"`
	Profile    string      `xml:"profile,attr"`
	Parameters []Parameter `xml:"parameter"`
}

// Setting gives the value of a numeric parameter, 0 where there is none.
func (e *Evidence) Setting(name string) int {
	for _, p := range e.Engine.Parameters {
		if p.Name == name {
			n, _ := strconv.Atoi(p.Value) // not a number: as good as none
			return n
		}
	}
	return 0
}

// Set gives a numeric parameter a value.
func (e *Evidence) Set(name string, value int) {
	for i, p := range e.Engine.Parameters {
		if p.Name == name {
			e.Engine.Parameters[i].Value = strconv.Itoa(value)
			return
		}
	}
	e.Engine.Parameters = append(e.Engine.Parameters, Parameter{Name: name, Value: strconv.Itoa(value)})
}

// Parameter is one named setting of the engine.
type Parameter struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// Identity is what is known of a document beside its text.
type Identity struct {
	SHA256      string   `xml:"sha256,attr"` // of the file, lower-case hex
	Filename    string   `xml:"filename,attr"`
	Title       string   `xml:"title,omitempty"`
	Applicant   string   `xml:"applicant,omitempty"`
	Institution string   `xml:"institution,omitempty"`
	Year        int      `xml:"year,omitempty"`
	Programme   string   `xml:"programme,omitempty"`
	Keywords    []string `xml:"keyword,omitempty"`
}

// Document is the checked document.
type Document struct {
	ID         int64    `xml:"id,attr"` // of the library; 0 outside one
	Characters int      `xml:"characters,attr"`
	Pages      int      `xml:"pages,attr"` // 0 where the format has none
	Method     string   `xml:"method,attr"`
	TextSHA256 string   `xml:"textSha256,attr,omitempty"` // of the extracted text in UTF-8; missing in evidence of before
	Identity   Identity `xml:"identity"`
	Flags      []Flag   `xml:"flag"`
	Notices    []Notice `xml:"notice"` // none in evidence of before
}

// Flag is a finding of extraction: hidden text, look-alike characters, ….
type Flag struct {
	Kind   string `xml:"kind,attr"`
	Offset int    `xml:"offset,attr"`
	Length int    `xml:"length,attr"`
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
	Candidates int   `xml:"candidates,attr"` // documents that share fingerprint groups
	Aligned    int   `xml:"aligned,attr"`    // of those, the ones whose text was aligned
}

// Scores counts characters. Every share shown is one of these over Countable.
type Scores struct {
	Countable   int     `xml:"countable,attr"`   // characters that count: all but white space and excluded ones
	Covered     int     `xml:"covered,attr"`     // of those, covered by any counted match
	WithoutOwn  int     `xml:"withoutOwn,attr"`  // covered by matches with other applicants' documents
	LargestFull int     `xml:"largestFull,attr"` // covered by the one source that covers most
	ByKind      []Count `xml:"kind"`             // each character given to one kind; adds up to Covered
	ByRelation  []Count `xml:"relation"`         // each character given to one source's relation; adds up to Covered
}

// Count is a number of characters by name.
type Count struct {
	Name       string `xml:"name,attr"`
	Characters int    `xml:"characters,attr"`
}

// SectionScore is the part of the scores that falls into one section of the
// document (its own text, without that of its subsections).
type SectionScore struct {
	Title     string `xml:"title,attr"`
	Level     int    `xml:"level,attr"`
	Offset    int    `xml:"offset,attr"`
	Length    int    `xml:"length,attr"`
	Countable int    `xml:"countable,attr"`
	Covered   int    `xml:"covered,attr"`
}

// Reason says why a range is not counted.
type Reason string

// The reasons for exclusion.
const (
	ReasonTemplate     Reason = "template"
	ReasonCommon       Reason = "common"
	ReasonBibliography Reason = "bibliography"
	ReasonQuotation    Reason = "quotation"
)

// Excluded is a range of the document that does not count if Applied; one that
// is not applied counts, and could be left out.
type Excluded struct {
	Offset  int    `xml:"offset,attr"`
	Length  int    `xml:"length,attr"`
	Reason  Reason `xml:"reason,attr"`
	Applied bool   `xml:"applied,attr"`
}

// Relation is that of the source's applicant to the document's.
type Relation string

// The relations.
const (
	SameApplicant   Relation = "same-applicant"
	SameInstitution Relation = "same-institution"
	Other           Relation = "other"
)

// Source is a library document with at least one match.
type Source struct {
	ID         int64        `xml:"id,attr"`
	Characters int          `xml:"characters,attr"`
	TextSHA256 string       `xml:"textSha256,attr,omitempty"` // as the document's
	Relation   Relation     `xml:"relation,attr"`
	Full       int          `xml:"full,attr"`      // countable characters of the document that it covers
	Exclusive  int          `xml:"exclusive,attr"` // of those, the ones given to this source; adds up to Scores.Covered
	Identity   Identity     `xml:"identity"`
	Similar    []Similarity `xml:"similar"` // of the basic information
	Matches    []Match      `xml:"match"`   // by place in the document
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
	ID         int     `xml:"id,attr"` // from 1, unique in the evidence
	Kind       Kind    `xml:"kind,attr"`
	Similarity Decimal `xml:"similarity,attr"`
	Counted    int     `xml:"counted,attr"` // countable characters of This; 0 where the match does not count
	This       Passage `xml:"this"`
	Source     Passage `xml:"source"`
	Traces     []Trace `xml:"trace"` // by Offset; the first MostTraces
}

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
	Text    string `xml:",chardata"`
}
