package sample

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/extract/reader"
)

func TestUploads(t *testing.T) {
	uploads, err := Uploads()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	checks := 0
	for _, u := range uploads {
		id := u.Identity
		names = append(names, id.Filename)
		if u.Check {
			checks++
		}
		if u.Check == u.ToLibrary {
			t.Errorf("%s: check %t, to library %t", id.Filename, u.Check, u.ToLibrary)
		}
		if id.Title == "" || id.Applicant == "" || id.Institution == "" || id.Programme == "" || id.Year == 0 || len(id.Keywords) < 3 {
			t.Errorf("%s: incomplete identity %+v", id.Filename, id)
		}
		magic := map[string]string{".docx": "PK\x03\x04", ".pdf": "%PDF-"}[filepath.Ext(id.Filename)]
		if magic == "" || !bytes.HasPrefix(u.Data, []byte(magic)) {
			t.Errorf("%s begins with %q", id.Filename, u.Data[:8])
		}
	}
	want := []string{"coast.pdf", "hospital.docx", "monitoring.docx", "privacy.pdf", "sensor.docx", "wetland.pdf"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	if checks != 1 {
		t.Errorf("%d samples to check first", checks)
	}
}

// Who copies from whom, and how, is what the package says.
func TestCopies(t *testing.T) {
	copies, err := Copies()
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]map[string][]evidence.Kind)
	for _, c := range copies {
		if got[c.File] == nil {
			got[c.File] = make(map[string][]evidence.Kind)
		}
		got[c.File][c.From] = append(got[c.File][c.From], c.Kind)
	}
	want := map[string]map[string][]evidence.Kind{
		"hospital.docx": {"privacy.pdf": {evidence.Rewritten, evidence.Reordered, evidence.Homophone, evidence.Disguised}},
		"monitoring.docx": {
			"privacy.pdf": {evidence.Near, evidence.Near, evidence.Verbatim},
			"wetland.pdf": {evidence.Verbatim, evidence.Near},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("copies (-want +got):\n%s", diff)
	}
	samples, err := read()
	if err != nil {
		t.Fatal(err)
	}
	bodies := make(map[string]string)
	for _, s := range samples {
		for _, p := range s.Paragraphs {
			bodies[s.Identity.Filename] += p.Text
		}
	}
	for _, c := range copies {
		body, ok := bodies[c.From]
		if !ok {
			t.Errorf("%s copies from %s, which is no sample", c.File, c.From)
		}
		if c.Kind == evidence.Verbatim && !strings.Contains(body, c.Text) {
			t.Errorf("%s: not verbatim in %s: %s", c.File, c.From, c.Text)
		}
		if c.Kind != evidence.Verbatim && strings.Contains(body, c.Text) {
			t.Errorf("%s: %s, yet verbatim in %s: %s", c.File, c.Kind, c.From, c.Text)
		}
	}
}

// The files are made of the sources: Word files byte by byte, and every
// paragraph is in the text that is read from each file.
func TestFiles(t *testing.T) {
	samples, err := read()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range samples {
		name := s.Identity.Filename
		t.Run(name, func(t *testing.T) {
			data, err := files.ReadFile("file/" + name)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(name) == ".docx" {
				want, err := Encode(s)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(data, want) {
					t.Error("not what its source gives: run go generate")
				}
			}
			d, err := reader.Parse(t.Context(), name, data, extract.Options{})
			if err != nil {
				t.Fatal(err)
			}
			text := bare(d.Text)
			for _, p := range s.Paragraphs {
				if !strings.Contains(text, bare(p.Text)) {
					t.Errorf("not in the text read from the file: %s", p.Text)
				}
			}
			for _, v := range append([]string{s.Identity.Title, s.Identity.Applicant, s.Identity.Institution}, s.Identity.Keywords...) {
				if !strings.Contains(text, bare(v)) {
					t.Errorf("not in the text read from the file: %s", v)
				}
			}
		})
	}
}

// bare leaves out what line breaks and invisible characters change.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}
