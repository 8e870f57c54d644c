package evidence

import (
	"fmt"
	"strings"
)

// Hints are passages that express a passage of another document in other words: possible
// rewritings, summaries and translations. They are hints, not findings: none counts in a share until
// somebody confirms it. It is nil if the document was not compared for hints.
//
// All hints of at most MostFalseAlarms are kept, so that a reader can look at more or fewer. Those
// of at most Level are shown by default, and counted.
type Hints struct {
	// Level is the number of hints that a clean document may have, chosen by the office.
	Level Decimal `xml:"falseAlarms,attr"`
	// Dictionary says that translations were looked for too.
	Dictionary bool `xml:"dictionary,attr"`
	// Unread is the number of documents of the library that were not indexed for hints yet.
	Unread int `xml:"unread,attr,omitempty"`
	// Characters is the number of countable characters under hints of Level that no counted match
	// covers.
	Characters int `xml:"characters,attr"`
	// ByKind assigns each of these characters to its strongest hint; it adds up to Characters.
	ByKind []Count `xml:"kind"`
	// Hints are sorted by This.Offset, then This.Length, longest first, then ID.
	Hints []Hint `xml:"hint"`
	// Along lists documents that the whole document may be written along, the strongest first. They
	// count in nothing.
	Along []Along `xml:"along"`
	// Sources are the documents that hints and Along point to and that are not among the evidence's sources,
	// by number.
	Sources []HintSource `xml:"source"`
}

// MostFalseAlarms is the highest level that can be chosen; weaker hints are not kept.
const MostFalseAlarms Decimal = 0.3

// DefaultFalseAlarms is the default level: one false hint in every ten clean documents.
const DefaultFalseAlarms Decimal = 0.1

// HintLevels returns the levels that can be chosen, the strictest first.
func HintLevels() []Decimal { return []Decimal{0.05, DefaultFalseAlarms, MostFalseAlarms} }

// Strength says in one word how sure a hint is.
type Strength string

// The strengths, one per level of HintLevels: hints of the first are shown at all levels.
const (
	StrengthHigh   Strength = "high"   // at most one false hint in twenty clean documents
	StrengthMiddle Strength = "middle" // one in ten, shown by default
	StrengthLow    Strength = "low"
)

// Strengths lists all strengths, the highest first.
func Strengths() []Strength { return []Strength{StrengthHigh, StrengthMiddle, StrengthLow} }

// StrengthOf returns the strength of a hint by the number of hints at least as strong that a clean
// document has.
func StrengthOf(falseAlarms Decimal) Strength {
	for i, level := range HintLevels() {
		if falseAlarms <= level {
			return Strengths()[i]
		}
	}
	return StrengthLow
}

// HintKind says how a passage may have been reworked.
type HintKind string

// The kinds of hints.
const (
	HintRewriting   HintKind = "rewriting"
	HintSummary     HintKind = "summary"
	HintTranslation HintKind = "translation"
)

// HintKinds returns all kinds, in the order in which they are listed.
func HintKinds() []HintKind { return []HintKind{HintRewriting, HintSummary, HintTranslation} }

// Confirmed returns the kind of match that a hint becomes when somebody confirms it.
func (k HintKind) Confirmed() Kind { return Kind("confirmed-" + k) }

// ConfirmedHint returns the kind of hint that a match was before, and whether it was a hint.
func (k Kind) ConfirmedHint() (HintKind, bool) {
	of, found := strings.CutPrefix(string(k), "confirmed-")
	return HintKind(of), found
}

// Hint is a passage that may express another one in other words.
type Hint struct {
	ID     int      `xml:"id,attr"` // after the numbers of the matches: no match has it
	Kind   HintKind `xml:"kind,attr"`
	Source int64    `xml:"source,attr"` // Source.ID or HintSource.ID
	// FalseAlarms is the number of hints at least as strong that a clean document has: less is
	// stronger.
	FalseAlarms Decimal `xml:"falseAlarms,attr"`
	// Counted is the number of countable characters of This; 0 for a hint weaker than Level.
	Counted int        `xml:"counted,attr"`
	This    Passage    `xml:"this"`
	From    Passage    `xml:"from"`
	Pairs   []HintPair `xml:"pair"` // by Offset, then SourceOffset
}

// HintPair is a sentence of a hint and one of the source that may say the same. A sentence can be in
// several pairs.
type HintPair struct {
	Offset       int        `xml:"offset,attr"`
	Length       int        `xml:"length,attr"`
	SourceOffset int        `xml:"sourceOffset,attr"`
	SourceLength int        `xml:"sourceLength,attr"`
	Words        []HintWord `xml:"word"` // by Offset, then SourceOffset; within both sentences
}

// HintWord is a word of the document and one of the source that correspond.
type HintWord struct {
	Offset       int `xml:"offset,attr"`
	Length       int `xml:"length,attr"`
	SourceOffset int `xml:"sourceOffset,attr"`
	SourceLength int `xml:"sourceLength,attr"`
	// Gloss is the meaning of both in a dictionary; "" if they are the same word or share
	// characters.
	Gloss string `xml:"gloss,attr,omitempty"`
}

// Along is a document that the whole document may be written along: many stretches of a few
// sentences or a paragraph say, perhaps in other words, what places of it say, in the same order.
type Along struct {
	Source int64 `xml:"source,attr"` // Source.ID or HintSource.ID
	// FalseAlarms is the number of such documents, at least as strong, that a clean document has.
	FalseAlarms Decimal     `xml:"falseAlarms,attr"`
	Of          int         `xml:"of,attr"` // stretches that the document has
	Steps       []AlongStep `xml:"step"`    // ascending by the offsets of both
}

// AlongStep is a stretch of the document and the place of the other that may say the same.
type AlongStep struct {
	This Passage `xml:"this"`
	From Passage `xml:"from"`
}

// HintSource is a document that hints or Along point to and that shares no text.
type HintSource = FigureSource

// check returns an error if hints contradict themselves, as Evidence.check does for matches.
func (h *Hints) check() error {
	if h == nil {
		return nil
	}
	for _, a := range h.Along {
		for _, s := range a.Steps {
			for _, p := range []*Passage{&s.This, &s.From} {
				if err := p.check(); err != nil {
					return fmt.Errorf("along source %d: %w", a.Source, err)
				}
			}
		}
	}
	for i := range h.Hints {
		t := &h.Hints[i]
		for _, p := range []*Passage{&t.This, &t.From} {
			if err := p.check(); err != nil {
				return fmt.Errorf("hint %d: %w", t.ID, err)
			}
		}
		for _, p := range t.Pairs {
			for _, w := range p.Words {
				for _, r := range w.Gloss {
					if !inXML(r) {
						return fmt.Errorf("hint %d: character U+%04X of a gloss cannot stand in XML", t.ID, r)
					}
				}
			}
		}
	}
	return nil
}
