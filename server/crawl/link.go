package crawl

import (
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"zhiwen/checker/record"
)

// Traps are sites, or parts of them, that make addresses without end: calendars,
// baskets, links that repeat their own path. Only what fits an expression of the site is
// ever followed; these bounds are for where an expression fits a trap too.
const (
	mostAddress  = 1000 // bytes
	mostSegments = 20   // of a path
	mostTwins    = 2    // times that one segment may stand in a path
	mostFields   = 12   // of a query
)

// tracking are fields of addresses that say where a reader came from, and not what is read.
var tracking = regexp.MustCompile(`(?i)^(utm_\w+|spm|scm|gclid|fbclid|msclkid|yclid|share_token|from_source|vd_source|` +
	`jsessionid|phpsessid)$`)

// Normal returns the one address of a page: without fragment, usual port, and fields that
// track; ok is false where no page is to be had at it, or where it is written so that
// it has no such form: what is given is its own.
func Normal(address string) (normal string, ok bool) {
	if normal, ok = normalOnce(address); !ok {
		return "", false
	}
	again, ok := normalOnce(normal)
	if !ok || again != normal {
		return "", false
	}
	return normal, true
}

func normalOnce(address string) (normal string, ok bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Hostname() == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" || u.Opaque != "" {
		return "", false
	}
	u.Fragment, u.RawFragment = "", ""
	u.Host = strings.ToLower(u.Host)
	if port := u.Port(); port == "" || port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		u.Host = u.Hostname()
		if strings.Contains(u.Host, ":") {
			u.Host = "[" + u.Host + "]"
		}
	} else if !usablePort(port) {
		return "", false
	}
	if u.Path == "" {
		u.Path = "/"
	}
	if u.RawQuery != "" {
		fields := slices.DeleteFunc(strings.Split(u.RawQuery, "&"), func(f string) bool {
			name, _, _ := strings.Cut(f, "=")
			return f == "" || tracking.MatchString(name)
		})
		if len(fields) > mostFields {
			return "", false
		}
		u.RawQuery = strings.Join(fields, "&")
	}
	u.ForceQuery = false
	if normal = u.String(); len(normal) > mostAddress || repeats(u.Path) {
		return "", false
	}
	return normal, true
}

// usablePort reports whether a page may be had at a port: services of a machine that are no
// web servers have low ones.
func usablePort(port string) bool {
	const lowest = 1024
	n, err := net.LookupPort("tcp", port)
	return err == nil && (n == 80 || n == 443 || n >= lowest)
}

// repeats reports whether a path is long, or holds a segment again and again.
func repeats(path string) bool {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	count := map[string]int{}
	for _, s := range segments {
		if count[s]++; s != "" && count[s] > mostTwins {
			return true
		}
	}
	return len(segments) > mostSegments
}

// Host returns the host of an address with its port, "" for no address.
func Host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

// Rules says what of a site is followed.
type Rules struct {
	hosts                  map[string]bool
	articles, lists, never []*regexp.Regexp
}

// CompileRules makes rules of what people have set; the error names the expression
// that cannot be read.
func CompileRules(r record.SiteRules) (*Rules, error) {
	out := &Rules{hosts: map[string]bool{}}
	for _, h := range r.Hosts {
		out.hosts[h] = true
	}
	for _, x := range []struct {
		from []string
		to   *[]*regexp.Regexp
	}{{r.Articles, &out.articles}, {r.Lists, &out.lists}, {r.Never, &out.never}} {
		for _, text := range x.from {
			e, err := regexp.Compile(text)
			if err != nil {
				return nil, err
			}
			*x.to = append(*x.to, e)
		}
	}
	return out, nil
}

// Within reports whether an address belongs to the site.
func (r *Rules) Within(address string) bool { return r.hosts[Host(address)] }

// Role returns what a normal address is followed for; ok is false where it is not.
func (r *Rules) Role(address string) (role record.PageRole, ok bool) {
	switch {
	case !r.Within(address) || r.Never(address):
		return "", false
	case fits(r.articles, address):
		return record.PageArticle, true
	case fits(r.lists, address):
		return record.PageList, true
	}
	return "", false
}

// Never reports whether an address is left alone, whatever else it fits.
func (r *Rules) Never(address string) bool { return fits(r.never, address) }

func fits(among []*regexp.Regexp, address string) bool {
	return slices.ContainsFunc(among, func(e *regexp.Regexp) bool { return e.MatchString(address) })
}
