// Package finding says what of a check a person should look at first, and why:
// findings rather than percentages.
//
// In goes the evidence of a check with what the installation knows of its sources
// (which were funded); out come findings, the gravest first, each with its sources, its matches and its reason, and
// a severity that lists are sorted by. A finding says what is equal, where, and who else has
// it; it never says what somebody did. What blank forms print, institutions' standard
// texts and all else that takes no part in the comparison makes none, nor do small
// overlaps with the applicant's own work, quotations and what is cited. An earlier application of
// the applicant that is largely handed in again makes one, since it may have been funded.
//
// The package knows no SQL, no page and no language.
package finding

import (
	"cmp"
	"encoding/json"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

// Kind is a kind of finding. The values are stable: databases store them.
type Kind string

// The kinds, the gravest first: what several have, since it was bought or passed around; what was
// another's before what is the applicant's own, since others are wronged by it; then what only says that little was compared; and last what
// may be nothing: a title that is used once more, and hints.
const (
	Several      Kind = "several"              // several other applicants have the same text
	InCall       Kind = "in-call"              // shared with another applicant of the same call
	Others       Kind = "other-applicant"      // stands in an application of another applicant
	Unknown      Kind = "unknown-applicant"    // stands in an application, and the applicant of one of both was not read
	OnWeb        Kind = "web"                  // stands in a page of the web
	Disguised    Kind = "disguised"            // text hidden from readers or from programs
	Applicants   Kind = "different-applicants" // the same content under different applicants who know one another
	Funded       Kind = "after-funding"        // the same content was funded already
	Institutions Kind = "several-institutions" // the same content by one person at several institutions
	Programmes   Kind = "several-programmes"   // the same content to several programmes
	Twice        Kind = "twice"                // the same content to the same programme, in the same year
	Again        Kind = "own-earlier"          // largely the same as an earlier application of the applicant
	Little       Kind = "little-text"          // hardly any text was compared
	Unread       Kind = "unread"               // parts of the file were not compared
	SameTitle    Kind = "same-title"           // the applicant has handed in another text under the same title
	Possible     Kind = "possible"             // hints at rewritings, summaries or translations that nobody has decided about
)

// Flagged is the kind of notes beside findings (Noted). Kinds does not contain it.
const Flagged Kind = "flagged"

// Kinds returns all of them, the gravest first.
func Kinds() []Kind {
	return []Kind{Several, InCall, Others, Unknown, OnWeb, Disguised, Applicants, Funded, Institutions, Programmes, Twice, Again, Little,
		Unread, SameTitle, Possible}
}

// Reason says what a finding rests on, where its kind alone does not. The values are
// stable.
type Reason string

// The reasons.
const (
	ByWhole     Reason = "whole"     // a large part of the document is in the source
	BySource    Reason = "source"    // a large part of the source is in the document
	ByPart      Reason = "part"      // most of one of the four parts that are compared (Finding.Part)
	ByPassages  Reason = "passages"  // passages, without quotation or citation
	ByName      Reason = "name"      // the applicants have one name: whether they are one person is to be seen
	ByHidden    Reason = "hidden"    // a flag of extraction.HiddenText
	ByInvisible Reason = "invisible" // characters that cannot be seen
	ByLookAlike Reason = "look-alike"
	ByEntries   Reason = "entries" // two parts of one name in the file: programs differ in which they show
	ByHints     Reason = "hints"   // passages that may say what a source says in other words
	ByMatches   Reason = "matches" // passages that are in a source without such characters
	BySeveral   Reason = "several" // an evidence.Several
	ByTitle     Reason = "title"   // applicant and title
)

// Reasons returns all of them.
func Reasons() []Reason {
	return []Reason{ByWhole, BySource, ByPart, ByPassages, ByName, ByHidden, ByInvisible, ByLookAlike, ByEntries, ByMatches, ByHints,
		BySeveral, ByTitle}
}

// The thresholds, in characters that count, without text that is quoted, cited or excluded.
const (
	// sameWhole is the share (in thousandths) of one of both documents from which on their content
	// is the same: what forms ask for by itself (aims, plan, basis, budget) is one of them at most.
	sameWhole = 300
	// samePart is that of one of the four parts that agencies compare by themselves: most
	// of it.
	samePart = 500
	// largely is the share of the document from which on it is the earlier application once more, and not a new one that
	// goes on from it: half.
	largely = 500
	// leastPart is how many characters such a part must have: of one of two sentences
	// half is soon the same.
	leastPart = 500
	// leastTaken is how many characters of another applicant's text are worth a line: one
	// unit. Below it stand usual expressions and definitions.
	leastTaken = 150
	// leastPassage is what one of them must have: sums of phrases are none.
	leastPassage = 50
	// leastHidden is how many characters must be hidden: a sentence or two. Less is left
	// over by editing.
	leastHidden = 50
	// leastSharers is how many others must share a text for it to be one of several (evidence.Several).
	leastSharers = 2
	// mostMatches is how many matches a finding names, the longest first.
	mostMatches = 5
)

// parts are the roles of sections that the National Natural Science Foundation compares
// each by itself: 立项依据, 研究内容, 研究方案, 创新点.
var parts = []string{"rationale", "content", "method", "innovation"}

// Input is what findings are derived from.
type Input struct {
	// Evidence is that of the check, as it counts: as it was stored, or with decisions.
	// It is not changed.
	Evidence *evidence.Evidence
	// Funded has the sources that are known to have been funded, by Source.ID.
	Funded map[int64]bool
	// Versions has the sources that are known to be versions of one application, each application's in one group: they
	// are one of several applications that share text.
	Versions [][]int64
}

// Finding is one line that an officer reads.
type Finding struct {
	Kind    Kind   `json:"kind"`
	Reason  Reason `json:"reason,omitempty"`
	Source  int64  `json:"source,omitempty"`  // with whom the text is shared; 0 for what is of the document alone
	InCall  bool   `json:"inCall,omitempty"`  // the source was handed in to the same call
	Place   int    `json:"place,omitempty"`   // of Several: where the text stands first in the document
	Earlier bool   `json:"earlier,omitempty"` // the source is known to be of an earlier year or date
	Year    int    `json:"year,omitempty"`    // of the source, of Again and SameTitle; 0 is not known
	Part    string `json:"part,omitempty"`    // the role of the section, of ByPart
	Share   int    `json:"share,omitempty"`   // in thousandths: of the document, of the source (BySource) or of the part
	Matches []int  `json:"matches,omitempty"` // numbers of the longest ones, at most five
	Count   int    `json:"count,omitempty"`   // characters that are shared, or hidden; places
	Longest int    `json:"longest,omitempty"` // characters of the longest passage that is shared

	// Of Several: the sources, those with most of the text first, and how many applications, applicants and institutions
	// they are.
	Sources      []int64 `json:"sources,omitempty"`
	Applications int     `json:"applications,omitempty"`
	Applicants   int     `json:"applicants,omitempty"`
	Institutions int     `json:"institutions,omitempty"`

	// Of Possible: how many hints there are of each kind, the source of the strongest, and how many false hints as strong a
	// clean document gives. None of what earlier versions counted.
	Hints       map[evidence.HintKind]int `json:"hints,omitempty"`
	HintSource  int64                     `json:"hintSource,omitempty"`
	FalseAlarms evidence.Decimal          `json:"falseAlarms,omitempty"`
}

// Of derives the findings of a check, the gravest first, those of one kind by how much is shared. Equal
// input gives equal findings.
func Of(in Input) []Finding {
	if in.Evidence == nil {
		return nil
	}
	d := newDerivation(in)
	out := d.several()
	unread := false
	for i := range in.Evidence.Sources {
		if f, found := d.source(&in.Evidence.Sources[i]); found {
			out = append(out, f)
		}
	}
	out = append(out, d.disguise()...)
	for _, x := range in.Evidence.Scores.Doubts {
		switch x.Kind {
		case evidence.DoubtFew:
			out = append(out, Finding{Kind: Little, Count: x.Count})
		case evidence.DoubtMissing:
			unread = true
		}
	}
	if unread {
		out = append(out, Finding{Kind: Unread})
	}
	if f, found := d.possible(); found {
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(Kinds(), a.Kind), slices.Index(Kinds(), b.Kind)), cmp.Compare(b.Count, a.Count),
			cmp.Compare(a.Source, b.Source))
	})
	return out
}

// possible returns how much stands under hints, with the numbers of the strongest.
func (d *derivation) possible() (Finding, bool) {
	if d.e.Hints == nil || d.e.Hints.Characters == 0 {
		return Finding{}, false
	}
	var shown []*evidence.Hint
	for i := range d.e.Hints.Hints {
		if h := &d.e.Hints.Hints[i]; h.Counted > 0 {
			shown = append(shown, h)
		}
	}
	slices.SortStableFunc(shown, func(a, b *evidence.Hint) int {
		return cmp.Or(cmp.Compare(a.FalseAlarms, b.FalseAlarms), cmp.Compare(a.ID, b.ID))
	})
	f := Finding{Kind: Possible, Reason: ByHints, Hints: map[evidence.HintKind]int{}, Count: d.e.Hints.Characters,
		Share: d.e.Hints.Characters * score.Thousand / max(d.e.Scores.Countable, 1)}
	for i, h := range shown {
		if f.Hints[h.Kind]++; i == 0 {
			f.HintSource, f.FalseAlarms = h.Source, h.FalseAlarms
		}
		if i < mostMatches {
			f.Matches = append(f.Matches, h.ID)
		}
	}
	return f, true
}

// Encode writes findings as JSON for Decode; "" is none.
func Encode(findings []Finding) string {
	if len(findings) == 0 {
		return ""
	}
	text, err := json.Marshal(findings)
	if err != nil {
		panic(err) // not for these types
	}
	return string(text)
}

// Damaged reports whether a text was not written by Encode, so that its content is lost.
func Damaged(text string) bool {
	var out []Finding
	return text != "" && json.Unmarshal([]byte(text), &out) != nil
}

// Decode reads the output of Encode; for any other text it returns none (Damaged).
func Decode(text string) []Finding {
	var out []Finding
	if json.Unmarshal([]byte(text), &out) != nil {
		return nil
	}
	return slices.DeleteFunc(out, func(f Finding) bool { return !slices.Contains(Kinds(), f.Kind) })
}

// DecodeNoted reads what Noted returned, of what Encode wrote.
func DecodeNoted(text string) []Finding {
	var out []Finding
	if json.Unmarshal([]byte(text), &out) != nil {
		return nil
	}
	return slices.DeleteFunc(out, func(f Finding) bool { return f.Kind != Flagged })
}

// HintsOf returns the number of hints of each kind; known is false if there are hints whose kinds were not
// counted: results of earlier versions are counted when their decisions change or they are checked again.
func HintsOf(findings []Finding) (count map[evidence.HintKind]int, known bool) {
	i := slices.IndexFunc(findings, func(f Finding) bool { return f.Kind == Possible })
	if i < 0 {
		return nil, true
	}
	return findings[i].Hints, findings[i].Hints != nil
}

// KindsOf returns the kinds of findings, each once, in their order.
func KindsOf(findings []Finding) (out []Kind) {
	for _, f := range findings {
		if !slices.Contains(out, f.Kind) {
			out = append(out, f.Kind)
		}
	}
	return out
}
