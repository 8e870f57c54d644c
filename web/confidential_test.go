package web

import (
	"bytes"
	"context"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
)

// Of a source a reviewer sees the passages with some of what stands around them, and no
// more on any page or in any file.
func TestReviewersSeeExcerpts(t *testing.T) {
	const context = 12
	p := testPeople(t, func(c *Config) { c.SourceContext = context })
	h := p.handler()
	id, reviewer := p.join(t, "reviewer", record.Reviewer)
	p.rows.assigned[[2]int64{id, 1}] = true
	_, officer := p.join(t, "officer", record.Officer)

	// A secret stands right behind what a reviewer may see, and far before it.
	passage := evidencetest.Passage(evidencetest.FirstSource, "忠实度", "直接比较")
	text := []rune(evidencetest.FirstSource)
	near := string(text[passage.Offset-context : passage.Offset])
	for name, header := range map[string][]string{"reviewer": reviewer, "officer": officer} {
		a := get(t, h, "/checks/1/sources/2", header...)
		if a.Code != http.StatusOK {
			t.Fatalf("%s: status %d", name, a.Code)
		}
		checkPage(t, a)
		pane := strings.Join(strings.Fields(textOfPane(t, a)), "")
		whole := 0
		for line := range strings.Lines(evidencetest.FirstSource) {
			if strings.Contains(pane, strings.Join(strings.Fields(line), "")) {
				whole++
			}
		}
		if !strings.Contains(pane, strings.Join(strings.Fields(near+passage.Text), "")) {
			t.Errorf("%s does not see the passage with what stands before it: %q", name, pane)
		}
		lines := strings.Count(evidencetest.FirstSource, "\n") + 1
		if name == "officer" && whole != lines || name == "reviewer" && (whole == lines || !strings.Contains(pane, "…")) {
			t.Errorf("%s sees %d of %d lines whole", name, whole, lines)
		}
	}
}

// textOfPane returns the text of the source on the page of a pair.
func textOfPane(t *testing.T, a answer) string {
	t.Helper()
	panes := all(a.page, "section.pane")
	if len(panes) != 2 {
		t.Fatalf("%d panes", len(panes))
	}
	return text(panes[1])
}

// Where sources are masked, nothing that a reviewer can open says whose they are; who
// sees all sees it.
func TestMaskedSources(t *testing.T) {
	p := testPeople(t, func(c *Config) { c.MaskSources = true })
	h := p.handler()
	id, reviewer := p.join(t, "reviewer", record.Reviewer)
	p.rows.assigned[[2]int64{id, 1}] = true
	_, officer := p.join(t, "officer", record.Officer)
	var secrets []string
	own := p.rows.documents[1].Identity
	for _, source := range []int64{2, 3, 4} {
		s := p.rows.documents[source].Identity
		for _, secret := range []string{s.Title, s.Applicant, s.Institution, s.Filename, s.SHA256} {
			if secret != "" && secret != own.Title && secret != own.Applicant && secret != own.Institution {
				secrets = append(secrets, secret)
			}
		}
	}
	if len(secrets) < 4 {
		t.Fatalf("only %q to look for", secrets)
	}
	said := 0
	for _, target := range []string{
		"/", "/checks/1", "/checks/1?source=2", "/checks/1/matches/3", "/checks/1/sources/2", "/checks/1/sources/3", "/checks/1/pages",
		"/checks/1/sources.csv", "/checks/1/matches.csv", "/checks/1/report.html", "/documents/1",
	} {
		a := get(t, h, target, reviewer...)
		if a.Code != http.StatusOK && a.Code != http.StatusSeeOther {
			t.Errorf("%s: status %d", target, a.Code)
		}
		b := get(t, h, target, officer...)
		for _, secret := range secrets {
			if strings.Contains(a.Body.String(), secret) {
				t.Errorf("%s tells a reviewer %q", target, secret)
			}
			if strings.Contains(b.Body.String(), secret) {
				said++
			}
		}
	}
	if said < 10 {
		t.Errorf("an officer is told only %d of them", said)
	}
}

// Whatever a reviewer opens, of a source it holds no more than its passages with the
// context: pages, their parts, tables, the report as a file and as a PDF. Routes that give
// out more of a source are not for reviewers; a new one is looked at here by itself.
func TestReviewersGetNoMore(t *testing.T) {
	const around, window = 12, 10
	for _, masked := range []bool{false, true} {
		p := testPeople(t, func(c *Config) { c.SourceContext, c.MaskSources = around, masked })
		p.Print = func(_ context.Context, page []byte) ([]byte, error) { return page, nil } // what is printed
		h := p.handler()
		id, reviewer := p.join(t, "reviewer", record.Reviewer)
		p.rows.assigned[[2]int64{id, 1}] = true
		_, officer := p.join(t, "officer", record.Officer)

		e := must(evidence.Decode(bytes.NewReader(p.rows.evidence[1])))(t)
		allowed := squeezed(p.rows.texts[1].Text) // their own application
		var texts []string
		for _, source := range e.Sources {
			text := []rune(p.rows.texts[source.ID].Text)
			texts = append(texts, string(text))
			for _, m := range source.Matches {
				from, to := m.Source.Offset-around, m.Source.Offset+m.Source.Length+around
				allowed += "\n" + squeezed(string(text[max(0, from):min(len(text), to)]))
			}
		}
		var secrets []string
		for _, text := range texts {
			runes := []rune(squeezed(text))
			for i := 0; i+window <= len(runes); i += window / 2 {
				if secret := string(runes[i : i+window]); !strings.Contains(allowed, secret) {
					secrets = append(secrets, secret)
				}
			}
		}
		if len(secrets) < 10 {
			t.Fatalf("only %d pieces of sources to look for", len(secrets))
		}
		var targets []string
		for _, r := range p.routes() {
			if r.Method != http.MethodGet || r.Stream {
				continue
			}
			for source := range int64(3) {
				for match := range 6 {
					target := strings.NewReplacer(":source", strconv.FormatInt(source+2, 10), ":match", strconv.Itoa(match+1)).Replace(r.Path)
					r := r
					r.Path = target
					if target = targetOf(r); !slices.Contains(targets, target) {
						targets = append(targets, target)
					}
				}
			}
		}
		targets = append(targets, "/checks/1?source=2", "/checks/1?match=3", "/checks/1/sources/2?swap=1", "/checks/1/sources/2?match=3", "/library?q=%E7%BB%BC%E8%BF%B0", "/checks/1/pages?page=1", "/documents/2", "/documents/2/file")
		opened, told := 0, 0
		for _, target := range targets {
			a := get(t, h, target, reviewer...)
			if a.Code == http.StatusOK {
				opened++
			}
			b := get(t, h, target, officer...)
			theirs, ours := readings(a), readings(b)
			for _, secret := range secrets {
				if strings.Contains(theirs, secret) {
					t.Errorf("masked %v: %s gives a reviewer %q of a source", masked, target, secret)
				}
				if strings.Contains(ours, secret) {
					told++
				}
			}
		}
		t.Logf("masked %v: %d addresses, %d of them open to a reviewer; %d pieces looked for, found %d times by an officer", masked, len(targets), opened, len(secrets), told)
		if opened < 15 || told < len(secrets) {
			t.Errorf("a reviewer opened %d addresses, an officer found %d pieces", opened, told)
		}
	}
}

// squeezed returns a text without white space.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

var tag = regexp.MustCompile("<[^>]*>")

// readings returns what an answer says: with its markup, and whatever markup stands within it.
func readings(a answer) string {
	body := a.Body.String()
	return squeezed(body) + "\n" + squeezed(html.UnescapeString(tag.ReplaceAllString(body, "")))
}
