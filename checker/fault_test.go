package checker

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/internal/texttest"
	"zhiwen/extract"
)

// damaged is a library that gives its sources as spoil leaves them.
type damaged struct {
	Library
	spoil func(*Source) *Source // nil: the source is gone
}

func (d damaged) Sources(ctx context.Context, ids []int64) ([]*Source, error) {
	sources, err := d.Library.Sources(ctx, ids)
	var out []*Source
	for _, s := range sources {
		if s = d.spoil(s); s != nil {
			out = append(out, s)
		}
	}
	return out, err
}

func (d damaged) Texts(ctx context.Context, ids []int64) ([]*Source, error) {
	return d.Sources(ctx, ids)
}

// exhaustively makes an engine that compares with every document.
func exhaustively(t *testing.T) *Engine {
	t.Helper()
	p := DefaultParameters(DefaultProfile)
	p.Exhaustive = true
	e, err := New(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A source that cannot be read or panics while it is compared is left out and named; the rest of the
// evidence is as without it, and other checks of the engine go on.
func TestFaultySourcesAreLeftOut(t *testing.T) {
	document, texts := twoSources()
	in := input(document)
	broken := &extract.Document{Text: texts[1], Paragraphs: []extract.Paragraph{{Span: extract.Span{Start: 5, End: 1 << 30}}}}
	for name, e := range map[string]*Engine{"index": newEngine(t, DefaultProfile), "exhaustive": exhaustively(t)} {
		for what, d := range map[string]*extract.Document{"without its text": nil, "with a structure that is not its text's": broken} {
			t.Run(name+"/"+what, func(t *testing.T) {
				lib := library(e, texts...)
				want := check(t, e, in, lib)
				spoilt := damaged{lib, func(s *Source) *Source {
					if s.ID == 2 {
						return &Source{ID: s.ID, Units: s.Units, Document: d, Identity: evidence.Identity{Title: "冻土", SHA256: strings.Repeat("0", 64)}}
					}
					return s
				}}
				var told []int64
				asked := in
				asked.Fault = func(document int64, err error) { told = append(told, document) }
				ev, err := e.Check(t.Context(), asked, spoilt, nil)
				if err != nil {
					t.Fatal(err)
				}
				left := []evidence.Uncompared{{ID: 2, SHA256: strings.Repeat("0", 64), Title: "冻土"}}
				if diff := cmp.Diff(left, ev.Library.Uncompared); diff != "" {
					t.Errorf("documents left out (-want +got):\n%s", diff)
				}
				if !slices.Equal(told, []int64{2}) {
					t.Errorf("told of %v, want document 2 once", told)
				}
				if len(ev.Sources) == 0 || ev.Sources[0].ID != 1 || len(ev.Sources) != len(want.Sources)-1 {
					t.Errorf("%d sources, want the others of %d", len(ev.Sources), len(want.Sources))
				}
				compared, err := e.Compare(t.Context(), in, &Source{ID: 7, Document: d})
				if err != nil || len(compared.Library.Uncompared) != 1 || compared.Library.Uncompared[0].ID != 7 {
					t.Errorf("got %v, want evidence that names document 7", err)
				}
				if diff := cmp.Diff(want, check(t, e, in, lib)); diff != "" {
					t.Errorf("the next check differs (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// A document that makes the engine panic fails its own check with an error.
func TestPanicOfTheDocumentFailsItsCheck(t *testing.T) {
	document, texts := twoSources()
	e := newEngine(t, DefaultProfile)
	lib := library(e, texts...)
	in := input(document)
	in.Document = nil
	if ev, err := e.Check(t.Context(), in, lib, nil); ev != nil || !errors.Is(err, errPanic) {
		t.Errorf("got %v, want a panic as an error", err)
	}
	if ev, err := e.Compare(t.Context(), in, lib.sources...); ev != nil || !errors.Is(err, errPanic) {
		t.Errorf("got %v, want a panic as an error", err)
	}
}

// A document that is gone, or has other units, since the library was asked for
// candidates ends no check.
func TestSourcesThatChangeMeanwhile(t *testing.T) {
	document, texts := twoSources()
	in := input(document)
	for _, profile := range []string{DefaultProfile, PaperProfile, ShortPaperProfile} {
		for name, spoil := range map[string]func(*Source) *Source{
			"gone":          func(*Source) *Source { return nil },
			"without units": func(s *Source) *Source { return &Source{ID: s.ID, Identity: s.Identity, Document: s.Document} },
			"fewer units": func(s *Source) *Source {
				return &Source{ID: s.ID, Identity: s.Identity, Document: s.Document, Units: s.Units[:1]}
			},
		} {
			t.Run(profile+"/"+name, func(t *testing.T) {
				e := newEngine(t, profile)
				lib := library(e, texts...)
				if len(check(t, e, in, lib).Sources) == 0 {
					t.Fatal("nothing is found: the test shows nothing")
				}
				second := damaged{lib, func(s *Source) *Source {
					if s.ID == 2 {
						return spoil(s)
					}
					return s
				}}
				ev, err := e.Check(t.Context(), in, second, nil)
				if err != nil {
					t.Fatal(err)
				}
				if len(ev.Sources) == 0 || ev.Sources[0].ID != 1 {
					t.Error("the other document is not found")
				}
			})
		}
	}
}

// A source that one engine has folded can be given to another.
func TestSourcesBelongToNoEngine(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	passage := texttest.Chinese(r, 12)
	source, in := texttest.Document(texttest.Chinese(r, 10)+"\n"+passage), input(passage+"\n"+texttest.Chinese(r, 10))
	engines := map[string]*Engine{}
	for _, profile := range []string{DefaultProfile, PaperProfile, ShortPaperProfile} {
		engines[profile] = newEngine(t, profile)
	}
	fresh := func(e *Engine) *Source {
		return &Source{ID: 1, Document: source, Units: e.Units(source)}
	}
	shared := &Source{ID: 1, Document: source}
	for range 2 {
		for profile, e := range engines {
			want, err := e.Compare(t.Context(), in, fresh(e))
			shared.Units = e.Units(source)
			got, err2 := e.Compare(t.Context(), in, shared)
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" || len(got.Sources) == 0 {
				t.Errorf("%s: a source that another engine has seen (-want +got):\n%s", profile, diff)
			}
		}
	}
}
