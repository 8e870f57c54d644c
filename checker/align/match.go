package align

// Match is a pair of passages that correspond run by run: what is copied, from
// where it begins to where it ends on both sides.
type Match struct {
	Query, Source               Span // code points
	QuerySymbols, SourceSymbols Span
	Runs                        []Run   // in order of the query; those of each side lie one behind the other and leave nothing out
	Passage                     Passage // what the match is part of
}

// Passage is a pair of stretches that belong together: matches of one source
// and what stands between them, or a summary and what it sums up. Half-open code points.
type Passage struct{ Query, Source Span }

// Op says what became of a stretch of text.
type Op string

// The ops of runs.
const (
	Equal      Op = "equal"   // the same symbols, written alike but for spaces, punctuation, case and stray marks
	Changed    Op = "changed" // Way says how
	Moved      Op = "moved"   // the same symbols (with a Way: nearly), elsewhere in the order of the source
	OnlyThis   Op = "this"    // stands in the query only
	OnlySource Op = "source"  // stands in the source only
)

// Way says how a stretch was changed.
type Way string

// The ways.
const (
	Edited    Way = "edited"    // other words
	Homophone Way = "homophone" // other characters of the same sound
	Script    Way = "script"    // traditional characters for simplified ones, or the reverse
	Disguised Way = "disguised" // characters that cannot be seen, letters of another alphabet
)

// Run is a stretch of the query, of the source, or of both, that was treated in
// one way. A run takes with it the punctuation and spaces up to the next one.
type Run struct {
	Op            Op
	Way           Way  // of what is changed, and of what is moved and changed
	Query, Source Span // code points; empty on the side that has nothing

	QuerySymbols, SourceSymbols Span
}
