package report

import (
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
)

// mostLooked is how many lines the card of what to look at has before it is opened, that of doubts among them. What a document
// may be written along is no finding and has a line of its own.
const mostLooked = 3

// LookLine is a line of the list of what to look at: a finding, a passage without one, a hint, or pictures.
// Its statement appears nowhere else on the report.
type LookLine struct {
	Finding  *finding.Finding // nil where it is a passage, a hint or pictures alone
	Passages []Worst          // of it, the gravest first; the first says where it stands
	Hint     *Hint
	Pictures int      // of the document, that others have too
	With     *Source  // whose text is shared, nil where it is of the document alone
	Versions []Source // of the same application, of which the same is found
	Members  []Source // of finding.Several: the sources, those with most of the text first
	Listed   bool     // a box of the page lists the members
	Compare  string   // address where both sides, or the place, are seen; "" where there is none
	Document int64    // the other application, where nothing of it is the same; else 0
}

// Level returns how soon the line is to be looked at, by which it is coloured as its row in the
// list is.
func (l LookLine) Level() finding.Level { return View{Look: []LookLine{l}}.Level() }

// Asks reports whether to ask if the earlier application was funded.
func (l LookLine) Asks() bool { return l.Finding != nil && l.Finding.Kind == finding.Again }

// Passage returns the one that says where the line's text stands; nil where none does.
func (l LookLine) Passage() *Worst {
	if len(l.Passages) == 0 {
		return nil
	}
	return &l.Passages[0]
}

// mostNamed is how many people a line names.
const mostNamed = 3

// Names returns the known applicants of the members, each once, as many as fit in a line.
func (l LookLine) Names() (out []string) {
	for _, m := range l.Members {
		if name := m.Identity.Applicant; name != "" && !slices.Contains(out, name) {
			if out = append(out, name); len(out) == mostNamed {
				break
			}
		}
	}
	return out
}

// Looked returns the lines shown before the card is opened.
func (v View) Looked() []LookLine {
	lines := mostLooked
	if v.Doubted() {
		lines--
	}
	return v.Look[:min(len(v.Look), lines)]
}

// Doubted reports whether a line says what was not compared or is doubtful.
func (v View) Doubted() bool {
	return len(v.Doubts) > 0 || len(v.Notices.Missing()) > 0 || v.Learned != nil
}

// Unlooked returns those that open.
func (v View) Unlooked() []LookLine { return v.Look[len(v.Looked()):] }

// Level is that of all lines together. A hint or a picture is to be looked at too, though it is no finding.
func (v View) Level() finding.Level {
	if len(v.Look) == 0 {
		return finding.Nothing
	}
	var facts finding.Facts
	for _, l := range v.Look {
		if l.Finding != nil {
			facts.Found = append(facts.Found, *l.Finding)
		}
	}
	return max(finding.Look, finding.LevelOf(finding.Severity(facts)))
}

// Findings derives what to look at first from what counts, as chosen and decided. The applicant's own applications are a
// subject of findings even if nothing of them counts.
func (a *Assessment) Findings() []finding.Finding {
	e := *a.Evidence
	e.Sources = slices.Clone(e.Sources)
	for _, s := range a.All {
		if s.Relation == evidence.SameApplicant && !slices.ContainsFunc(e.Sources, func(x evidence.Source) bool { return x.ID == s.ID }) {
			s.Matches = nil
			e.Sources = append(e.Sources, s)
		}
	}
	return finding.Of(finding.Input{Evidence: &e, Funded: a.Funded, Versions: a.Versions})
}

// look returns what to look at, the gravest first: findings with the passages that are read first, pictures, passages
// that belong to no finding, and hints. One line stands for all versions of an application, of that with the most.
// What says that little was compared is among the doubts.
func (a *Assessment) look(v View) []LookLine {
	type same struct {
		kind  finding.Kind
		group int
	}
	group, place := a.versionGroups(), map[same]int{}
	var out []LookLine
	told := map[int]bool{} // passages
	for _, f := range a.Findings() {
		if f.Kind == finding.Little || f.Kind == finding.Unread || f.Kind == finding.Possible {
			continue
		}
		line := LookLine{Finding: &f, Passages: a.passagesOf(f, v.Worst, v.Only)}
		for _, w := range line.Passages {
			told[w.Match.ID] = true
		}
		for _, id := range f.Sources {
			if s := a.Source(id); s != nil {
				line.Members, line.Listed = append(line.Members, a.card(s, v.Only)), true
			}
		}
		if w := line.Passage(); w != nil {
			line.Compare = w.Compare
		}
		if s := a.Source(f.Source); s != nil {
			card := a.card(s, v.Only)
			of := same{f.Kind, group[f.Source]}
			if at, ok := place[of]; ok && of.group != 0 {
				out[at].Versions = append(out[at].Versions, card)
				continue
			}
			place[of] = len(out)
			line.With = &card
			if len(f.Matches) == 0 {
				line.Document = f.Source
			}
		}
		if f.Kind == finding.Disguised && line.Compare == "" && len(v.Flags) > 0 {
			line.Compare = "#flags"
		}
		out = append(out, line)
	}
	if n := len(v.Shared); n > 0 {
		out = append(out, LookLine{Pictures: n, Compare: "#pictures"})
	}
	for _, w := range v.Worst {
		if !told[w.Match.ID] {
			out = append(out, LookLine{Passages: []Worst{w}, With: &w.Source, Compare: w.Compare})
		}
	}
	for i := range v.Hints.List {
		out = append(out, LookLine{Hint: &v.Hints.List[i], Compare: v.Hints.List[i].Href})
	}
	return out
}

// passagesOf returns those passages of a finding that are among the ones to read first, or else its longest.
func (a *Assessment) passagesOf(f finding.Finding, first []Worst, only int64) (out []Worst) {
	for _, w := range first {
		if f.Source == w.Source.ID || slices.Contains(f.Matches, w.Match.ID) {
			out = append(out, w)
		}
	}
	if len(out) > 0 || len(f.Matches) == 0 {
		return out
	}
	for i := range a.All {
		s := &a.All[i]
		if j := slices.IndexFunc(s.Matches, func(m evidence.Match) bool { return m.ID == f.Matches[0] }); j >= 0 {
			return []Worst{a.worstOf(s, &s.Matches[j], only)}
		}
	}
	return nil
}

// onPaper leads lines to the passages and hints of the paper, and leaves out what it does not hold.
func onPaper(lines []LookLine, only int64) (out []LookLine) {
	for _, l := range lines {
		w := l.Passage()
		if w != nil && l.Finding == nil && (w.Why != "" || only != 0 && w.Source.ID != only) {
			continue
		}
		l.Listed, l.Passages = false, slices.Clone(l.Passages)
		for i := range l.Passages {
			p := &l.Passages[i]
			if p.Compare = ""; p.Why == "" && (only == 0 || p.Source.ID == only) {
				p.Compare = "#p" + strconv.Itoa(p.Match.ID)
			}
		}
		switch w := l.Passage(); {
		case l.Hint != nil:
			l.Compare = "#h" + strconv.Itoa(l.Hint.ID)
		case w != nil:
			l.Compare = w.Compare
		default:
			l.Compare = ""
		}
		out = append(out, l)
	}
	return out
}

// LearnedLine names text that was left out since others have it, where the research may be told.
type LearnedLine struct {
	finding.Learned

	Count string // address of the report in which it counts
}

// learnedLine returns nil if there is no such text, or little.
func (a *Assessment) learnedLine(only int64) *LearnedLine {
	learned, ok := finding.LearnedOf(a.Evidence, a.runes)
	if !ok {
		return nil
	}
	c := a.Choice
	c.exclude = slices.DeleteFunc(appliedReasons(a.Evidence), func(r evidence.Reason) bool { return slices.Contains(learned.Reasons, r) })
	return &LearnedLine{learned, Address{check: a.Check.ID, query: c.query()}.Report(only, 0)}
}
