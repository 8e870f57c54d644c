// Command shared measures what becomes of text that many applications share: is research counted however many
// have it, and is what a form or an institution prints left out, given or learned?
//
//	shared CHINESE ENGLISH
//
// Each is a folder of prose (.txt, .md), of which applications and proposals are made with the truth about every
// character. Chinese ones are written on a form, by applicants of some institutions, English ones on a
// template, without names. The same texts give the same figures.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: shared CHINESE ENGLISH")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Stdout, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "shared:", err)
		os.Exit(1)
	}
}

// sizes are how many applications there are, sharings how many of them have each of the shared texts.
var (
	sizes    = []int{15, 40, 120, 400}
	sharings = []int{2, 5, 9, 14, 30, 60}
)

// clean is how many applications that share nothing are checked against each library.
const clean = 10

func run(ctx context.Context, w io.Writer, chinese, english string) error {
	for _, language := range []struct {
		name, dir string
		make      func(*pool, int) *set
	}{{"Chinese", chinese, applications}, {"English", english, proposals}} {
		for _, size := range sizes {
			texts, err := readPool(language.dir, size)
			if err != nil {
				return err
			}
			if len(texts.left) < needed(size) {
				fmt.Fprintf(w, "%d more: %s has too few paragraphs\n", size, language.name)
				continue
			}
			s := language.make(texts, size)
			for _, given := range []bool{true, false} {
				if given && s.form == nil {
					continue
				}
				if err := s.measure(ctx, w, given); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// measure checks what is to be checked of a set, and prints what became of it.
func (s *set) measure(ctx context.Context, w io.Writer, given bool) error {
	engine, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
	if err != nil {
		return err
	}
	var sources, forms []*checker.Source
	for i, d := range s.library {
		sources = append(sources, &checker.Source{ID: int64(i + 1), Identity: d.who, Document: d.document, Units: engine.Units(d.document)})
	}
	name := "learned"
	if s.form == nil {
		name = "no names"
	} else if given {
		name = "given"
		for i, f := range s.form {
			forms = append(forms, &checker.Source{ID: int64(i + 1), Document: f})
		}
	}
	library := checker.NewMemory(sources, forms)
	fmt.Fprintf(w, "%s %d, form %s\n", s.name, len(s.library), name)
	var all tally
	for _, c := range s.shared {
		t, ev, err := check(ctx, engine, library, c.document)
		if err != nil {
			return err
		}
		group := "none"
		if len(ev.Several) > 0 {
			group = fmt.Sprintf("%d of %d applicants", ev.Several[0].Applications, ev.Several[0].Applicants)
		}
		fmt.Fprintf(w, "  %2d share %s: counted %5.1f %%, group %s\n", c.sharers, c.how, percent(t.counted[research], t.characters[research]), group)
		all.add(t)
	}
	with := 0
	var idle tally
	for _, d := range s.clean {
		t, _, err := check(ctx, engine, library, d)
		if err != nil {
			return err
		}
		if t.matches > 0 {
			with++
		}
		idle.add(t)
	}
	fmt.Fprintf(w, "  counted though the form's %d, the institution's %d, own %d; clean with a match: %d of %d\n",
		all.counted[form]+idle.counted[form], all.counted[institution]+idle.counted[institution], all.counted[own]+idle.counted[own], with, len(s.clean))
	if s.form == nil {
		all.add(idle)
		fmt.Fprintf(w, "  matches of the template %d of %d, documents with one %d of %d\n",
			all.template, all.matches, all.withTemplate, len(s.shared)+len(s.clean))
	}
	return nil
}

// needed is how many paragraphs a set of a size takes at the most.
func needed(size int) int {
	texts := 2 * len(sharings)
	return (size+texts+clean)*ownParagraphs + texts*paragraphs + len(institutions)
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// tally counts the characters of documents by what they are, and the matches.
type tally struct {
	characters, counted             [kinds]int
	matches, template, withTemplate int // template: matches mostly of the form or template; withTemplate: documents
}

func (t *tally) add(o tally) {
	for k := range t.counted {
		t.characters[k] += o.characters[k]
		t.counted[k] += o.counted[k]
	}
	t.matches, t.template, t.withTemplate = t.matches+o.matches, t.template+o.template, t.withTemplate+o.withTemplate
}

// check checks a document and counts what was found of it.
func check(ctx context.Context, engine *checker.Engine, library checker.Library, d document) (t tally, ev *evidence.Evidence, err error) {
	ev, err = engine.Check(ctx, checker.Input{Identity: d.who, Document: d.document}, library, nil)
	if err != nil {
		return t, nil, err
	}
	counts := make([]bool, len(d.kinds))
	for i, r := range []rune(d.document.Text) {
		if counts[i] = evidence.Seen(r); counts[i] {
			t.characters[d.kinds[i]]++
		}
	}
	for _, x := range ev.Excluded {
		if x.Applied {
			clear(counts[x.Offset : x.Offset+x.Length])
		}
	}
	covered := make([]bool, len(counts))
	seen := map[extract.Span]bool{} // one passage is one match, whoever else has it
	for _, s := range ev.Sources {
		for i := range s.Matches {
			m := &s.Matches[i]
			if m.Counted == 0 {
				continue
			}
			of := [kinds]int{}
			for _, r := range m.Ranges() {
				for at := r.Start; at < r.End; at++ {
					covered[at] = covered[at] || counts[at]
					if counts[at] {
						of[d.kinds[at]]++
					}
				}
			}
			if place := (extract.Span{Start: m.This.Offset, End: m.This.Offset + m.This.Length}); !seen[place] {
				seen[place] = true
				t.matches++
				if 2*(of[form]+of[institution]) > m.Counted {
					t.template++
				}
			}
		}
	}
	for at, yes := range covered {
		if yes {
			t.counted[d.kinds[at]]++
		}
	}
	t.withTemplate = min(t.template, 1)
	return t, ev, nil
}
