// Package terminal is where a command of the command line writes: its messages in the
// reader's language, its log, and what errors mean that have nothing to do with what was
// asked for.
package terminal

import (
	"errors"
	"io"
	"strings"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/web/api/client"
	"zhiwen/web/catalogue"
)

// Terminal is where a command writes and reads its environment.
type Terminal struct {
	Out, Err io.Writer
	Getenv   func(string) string
	Logging  string // the setting log-format
}

// Language is the language of the terminal's messages: from LC_ALL, LC_MESSAGES or LANG.
func (t Terminal) Language() *catalogue.Language {
	c, err := catalogue.Open()
	if err != nil {
		panic(err) // the messages are embedded in the program, and tests open them
	}
	return t.LanguageOf(c)
}

// LanguageOf is Language of a catalogue that is open already.
func (t Terminal) LanguageOf(c *catalogue.Catalogue) *catalogue.Language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := t.Getenv(name); v != "" {
			tag, _, _ := strings.Cut(v, ".")
			if tag == "C" || tag == "POSIX" {
				tag = "en"
			}
			return c.Choose("", strings.ReplaceAll(tag, "_", "-"))
		}
	}
	return c.Choose("", "en")
}

// ErrReported is what a command returns when it has said all there is to say.
var ErrReported = errors.New("reported")

// What begins a line.
const (
	Good    = "✓ "
	Wrong   = "✗ "
	Missing = "– "
)

// Explain returns advice on errors that are unrelated to the command.
func (t Terminal) Explain(err error) string {
	l := t.Language()
	var fault *Fault
	if errors.As(err, &fault) {
		return fault.Text(l)
	}
	var away *client.Unreachable // before all: its reason looks as that of a database that is away
	if errors.As(err, &away) {
		return l.Text("trouble.server", "Address", away.Server, "Reason", away.Err.Error())
	}
	if refusal := database.RefusalOf(err); refusal != "" {
		return l.Text("trouble.refused."+string(refusal), "Reason", err.Error())
	}
	cause := database.Cause(err)
	for key, sort := range map[string]error{"trouble.damaged": record.ErrDamaged, "trouble.unreachable": record.ErrUnreachable,
		"trouble.noRoom": record.ErrNoRoom, "trouble.inUse": database.ErrLocked} {
		if errors.Is(cause, sort) {
			return l.Text(key, "Reason", err.Error())
		}
	}
	if said := pathFault(l, err); said != "" {
		return said
	}
	return err.Error()
}
