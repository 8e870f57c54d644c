package evidence

// Doubt is a reason why the shares of a document do not say all: text of it, or of the
// library, was not seen, not read, not compared or left out. Package score derives it from
// the rest of the evidence; whoever shows a share shows it as its doubts demand.
type Doubt struct {
	Kind   DoubtKind `xml:"kind,attr"`
	Reason Reason    `xml:"reason,attr,omitempty"` // of DoubtExcluded and DoubtPassage
	Of     Counted   `xml:"of,attr,omitempty"`     // what Count counts; "" where the amount is unknown
	Count  int       `xml:"count,attr,omitempty"`
	Least  bool      `xml:"least,attr,omitempty"` // there are at least so many
}

// Hollow reports whether nothing found says nothing: text is missing, and what was compared
// is not the document. A passage alone that does not count takes nothing from the rest.
func (d Doubt) Hollow() bool { return d.Kind != DoubtPassage }

// DoubtKind names a sort of doubt. The values are stable: databases keep them.
type DoubtKind string

// The kinds of doubts, the gravest first.
const (
	DoubtNothing  DoubtKind = "nothing"  // there was nothing to compare with
	DoubtFew      DoubtKind = "few"      // hardly any text counts; characters
	DoubtFailed   DoubtKind = "failed"   // documents of the library that could not be compared
	DoubtMissing  DoubtKind = "missing"  // pages or parts of the file that were not read
	DoubtGarbled  DoubtKind = "garbled"  // text that may not be what a reader sees; pages
	DoubtFlagged  DoubtKind = "flagged"  // characters that no reader sees and that were kept out, or places to note
	DoubtExcluded DoubtKind = "excluded" // characters that do not count for one reason: more than a fifth of the document
	DoubtRepeated DoubtKind = "repeated" // characters that repeat other passages of the document, more than a fifth of it; times
	DoubtPassage  DoubtKind = "passage"  // likewise, of a document that is much longer: some of them follow one another
)

// DoubtKinds lists all kinds, the gravest first.
func DoubtKinds() []DoubtKind {
	return []DoubtKind{DoubtNothing, DoubtFew, DoubtFailed, DoubtMissing, DoubtGarbled, DoubtFlagged, DoubtExcluded, DoubtRepeated, DoubtPassage}
}

// Counted names what a doubt counts.
type Counted string

// What doubts count.
const (
	OfCharacters Counted = "characters"
	OfPages      Counted = "pages"
	OfParts      Counted = "parts" // of a file, beside its pages: pictures, embedded documents, its end
	OfPlaces     Counted = "places"
	OfPassages   Counted = "passages" // whose words are joined or broken up
	OfDocuments  Counted = "documents"
	OfTimes      Counted = "times" // that the passage occurs that is repeated most
)
