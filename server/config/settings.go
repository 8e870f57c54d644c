// Package config reads the settings of the program: those of a settings file and of the
// environment become flags of the command line, all that is wrong is found at once, and of
// each it is known where it comes from.
//
// A setting is a flag of serve, or of all commands, that has an environment variable:
// who adds one to a command's struct has added it to the file, to config check and to
// the tests of the documentation. A flag counts before the environment, which counts
// before the file. In the file a setting is called like its flag; a table gives the
// names in it its own in front, so [tls] cert is tls-cert. A setting tagged secret is
// not printed.
package config

import (
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"zhiwen/server/terminal"
	"zhiwen/web/catalogue"
)

// DefaultFile is the file that is read where none is named.
const DefaultFile = "/etc/zhiwen/zhiwen.toml"

// Settings are the values of settings that are not on the command line, where each comes
// from, and what is wrong with them. They resolve the flags of a command line for kong.
type Settings struct {
	Model *kong.Application
	// file is the settings file that was read; "" is none.
	file    string
	read    bool
	entries map[string]entry
	origins map[string]origin
	faults  []Fault
	// defaults are those that no flag has, since they are of this machine, by setting.
	defaults map[string]string
}

// entry is a value of the settings file.
type entry struct {
	value any // string, int64, float64, bool or []any
	line  int
}

// origin is where the value of a setting comes from.
type origin struct {
	flag, variable string
	file           string
	line           int
}

// String names the place as people look for it.
func (o origin) String() string {
	switch {
	case o.flag != "":
		return "--" + o.flag
	case o.variable != "":
		return o.variable
	case o.line > 0:
		return o.file + ":" + strconv.Itoa(o.line)
	}
	return o.file
}

// Fault is something wrong with a setting: the message of the catalogue, without
// its beginning "config.", says what, and what to do.
type Fault struct {
	origin  origin
	setting string // "" where none is concerned
	message string
	args    []any
}

func (f Fault) text(l *catalogue.Language) string {
	parts := []string{}
	if at := f.origin.String(); at != "" {
		parts = append(parts, at)
	}
	if f.setting != "" && f.origin.flag == "" {
		parts = append(parts, f.setting)
	}
	return strings.Join(append(parts, l.Text("config."+f.message, f.args...)), ": ")
}

// Wrong returns a fault of a setting whose place is filled in later (Settings.Blame).
func Wrong(setting, message string, args ...any) Fault {
	return Fault{setting: setting, message: message, args: args}
}

// Of takes the flags whose settings are read. kong reads the environment no more: it would end
// at the first variable that is wrong, which would hide all else that is.
func (s *Settings) Of(m *kong.Application) {
	s.Model = m
	var take func(*kong.Node)
	take = func(n *kong.Node) {
		for _, f := range n.Flags {
			if f.Name != "config" { // which says where the others stand
				f.Help = kong.DefaultHelpValueFormatter(f.Value) // which names the variable
				f.Tag.Envs = nil
			}
		}
		for _, child := range n.Children {
			take(child)
		}
	}
	take(m.Node)
}

// Typed records that a setting was given on the command line.
func (s *Settings) Typed(setting string) { s.origins[setting] = origin{flag: setting} }

// Blame adds faults of settings, with the places where their values come from. One that
// was found wrong already is not named again.
func (s *Settings) Blame(faults []Fault) {
	known := s.faults
	for _, f := range faults {
		if slices.ContainsFunc(known, func(k Fault) bool { return k.setting == f.setting }) {
			continue
		}
		f.origin = s.origins[f.setting]
		s.faults = append(s.faults, f)
	}
}

// Complain prints all faults of the settings; the error is terminal.ErrMisused if there are any.
func (s *Settings) Complain(t terminal.Terminal) error {
	if len(s.faults) == 0 {
		return nil
	}
	l := t.Language()
	for _, f := range s.faults {
		fmt.Fprintln(t.Err, "zhiwen: "+f.text(l))
	}
	return terminal.ErrMisused
}

// Print writes the settings that hold for a command line as lines of a settings file, each
// with where it comes from, but without a value where it is refused, and names the variables
// of an environment that are none.
func (s *Settings) Print(t terminal.Terminal, l *catalogue.Language, parsed *kong.Context, environment []string) {
	if s.file == "" {
		fmt.Fprintln(t.Out, "# "+l.Text("config.noSettings", "File", DefaultFile))
	} else {
		fmt.Fprintln(t.Out, "# "+s.file)
	}
	for _, h := range s.Holding(parsed) {
		if h.From == "" {
			h.From = l.Text("config.default")
		}
		if slices.ContainsFunc(s.faults, func(f Fault) bool { return f.setting == h.Name }) {
			fmt.Fprintf(t.Out, "# %s  # %s\n", h.Name, l.Text("config.refused", "From", h.From)) // its value is none that holds
			continue
		}
		switch {
		case h.Secret && h.Value == "":
			h.Value = l.Text("config.hidden")
			fallthrough
		case h.Secret:
			h.Name = "# " + h.Name // no line to be copied
		}
		fmt.Fprintf(t.Out, "%s = %s  # %s\n", h.Name, h.Value, h.From)
	}
	for _, name := range s.strangers(environment) {
		fmt.Fprintln(t.Err, "zhiwen: "+l.Text("config.stranger", "Variable", name))
	}
}

// Default says what a setting is where it is left out, which depends on the machine.
func (s *Settings) Default(setting, value string) {
	if s.defaults == nil {
		s.defaults = map[string]string{}
	}
	s.defaults[setting] = value
}

// Held is a setting that holds for a command line.
type Held struct {
	Name string
	// Value is as in a settings file; of what is secret, what of it may be shown.
	Value  string
	Secret bool
	From   string // a flag, a variable or a line of a file; "" is the default
}

// Holding returns the settings that hold for a command line, in the order of its help.
func (s *Settings) Holding(parsed *kong.Context) (all []Held) {
	for _, f := range parsed.Flags() {
		if len(f.Envs) == 0 || f.Name == "config" {
			continue
		}
		h := Held{Name: f.Name, From: s.origins[f.Name].String()}
		h.Value, h.Secret = shown(f, reflect.ValueOf(parsed.FlagValue(f)))
		if value, ok := s.defaults[f.Name]; ok && h.From == "" {
			h.Value = strconv.Quote(value)
		}
		all = append(all, h)
	}
	return all
}

// shown formats a value as in a settings file, without secrets.
func shown(f *kong.Flag, value reflect.Value) (text string, secret bool) {
	switch value.Kind() {
	case reflect.Slice:
		quoted := []string{}
		for i := range value.Len() {
			quoted = append(quoted, strconv.Quote(value.Index(i).String()))
		}
		text = "[" + strings.Join(quoted, ", ") + "]"
	case reflect.String:
		text = strconv.Quote(value.String())
	default:
		text = fmt.Sprint(value.Interface())
	}
	if f.Tag.Has("secret") && !value.IsZero() {
		u, err := url.Parse(value.String())
		if f.Tag.Get("secret") != "url" || err != nil || u.Scheme == "" || u.User == nil {
			return "", true
		}
		return strconv.Quote(u.Redacted()), true
	}
	return text, false
}

// strangers returns the environment variables that look like settings but are not.
func (s *Settings) strangers(environment []string) (names []string) {
	known := []string{"ZHIWEN_CONFIG"}
	for _, f := range s.All() {
		known = append(known, f.Envs...)
	}
	for _, pair := range environment {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "ZHIWEN_") && !strings.HasPrefix(name, "ZHIWEN_TEST_") && !slices.Contains(known, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// All returns the settings, in the order of the help.
func (s *Settings) All() (flags []*kong.Flag) {
	i := slices.IndexFunc(s.Model.Children, func(n *kong.Node) bool { return n.Name == "serve" })
	for _, group := range s.Model.Children[i].AllFlags(false) {
		for _, f := range group {
			if len(f.Envs) > 0 && f.Name != "config" {
				flags = append(flags, f)
			}
		}
	}
	return flags
}

// Validate implements kong.Resolver.
func (*Settings) Validate(*kong.Application) error { return nil }

// Resolve implements kong.Resolver: kong asks for every flag that is not on the command
// line. Values that are wrong are noted and replaced by the default, so that all that is
// wrong is found at once.
func (s *Settings) Resolve(c *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if err := s.load(c); err != nil {
		return nil, err
	}
	if len(flag.Envs) == 0 {
		return nil, nil
	}
	if text, set := os.LookupEnv(flag.Envs[0]); set {
		s.origins[flag.Name] = origin{variable: flag.Envs[0]}
		return s.tried(flag, text), nil
	}
	e, set := s.entries[flag.Name]
	if !set {
		return nil, nil
	}
	s.origins[flag.Name] = origin{file: s.file, line: e.line}
	if path, isText := e.value.(string); isText && isPath(flag) && path != "" && !filepath.IsAbs(path) && !strings.HasPrefix(path, "~") {
		e.value = filepath.Join(filepath.Dir(s.file), path)
	}
	return s.tried(flag, e.value), nil
}

func isPath(flag *kong.Flag) bool {
	return slices.Contains([]string{"path", "existingfile", "existingdir"}, flag.Tag.Type)
}

// tried returns a value that kong can take: the given one, or the default where something is
// wrong with it.
func (s *Settings) tried(flag *kong.Flag, value any) any {
	message, args := tryValue(flag, value)
	if message == "" {
		if n, isNumber := value.(int64); isNumber {
			return strconv.FormatInt(n, 10)
		}
		return value
	}
	s.faults = append(s.faults, Fault{origin: s.origins[flag.Name], setting: flag.Name, message: message, args: args})
	switch {
	case flag.HasDefault:
		return flag.Default
	case flag.IsSlice():
		return []any{}
	case flag.IsBool():
		return "false"
	case isPath(flag):
		return nil // "" would be the current folder
	}
	return ""
}

// tryValue returns the fault of a value, or "".
func tryValue(flag *kong.Flag, value any) (message string, args []any) {
	text, isText := value.(string)
	switch kind := flag.Target.Kind(); {
	case flag.IsSlice():
		list, isList := value.([]any)
		if !isText && !isList || slices.ContainsFunc(list, func(v any) bool { _, is := v.(string); return !is }) {
			return "type.list", nil
		}
		return "", nil
	case kind == reflect.Bool:
		if _, isBool := value.(bool); isBool || slices.Contains([]string{"true", "false", "1", "0", "yes", "no"}, strings.ToLower(text)) {
			return "", nil
		}
		return "type.bool", []any{"Value", fmt.Sprint(value)}
	case kind == reflect.Int || kind == reflect.Int64:
		n, isNumber := value.(int64)
		if isText {
			var err error
			n, err = strconv.ParseInt(text, 10, 64)
			isNumber = err == nil
		}
		if !isNumber || n > math.MaxInt32 || n < math.MinInt32 { // no setting comes near
			return "type.number", []any{"Value", fmt.Sprint(value)}
		}
		return "", nil
	case !isText:
		return "type.text", []any{"Value", fmt.Sprint(value)}
	}
	if enum := flag.EnumSlice(); flag.Enum != "" && !slices.Contains(enum, text) {
		return "type.choice", []any{"Value", text, "Choices", strings.Join(enum, ", ")}
	}
	if info, err := os.Stat(kong.ExpandPath(text)); text != "" {
		switch {
		case flag.Tag.Type == "existingfile" && (err != nil || info.IsDir()):
			return "noFile", []any{"File", text}
		case flag.Tag.Type == "existingdir" && (err != nil || !info.IsDir()):
			return "noFolder", []any{"Folder", text}
		}
	}
	return "", nil
}
