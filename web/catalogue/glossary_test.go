package catalogue

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/pelletier/go-toml/v2"
)

// A rule forbids an expression in the messages of one language, except as part of an allowed expression.
type rule struct {
	code      string
	forbidden *regexp.Regexp
	allowed   []*regexp.Regexp
}

// breach returns the forbidden expression that a message contains, or "".
func (r rule) breach(message string) string {
	if !r.forbidden.MatchString(message) {
		return ""
	}
	for _, a := range r.allowed {
		message = a.ReplaceAllString(message, "")
	}
	return r.forbidden.FindString(message)
}

// words returns a pattern of an expression, in any case. Of English ones it matches whole words, also their plural if plural is set.
func words(expression string, plural bool) *regexp.Regexp {
	pattern := regexp.QuoteMeta(expression)
	if languageOf(expression) == English {
		if plural {
			pattern += "s?"
		}
		pattern = `\b` + pattern + `\b`
	}
	return regexp.MustCompile("(?i)" + pattern)
}

func languageOf(expression string) string {
	if strings.ContainsFunc(expression, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return Chinese
	}
	return English
}

// glossary returns the rules of the two tables of docs/glossary.md: words, whose terms are allowed, and expressions.
func glossary(t *testing.T) []rule {
	t.Helper()
	const wordColumns, expressionColumns = 4, 3
	page, err := os.ReadFile("../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	count := map[int]int{}
	var rules []rule
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		var not string
		var allowed []*regexp.Regexp
		switch len(cells) {
		case wordColumns:
			not = cells[3]
			for _, term := range cells[:2] {
				if term = strings.TrimSpace(term); term != "" {
					allowed = append(allowed, words(term, true))
				}
			}
		case expressionColumns:
			not = cells[0]
			for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
				allowed = append(allowed, words(m[1], false))
			}
		}
		for _, m := range quoted.FindAllStringSubmatch(not, -1) {
			rules = append(rules, rule{code: languageOf(m[1]), forbidden: words(m[1], false), allowed: allowed})
			count[len(cells)]++
		}
	}
	if count[wordColumns] == 0 || count[expressionColumns] == 0 {
		t.Fatalf("docs/glossary.md forbids %d words and %d expressions", count[wordColumns], count[expressionColumns])
	}
	return rules
}

// texts returns the forms of a message.
func texts(message any) []string {
	if forms, ok := message.(map[string]any); ok {
		var all []string
		for _, form := range forms {
			all = append(all, form.(string))
		}
		return all
	}
	return []string{message.(string)}
}

// elsewhere returns the messages outside the catalogue by language and file: the help of the command line and the texts of
// the browser extension.
func elsewhere(t *testing.T) map[string]map[string]string {
	t.Helper()
	const usage = "../../server/usage/zh.toml"
	read := func(path string, decode func([]byte, any) error, into any) {
		b, err := os.ReadFile(path)
		if err == nil {
			err = decode(b, into)
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	all := map[string]map[string]string{Chinese: {}, English: {}}
	var help struct{ Help map[string]string }
	read(usage, toml.Unmarshal, &help)
	for english, chinese := range help.Help {
		all[Chinese][usage+" "+english], all[English][usage+" "+english] = chinese, english
	}
	for code, said := range all {
		path := "../../static/extension/_locales/" + code + "/messages.json"
		var locale map[string]struct{ Message string }
		read(path, json.Unmarshal, &locale)
		if len(locale) == 0 || len(help.Help) == 0 {
			t.Fatalf("%s or %s has no messages", path, usage)
		}
		for key, m := range locale {
			said[path+" "+key] = m.Message
		}
	}
	return all
}

// TestGlossary holds the messages to the words of docs/glossary.md.
func TestGlossary(t *testing.T) {
	rules := glossary(t)
	unsaid := regexp.MustCompile(`{{[^}]*}}|--[a-z-]+`) // placeholders and flags of the command line
	others := elsewhere(t)
	for _, code := range []string{Chinese, English} {
		check := func(key, text string) {
			text = unsaid.ReplaceAllString(text, "")
			for _, r := range rules {
				if r.code != code {
					continue
				}
				if word := r.breach(text); word != "" {
					t.Errorf("%s: %s has %q, which docs/glossary.md does not allow", code, key, word)
				}
			}
		}
		for key, message := range messages(t, code) {
			for _, text := range texts(message) {
				check(key, text)
			}
		}
		for key, text := range others[code] {
			check(key, text)
		}
	}
}

func TestGlossaryRules(t *testing.T) {
	officer := rule{forbidden: words("officer", false), allowed: []*regexp.Regexp{words("programme officer", true)}}
	library := rule{forbidden: words("书库", false), allowed: []*regexp.Regexp{words("申请书库", true)}}
	for _, tt := range []struct {
		rule          rule
		message, want string
	}{
		{officer, "Ask an Officer.", "Officer"},
		{officer, "Ask a programme officer.", ""},
		{officer, "Programme officers decide.", ""},
		{officer, "officership", ""},
		{library, "存入申请书库", ""},
		{library, "与书库比较", "书库"},
	} {
		if got := tt.rule.breach(tt.message); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.message, got, tt.want)
		}
	}
}

// TestApostrophes holds the English messages to typographic apostrophes.
func TestApostrophes(t *testing.T) {
	straight := regexp.MustCompile(`\pL'\pL`)
	for key, message := range messages(t, English) {
		for _, text := range texts(message) {
			if straight.MatchString(text) {
				t.Errorf("%s has a straight apostrophe: %q", key, text)
			}
		}
	}
}
