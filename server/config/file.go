package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"zhiwen/internal/each"

	"github.com/alecthomas/kong"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// load reads the settings file, once: the one that the command line or the environment
// names, or the default one where it is there.
func (s *Settings) load(c *kong.Context) error {
	if s.read {
		return nil
	}
	s.read, s.entries, s.origins = true, map[string]entry{}, map[string]origin{}
	named := false
	for _, f := range c.Model.Flags {
		if f.Name == "config" {
			s.file, named = fmt.Sprint(c.FlagValue(f)), true
		}
	}
	if s.file == "" {
		s.file, named = DefaultFile, false
	}
	data, err := os.ReadFile(s.file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		s.file = ""
		return nil
	case errors.Is(err, fs.ErrNotExist):
		s.faults = append(s.faults, Fault{origin: origin{file: s.file}, message: "missing"})
		return nil
	case err != nil:
		s.faults = append(s.faults, Fault{origin: origin{file: s.file}, message: "unreadable", args: []any{"Reason", err.Error()}})
		return nil //nolint:nilerr // it is told with the other faults
	}
	s.parse(data)
	return nil
}

// parse reads the settings of a file.
func (s *Settings) parse(data []byte) {
	at := func(line int) origin { return origin{file: s.file, line: line} }
	var whole map[string]any
	if err := toml.Unmarshal(data, &whole); err != nil {
		line := 0
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			line, _ = decode.Position()
		}
		s.faults = append(s.faults, Fault{origin: at(line), message: "syntax",
			args: []any{"Reason", strings.TrimPrefix(err.Error(), "toml: ")}})
		return
	}
	lines := linesOfKeys(data)
	known := each.Map(s.All(), func(f *kong.Flag) (string, bool) { return f.Name, true })
	for _, key := range lines.order {
		value := valueAt(whole, key)
		name, line := strings.Join(key, "-"), lines.of[strings.Join(key, ".")]
		switch before, twice := s.entries[name]; {
		case !known[name]:
			f := Fault{origin: at(line), setting: strings.Join(key, "."), message: "unknown"}
			if like := alike(name, known); like != "" {
				f.message, f.args = "unknownLike", []any{"Setting", like}
			}
			s.faults = append(s.faults, f)
		case twice:
			s.faults = append(s.faults, Fault{origin: at(line), setting: name, message: "twice",
				args: []any{"Line", strconv.Itoa(before.line)}})
		default:
			s.entries[name] = entry{value, line}
		}
	}
}

// alike finds a setting that is spelt nearly like a name, "" for none.
func alike(name string, known map[string]bool) string {
	plain := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, s)
	}
	want := strings.TrimPrefix(plain(name), "zhiwen")
	best, least := "", max(1, len(want)/4)+1
	for k := range known {
		d := distance(want, plain(k))
		if d < least || d == least && best != "" && k < best {
			best, least = k, d
		}
	}
	return best
}

// distance returns how many letters must be changed, added or left out to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// keyLines are the keys of a file with values, in order, and in which line each stands.
type keyLines struct {
	order [][]string
	of    map[string]int
}

// linesOfKeys finds the keys of a file that can be read.
func linesOfKeys(data []byte) keyLines {
	lines := keyLines{of: map[string]int{}}
	var p unstable.Parser
	p.Reset(data)
	var table []string
	keyOf := func(n *unstable.Node) (key []string, line int) {
		for it := n.Key(); it.Next(); {
			if line == 0 {
				line = 1 + strings.Count(string(data[:it.Node().Raw.Offset]), "\n")
			}
			key = append(key, string(it.Node().Data))
		}
		return key, line
	}
	for p.NextExpression() {
		n := p.Expression()
		switch n.Kind {
		case unstable.Table, unstable.ArrayTable:
			var line int
			if table, line = keyOf(n); n.Kind == unstable.ArrayTable {
				lines.order = append(lines.order, table) // no setting is one: it is named as unknown
				lines.of[strings.Join(table, ".")] = line
			}
		case unstable.KeyValue:
			key, line := keyOf(n)
			key = slices.Concat(table, key)
			lines.order = append(lines.order, key)
			lines.of[strings.Join(key, ".")] = line
		}
	}
	return lines
}

// valueAt returns the value of a key.
func valueAt(table map[string]any, key []string) any {
	value := any(table)
	for _, k := range key {
		t, isTable := value.(map[string]any)
		if !isTable {
			return value
		}
		value = t[k]
	}
	return value
}
