package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestTricks writes each trick in each of its formats: names are given once, and no two tricks of a format are the same file.
func TestTricks(t *testing.T) {
	if _, err := typefaces(); err != nil {
		t.Skip(err)
	}
	zh, en, _, err := contents("../..")
	if err != nil {
		t.Fatal(err)
	}
	ids, files := map[string]bool{}, map[string]string{}
	for _, trick := range append(controls(), tricks()...) {
		if ids[trick.id] {
			t.Errorf("two tricks are called %s", trick.id)
		}
		ids[trick.id] = true
		c := zh
		if trick.language == "en" {
			c = en
		}
		for f, write := range trick.make {
			data, err := write(c)
			switch key := string(f) + string(data); {
			case errors.Is(err, errCannot):
			case err != nil:
				t.Errorf("%s.%s: %v", trick.id, f, err)
			case files[key] != "" && trick.library == nil && !trick.ready:
				t.Errorf("%s.%s is the same file as %s", trick.id, f, files[key])
			default:
				files[key] = trick.id
			}
		}
	}
}

func TestJudge(t *testing.T) {
	plain := result{figure: "40.0%", covered: 400, counted: 1000}
	own := result{figure: "0.0%", counted: 600}
	for _, test := range []struct {
		name   string
		way    way
		result result
		plain  result
		want   mark
	}{
		{"found", hide, result{figure: "38.0%", covered: 380, counted: 1000}, plain, found},
		{"lost without a word", hide, result{figure: "0.0%", counted: 1000}, plain, neither},
		{"lost, a flag, and a clean figure", hide, result{figure: "0.0%", counted: 1000, said: []string{"flag hidden"}}, plain, neither},
		{"lost, with a dash and a flag", hide, result{figure: "—", counted: 1000, said: []string{"flag hidden"}}, plain, flagged},
		{"lost, with a mark and a line", hide, result{figure: "0.0%*", counted: 1000, said: []string{"says: 500 characters"}}, plain, flagged},
		{"diluted with a flag", dilute, result{figure: "10.0%", covered: 400, counted: 4000, said: []string{"flag hidden"}}, plain, flagged},
		{"refused", hide, result{figure: "—", refused: "a password"}, plain, flagged},
		{"a panic", hide, result{figure: "—", refused: "panic"}, plain, neither},
		{"accused", accuse, result{figure: "40.0%", covered: 400, counted: 1000}, own, neither},
		{"honest", honest, result{figure: "0.0%", counted: 620}, own, found},
		{"honest and flagged", honest, result{figure: "—", counted: 620, said: []string{"flag hidden"}}, own, flagged},
	} {
		c := &caseOf{trick: &trick{way: test.way}, result: test.result, plain: test.plain}
		if c.judge(); c.mark != test.want {
			t.Errorf("%s: %s, want %s", test.name, c.mark, test.want)
		}
	}
}

// TestTable counts each kind once for each way with some of its found tricks, and joins tricks of one outcome that are not
// found in every format.
func TestTable(t *testing.T) {
	white := &trick{id: "1", name: "white letters", kind: "Seen", way: hide, needs: byHand}
	tiny := &trick{id: "2", name: "tiny | letters", kind: "Seen", way: hide, needs: byHand}
	flat := &trick{id: "3", name: "flat letters", kind: "Seen", way: hide, needs: byHand}
	other := &trick{id: "4", name: "a script", kind: "Read", way: hide, needs: editor}
	much := &trick{id: "5", name: "much white", kind: "Seen", way: dilute, needs: tool}
	cases := []*caseOf{
		{trick: white, format: docx, mark: found}, {trick: white, format: pdf, mark: found},
		{trick: tiny, format: docx, mark: found}, {trick: tiny, format: pdf, mark: flagged},
		{trick: flat, format: docx, mark: found}, {trick: flat, format: pdf, mark: flagged},
		{trick: other, format: html, mark: neither}, {trick: much, format: docx, mark: found},
	}
	for i, needs := range []string{typing, byHand, editor} { // three outcomes of two tricks each, of which three are named
		for _, colour := range []string{"red", "blue"} {
			name := fmt.Sprintf("%s letters %d", colour, i)
			cases = append(cases, &caseOf{trick: &trick{id: name, name: name, kind: "Said", way: accuse, needs: needs}, format: txt, mark: found})
		}
	}
	got := table(cases)
	_, got, _ = strings.Cut(got, "By kind, in files, with tricks that are found in every format:\n\n")
	want := `| kind | found, for example | way | ✓ | ⚑ | ✗ | formats |
|---|---|---|---|---|---|---|
| Seen | white letters | hide | 4 | 2 | 0 | docx pdf |
| Seen | much white | dilute | 1 | 0 | 0 | docx |
| Read |  | hide | 0 | 0 | 1 | html |
| Said | red letters 0; blue letters 0; red letters 1 | accuse | 6 | 0 | 0 | txt |

Tricks that are not found in every format, and honest files that are flagged:

| trick | way | needs | outcome |
|---|---|---|---|
| a script | hide | text editor | **✗** html |
| tiny \| letters; flat letters | hide | word processor | ✓ docx, ⚑ pdf |
`
	if got != want {
		t.Errorf("the tables are\n%s\nwant\n%s", got, want)
	}
}

func TestListed(t *testing.T) {
	for want, names := range map[string][]string{
		"":                                  nil,
		"letters in white; letters in grey": {"letters in white", "letters in grey"},
		"letters that are white on white; … grey on grey; a box": {
			"letters that are white on white", "letters that are grey on grey", "a box",
		},
		"a text in GBK that says so; … UTF-8; … GBK that says UTF-8": {
			"a text in GBK that says so", "a text in UTF-8", "a text in GBK that says UTF-8",
		},
		"a text in GBK that says so; … nothing; a text in UTF-8": {
			"a text in GBK that says so", "a text in GBK that says nothing", "a text in UTF-8",
		},
	} {
		if got := listed(names); got != want {
			t.Errorf("%q: %q, want %q", names, got, want)
		}
	}
}
