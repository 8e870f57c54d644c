package checker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/exclude"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// runesText is a text of which is counted what was read.
type runesText struct {
	runes []rune
	read  *atomic.Int64
}

func (t runesText) Length() int { return len(t.runes) }

func (t runesText) Excerpt(start, end int) (string, error) {
	t.read.Add(int64(end - start))
	return string(t.runes[start:end]), nil
}

// glanced is a library that is glanced at as a database is.
type glanced struct {
	*Memory
	read *atomic.Int64
}

func (l glanced) Glances(_ context.Context, asked []Asked) (out []*Glance, err error) {
	for _, a := range asked {
		sources, err := l.Sources(context.Background(), []int64{a.ID})
		if err != nil {
			return nil, err
		}
		for _, s := range sources {
			out = append(out, &Glance{ID: s.ID, Units: places(s, a.Ordinals), Text: runesText{[]rune(s.Document.Text), l.read}})
		}
	}
	return out, nil
}

// Texts returns documents without units, as a database does.
func (l glanced) Texts(ctx context.Context, ids []int64) ([]*Source, error) {
	sources, err := l.Sources(ctx, ids)
	for i, s := range sources {
		sources[i] = &Source{ID: s.ID, Identity: s.Identity, Document: s.Document}
	}
	return sources, err
}

// places returns where the units of a source with these ordinals stand.
func places(s *Source, ordinals []int) map[int]extract.Span {
	out := map[int]extract.Span{}
	for _, ordinal := range ordinals {
		out[ordinal], _ = s.units()(ordinal)
	}
	return out
}

// oddText has words and blanks that are longer than what is read around a unit.
func oddText(r *rand.Rand) string {
	var b strings.Builder
	for range 30 {
		switch r.IntN(4) {
		case 0:
			b.WriteString(strings.Repeat("长a", 1) + strings.Repeat("x", r.IntN(400)) + " ")
		case 1:
			b.WriteString(strings.Repeat(" \n", r.IntN(150)))
		case 2:
			b.WriteString(texttest.English(r, 2))
		default:
			b.WriteString(texttest.Chinese(r, 3))
		}
	}
	return b.String()
}

// What a glance says of a document is what reading all of it says, whatever
// surrounds its units.
func TestGlanceSaysWhatTheWholeSays(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	r := rand.New(rand.NewPCG(31, 7))
	var texts []string
	for i := range 60 {
		switch i % 3 {
		case 0:
			texts = append(texts, texttest.Chinese(r, 40))
		case 1:
			texts = append(texts, texttest.English(r, 40))
		default:
			texts = append(texts, oddText(r))
		}
	}
	memory := library(e, texts...)
	length := 0
	for _, x := range texts {
		length += len([]rune(x))
	}
	says := map[bool]int{}
	var read atomic.Int64
	for i := range 40 {
		own := []string{texttest.Chinese(r, 20), texttest.English(r, 10)}
		for range 3 {
			from := []rune(texts[r.IntN(len(texts))])
			at := r.IntN(max(1, len(from)-60))
			own = append(own, string(from[at:min(len(from), at+10+r.IntN(50))]))
		}
		q := e.query(input(strings.Join(own, "\n")), nil, exclude.Known{})
		found, err := memory.Candidates(t.Context(), q.groups, 1, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		ids, hits := e.rank(q, found, len(texts))
		for _, id := range ids {
			s := memory.sources[id-1]
			want := e.telling(q, s.units(), hits[id], e.whole(s))
			got, err := e.glance(q, &Glance{ID: id, Units: places(s, ordinals(hits[id])), Text: runesText{[]rune(s.Document.Text), &read}}, hits[id])
			if err != nil || got != want {
				t.Errorf("text %d, document %d: %v, %v, want %v", i, id, got, err, want)
			}
			says[want]++
		}
	}
	if says[true] < 50 || says[false] < 50 {
		t.Errorf("too few are near, or too few are not: %v", says)
	}
}

// A library that is glanced at gives the evidence of one whose documents are at hand,
// and few of its texts are read.
func TestEvidenceOfGlances(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	r := rand.New(rand.NewPCG(32, 7))
	var texts []string
	whole := 0
	for range mostSources + 20 {
		texts = append(texts, texttest.Chinese(r, 30))
		whole += len([]rune(texts[len(texts)-1]))
	}
	memory := library(e, texts...)
	for i := range 3 {
		passage := []rune(texts[100*i])[50:400]
		in := input(texttest.Chinese(r, 30) + "\n" + string(passage))
		var read atomic.Int64
		told := ""
		got, err := e.Check(t.Context(), in, glanced{memory, &read}, func(done, total int) { told = fmt.Sprint(done, total) })
		if err != nil {
			t.Fatal(err)
		}
		want := check(t, e, in, memory)
		if diff := cmp.Diff(want, got); diff != "" || len(got.Sources) == 0 {
			t.Errorf("%d sources; from documents at hand to glances\n%s", len(got.Sources), diff)
		}
		if got.Library.Candidates < 100 || told != fmt.Sprint(got.Library.Candidates, got.Library.Candidates) {
			t.Errorf("%d candidates, told %q at the end", got.Library.Candidates, told)
		}
		if n := read.Load(); n == 0 || n > int64(whole) {
			t.Errorf("%d characters were read of %d", n, whole)
		}
	}
}

// A unit that lies outside of its text is said, and no excerpt is made up.
func TestGlanceOfDamagedUnits(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	text := texttest.Chinese(rand.New(rand.NewPCG(33, 7)), 20)
	q := e.query(input(text), nil, exclude.Known{})
	units := map[int]extract.Span{0: {Start: 0, End: 1 << 20}}
	_, err := e.glance(q, &Glance{ID: 7, Units: units, Text: runesText{[]rune(text), new(atomic.Int64)}}, []hit{{ordinal: 0}})
	if err == nil || !strings.Contains(err.Error(), "document 7") {
		t.Errorf("got %v", err)
	}
}

// What the hits say of a source without excluded text is what they say of it folded without that text, wherever that text is.
func TestTellingAloneSaysWhatTheRestSays(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	r := rand.New(rand.NewPCG(33, 7))
	says := map[bool]int{}
	for range 100 {
		source := oddText(r)
		runes := []rune(source)
		memory := library(e, source)
		s := memory.sources[0]
		var out []extract.Span
		for at := r.IntN(60); at < len(runes); at += 1 + r.IntN(120) {
			end := min(len(runes), at+1+r.IntN(90))
			out = append(out, extract.Span{Start: at, End: end})
			at = end
		}
		f := e.folded(s, nil)
		f.alone, f.own = out, func() *text.Text { return e.profile.fold(s.Document, out...) }
		var own []string
		for range 4 {
			at := r.IntN(len(runes))
			own = append(own, string(runes[at:min(len(runes), at+8+r.IntN(30))]))
		}
		q := e.query(input(strings.Join(own, "\n")), nil, exclude.Known{})
		found, err := memory.Candidates(t.Context(), q.groups, 1, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, hits := e.rank(q, found, 1)
		want := e.telling(q, s.units(), hits[s.ID], f.own())
		if got := e.tellingAlone(q, s.units(), hits[s.ID], s); got != want {
			t.Errorf("%v, want %v, of %q without %v", got, want, source, out)
		}
		says[want]++
	}
	if says[true] < 15 || says[false] < 15 {
		t.Errorf("too few are more than chance, or too few are not: %v", says)
	}
}
