package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"zhiwen/checker/evidence"
)

// application is what is known of one suspicious file.
type application struct {
	File     string
	Clean    bool
	Passages []struct{ Kind, Text, Source, SourceText, Relation string }
	Form     []string
	Standard []string
	// References is the list of cited works with its heading.
	References []string
}

// labels are the kinds that evidence may give to what was made so. One invisible
// character that got in makes a copy no other than verbatim or near.
var labels = map[string][]evidence.Kind{
	"verbatim":  {evidence.Verbatim},
	"speck":     {evidence.Verbatim, evidence.Near},
	"near":      {evidence.Near, evidence.Rewritten, evidence.Reordered},
	"homophone": {evidence.Homophone},
	"disguised": {evidence.Disguised},
}

// tally counts characters: those of a kind, and those of them that are rightly named.
type tally struct{ right, all int }

func (t tally) share() string {
	if t.all == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(t.right)/float64(t.all))
}

// errorsOf are the distances between what is said and what is so.
type errorsOf []float64

func (e errorsOf) String() string {
	sum, worst := 0.0, 0.0
	for _, x := range e {
		sum, worst = sum+x, max(worst, x)
	}
	return fmt.Sprintf("%.2f, worst %.2f", sum/math.Max(1, float64(len(e))), worst)
}

type scorer struct {
	set, evidence, program string
	library                map[string]*document

	passages, lost, lostThere   int
	matches                     int
	thisSide, sourceSide        tally // precision
	recall                      tally
	rightSource                 tally
	named, namedTrue, trueOnes  int
	form, standard, references  int
	own                         int
	clean, cleanWithMatch       int
	shares, withoutOwn, sources errorsOf
	isNamed                     map[string]*tally        // by what was made
	areNamed                    map[evidence.Kind]*tally // by what evidence says
}

func newScorer(set, evidenceDir, program string) *scorer {
	return &scorer{
		set: set, evidence: evidenceDir, program: program, library: map[string]*document{},
		isNamed: map[string]*tally{}, areNamed: map[evidence.Kind]*tally{},
	}
}

func (s *scorer) run() error {
	file, err := os.ReadFile(filepath.Join(s.set, "truth.json"))
	if err != nil {
		return err
	}
	var all []application
	if err := json.Unmarshal(file, &all); err != nil {
		return fmt.Errorf("truth.json: %w", err)
	}
	if len(all) == 0 {
		return fmt.Errorf("truth.json of %s is empty", s.set)
	}
	for _, a := range all {
		if err := s.score(a); err != nil {
			return fmt.Errorf("%s: %w", a.File, err)
		}
	}
	return nil
}

func (s *scorer) source(name string) (*document, error) {
	if d := s.library[name]; d != nil {
		return d, nil
	}
	d, err := readDocument(s.program, filepath.Join(s.set, "library", name))
	s.library[name] = d
	return d, err
}

// claim is what evidence says of a character: a source and a kind.
type claim struct {
	source string
	kind   evidence.Kind
}

func (s *scorer) score(a application) error {
	doc, err := readDocument(s.program, filepath.Join(s.set, "suspicious", a.File))
	if err != nil {
		return err
	}
	file, err := os.ReadFile(filepath.Join(s.evidence, strings.TrimSuffix(a.File, filepath.Ext(a.File))+".evidence.xml"))
	if err != nil {
		return err
	}
	found, err := evidence.Decode(bytes.NewReader(file))
	if err != nil {
		return err
	}
	return s.compare(a, doc, found)
}

func (s *scorer) compare(a application, doc *document, e *evidence.Evidence) error {
	kinds, copied := map[int]string{}, places{}
	bySource, theirs := map[string]places{}, map[string]places{} // what is so
	ofOwn := places{}
	for _, p := range a.Passages {
		s.passages++
		at, ok := doc.find(p.Text)
		if !ok {
			s.lost++
			continue
		}
		source, err := s.source(p.Source)
		if err != nil {
			return err
		}
		there, ok := source.find(p.SourceText)
		if !ok {
			s.lostThere++
		}
		copied.add(at)
		for i := range at {
			kinds[i] = p.Kind
		}
		if bySource[p.Source] == nil {
			bySource[p.Source], theirs[p.Source] = places{}, places{}
		}
		bySource[p.Source].add(at)
		theirs[p.Source].add(there)
		if p.Relation == "own" {
			ofOwn.add(at)
		}
	}
	named, claims, err := s.claims(doc, e, theirs)
	if err != nil {
		return err
	}
	all := places{}
	for _, at := range named {
		all.add(at)
	}
	s.thisSide = tally{s.thisSide.right + all.common(copied), s.thisSide.all + len(all)}
	s.recall = tally{s.recall.right + all.common(copied), s.recall.all + len(copied)}
	s.kinds(kinds, bySource, claims)
	for name, at := range named {
		s.named++
		if bySource[name] != nil {
			s.namedTrue++
		}
		s.sources = append(s.sources, 100*relativeError(len(at), len(bySource[name])))
	}
	for name, at := range bySource {
		s.trueOnes++
		if named[name] == nil {
			s.sources = append(s.sources, 100*relativeError(0, len(at)))
		}
	}
	if a.Clean {
		s.clean++
		if len(all) > 0 {
			s.cleanWithMatch++
		}
	}
	form, standard, references := doc.all(a.Form), doc.all(a.Standard), doc.all(a.References)
	s.form += all.common(form)
	s.standard += all.common(standard)
	s.references += all.common(references)
	body := 0
	for i := range doc.solid() {
		other := form[i] || standard[i] || references[i]
		if !other {
			body++
		}
		if all[i] && !other && !copied[i] {
			s.own++
		}
	}
	percent := func(n, of int) float64 { return 100 * float64(n) / math.Max(1, float64(of)) }
	s.shares = append(s.shares, math.Abs(percent(e.Scores.Covered, e.Scores.Countable)-percent(len(copied), body)))
	s.withoutOwn = append(s.withoutOwn, math.Abs(percent(e.Scores.WithoutOwn, e.Scores.Countable)-percent(len(copied)-len(ofOwn), body)))
	return nil
}

// all are the places of some texts.
func (d *document) all(texts []string) places {
	out := places{}
	for _, t := range texts {
		at, _ := d.find(t)
		out.add(at)
	}
	return out
}

// claims returns what counted matches cover: by source, and what they say of each character.
func (s *scorer) claims(doc *document, e *evidence.Evidence, theirs map[string]places) (map[string]places, map[int][]claim, error) {
	excluded := places{}
	for _, x := range e.Excluded {
		for i := x.Offset; x.Applied && i < x.Offset+x.Length; i++ {
			excluded[i] = true
		}
	}
	solid := doc.solid()
	named, claims := map[string]places{}, map[int][]claim{}
	for i := range e.Sources {
		from := &e.Sources[i]
		name := from.Identity.Filename
		for j := range from.Matches {
			m := &from.Matches[j]
			if m.Counted == 0 {
				continue
			}
			s.matches++
			for _, r := range m.Ranges() {
				for at := r.Start; at < r.End; at++ {
					if !solid[at] || excluded[at] {
						continue
					}
					if named[name] == nil {
						named[name] = places{}
					}
					named[name][at] = true
					claims[at] = append(claims[at], claim{name, m.Kind})
				}
			}
			source, err := s.source(name)
			if err != nil {
				return nil, nil, err
			}
			for _, r := range m.SourceRanges() {
				for at := r.Start; at < r.End; at++ {
					if seen(source.characters[at]) {
						count(&s.sourceSide, theirs[name][at])
					}
				}
			}
		}
	}
	return named, claims, nil
}

// kinds counts what the characters that were found are called.
func (s *scorer) kinds(made map[int]string, bySource map[string]places, claims map[int][]claim) {
	for at, kind := range made {
		said := map[evidence.Kind]bool{}
		for _, c := range claims[at] {
			if bySource[c.source][at] {
				said[c.kind] = true
			}
		}
		if len(claims[at]) > 0 {
			count(&s.rightSource, len(said) > 0)
		}
		if len(said) == 0 {
			continue
		}
		rightly := false
		for k := range said {
			right := slices.Contains(labels[kind], k)
			rightly = rightly || right
			if s.areNamed[k] == nil {
				s.areNamed[k] = &tally{}
			}
			count(s.areNamed[k], right)
		}
		if s.isNamed[kind] == nil {
			s.isNamed[kind] = &tally{}
		}
		count(s.isNamed[kind], rightly)
	}
}

func count(t *tally, right bool) {
	t.all++
	if right {
		t.right++
	}
}

func relativeError(said, so int) float64 {
	return math.Abs(float64(said-so)) / math.Max(1, float64(max(said, so)))
}

func (s *scorer) print(w io.Writer) {
	line := func(format string, values ...any) { fmt.Fprintf(w, format+"\n", values...) }
	line("passages %d, not in their file %d, not in their source %d, matches %d", s.passages, s.lost, s.lostThere, s.matches)
	line("this side: precision %s, recall %s, right source %s", s.thisSide.share(), s.recall.share(), s.rightSource.share())
	line("source side: precision %s", s.sourceSide.share())
	line("sources: named %d, of them true %d, in truth %d", s.named, s.namedTrue, s.trueOnes)
	line("counted though the form's %d, the institution's %d, references %d, own words %d", s.form, s.standard, s.references, s.own)
	line("clean applications with a match: %d of %d", s.cleanWithMatch, s.clean)
	line("overall share, error in points: mean %s", s.shares)
	line("without own work, error in points: mean %s", s.withoutOwn)
	line("share of a source, error in percent: mean %s", s.sources)
	for _, kind := range slices.SortedFunc(maps.Keys(s.isNamed), cmp.Compare[string]) {
		line("%s, named so: %s", kind, s.isNamed[kind].share())
	}
	for _, kind := range slices.SortedFunc(maps.Keys(s.areNamed), cmp.Compare[evidence.Kind]) {
		line("named %s, are so: %s", kind, s.areNamed[kind].share())
	}
}
