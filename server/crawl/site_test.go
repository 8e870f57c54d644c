package crawl

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/record"
	"zhiwen/extract"
)

// rules are some that are right.
func rules() record.SiteRules {
	return record.SiteRules{
		Name: "科学网", Starts: []string{"HTTPS://Blog.Example.org:443", "https://news.example.org/feed.xml#top"}, Articles: []string{`/a/\d+$`},
		Zone: "+08:00", Hours: 24, Pause: 3, Most: 1000,
	}
}

func TestClean(t *testing.T) {
	given := rules()
	got, err := Clean(given)
	if err != nil {
		t.Fatal(err)
	}
	want := rules()
	want.Starts = []string{"https://blog.example.org/", "https://news.example.org/feed.xml"}
	want.Hosts = []string{"blog.example.org", "news.example.org"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(rules(), given); diff != "" {
		t.Errorf("what was given is changed: %s", diff)
	}
	if again, err := Clean(got); err != nil || cmp.Diff(got, again) != "" {
		t.Errorf("clean rules are changed: %v, %s", err, cmp.Diff(got, again))
	}
	given.Hosts = []string{"HTTPS://News.Example.org/x", "blog.example.org"}
	if got, err = Clean(given); err != nil || !cmp.Equal(got.Hosts, []string{"news.example.org", "blog.example.org"}) {
		t.Errorf("hosts %q, %v", got.Hosts, err)
	}
}

// What is wrong is named by its field, the kind of fault, and what was given.
func TestCleanFaults(t *testing.T) {
	long := strings.Repeat("字", record.MostRule+1)
	for _, test := range []struct {
		change func(*record.SiteRules)
		want   record.SiteFault
	}{
		{func(r *record.SiteRules) { r.Name = "" }, record.SiteFault{Field: "name", Name: "empty"}},
		{func(r *record.SiteRules) { r.Starts = nil }, record.SiteFault{Field: "starts", Name: "empty"}},
		{func(r *record.SiteRules) { r.Articles = nil }, record.SiteFault{Field: "articles", Name: "empty"}},
		{func(r *record.SiteRules) { r.Never = make([]string, record.MostRules+1) }, record.SiteFault{Field: "never", Name: "many", Value: "21"}},
		{func(r *record.SiteRules) { r.Lists = []string{long} }, record.SiteFault{Field: "lists", Name: "long", Value: long}},
		{func(r *record.SiteRules) { r.Starts[1] = "ftp://news.example.org/" }, record.SiteFault{Field: "starts", Name: "address", Value: "ftp://news.example.org/"}},
		{func(r *record.SiteRules) { r.Starts[0] = "https://a:b@blog.example.org/" }, record.SiteFault{Field: "starts", Name: "address", Value: "https://a:b@blog.example.org/"}},
		{func(r *record.SiteRules) { r.Hosts = []string{"news.example.org", "blog.example.org/a b"} }, record.SiteFault{Field: "hosts", Name: "host", Value: "blog.example.org/a b"}},
		{func(r *record.SiteRules) { r.Hosts = []string{"news.example.org"} }, record.SiteFault{Field: "starts", Name: "foreign", Value: "https://blog.example.org/"}},
		{func(r *record.SiteRules) { r.Articles = []string{"/a/", "(x"} }, record.SiteFault{Field: "articles", Name: "expression", Value: "(x"}},
		{func(r *record.SiteRules) { r.Lists = []string{"[z"} }, record.SiteFault{Field: "lists", Name: "expression", Value: "[z"}},
		{func(r *record.SiteRules) { r.Taught = map[string]string{extract.WebTitle: "(x"} }, record.SiteFault{Field: "taught-" + extract.WebTitle, Name: "expression", Value: "(x"}},
		{func(r *record.SiteRules) { r.Taught = map[string]string{extract.WebViews: "x"} }, record.SiteFault{Field: "taught-" + extract.WebViews, Name: "group", Value: "x"}},
		{func(r *record.SiteRules) { r.Zone = "+8" }, record.SiteFault{Field: "zone", Name: "zone", Value: "+8"}},
		{func(r *record.SiteRules) { r.Hours = 0 }, record.SiteFault{Field: "hours", Name: "hours", Value: "0"}},
		{func(r *record.SiteRules) { r.Pause = record.MostPause + 1 }, record.SiteFault{Field: "pause", Name: "pause", Value: "301"}},
		{func(r *record.SiteRules) { r.Most = record.LeastPages - 1 }, record.SiteFault{Field: "most", Name: "most", Value: "9"}},
	} {
		r := rules()
		test.change(&r)
		_, err := Clean(r)
		var fault *record.SiteFault
		if !errors.As(err, &fault) || *fault != test.want {
			t.Errorf("%v, want %+v", err, test.want)
		}
	}
}
