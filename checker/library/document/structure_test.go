package document

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// TestDecodeStructure holds decodeStructure against encoding/json.
func TestDecodeStructure(t *testing.T) {
	plain := extract.Paragraph{Span: extract.Span{Start: 0, End: 12}, Kind: extract.Body}
	heading := extract.Paragraph{Span: extract.Span{Start: 13, End: 20}, Kind: extract.Heading, Level: 2}
	cell := extract.Paragraph{Span: extract.Span{Start: 21, End: 21}, Kind: extract.Cell, Place: extract.Place{Table: 1, Row: 2, Column: 3, Rows: 1, Columns: 10}}
	set := extract.Paragraph{Span: extract.Span{Start: 22, End: 30}, Kind: extract.Box, Face: extract.Face{Points: 10.5, Bold: true}}
	both := extract.Paragraph{Span: extract.Span{Start: 31, End: 33}, Kind: extract.Footnote, Level: 1, Place: extract.Place{Table: 1}, Face: extract.Face{Bold: true}}
	other := extract.Paragraph{Span: extract.Span{Start: -1, End: 40}, Kind: `"},{`}
	rest := extract.Document{
		Sections: []extract.Section{{Span: extract.Span{Start: 13, End: 40}, Title: `"paragraphs":[`, Level: 2}},
		Metadata: extract.Metadata{Title: "标题", Found: map[string]extract.Found{"title": {Source: extract.FromCover}}}, Method: "docx",
	}
	for name, paragraphs := range map[string][]extract.Paragraph{
		"none":     {},
		"nil":      nil,
		"plain":    {plain, plain},
		"all":      {plain, heading, cell, set, both, other, plain},
		"face":     {set},
		"other":    {other, cell},
		"one cell": {cell},
	} {
		d := rest
		d.Paragraphs = paragraphs
		structure, err := Structure(&d)
		if err != nil {
			t.Fatal(err)
		}
		for ending, structure := range map[string]string{"": structure, " with spaces": strings.ReplaceAll(structure, `,"end"`, ` , "end"`)} {
			want := new(extract.Document)
			if err := json.Unmarshal([]byte(structure), want); err != nil {
				t.Fatal(err)
			}
			got, err := decodeStructure(structure)
			if err != nil {
				t.Fatalf("%s%s: %v", name, ending, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s%s: (-encoding/json +got)\n%s", name, ending, diff)
			}
		}
	}
	for _, damaged := range []string{
		"", "{", `{"text":"","paragraphs":[`, `{"text":"","paragraphs":[]`, `{"text":"","paragraphs":[],`, `{"text":"","paragraphs":[{"start":1,"end":02,"kind":"body"}],"method":""}`,
		`{"text":"","paragraphs":[{"start":1,"end":2,"kind":"body"},],"method":""}`, `{"text":"","paragraphs":[{"start":1,"end":2,"kind":"body"}{"start":1,"end":2,"kind":"body"}],"method":""}`,
	} {
		if _, err := decodeStructure(damaged); err == nil {
			t.Errorf("%s was read without an error", damaged)
		}
	}
}

// FuzzDecodeStructure holds decodeStructure against encoding/json for whatever both read.
func FuzzDecodeStructure(f *testing.F) {
	f.Add(`{"text":"","paragraphs":[{"start":1,"end":2,"kind":"body","level":1,"place":{"table":1,"row":1,"column":1,"rows":1,"columns":1}}],"method":"txt"}`)
	f.Fuzz(func(t *testing.T, structure string) {
		if strings.Count(structure, `paragraphs`) > 1 || strings.Count(strings.ToLower(structure), `text`) > 1 {
			return // a member that is there twice, as Structure writes none
		}
		want := new(extract.Document)
		wantErr := json.Unmarshal([]byte(structure), want)
		got, err := decodeStructure(structure)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("got error %v, encoding/json's is %v", err, wantErr)
		}
		if err == nil {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
	})
}

func BenchmarkDecodeStructure(b *testing.B) {
	var d extract.Document
	for i := range 200 {
		d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: 60 * i, End: 60*i + 59}, Kind: extract.Body})
	}
	structure, err := Structure(&d)
	if err != nil {
		b.Fatal(err)
	}
	for _, decode := range []struct {
		name string
		do   func(string) error
	}{
		{"here", func(s string) error { _, err := decodeStructure(s); return err }},
		{"json", func(s string) error { return json.Unmarshal([]byte(s), new(extract.Document)) }},
	} {
		b.Run(decode.name, func(b *testing.B) {
			b.SetBytes(int64(len(structure)))
			b.ReportAllocs()
			for b.Loop() {
				if err := decode.do(structure); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
