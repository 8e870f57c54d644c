package main

import (
	"errors"
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
