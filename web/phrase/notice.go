package phrase

import (
	"strings"

	"zhiwen/extract"
	"zhiwen/web/catalogue"
)

// NoticeTitle says in a few words what a notice tells.
func NoticeTitle(l *catalogue.Language, n extract.Notice) string {
	key := "notice." + string(n.Kind) + ".title"
	switch {
	case len(n.Pages) > 0:
		list := strings.NewReplacer("-", "–", ", ", l.Text("app.comma")).Replace(n.PageList())
		return l.Count(key, len(n.Pages), "Pages", list)
	case n.Count > 0:
		return l.Count(key, n.Count)
	}
	return l.Text(key)
}

// NoticeAdvice returns what it means for who reads a report, and what to do.
func NoticeAdvice(l *catalogue.Language, n extract.Notice) string {
	return l.Text("notice." + string(n.Kind) + ".advice")
}
