package exclude

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

//go:embed roles.toml
var builtIn []byte

// Table defines the roles of sections, and the text that is excluded because of its role. It is not
// changed after it is made and may be read concurrently.
type Table struct {
	roles  []role
	labels map[string]bool // of covers, squashed
	key    string

	titles  matcher // headings and endings of all roles
	phrases matcher // of roles that exclude text, by index in roles
}

// RolesSetting is the parameter of evidence that holds the table's Key.
const RolesSetting = "roles"

// Key identifies what was added to the built-in table, "" for nothing: equal additions have equal
// keys.
func (t *Table) Key() string {
	if t == nil {
		return ""
	}
	return t.key
}

// role is an entry prepared for use.
type role struct {
	Entry

	headings                map[string]bool // squashed
	contained               []string        // headings of at least leastContained characters
	endings, phrases, words []string        // letters only
}

type file struct {
	Role     []Entry `toml:"role"`
	Identity struct {
		Labels []string `toml:"labels"`
	} `toml:"identity"`
}

// The names of roles that the program refers to.
const (
	RoleRationale  = "rationale"
	RoleContent    = "content"
	RoleMethod     = "method"
	RoleInnovation = "innovation"
	RoleBasis      = "basis"
	RoleConditions = "conditions"
	RoleContents   = "contents"
	RoleReferences = "references"
)

// Default returns the built-in table.
var Default = sync.OnceValue(func() *Table {
	t := new(Table)
	if err := t.add(builtIn); err != nil { // embedded and tested
		panic(err)
	}
	return t
})

// Load returns the built-in table with the additions of a file. The error wraps TableFaults if the
// file is readable but contains faults.
func Load(path string) (*Table, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("table of roles: %w", err)
	}
	t, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("table of roles %s: %w", path, err)
	}
	return t, nil
}

// Parse returns the built-in table with the additions in data, which has the form of roles.toml.
func Parse(data []byte) (*Table, error) {
	t := &Table{roles: Default().roles, labels: Default().labels}
	sum := sha256.Sum256(data)
	t.key = hex.EncodeToString(sum[:8])
	return t, t.add(data)
}

// Entries returns the entries of the table as written: first the added ones, then the built-in ones.
func (t *Table) Entries() []Entry {
	out := make([]Entry, len(t.roles))
	for i := range t.roles {
		out[i] = t.roles[i].Entry
	}
	return out
}

// With returns the table with more entries. A nil table is the built-in one; without entries the
// result is the table itself. If several entries know a heading, an entry for a programme or some
// years takes precedence over a general one, and an added one over a built-in one: a special case
// is written with the rule in mind. The error is TableFaults.
func (t *Table) With(entries []Entry) (*Table, error) {
	if t == nil {
		t = Default()
	}
	if len(entries) == 0 {
		return t, nil
	}
	data, err := json.Marshal(entries)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append([]byte(t.key), data...))
	out := &Table{roles: t.roles, labels: t.labels, key: hex.EncodeToString(sum[:8])}
	return out, out.enter(entries).err()
}

func (t *Table) add(data []byte) error {
	var f file
	d := toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		var strict *toml.StrictMissingError
		var decode *toml.DecodeError
		switch {
		case errors.As(err, &strict):
			row, column := strict.Errors[0].Position()
			return TableFaults{{Line: row, Column: column, Fault: Fault{FaultField, strings.Join(strict.Errors[0].Key(), ".")}}}
		case errors.As(err, &decode):
			row, column := decode.Position()
			return TableFaults{{Line: row, Column: column, Fault: Fault{FaultSyntax, decode.Error()}}}
		}
		return err
	}
	labels := map[string]bool{}
	for l := range t.labels {
		labels[l] = true
	}
	wrong := t.enter(f.Role)
	for _, l := range f.Identity.Labels {
		if text.Squash(l) == "" {
			wrong = append(wrong, TableFault{Fault: Fault{FaultLabel, l}})
		}
		labels[text.Squash(l)] = true
	}
	t.labels = labels
	return wrong.err()
}

// enter adds entries before the existing ones.
func (t *Table) enter(entries []Entry) (wrong TableFaults) {
	roles := make([]role, 0, len(entries)+len(t.roles))
	for i, e := range entries {
		if faults := e.Faults(); len(faults) > 0 {
			for _, f := range faults {
				wrong = append(wrong, TableFault{Entry: i + 1, Name: e.Name, Fault: *f})
			}
			continue
		}
		roles = append(roles, e.prepare())
	}
	slices.SortStableFunc(roles, func(a, b role) int { return cmp.Compare(b.particular(), a.particular()) })
	t.roles = append(roles, t.roles...)
	t.titles, t.phrases = matcher{}, matcher{}
	for i := range t.roles {
		for h := range t.roles[i].headings {
			t.titles.add(text.Letters(h), i)
		}
		for _, e := range t.roles[i].endings {
			t.titles.add(e, i)
		}
		if zoned(&t.roles[i]) {
			for _, p := range t.roles[i].phrases {
				t.phrases.add(p, i)
			}
		}
	}
	return wrong
}

// Roles returns the name of the role of each section of a document, or "" if the table knows
// none. A section without a role of its own has the role of the section around it.
func (t *Table) Roles(sections []extract.Section, who evidence.Identity) []string {
	out := make([]string, len(sections))
	var parents []int
	for i, s := range sections {
		for len(parents) > 0 && sections[parents[len(parents)-1]].Level >= s.Level {
			parents = parents[:len(parents)-1]
		}
		if r := t.title(s.Title, who, true); r != nil {
			out[i] = r.Name
		} else if len(parents) > 0 {
			out[i] = out[parents[len(parents)-1]]
		}
		parents = append(parents, i)
	}
	return out
}

// longestTitle is the most code points of a title, including brackets after it: forms explain
// prompts there at length.
const (
	longestTitle = 200
	longestHead  = 60 // without the brackets
	// longestEnding is the most weight of a title recognised by its ending alone: one with a
	// university and two declarations.
	longestEnding = 52
	// leastContained is the least length of a heading that is recognised within a longer title.
	leastContained = 4
)

var (
	titleNumber = regexp.MustCompile(`^[\s\x{3000}]*(?:第\s*[一二三四五六七八九十百零〇\d]+\s*[章节部编篇条]分?|附件?\s*[一二三四五六七八九十\d]*\s*[:：、.．]` +
		`|附录\s*[A-Za-z一二三四五六七八九十\d]*|[（(]\s*[一二三四五六七八九十\d]{1,3}\s*[)）]|[一二三四五六七八九十]{1,3}\s*[、.．,，:：]` +
		`|\d{1,2}(?:[.．]\d{1,2}){0,4}\s*[、.．,，)）]?|[IVX]{1,5}[.、]|[①-⒛]|[#●◆■▲★*※]|[(（]?[a-zA-Z][)）])[\s\x{3000}]*`)
	joiners     = regexp.MustCompile(`[、，,;；/]|以及|\s+and\s+|\s*&\s*`)
	conjunction = regexp.MustCompile(`[与和及]`)
	leading     = regexp.MustCompile(`^(?:本项目的?|项目的?|本课题的?|课题的?|拟采取的?|拟采用的?|拟|以及|的|主要|请|附)`)
)

// title returns the role whose title a line is, or nil. loose accepts a title that contains a
// heading of the role, for lines known to be headings.
func (t *Table) title(line string, who evidence.Identity, loose bool) *role {
	if utf8.RuneCountInString(line) > longestTitle {
		return nil
	}
	head := strings.TrimSpace(line)
	for range 2 {
		head = titleNumber.ReplaceAllString(head, "")
	}
	head = strings.TrimRight(head, " \t\u3000：:；;。.,，、_")
	if open := strings.IndexAny(head, "（("); open > 0 && strings.HasSuffix(strings.ReplaceAll(head, ")", "）"), "）") {
		head = strings.TrimRight(head[:open], " \t\u3000：:；;。.,，、")
	} else if open == 0 {
		head = strings.Trim(head, "（()）")
	}
	head = strings.Trim(head, "【】[]〔〕《》<>“”\"* \u3000")
	whole := text.Squash(head)
	if whole == "" || utf8.RuneCountInString(head) > longestHead {
		return nil
	}
	if r := t.heading(whole, who); r != nil {
		return r
	}
	var first *role
	known := true
	for _, piece := range joiners.Split(head, -1) {
		if text.Squash(piece) == "" {
			continue
		}
		r := t.piece(piece, who)
		known = known && r != nil
		if first == nil {
			first = r
		}
	}
	if known || loose && first != nil {
		return first
	}
	bare := text.Letters(head)
	sentence := strings.ContainsAny(head, "，。？！；,?!;.") || weigh([]rune(head)) > longestEnding
	for i := range t.roles {
		r := &t.roles[i]
		for _, e := range r.endings {
			if sentence {
				break
			}
			if strings.HasSuffix(bare, e) && r.Applies(who) {
				return r
			}
		}
		if !loose {
			continue
		}
		// the first role in the table's order; which of its headings matches is irrelevant
		for _, h := range r.contained {
			if strings.Contains(whole, h) && r.Applies(who) {
				return r
			}
		}
	}
	return nil
}

// piece returns the role of a part of a title, or nil.
func (t *Table) piece(s string, who evidence.Identity) *role {
	s = strings.TrimSpace(s)
	for {
		if r := t.heading(text.Squash(s), who); r != nil {
			return r
		}
		cut := leading.ReplaceAllString(s, "")
		if cut == s {
			break
		}
		s = cut
	}
	var first *role
	parts := conjunction.Split(s, -1)
	if len(parts) < 2 {
		return nil
	}
	for _, p := range parts {
		r := t.heading(text.Squash(leading.ReplaceAllString(strings.TrimSpace(p), "")), who)
		if r == nil {
			return nil
		}
		if first == nil {
			first = r
		}
	}
	return first
}

func (t *Table) heading(squashed string, who evidence.Identity) *role {
	if squashed == "" {
		return nil
	}
	for i := range t.roles {
		if t.roles[i].headings[squashed] && t.roles[i].Applies(who) {
			return &t.roles[i]
		}
	}
	return nil
}
