package finding_test

import (
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// shared makes evidence of a text whose first 300 characters stand in sources of these identities.
func shared(sources ...evidence.Source) *evidence.Evidence {
	text := strings.Repeat("一二三四五六七八九十", 60)
	part := string([]rune(text)[:300])
	e := &evidence.Evidence{Document: evidence.Document{Characters: 600, Identity: evidence.Identity{Applicant: "赵甲", Institution: "东海大学"}}}
	for i, s := range sources {
		s.ID = int64(i + 1)
		if s.Relation == "" {
			s.Relation = evidence.Other
		}
		s.Matches = []evidence.Match{{
			Kind: evidence.Verbatim, Similarity: 1, Citation: evidence.NotCited, This: evidence.Passage{Length: 300, Text: part},
			Source: evidence.Passage{Length: 300, Text: part}, Runs: []evidence.Run{{Op: evidence.Equal, Length: 300, SourceLength: 300}},
		}}
		e.Sources = append(e.Sources, s)
	}
	score.Update(e, &extract.Document{Text: text})
	return e
}

func of(applicant, institution string) evidence.Source {
	return evidence.Source{Identity: evidence.Identity{Applicant: applicant, Institution: institution}}
}

func TestSeveral(t *testing.T) {
	relation := func(s evidence.Source, r evidence.Relation) evidence.Source { s.Relation = r; return s }
	unnamed := func(sum string) evidence.Source { return evidence.Source{Identity: evidence.Identity{SHA256: sum}} }
	cited := shared(of("钱乙", "甲大学"), of("孙丙", "乙大学"))
	for i := range cited.Sources {
		cited.Sources[i].Matches[0].Citation = evidence.Cited
	}
	score.Update(cited, &extract.Document{Text: strings.Repeat("一二三四五六七八九十", 60)})
	for _, c := range []struct {
		name                                   string
		e                                      *evidence.Evidence
		versions                               [][]int64
		applications, applicants, institutions int
	}{
		{"two others, with this one three", shared(of("钱乙", "甲大学"), of("孙丙", "甲大学")), nil, 2, 2, 1},
		{"one of them with two applications", shared(of("钱乙", "甲大学"), of("孙丙", "乙大学"), of("孙丙", "乙大学")), nil, 3, 2, 2},
		{"one other", shared(of("钱乙", "甲大学")), nil, 0, 0, 0},
		{"one other with two applications", shared(of("钱乙", "甲大学"), of("钱乙", "甲大学")), nil, 0, 0, 0},
		{"documents without names", shared(unnamed("a"), unnamed("b")), nil, 2, 2, 0},
		{"one file twice", shared(unnamed("a"), unnamed("a")), nil, 0, 0, 0},
		{"versions of one application", shared(unnamed("a"), unnamed("b")), [][]int64{{1, 2}}, 0, 0, 0},
		{"the applicant's own", shared(of("钱乙", "甲大学"), relation(of("赵甲", "东海大学"), evidence.SameApplicant)), nil, 0, 0, 0},
		{"people who take part", shared(of("钱乙", "甲大学"), relation(of("孙丙", "乙大学"), evidence.TookPart)), nil, 0, 0, 0},
		{"a page of the web", shared(of("钱乙", "甲大学"), relation(of("", ""), evidence.OnWeb)), nil, 0, 0, 0},
		{"cited", cited, nil, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := finding.Of(finding.Input{Evidence: c.e, Versions: c.versions})
			at := slices.IndexFunc(found, func(f finding.Finding) bool { return f.Kind == finding.Several })
			if c.applications == 0 {
				if at >= 0 {
					t.Errorf("got %+v", found[at])
				}
				return
			}
			if at != 0 {
				t.Fatalf("it is not the first: %+v", found)
			}
			if f := found[0]; f.Applications != c.applications || f.Applicants != c.applicants || f.Institutions != c.institutions || f.Count != 300 || len(f.Matches) == 0 {
				t.Errorf("got %+v", f)
			}
			if len(found) != 1 {
				t.Errorf("the sources of the group have findings of their own: %+v", found[1:])
			}
		})
	}
}

// Each group of sources is one: two texts that different applicants share are two.
func TestTwoTextsOfSeveral(t *testing.T) {
	e := shared(of("钱乙", "甲大学"), of("孙丙", "乙大学"), of("李丁", "丙大学"), of("周戊", "丁大学"), of("吴己", "戊大学"))
	for i := range e.Sources {
		if e.Sources[i].ID > 2 {
			m := &e.Sources[i].Matches[0]
			m.This.Offset, m.Runs[0].Offset = 300, 300
		}
	}
	score.Update(e, &extract.Document{Text: strings.Repeat("一二三四五六七八九十", 60)})
	if len(e.Several) != 2 || e.Several[0].Applications != 3 || e.Several[1].Applications != 2 || e.Several[0].Places[0].Offset != 300 {
		t.Errorf("got %+v", e.Several)
	}
}
