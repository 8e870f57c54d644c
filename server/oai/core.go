package oai

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
)

const (
	// mostField is how many characters of a field are kept, mostPeople and mostKeywords how many
	// people and keywords: large collaborations name thousands.
	mostField, mostPeople, mostKeywords = 500, 50, 30
	// mostLinks is how many addresses of a record are asked, the most promising first.
	mostLinks = 6
	// mostValues is how many values of an element are read. Records that name more are broken, or meant to take time.
	mostValues = 1000
	// mostStamp and mostToken are how many bytes a datestamp and a token may have; real ones have 20, and some hundred.
	mostStamp, mostToken = 100, 8000
)

var (
	day   = regexp.MustCompile(`^((?:1[89]|20)\d{2})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?(?:T.*)?$`)
	year  = regexp.MustCompile(`(?:^|\D)((?:1[89]|20)\d{2})(?:\D|$)`)
	doi   = regexp.MustCompile(`^(?i:(?:info:)?doi[:/]\s*)?(10\.\d{4,9}/\S+)$`)
	hdl   = regexp.MustCompile(`^(?i:(?:info:)?hdl[:/]\s*)(\S+/\S+)$`)
	names = regexp.MustCompile(`\s+`)
)

// bounded returns c with at most mostValues values of each element.
func (c Core) bounded() Core {
	for _, values := range []*[]string{
		&c.Titles, &c.Creators, &c.Contributors, &c.Subjects, &c.Publishers, &c.Dates, &c.Formats, &c.Identifiers, &c.Relations,
	} {
		*values = slices.Clip((*values)[:min(len(*values), mostValues)])
	}
	return c
}

// Identity returns what a record says of its document: the first title; the first creator as who it is
// by, the others, then contributors, as participants; the first publisher as institution; the earliest
// date, since later ones are of the repository; subjects as keywords.
func (c Core) Identity() evidence.Identity {
	id := evidence.Identity{Title: first(c.Titles), Institution: first(c.Publishers)}
	people := clean(slices.Concat(c.Creators, c.Contributors))
	if len(clean(c.Creators)) > 0 {
		id.Applicant, people = people[0], people[1:]
	}
	for _, name := range people[:min(len(people), mostPeople)] {
		if name != id.Applicant {
			id.Participants = append(id.Participants, evidence.Person{Name: name})
		}
	}
	id.Date = earliest(c.Dates)
	if id.Date != "" {
		id.Year, _ = strconv.Atoi(id.Date[:len("2006")])
	}
	for _, s := range clean(c.Subjects) {
		if len(id.Keywords) < mostKeywords && !slices.Contains(id.Keywords, s) {
			id.Keywords = append(id.Keywords, s)
		}
	}
	return id
}

// earliest returns the earliest of dates as YYYY, YYYY-MM or YYYY-MM-DD, "" for none. Of two that begin
// alike the more precise one counts.
func earliest(dates []string) string {
	best := ""
	for _, text := range clean(dates) {
		d := ""
		if m := day.FindStringSubmatch(text); m != nil {
			d, _, _ = strings.Cut(text, "T")
		} else if m := year.FindStringSubmatch(text); m != nil {
			d = m[1]
		}
		switch {
		case d == "":
		case best == "", strings.HasPrefix(d, best), d < best && !strings.HasPrefix(best, d):
			best = d
		}
	}
	return best
}

func first(values []string) string {
	return append(clean(values), "")[0]
}

// clean returns values without space around and within, those that say something.
func clean(values []string) (out []string) {
	for _, v := range values {
		v = strings.TrimSpace(names.ReplaceAllString(v, " "))
		if r := []rune(v); len(r) > mostField {
			v = string(r[:mostField])
		}
		if v != "" {
			out = append(out, v)
		}
	}
	return out
}

// Links returns the addresses that a record names, at which its full text may be: those that end
// like a file first, then the others in their order; at most six. DOIs and handles are given as
// addresses. A relation counts where it looks like a file: else it leads to another work as often as to
// this one.
func (c Core) Links() []string {
	var out []string
	seen := map[string]bool{"": true}
	for i, v := range slices.Concat(c.Identifiers, c.Formats, c.Relations) {
		a := addressIn(v)
		if seen[a] || i >= len(c.Identifiers)+len(c.Formats) && promise(a) > len(endings) {
			continue
		}
		seen[a] = true
		out = append(out, a)
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(promise(a), promise(b)) })
	return out[:min(len(out), mostLinks)]
}

// addressIn returns the address that a value is, "" for none.
func addressIn(v string) string {
	v = strings.TrimSpace(v)
	if m := doi.FindStringSubmatch(v); m != nil {
		return "https://doi.org/" + m[1]
	}
	if m := hdl.FindStringSubmatch(v); m != nil {
		return "https://hdl.handle.net/" + m[1]
	}
	const longest = 2000 // bytes
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || len(v) > longest {
		return ""
	}
	return v
}

// endings are those of files that can be read; PDF first, since what is given in several forms is
// one text.
var endings = []string{".pdf", ".docx", ".doc", ".odt", ".ofd", ".rtf", ".txt"}

// promise returns how likely an address is that of a full text: the lower, the more.
func promise(address string) int {
	u, err := url.Parse(address)
	if err != nil {
		return len(endings) + 2
	}
	ending := strings.ToLower(path.Ext(u.Path))
	if at := slices.Index(endings, ending); at >= 0 {
		return at
	}
	for _, part := range []string{"/bitstream", "/download", "/fulltext", "/pdf/"} {
		if strings.Contains(strings.ToLower(u.Path)+"/", part) {
			return len(endings)
		}
	}
	if u.Host == "doi.org" || u.Host == "hdl.handle.net" { // of the publisher, mostly
		return len(endings) + 2
	}
	return len(endings) + 1
}
