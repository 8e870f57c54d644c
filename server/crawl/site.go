package crawl

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"zhiwen/checker/record"
	"zhiwen/extract"
)

var (
	zone = regexp.MustCompile(`^[+-](?:0\d|1[0-4]):[0-5]\d$`)
	host = regexp.MustCompile(`^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$`)
)

// Clean returns the rules of a site as they are kept: addresses and hosts in their usual form,
// and the hosts of the starts where none are named. The error is a record.SiteFault where
// something is wrong.
func Clean(r record.SiteRules) (record.SiteRules, error) {
	fault := func(field, name, value string) (record.SiteRules, error) {
		return r, &record.SiteFault{Field: field, Name: name, Value: value}
	}
	if r.Name == "" {
		return fault("name", "empty", "")
	}
	for _, x := range []struct {
		field string
		lines []string
		need  bool
	}{
		{"starts", r.Starts, true}, {"hosts", r.Hosts, false}, {"articles", r.Articles, true}, {"lists", r.Lists, false},
		{"never", r.Never, false},
	} {
		if x.need && len(x.lines) == 0 {
			return fault(x.field, "empty", "")
		}
		if len(x.lines) > record.MostRules {
			return fault(x.field, "many", fmt.Sprint(len(x.lines)))
		}
		for _, text := range x.lines {
			if len([]rune(text)) > record.MostRule {
				return fault(x.field, "long", text)
			}
		}
	}
	r.Starts, r.Hosts = slices.Clone(r.Starts), slices.Clone(r.Hosts)
	for i, text := range r.Starts {
		normal, ok := Normal(text)
		if !ok {
			return fault("starts", "address", text)
		}
		r.Starts[i] = normal
	}
	for i, text := range r.Hosts {
		if u, err := url.Parse(text); err == nil && u.Host != "" { // an address was given
			text = u.Host
		}
		r.Hosts[i] = strings.ToLower(text)
		if !host.MatchString(r.Hosts[i]) {
			return fault("hosts", "host", text)
		}
	}
	if len(r.Hosts) == 0 {
		for _, s := range r.Starts {
			if h := Host(s); !slices.Contains(r.Hosts, h) {
				r.Hosts = append(r.Hosts, h)
			}
		}
	}
	for _, s := range r.Starts {
		if !slices.Contains(r.Hosts, Host(s)) {
			return fault("starts", "foreign", s)
		}
	}
	for _, x := range []struct {
		field string
		lines []string
	}{{"articles", r.Articles}, {"lists", r.Lists}, {"never", r.Never}} {
		for _, text := range x.lines {
			if _, err := regexp.Compile(text); err != nil {
				return fault(x.field, "expression", text)
			}
		}
	}
	for _, field := range extract.TaughtFields() {
		text := r.Taught[field]
		if text == "" {
			continue
		}
		e, err := regexp.Compile(text)
		if err != nil {
			return fault("taught-"+field, "expression", text)
		}
		if e.NumSubexp() < 1 {
			return fault("taught-"+field, "group", text)
		}
	}
	switch {
	case !zone.MatchString(r.Zone):
		return fault("zone", "zone", r.Zone)
	case r.Hours < 1 || r.Hours > record.MostHours:
		return fault("hours", "hours", fmt.Sprint(r.Hours))
	case r.Pause < 1 || r.Pause > record.MostPause:
		return fault("pause", "pause", fmt.Sprint(r.Pause))
	case r.Most < record.LeastPages || r.Most > record.MostPages:
		return fault("most", "most", fmt.Sprint(r.Most))
	}
	return r, nil
}
