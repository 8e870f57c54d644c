package align

// Match is a pair of passages that correspond run by run, from the beginning of the copied text to
// its end on both sides.
type Match struct {
	Query, Source               Span // code points
	QuerySymbols, SourceSymbols Span
	// in order of the query; those of each side are successive and leave nothing out
	Runs    []Run
	Passage Passage // the passage that the match is part of
}

// Passage is a pair of stretches that belong together: matches of one source with the text between
// them, or a summary with the text that it summarises. They are in half-open code points.
type Passage struct{ Query, Source Span }

// Op is how a stretch of text was treated.
type Op string

// The ops of runs.
const (
	Equal      Op = "equal"   // the same symbols, equal except for spaces, punctuation, case and stray marks
	Changed    Op = "changed" // Way says how
	Moved      Op = "moved"   // the same symbols (with a Way: nearly) in another order than in the source
	OnlyThis   Op = "this"    // only in the query
	OnlySource Op = "source"  // only in the source
)

// Way is how a stretch was changed.
type Way string

// The ways.
const (
	Edited    Way = "edited"    // other words
	Homophone Way = "homophone" // other characters with the same sound
	Script    Way = "script"    // traditional instead of simplified characters, or the reverse
	Disguised Way = "disguised" // invisible characters, letters of another alphabet
)

// Run is a stretch of the query, of the source, or of both, that was treated in one way. It
// includes the punctuation and spaces up to the next one.
type Run struct {
	Op            Op
	Way           Way  // for changed runs, and for runs moved and changed
	Query, Source Span // code points; empty on a side without text

	QuerySymbols, SourceSymbols Span
}
