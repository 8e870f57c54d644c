package record

import (
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
)

// PartName names what a share of a check is of, beside the figures of the whole: the basic information, or the sections
// of one role.
type PartName string

// PartBasic is the similarity of the basic information: of the source that is most similar, the mean over the fields that
// both have.
const PartBasic PartName = "basic"

// Parts returns those that lists show, filter and sort by, in their order.
func Parts() []PartName {
	return []PartName{PartBasic, exclude.RoleRationale, exclude.RoleContent, exclude.RoleMethod, exclude.RoleInnovation, exclude.RoleBasis}
}

const partPrefix = "part-"

// Sort returns what a work list is sorted by for a part, and the name of its column and its bounds.
func (p PartName) Sort() WorkSort { return WorkSort(partPrefix + p) }

// Part returns the part that a work list is sorted by, "" where that is something else.
func (s WorkSort) Part() PartName {
	part, _ := strings.CutPrefix(string(s), partPrefix)
	for _, p := range Parts() {
		if string(p) == part && p.Sort() == s {
			return p
		}
	}
	return ""
}

// partsOf counts the shares of parts in ten-thousandths: of basic information where there is a source, of a role where
// text of its sections counts. A section holds its subsections.
func partsOf(e *evidence.Evidence) map[PartName]int {
	out := map[PartName]int{}
	for i := range e.Sources {
		similar := e.Sources[i].Similar
		sum := 0.0
		for _, s := range similar {
			sum += float64(s.Value)
		}
		if len(similar) > 0 {
			out[PartBasic] = max(out[PartBasic], int(sum*10_000/float64(len(similar))+0.5))
		}
	}
	countable, covered, end := map[PartName]int{}, map[PartName]int{}, map[PartName]int{}
	for _, s := range e.Sections {
		role := PartName(s.Role)
		if role == "" || s.Offset < end[role] { // within a section of the same role
			continue
		}
		end[role] = s.Offset + s.Length
		countable[role] += s.Countable
		covered[role] += s.Covered
	}
	for role, n := range countable {
		if n > 0 {
			out[role] = share(covered[role], n)
		}
	}
	return out
}
