package fingerprint

// GroupCount is the number of groups of a fingerprint, GroupBits the width of one.
const (
	GroupCount = 5
	GroupBits  = 20
)

// Groups are the five 20-bit parts of a 100-bit fingerprint, columns a to e of
// the library. Each value is below 1<<GroupBits.
type Groups [GroupCount]uint32

// NoGroup stands in a query for a group that is not looked up. No unit has it.
const NoGroup = 1 << GroupBits

// Unit is a piece of a document's text with its fingerprint. Start and End are
// a half-open range of code points.
type Unit struct {
	Start, End int
	Groups     Groups
}
