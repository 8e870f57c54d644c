package web

import (
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/web/report/reporttest"
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
	passage := reporttest.Passage(reporttest.FirstSource, "忠实度", "直接比较")
	text := []rune(reporttest.FirstSource)
	near := string(text[passage.Offset-context : passage.Offset])
	for name, header := range map[string][]string{"reviewer": reviewer, "officer": officer} {
		a := get(t, h, "/checks/1/sources/2", header...)
		if a.Code != http.StatusOK {
			t.Fatalf("%s: status %d", name, a.Code)
		}
		checkPage(t, a)
		pane := strings.Join(strings.Fields(textOfPane(t, a)), "")
		whole := 0
		for line := range strings.Lines(reporttest.FirstSource) {
			if strings.Contains(pane, strings.Join(strings.Fields(line), "")) {
				whole++
			}
		}
		if !strings.Contains(pane, strings.Join(strings.Fields(near+passage.Text), "")) {
			t.Errorf("%s does not see the passage with what stands before it: %q", name, pane)
		}
		lines := strings.Count(reporttest.FirstSource, "\n") + 1
		if name == "officer" && whole != lines || name == "reviewer" && (whole == lines || !strings.Contains(pane, "…")) {
			t.Errorf("%s sees %d of %d lines whole", name, whole, lines)
		}
	}
}

// textOfPane is the text of the source on the page of a pair.
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
