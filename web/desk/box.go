package desk

import (
	"net/url"
	"slices"
	"strconv"

	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
)

// box is a filter box of the work list. What is chosen is among its options whatever the
// list has, and several that are chosen stay so: to show the list again loses no filter.
type box struct {
	Field      string
	Label, Any string // its name and that of no choice, for readers
	Folded     bool   // among those that are folded away, named as the field of an application
	Several    bool   // more than one is chosen
	Options    []option
}

// option is a value of a box.
type option struct {
	Value, Said string
	Chosen      bool
}

// boxesOf makes the filter boxes of a list: states and verdicts, and values of the applications.
func boxesOf(l *catalogue.Language, v workView) []box {
	counted := func(said string, n int) string { return said + " (" + l.Number(n) + ")" }
	states := box{Field: fieldState, Label: l.Text("work.by.state"), Any: l.Text("work.anyState")}
	for _, x := range record.WorkStates() {
		states.Options = append(states.Options, option{Value: string(x), Said: l.Text("state." + string(x))})
	}
	verdicts := box{Field: fieldVerdict, Label: l.Text("work.by.verdict"), Any: l.Text("work.anyVerdict"),
		Options: []option{{Value: undecided, Said: l.Text("work.undecided")}}}
	for _, x := range v.Facets.Verdicts {
		if x.Value != "" {
			verdicts.Options = append(verdicts.Options, option{Value: x.Value, Said: counted(l.Text("verdict."+x.Value), x.Count)})
		}
	}
	boxes := []box{states, verdicts}
	for _, x := range []struct {
		field  string
		facets []record.Facet
	}{{fieldProgramme, v.Facets.Programmes}, {fieldInstitution, v.Facets.Institutions}, {fieldYear, v.Facets.Years}} {
		b := box{Field: x.field, Any: l.Text("work.any"), Folded: true}
		var none []option
		for _, f := range x.facets {
			if f.Value == "" || x.field == fieldYear && f.Value == "0" {
				none = []option{{Value: noValue, Said: counted(l.Text("statistics.unknown"), f.Count)}}
				continue
			}
			b.Options = append(b.Options, option{Value: f.Value, Said: counted(catalogue.Isolated(f.Value), f.Count)})
		}
		if len(b.Options) > 0 { // else there is nothing to choose
			b.Options = append(b.Options, none...)
		}
		boxes = append(boxes, b)
	}
	for i := range boxes {
		boxes[i].choose(l, v.List.values[boxes[i].Field])
	}
	return boxes
}

// choose marks the chosen values and adds those missing in the list.
func (b *box) choose(l *catalogue.Language, values []string) {
	b.Several = len(values) > 1
	for _, value := range values {
		at := slices.IndexFunc(b.Options, func(o option) bool { return o.Value == value })
		if at < 0 {
			said := catalogue.Isolated(value)
			switch {
			case b.Field == fieldVerdict:
				said = l.Text("verdict." + value)
			case value == noValue:
				said = l.Text("statistics.unknown")
			}
			at, b.Options = len(b.Options), append(b.Options, option{Value: value, Said: said})
		}
		b.Options[at].Chosen = true
	}
}

// Box returns the box of a field.
func (v workView) Box(field string) box {
	return v.boxes[slices.IndexFunc(v.boxes, func(b box) bool { return b.Field == field })]
}

// Boxes returns those that are folded away.
func (v workView) Boxes() []box {
	return slices.DeleteFunc(slices.Clone(v.boxes), func(b box) bool { return !b.Folded })
}

// Hidden returns the filters for which the form has no field of this reader's, so that it keeps
// them.
func (v workView) Hidden() (out []bound) {
	for _, value := range v.List.values[fieldOnly] {
		shown := true
		switch only(value) {
		case onlyRemaining:
			shown = false
		case onlyUnassigned:
			shown = v.Reviewers != nil
		case onlyAwaited, onlyDiffer, onlyFurther:
			shown = v.Several && v.Tasks == nil
		case onlyOverdue:
			shown = v.Reviewers != nil || v.Tasks != nil
		}
		if !shown {
			out = append(out, bound{fieldOnly, value})
		}
	}
	reviewer := v.List.values.Get(fieldReviewer)
	if reviewer != "" && !slices.ContainsFunc(v.Reviewers, func(a record.Account) bool { return strconv.FormatInt(a.ID, 10) == reviewer }) {
		out = append(out, bound{fieldReviewer, reviewer})
	}
	if call := v.List.values.Get(fieldCall); call != "" && len(v.Calls) == 0 {
		out = append(out, bound{fieldCall, call})
	}
	return out
}

// chip is a filter that is folded away and holds: what it says, and the list without it.
type chip struct{ Said, Without string }

// onlySaid holds the message keys of the filters that are on or off.
var onlySaid = map[only]string{
	onlyFlagged: "work.flagged", onlyUnread: "work.unread", onlyDoubtful: "work.doubtful", onlyFound: "work.found",
	onlyNoFinding: "work.noFinding", onlyRemaining: "work.remaining", onlyUnassigned: "work.unassigned", onlyAwaited: "work.awaited",
	onlyDiffer: "work.differ", onlyFurther: "work.further", onlyOverdue: "work.overdue",
}

// chipsOf lists the active filters that are folded away, so that readers need not unfold them to know.
func chipsOf(l *catalogue.Language, v workView) (out []chip) {
	for _, field := range []string{
		fieldProgramme, fieldInstitution, fieldYear, fieldReviewer, fieldFinding, fieldSince, fieldUntil, fieldOnly,
	} {
		for _, value := range v.List.values[field] {
			said := catalogue.Isolated(value)
			switch {
			case field == fieldFinding:
				said = l.Text("finding." + value)
			case field == fieldOnly:
				said = l.Text(onlySaid[only(value)])
			case field == fieldReviewer:
				said = l.Text("assign.reviewer")
				if i := slices.IndexFunc(v.Reviewers, func(a record.Account) bool { return strconv.FormatInt(a.ID, 10) == value }); i >= 0 {
					said += l.Text("app.colon") + catalogue.Isolated(v.Reviewers[i].Signature())
				}
			case field == fieldSince || field == fieldUntil:
				said = l.Text("work."+field, "Day", value)
			case value == noValue:
				said = l.Text("field."+field) + l.Text("app.colon") + l.Text("statistics.unknown")
			}
			out = append(out, chip{said, v.List.with(func(q url.Values) {
				left := slices.DeleteFunc(slices.Clone(q[field]), func(x string) bool { return x == value })
				if q[field] = left; len(left) == 0 {
					q.Del(field)
				}
			})})
		}
	}
	for _, p := range record.Parts() {
		if share := v.List.values.Get(partField(p)); share != "" {
			said := l.Text("work.least", "What", l.Text("work.by."+string(p.Sort())), "Share", share)
			out = append(out, chip{said, v.List.with(func(q url.Values) { q.Del(partField(p)) })})
		}
	}
	return out
}
