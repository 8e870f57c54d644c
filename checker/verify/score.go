package verify

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/internal/each"
)

// scores counts all again, once as the check did and once as the decisions say,
// and compares.
func (v *verifier) scores() {
	doc := v.texts.Document
	if doc == nil {
		doc = v.standIn()
	} else if len([]rune(doc.Text)) != v.e.Document.Characters {
		return // another text, as was said
	}
	again := score.Copy(v.e)
	score.Update(again, doc)
	v.compareScores(again)
	decisions := v.e.Decisions
	if decisions == nil {
		return
	}
	again = score.Copy(v.e)
	score.Decide(decisions.Decisions).Choice().Apply(again, doc)
	count := func(name string, want, got int) {
		v.number(Difference{Problem: WrongCount, Name: "decisions." + name}, want, got)
	}
	count("countable", decisions.Countable, again.Scores.Countable)
	count("covered", decisions.Covered, again.Scores.Covered)
	count("withoutOwn", decisions.WithoutOwn, again.Scores.WithoutOwn)
	count("withoutQuoted", decisions.WithoutQuoted, again.Scores.WithoutQuoted)
	count("largestFull", decisions.LargestFull, again.Scores.LargestFull)
}

func (v *verifier) compareScores(got *evidence.Evidence) {
	count := func(name string, want, got int) { v.number(Difference{Problem: WrongCount, Name: name}, want, got) }
	a, b := v.e.Scores, got.Scores
	count("countable", a.Countable, b.Countable)
	count("covered", a.Covered, b.Covered)
	count("withoutOwn", a.WithoutOwn, b.WithoutOwn)
	count("withoutQuoted", a.WithoutQuoted, b.WithoutQuoted)
	count("largestFull", a.LargestFull, b.LargestFull)
	v.compareCounts("kind ", a.ByKind, b.ByKind)
	v.compareCounts("relation ", a.ByRelation, b.ByRelation)
	v.compareCounts("role ", byRole(a), byRole(b))
	v.compareHints(got)
	v.compareDoubts(a.Doubts, b.Doubts)
	byID := map[int64]*evidence.Source{}
	for i := range got.Sources {
		byID[got.Sources[i].ID] = &got.Sources[i]
	}
	for i := range v.e.Sources {
		s := &v.e.Sources[i]
		t := byID[s.ID]
		if got.Sources[i].ID != s.ID {
			v.add(Difference{Problem: Disordered, Name: "source", Source: s.ID})
		}
		v.number(Difference{Problem: WrongCount, Name: "full", Source: s.ID}, s.Full, t.Full)
		v.number(Difference{Problem: WrongCount, Name: "allotted", Source: s.ID}, s.Allotted, t.Allotted)
		v.number(Difference{Problem: WrongCount, Name: "exclusive", Source: s.ID}, s.Exclusive, t.Exclusive)
		v.number(Difference{Problem: WrongCount, Name: "sourceCovered", Source: s.ID}, s.Theirs, t.Theirs)
		v.number(Difference{Problem: WrongCount, Name: "ownFirst", Source: s.ID}, s.OwnFirst, t.OwnFirst)
		for j := range min(len(s.Matches), len(t.Matches)) {
			m := &s.Matches[j]
			v.number(Difference{Problem: WrongCount, Name: "counted", Source: s.ID, Match: m.ID}, m.Counted, t.Matches[j].Counted)
		}
	}
	if len(v.e.Sections) != len(got.Sections) {
		count("sections", len(v.e.Sections), len(got.Sections))
		return
	}
	for i, s := range v.e.Sections {
		t := got.Sections[i]
		if s.Title != t.Title || s.Level != t.Level || s.Offset != t.Offset || s.Length != t.Length {
			v.add(Difference{
				Problem: WrongPlace, Name: "section",
				Want: strconv.Itoa(s.Level) + " " + place(s.Offset, s.Length) + " " + excerpt(s.Title, 0),
				Got:  strconv.Itoa(t.Level) + " " + place(t.Offset, t.Length) + " " + excerpt(t.Title, 0),
			})
			continue
		}
		v.number(Difference{Problem: WrongCount, Name: "countable", Section: sectionName(s)}, s.Countable, t.Countable)
		v.number(Difference{Problem: WrongCount, Name: "covered", Section: sectionName(s)}, s.Covered, t.Covered)
	}
}

// compareDoubts compares doubts with those that are derived again. How much does not count
// for a reason shows in the document's text alone.
func (v *verifier) compareDoubts(want, got []evidence.Doubt) {
	said := func(doubts []evidence.Doubt) string {
		var out []string
		for _, d := range doubts {
			count := strconv.Itoa(d.Count)
			if d.Reason != "" && v.texts.Document == nil {
				count = ""
			}
			out = append(out, strings.Join([]string{string(d.Kind), string(d.Of), count, string(d.Reason)}, " "))
		}
		return strings.Join(out, ", ")
	}
	if a, b := said(want), said(got); a != b {
		v.add(Difference{Problem: WrongCount, Name: "doubt", Want: a, Got: b})
	}
}

// byRole names pairs of roles, to compare them as other counts.
func byRole(s evidence.Scores) []evidence.Count {
	return each.Of(s.ByRole, func(r evidence.RoleCount) evidence.Count {
		return evidence.Count{Name: cmp.Or(r.This, "none") + "-" + cmp.Or(r.Source, "none"), Characters: r.Characters}
	})
}

// sectionName returns the title of a section, or its place where it has none.
func sectionName(s evidence.SectionScore) string {
	if s.Title == "" {
		return place(s.Offset, s.Length)
	}
	return excerpt(s.Title, 0)
}

func (v *verifier) compareCounts(what string, want, got []evidence.Count) {
	sums := map[string][2]int{}
	for i, list := range [][]evidence.Count{want, got} {
		for _, c := range list {
			sum := sums[c.Name]
			sum[i] += c.Characters
			sums[c.Name] = sum
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		v.number(Difference{Problem: WrongCount, Name: what + excerpt(name, 0)}, sums[name][0], sums[name][1])
	}
}

// standIn makes a text to count in where the document's is not there: what is
// quoted stands in its place, and in each section there are as many other
// characters as its number says. What that number cannot be shows itself when
// all is counted.
func (v *verifier) standIn() *extract.Document {
	const unknown, character, space = 0, 'x', ' '
	runes := make([]rune, v.e.Document.Characters)
	left := slices.Repeat([]bool{true}, len(runes)) // not excluded
	for _, x := range v.e.Excluded {
		if x.Applied {
			clear(left[x.Offset : x.Offset+x.Length])
		}
	}
	v.eachPassage(func(_ *evidence.Source, _ *evidence.Match, side Side, p *evidence.Passage) {
		if side == ThisSide {
			copy(runes[p.Offset:], []rune(p.Text))
		}
	})
	if v.e.Hints != nil {
		for i := range v.e.Hints.Hints {
			p := &v.e.Hints.Hints[i].This
			copy(runes[p.Offset:], []rune(p.Text))
		}
	}
	fill := func(start, end, countable int) {
		for i, r := range runes[start:end] {
			if r != unknown && left[start+i] && evidence.Seen(r) {
				countable--
			}
		}
		for i := start; i < end; i++ {
			if runes[i] != unknown {
				continue
			}
			runes[i] = space
			if left[i] && countable > 0 {
				runes[i] = character
				countable--
			}
		}
	}
	doc := &extract.Document{}
	rest := v.e.Scores.Countable
	parts := ownParts(v.e)
	for i, s := range parts {
		fill(s.Offset, s.Offset+s.Length, s.Countable)
		rest -= s.Countable
		if whole := v.e.Sections[i]; s.Level > 0 {
			doc.Sections = append(doc.Sections, extract.Section{Span: extract.Span{Start: whole.Offset, End: whole.Offset + whole.Length},
				Title: s.Title, Level: s.Level})
		}
	}
	// Between the sections there is nothing that counts but what their numbers leave.
	at := 0
	for _, s := range append(parts, evidence.SectionScore{Offset: len(runes)}) {
		fill(at, s.Offset, rest)
		at = s.Offset + s.Length
	}
	doc.Text = string(runes)
	return doc
}

// ownParts returns of each section what is its own: the text before its first
// subsection, and its countable characters without those of its subsections.
func ownParts(e *evidence.Evidence) []evidence.SectionScore {
	out := slices.Clone(e.Sections)
	var open []int // the sections that hold the next one
	for i, s := range e.Sections {
		for len(open) > 0 && end(e.Sections[open[len(open)-1]]) <= s.Offset {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			out[open[len(open)-1]].Countable -= s.Countable
		}
		if i > 0 && s.Offset < end(out[i-1]) {
			out[i-1].Length = s.Offset - out[i-1].Offset
		}
		open = append(open, i)
	}
	return out
}

func end(s evidence.SectionScore) int { return s.Offset + s.Length }

// places lists ranges, the first few of them.
func places(list []evidence.Excluded) string {
	const most = 3
	var out []string
	for i, x := range list {
		if i == most {
			out = append(out, "…")
			break
		}
		out = append(out, place(x.Offset, x.Length))
	}
	return strings.Join(out, ", ")
}

// differ returns where two texts begin to differ.
func differ(a, b []rune) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}

// excerpt shortens a text to the surroundings of a place, on one line.
func excerpt(s string, at int) string {
	const before, most = 8, 40
	runes := []rune(s)
	start := max(0, min(at, len(runes))-before)
	end := min(len(runes), start+most)
	out := strings.Join(strings.Fields(string(runes[start:end])), " ")
	if start > 0 {
		out = "…" + out
	}
	if end < len(runes) {
		out += "…"
	}
	return out
}
