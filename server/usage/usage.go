// Package usage speaks the reader's language about the command line: what its commands and flags are
// for, and what is wrong with a call.
//
// Its input is kong's model, whose help is English, and kong's errors; its output is the same in
// Chinese. It knows nothing of what the commands do.
package usage

import (
	"bytes"
	_ "embed" // the Chinese texts
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"
	"github.com/pelletier/go-toml/v2"

	"zhiwen/web/catalogue"
)

//go:embed zh.toml
var chinese []byte

// texts are the Chinese texts by the English ones.
type texts struct {
	Help  map[string]string
	Fault []struct{ English, Chinese string }
}

func load() (t texts, err error) {
	err = toml.Unmarshal(chinese, &t)
	return t, err
}

// Translate replaces the help of all commands, arguments and flags of a model by that of a language and makes its
// parser print it. It does nothing for English. It returns the English help that has no translation.
func Translate(k *kong.Kong, c *catalogue.Catalogue, l *catalogue.Language) (missing []string, err error) {
	if l.Code == catalogue.English {
		return nil, nil
	}
	t, err := load()
	if err != nil {
		return nil, err
	}
	english := c.Choose("", catalogue.English)
	said := func(name, help string) string {
		if s := t.Help[help]; s != "" || help == "" {
			return s
		}
		if key := "program.help." + name; english.Text(key) == help {
			return l.Text(key) + "。"
		}
		missing = append(missing, help)
		return help
	}
	value := func(v *kong.Value) {
		help := strings.ReplaceAll(said(v.Name, strings.ReplaceAll(v.OrigHelp, "$$", "$")), "${enum}", v.Enum)
		if f := v.Flag; f != nil && len(f.Envs) > 0 {
			help = strings.TrimSuffix(help, "。") + "（$" + strings.Join(f.Envs, "、$") + "）。"
		}
		v.Help = strings.ReplaceAll(help, " ", unbroken)
	}
	err = kong.Visit(k.Model, func(n kong.Visitable, next kong.Next) error {
		switch n := n.(type) {
		case *kong.Application:
			n.Help = said("", n.Help)
		case *kong.Node:
			n.Help = strings.ReplaceAll(said("", n.Help), " ", unbroken)
		case *kong.Value: // of a flag too
			value(n)
		}
		return next(nil)
	})
	if err != nil {
		return nil, err
	}
	return missing, errors.Join(kong.Help(printChinese).Apply(k),
		kong.ValueFormatter(func(v *kong.Value) string { return v.Help }).Apply(k))
}

// Fault returns what kong says of a command line in a language.
func Fault(l *catalogue.Language, err error) string {
	said := err.Error()
	if l.Code == catalogue.English {
		return said
	}
	t, loadErr := load()
	if loadErr != nil {
		return said
	}
	for _, f := range t.Fault {
		if r := regexp.MustCompile("^(?:" + f.English + ")$"); r.MatchString(said) {
			return r.ReplaceAllString(said, f.Chinese)
		}
	}
	return said
}

// fixed are the words of kong's own that stand around the help.
var fixed = []struct {
	english *regexp.Regexp
	chinese string
}{
	{regexp.MustCompile(`^Usage: `), "用法："},
	{regexp.MustCompile(`^Arguments:`), "参数："},
	{regexp.MustCompile(`^Flags:`), "选项："},
	{regexp.MustCompile(`^Commands:`), "命令："},
	{regexp.MustCompile(`^Run "(.*)" for more information.*`), `各命令的说明：$1`},
	{regexp.MustCompile(`\[flags\]`), "[选项]"},
	{regexp.MustCompile(`<command>`), "<命令>"},
}

// printChinese prints kong's help with Chinese words around it, in lines that fit a terminal.
func printChinese(options kong.HelpOptions, ctx *kong.Context) error {
	out := ctx.Stdout
	defer func() { ctx.Stdout = out }()
	var page bytes.Buffer
	ctx.Stdout = &page
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil {
		return err
	}
	for line := range strings.Lines(page.String()) {
		line = strings.TrimRight(line, "\n")
		for _, f := range fixed {
			line = f.english.ReplaceAllString(line, f.chinese)
		}
		if err := printFolded(out, line); err != nil {
			return err
		}
	}
	return nil
}

// unbroken stands for a blank while kong divides help into lines, which it does at blanks.
const unbroken = "\ue000"

// width is that of a terminal, in columns; Chinese characters take two.
const width = 80

// help is where the help of a flag begins, in a line of two columns.
var help = regexp.MustCompile(`^ +\S+(?: \S+)* {2,}`)

// printFolded prints a line, and what goes beyond the width of a terminal below the beginning of its help.
func printFolded(out io.Writer, line string) error {
	line = strings.ReplaceAll(line, unbroken, " ")
	indent := strings.Repeat(" ", max(len(help.FindString(line)), len(line)-len(strings.TrimLeft(line, " "))))
	var b strings.Builder
	column := 0
	for word := range words(line) {
		columns := 0
		for _, r := range word {
			if columns++; r >= 0x2E80 {
				columns++
			}
		}
		if column+columns > width && column > len(indent) {
			b.WriteString("\n" + indent)
			column, word = len(indent), strings.TrimLeft(word, " ")
		}
		b.WriteString(word)
		column += columns
	}
	_, err := fmt.Fprintln(out, strings.TrimRight(b.String(), " "))
	return err
}

// words yields the parts of a line between which it can be divided: words with the blanks before them, and Chinese
// characters with the punctuation behind them.
func words(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from, before := 0, ' '
		for i, r := range line {
			divides := unicode.Is(unicode.Han, r) || unicode.Is(unicode.Han, before) || r == ' '
			opened, closing := before == '“' || before == '（', unicode.In(r, unicode.Po, unicode.Pe, unicode.Pf)
			if i > from && divides && !opened && !closing {
				if !yield(line[from:i]) {
					return
				}
				from = i
			}
			before = r
		}
		yield(line[from:])
	}
}
