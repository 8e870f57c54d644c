// Package catalogue holds what the pages say, in Chinese and English, and
// writes numbers, shares, sizes and times the way each language does.
//
// The messages stand in one TOML file a language (zh.toml, en.toml), keyed
// alike. The package knows nothing of pages, checks or HTTP beyond the value of
// an Accept-Language header.
package catalogue

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"zhiwen/internal/each"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	xlanguage "golang.org/x/text/language"
	"golang.org/x/text/message"
)

//go:embed zh.toml en.toml
var files embed.FS

// The codes of the languages, as they stand in cookies and file names. The
// first is what a reader gets who asks for neither.
const (
	Chinese = "zh"
	English = "en"
)

// Catalogue is all languages. It is safe for concurrent use.
type Catalogue struct {
	languages []*Language // in the order of the matcher's tags
	matcher   xlanguage.Matcher
}

// Language is the messages and number forms of one language. It is safe for
// concurrent use.
type Language struct {
	Code string // Chinese or English
	HTML string // value of a lang attribute
	Name string // in the language itself

	localizer *i18n.Localizer
	fixed     map[string]string // the messages without values and forms, which need not be made anew
	printer   *message.Printer
	dateTime  string // layouts of package time
	date      string
}

// Open returns the embedded messages, which are read at the first call of a process: later ones give the same.
func Open() (*Catalogue, error) { return opened() }

var opened = sync.OnceValues(read)

// read reads the embedded messages.
func read() (*Catalogue, error) {
	bundle := i18n.NewBundle(xlanguage.Chinese)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	fixed := map[string]map[string]string{}
	for _, code := range []string{Chinese, English} {
		name := code + ".toml"
		b, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("catalogue: %w", err)
		}
		parsed, err := bundle.ParseMessageFileBytes(b, name)
		if err != nil {
			return nil, fmt.Errorf("catalogue: read %s: %w", name, err)
		}
		fixed[code] = map[string]string{}
		for _, m := range parsed.Messages {
			if m.One == "" && !strings.Contains(m.Other, "{{") {
				fixed[code][m.ID] = m.Other
			}
		}
	}
	return &Catalogue{
		languages: []*Language{
			{
				Code: Chinese, HTML: "zh-Hans", Name: "中文",
				localizer: i18n.NewLocalizer(bundle, Chinese), fixed: fixed[Chinese],
				printer:  message.NewPrinter(xlanguage.SimplifiedChinese),
				dateTime: "2006-01-02 15:04", date: "2006-01-02",
			},
			{
				Code: English, HTML: "en", Name: "English",
				localizer: i18n.NewLocalizer(bundle, English), fixed: fixed[English],
				printer:  message.NewPrinter(xlanguage.English),
				dateTime: "2 Jan 2006, 15:04", date: "2 Jan 2006",
			},
		},
		matcher: xlanguage.NewMatcher([]xlanguage.Tag{xlanguage.Chinese, xlanguage.English}),
	}, nil
}

// Languages returns all languages, in a fixed order.
func (c *Catalogue) Languages() []*Language { return slices.Clone(c.languages) }

// Choose returns the language named by code or, where code names none, the best
// one for an Accept-Language header, which may be empty or broken.
func (c *Catalogue) Choose(code, acceptLanguage string) *Language {
	for _, l := range c.languages {
		if l.Code == code {
			return l
		}
	}
	tags, _, err := xlanguage.ParseAcceptLanguage(acceptLanguage)
	if err != nil || len(tags) == 0 {
		return c.languages[0]
	}
	_, i, confidence := c.matcher.Match(tags...)
	if confidence == xlanguage.No {
		// Somebody who reads neither is better served by English than by the default.
		return c.Choose(English, "")
	}
	return c.languages[i]
}

// Text returns a message without plural forms. args are pairs of a name used in
// the message and its value. A key that does not exist comes back in angle
// quotes; the package's test and the pages' tests see to it that none is used.
func (l *Language) Text(key string, args ...any) string {
	if len(args) == 0 {
		if fixed, ok := l.fixed[key]; ok {
			return fixed
		}
	}
	return l.localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: l.data(args)})
}

// Texts returns the messages of keys, without arguments.
func (l *Language) Texts(keys ...string) []string {
	return each.Of(keys, func(key string) string { return l.Text(key) })
}

// Find returns a message without values and plural forms and reports whether the key exists: for
// values that another version may have written.
func (l *Language) Find(key string) (string, bool) {
	fixed, ok := l.fixed[key]
	return fixed, ok
}

// Count returns a message in the plural form for n. The message sees n, written
// as the language writes numbers, as Count, beside args as in Text.
func (l *Language) Count(key string, n int, args ...any) string {
	data := l.data(args)
	data["Count"] = l.Number(n)
	return l.localize(&i18n.LocalizeConfig{MessageID: key, PluralCount: n, TemplateData: data})
}

func (l *Language) localize(config *i18n.LocalizeConfig) string {
	s, err := l.localizer.Localize(config)
	if err != nil {
		return "‹" + config.MessageID + "›"
	}
	return s
}

// data turns pairs into a map; numbers are written in the language's form.
func (l *Language) data(args []any) map[string]any {
	data := make(map[string]any, len(args)/2+1)
	for i := 0; i+1 < len(args); i += 2 {
		name, ok := args[i].(string)
		if !ok {
			continue
		}
		switch v := args[i+1].(type) {
		case int:
			data[name] = l.Number(v)
		case string:
			data[name] = Isolated(v)
		default:
			data[name] = v
		}
	}
	return data
}
