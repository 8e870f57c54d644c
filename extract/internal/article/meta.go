package article

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// most is the most characters kept of a title, an author or a site; longer text is none of these.
const most = 300

// statements are what a page states about itself, best places first.
type statements struct {
	linked, meta, items map[string]string // from JSON-LD, from meta elements, from itemprop
	canonical           string
	times               []string // of time elements
	dated               []string // texts of elements whose class mentions a time
	viewed              []string // texts of elements whose class mentions views
	title, heading      string
	text                strings.Builder // text of the page before its first comment
}

// aside matches parts of a page whose times and views belong to something else.
var aside = regexp.MustCompile(`(?i)comment|reply|footer|sidebar|related|recommend|widget|(^|[\s_-])(hot|rank)([\s_-]|$)`)

var (
	datedClass  = regexp.MustCompile(`(?i)(^|[\s_-])(date|time|pub|publish|published|pubdate|pubtime|posted|authi)([\s_-]|$)|(date|time)$`)
	viewedClass = regexp.MustCompile(`(?i)(read|view|hit|click)s?[_-]?(count|num|number|times)|(^|[\s_-])(views|hits)([\s_-]|$)`)
	// labelled matches a time after its label.
	labelled = regexp.MustCompile(`(?:发布时间|发布日期|发表时间|发表于|发布于|时间|日期|Published|Posted)(?:\s*on)?\s*[:：]?\s*((?:19|` +
		`20)\d{2}[^\p{Han}]{0,2}[-/.年][^|【】\n]{1,24})`)
	// views matches a count after or before its label.
	views = regexp.MustCompile(`(?:阅读量|阅读数|阅读次数|浏览次数|浏览量|点击量|点击数|点击次数|访问量|查看|阅读|浏览)\s*[:：(（]?\s*(\d[\d,]*(?:\.\d+)?)\s*([万wWkK]?)|` +
		`(\d[\d,]*)\s*(?:views|次阅读|次浏览|人阅读)`)
)

// mostText is how many bytes of a page's text are searched for labels.
const mostText = 256 << 10

// look collects the statements of a page.
func look(root *html.Node) *statements {
	s := &statements{linked: map[string]string{}, meta: map[string]string{}, items: map[string]string{}}
	var walk func(n *html.Node, beside bool)
	walk = func(n *html.Node, beside bool) {
		switch n.Type {
		case html.TextNode:
			if !beside && s.text.Len() < mostText {
				s.text.WriteString(n.Data)
				s.text.WriteByte(' ')
			}
			return
		case html.ElementNode:
			if n.DataAtom == atom.Script {
				if strings.Contains(attribute(n, "type"), "ld+json") {
					s.link(textOf(n))
				}
				return
			}
			if n.DataAtom == atom.Style || n.DataAtom == atom.Noscript || n.DataAtom == atom.Template {
				return
			}
			beside = beside || n.DataAtom == atom.Aside || n.DataAtom == atom.Footer ||
				aside.MatchString(attribute(n, "class")+" "+attribute(n, "id"))
			s.element(n, beside)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, beside)
		}
	}
	walk(root, false)
	return s
}

// element collects the statements of an element.
func (s *statements) element(n *html.Node, beside bool) {
	put := func(in map[string]string, key, value string) {
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		if key != "" && value != "" && in[key] == "" {
			in[key] = value
		}
	}
	if n.DataAtom == atom.Meta {
		content := attribute(n, "content")
		put(s.meta, attribute(n, "name"), content)
		put(s.meta, attribute(n, "property"), content)
	}
	if item := attribute(n, "itemprop"); item != "" && !beside {
		value := attribute(n, "content")
		if value == "" {
			value = attribute(n, "datetime")
		}
		if value == "" && item != "articleBody" {
			value = textOf(n)
		}
		put(s.items, item, value)
	}
	switch n.DataAtom {
	case atom.Link:
		if strings.EqualFold(attribute(n, "rel"), "canonical") && s.canonical == "" {
			s.canonical = strings.TrimSpace(attribute(n, "href"))
		}
	case atom.Title:
		if s.title == "" {
			s.title = textOf(n)
		}
	case atom.H1:
		if s.heading == "" && !beside {
			s.heading = textOf(n)
		}
	case atom.Time:
		if beside {
			break
		}
		if value := attribute(n, "datetime"); value != "" {
			s.times = append(s.times, value)
		} else {
			s.times = append(s.times, textOf(n))
		}
	case atom.Span, atom.Div, atom.Em, atom.P, atom.A, atom.I:
		name := attribute(n, "class") + " " + attribute(n, "id")
		if beside || len(name) == 1 {
			break
		}
		const few = 200 // bytes; longer text contains more than a time
		if datedClass.MatchString(name) {
			if text := textOf(n); len(text) <= few {
				s.dated = append(s.dated, text)
			}
		}
		if viewedClass.MatchString(name) {
			if text := textOf(n); len(text) <= few {
				s.viewed = append(s.viewed, text)
			}
		}
	}
}

// link reads what JSON-LD states about an article: the first object with a headline or a time.
func (s *statements) link(text string) {
	var all any
	if json.Unmarshal([]byte(text), &all) != nil {
		return
	}
	var visit func(v any, depth int)
	visit = func(v any, depth int) {
		const deep = 6
		if depth > deep {
			return
		}
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				visit(x, depth+1)
			}
		case map[string]any:
			if v["headline"] == nil && v["datePublished"] == nil {
				visit(v["@graph"], depth+1)
				visit(v["mainEntity"], depth+1)
				return
			}
			for _, key := range []string{"headline", "datePublished", "author", "publisher", "url"} {
				if value := named(v[key]); value != "" && s.linked[key] == "" {
					s.linked[key] = value
				}
			}
			s.interactions(v["interactionStatistic"])
		}
	}
	visit(all, 0)
}

// interactions reads the count of readings.
func (s *statements) interactions(v any) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, x := range list {
		one, ok := x.(map[string]any)
		if !ok {
			continue
		}
		kind := named(one["interactionType"])
		if t, ok := one["interactionType"].(map[string]any); ok {
			kind, _ = t["@type"].(string)
		}
		if n, ok := one["userInteractionCount"].(float64); ok && (strings.Contains(kind, "View") || strings.Contains(kind, "Read")) {
			s.linked["views"] = strconv.FormatInt(int64(n), 10)
		}
	}
}

// named returns a text of JSON-LD, or the name of an object.
func named(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case []any:
		var names []string
		for _, x := range v {
			if name := named(x); name != "" {
				names = append(names, name)
			}
		}
		return strings.Join(names, "、")
	case map[string]any:
		return named(v["name"])
	}
	return ""
}

// first returns the first text that is not blank, on one line.
func first(texts ...string) string {
	for _, t := range texts {
		if t = strings.Join(strings.Fields(t), " "); t != "" {
			if r := []rune(t); len(r) > most {
				t = string(r[:most])
			}
			return t
		}
	}
	return ""
}

// published returns when the page states that it was published.
func (s *statements) published(zone *time.Location, now time.Time) string {
	texts := []string{s.linked["datePublished"]}
	for _, name := range []string{"article:published_time", "og:published_time", "pubdate", "publishdate", "publish_date", "publish-date",
		"article:create_at", "weibo:article:create_at",
		"datepublished", "dc.date.issued", "dc.date", "dcterms.created", "date", "release_date"} {
		texts = append(texts, s.meta[name])
	}
	texts = append(append(texts, s.items["datepublished"]), s.times...)
	for _, m := range labelled.FindAllStringSubmatch(s.text.String(), 1) {
		texts = append(texts, m[1])
	}
	for _, text := range append(texts, s.dated...) {
		if t := published(text, zone, now); t != "" {
			return t
		}
	}
	return ""
}

// views returns how often the page states that it was read, or 0.
func (s *statements) views() int {
	if n, err := strconv.Atoi(s.linked["views"]); err == nil {
		return n
	}
	for _, text := range s.viewed {
		if n := count(text); n > 0 {
			return n
		}
		if n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(text), ",", "")); err == nil {
			return n
		}
	}
	return count(s.text.String())
}

// count parses a count of views with its label.
func count(text string) int {
	m := views.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	if m[1] == "" {
		m[1] = m[3]
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
	if err != nil {
		return 0
	}
	switch m[2] {
	case "万", "w", "W":
		n *= 10_000
	case "k", "K":
		n *= 1000
	}
	const mostViews = 1e12
	return int(min(n, mostViews))
}

// attribute returns an attribute of an element, or "".
func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// textOf returns the text in an element as one line.
func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && b.Len() < 1<<20 {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
