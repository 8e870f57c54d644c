package evidence

// Doubt is a reason why the shares of a document do not say everything: text of the document or of
// the library was not seen, not read, not compared or left out. Package score derives doubts from
// the rest of the evidence. Whoever shows a share must show its doubts as they demand.
type Doubt struct {
	Kind   DoubtKind `xml:"kind,attr"`
	Reason Reason    `xml:"reason,attr,omitempty"` // of DoubtExcluded and DoubtPassage
	Of     Counted   `xml:"of,attr,omitempty"`     // what Count counts; "" where the amount is unknown
	Count  int       `xml:"count,attr,omitempty"`
	Least  bool      `xml:"least,attr,omitempty"` // the count is a lower bound
}

// Hollow reports whether finding nothing would mean nothing, because text is missing or the compared
// text is not that of the document. A single passage that does not count does not affect the rest.
func (d Doubt) Hollow() bool { return d.Kind != DoubtPassage }

// DoubtKind is the kind of a doubt. The values are stable: databases store them.
type DoubtKind string

// The kinds of doubts, the gravest first.
const (
	DoubtNothing DoubtKind = "nothing" // there was nothing to compare with
	DoubtFew     DoubtKind = "few"     // hardly any text counts; characters
	DoubtFailed  DoubtKind = "failed"  // documents of the library could not be compared
	DoubtMissing DoubtKind = "missing" // pages or parts of the file were not read
	DoubtGarbled DoubtKind = "garbled" // text may differ from what a reader sees; pages
	DoubtFlagged DoubtKind = "flagged" // invisible characters were left out, or places deserve a look
	// DoubtExcluded: more than a fifth of the document does not count for one reason; characters.
	DoubtExcluded DoubtKind = "excluded"
	// DoubtRepeated: more than a fifth repeats other passages of the document; characters, times.
	DoubtRepeated DoubtKind = "repeated"
	// DoubtPassage: 500 or more consecutive characters do not count, but at most a fifth.
	DoubtPassage DoubtKind = "passage"
)

// DoubtKinds lists all kinds, the gravest first.
func DoubtKinds() []DoubtKind {
	return []DoubtKind{DoubtNothing, DoubtFew, DoubtFailed, DoubtMissing, DoubtGarbled, DoubtFlagged, DoubtExcluded, DoubtRepeated,
		DoubtPassage}
}

// Counted names what a doubt counts.
type Counted string

// What doubts count.
const (
	OfCharacters Counted = "characters"
	OfPages      Counted = "pages"
	OfParts      Counted = "parts" // parts of a file other than pages: pictures, embedded documents, its end
	OfPlaces     Counted = "places"
	OfPassages   Counted = "passages" // passages with joined or broken words
	OfDocuments  Counted = "documents"
	OfTimes      Counted = "times" // occurrences of the most repeated passage
)
