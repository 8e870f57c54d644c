package report

// Cause says why a match does not count.
type Cause string

// The Causes.
const (
	causeExcluded   Cause = "excluded"   // it stands in text that does not count
	causeShort      Cause = "short"      // it is shorter than the least length
	causeShare      Cause = "share"      // its source covers less than the least share
	causeSimilarity Cause = "similarity" // this and the next four: it is not asked for
	causeKind       Cause = "kind"
	causeCitation   Cause = "citation"
	causeRelation   Cause = "relation"
	causeYear       Cause = "year"
	causeDismissed  Cause = "dismissed" // a reviewer has dismissed it
	causeSource     Cause = "source"    // a reviewer has set its source aside
)

// Causes returns all causes.
func Causes() []Cause {
	return []Cause{causeExcluded, causeShort, causeShare, causeSimilarity, causeKind, causeCitation, causeRelation, causeYear,
		causeDismissed, causeSource}
}
