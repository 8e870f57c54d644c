package evidence

import (
	"fmt"
	"strings"
)

// Hints are passages that say what a passage of another document says, in other words: possible
// rewritings, summaries and translations. They are hints, not findings: none counts in a share
// until somebody confirms it. It is nil where the document was not compared for hints.
//
// All hints of at most MostFalseAlarms are kept, so that whoever reads can look at more or at
// fewer; those of at most Level are shown where nobody chose otherwise, and counted.
type Hints struct {
	Level      Decimal      `xml:"falseAlarms,attr"`      // hints that a clean document may give, by the office's choice
	Dictionary bool         `xml:"dictionary,attr"`       // translations were looked for too
	Unread     int          `xml:"unread,attr,omitempty"` // documents of the library that were not looked at, since they were not indexed for hints yet
	Characters int          `xml:"characters,attr"`       // countable characters under hints of Level that no counted match covers
	ByKind     []Count      `xml:"kind"`                  // each of these characters given to the strongest of its hints; adds up to Characters
	Hints      []Hint       `xml:"hint"`                  // by This.Offset, then This.Length, longest first, then ID
	Sources    []HintSource `xml:"source"`                // of the documents they point to the ones that are not among the sources, by number
}

// MostFalseAlarms is the level up to which hints are kept: the highest that can be chosen.
const MostFalseAlarms Decimal = 0.3

// UsualFalseAlarms is the level where nobody has chosen one: an office reads a false hint in
// every tenth clean document.
const UsualFalseAlarms Decimal = 0.1

// HintLevels are the levels that can be chosen, the strictest first.
func HintLevels() []Decimal { return []Decimal{0.05, UsualFalseAlarms, MostFalseAlarms} }

// Strength says in a word how sure a hint is.
type Strength string

// The strengths, one a level of HintLevels: hints of the first are shown at all levels.
const (
	StrengthHigh   Strength = "high"   // one false hint in twenty clean documents, or fewer
	StrengthMiddle Strength = "middle" // one in ten, which is shown where nobody has set anything
	StrengthLow    Strength = "low"
)

// Strengths lists all strengths, the highest first.
func Strengths() []Strength { return []Strength{StrengthHigh, StrengthMiddle, StrengthLow} }

// StrengthOf returns the strength of a hint by how many false ones as strong a clean document gives.
func StrengthOf(falseAlarms Decimal) Strength {
	for i, level := range HintLevels() {
		if falseAlarms <= level {
			return Strengths()[i]
		}
	}
	return StrengthLow
}

// HintKind says what may have been done to a passage.
type HintKind string

// The kinds of hints.
const (
	HintRewriting   HintKind = "rewriting"
	HintSummary     HintKind = "summary"
	HintTranslation HintKind = "translation"
)

// HintKinds returns all kinds, in the order in which they are listed.
func HintKinds() []HintKind { return []HintKind{HintRewriting, HintSummary, HintTranslation} }

// Confirmed is the kind of match that a hint becomes when somebody confirms it.
func (k HintKind) Confirmed() Kind { return Kind("confirmed-" + k) }

// ConfirmedHint returns the kind of the hint that a kind of match was, and whether it was one.
func (k Kind) ConfirmedHint() (HintKind, bool) {
	of, found := strings.CutPrefix(string(k), "confirmed-")
	return HintKind(of), found
}

// Hint is a passage that may be another one in other words.
type Hint struct {
	ID          int        `xml:"id,attr"` // follows the numbers of the matches: no match has it
	Kind        HintKind   `xml:"kind,attr"`
	Source      int64      `xml:"source,attr"`      // Source.ID or HintSource.ID
	FalseAlarms Decimal    `xml:"falseAlarms,attr"` // how many hints at least as strong as this a clean document gives: smaller is stronger
	Counted     int        `xml:"counted,attr"`     // countable characters of This; 0 of a hint that is weaker than Level
	This        Passage    `xml:"this"`
	From        Passage    `xml:"from"`
	Pairs       []HintPair `xml:"pair"` // by Offset, then SourceOffset
}

// HintPair is a sentence of a hint and one of the source that may say the same. A sentence can
// stand in several pairs.
type HintPair struct {
	Offset       int        `xml:"offset,attr"`
	Length       int        `xml:"length,attr"`
	SourceOffset int        `xml:"sourceOffset,attr"`
	SourceLength int        `xml:"sourceLength,attr"`
	Words        []HintWord `xml:"word"` // by Offset, then SourceOffset; within both sentences
}

// HintWord is a word of the document and one of the source that correspond.
type HintWord struct {
	Offset       int    `xml:"offset,attr"`
	Length       int    `xml:"length,attr"`
	SourceOffset int    `xml:"sourceOffset,attr"`
	SourceLength int    `xml:"sourceLength,attr"`
	Gloss        string `xml:"gloss,attr,omitempty"` // the meaning that a dictionary gives both; "" where they are the same word or share characters
}

// HintSource is a document that hints point to and that shares no text.
type HintSource = FigureSource

// check finds what would make hints untrue, as Evidence.check does for matches.
func (h *Hints) check() error {
	if h == nil {
		return nil
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
