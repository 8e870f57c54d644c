package web

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"zhiwen/checker/evidence"
)

// A name that turns what follows it, as from right to left, stands in an element of its
// own wherever a page shows it, and between marks where there is no room for an element.
func TestNamesAreIsolated(t *testing.T) {
	const turned = "\u202eabc"
	store := richStore(t)
	for id, d := range store.documents {
		d.Identity.Title, d.Identity.Filename, d.Identity.Applicant, d.Identity.Institution, d.Identity.Programme = turned, turned+"f", turned+"a", turned+"i", turned+"p"
		store.documents[id] = d
	}
	e, err := evidence.Decode(bytes.NewReader(store.evidence[1]))
	if err != nil {
		t.Fatal(err)
	}
	e.Document.Identity = store.documents[1].Identity
	for i := range e.Sources {
		e.Sources[i].Identity = store.documents[e.Sources[i].ID].Identity
	}
	var xml bytes.Buffer
	if err := evidence.Encode(&xml, e); err != nil {
		t.Fatal(err)
	}
	store.evidence[1] = xml.Bytes()
	s, _ := testSite(t, store)
	h := s.handler()
	decideAs(t, h, turned, "subject", "match", "ref", "2", "verdict", "dismissed", "reason", "common", "comment", turned)
	decideAs(t, h, turned, "subject", "source", "ref", "4", "verdict", "excluded", "reason", "own-work")
	for _, target := range []string{"/", "/library", "/forms", "/documents/1", "/checks/1", "/checks/1?source=2&match=3", "/checks/1/sources/2", "/checks/1/pages", "/checks/1/report.html", "/checks/1/report.html?source=2", "/checks/2", "/checks/3"} {
		seen := 0
		for n := range get(t, h, target).page.Descendants() {
			if n.Type == html.ElementNode {
				for _, name := range []string{"title", "aria-label", "alt"} {
					if v := attr(n, name); strings.Contains(v, turned) && !strings.Contains(v, "\u2068"+turned) {
						t.Errorf("%s: the attribute %s of <%s> is %q", target, name, n.Data, v)
					}
				}
			}
			if n.Type != html.TextNode || !strings.Contains(n.Data, turned) {
				continue
			}
			seen++
			switch parent := n.Parent; {
			case strings.Contains(n.Data, "\u2068"+turned):
			case len(strings.TrimSpace(n.Data)) <= len(turned)+1: // alone, with a letter that tells which field it is
				if !slices.Contains([]string{"bdi", "dd", "td", "q", "option", "textarea", "ins", "del", "strong"}, parent.Data) {
					t.Errorf("%s: %q stands in <%s>", target, n.Data, parent.Data)
				}
			default:
				t.Errorf("%s: %q stands beside other text in <%s>", target, n.Data, parent.Data)
			}
		}
		if seen == 0 {
			t.Errorf("%s shows no name: the test shows nothing", target)
		}
	}
}
