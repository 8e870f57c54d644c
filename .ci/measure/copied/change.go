package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/mozillazg/go-pinyin"
)

// copier changes texts.
type copier struct {
	random *rand.Rand
	donor  []string // tokens that edits put in
	lines  []string // sentences that versions put in
	form   [2]string
	alike  map[rune][]rune // characters of the same sound that the texts have
}

func newCopier(random *rand.Rand, donor string, texts []entry) *copier {
	c := &copier{random: random, donor: tokens(donor), lines: sentences(donor), alike: map[rune][]rune{}}
	runes := []rune(donor)
	const formLength = 600 // a page of standard text before, and one behind
	n := min(formLength, len(runes)/2)
	c.form = [2]string{string(runes[:n]), string(runes[len(runes)-n:])}
	bySound, seen := map[string][]rune{}, map[rune]bool{}
	for _, e := range texts {
		for _, r := range e.text {
			if seen[r] {
				continue
			}
			seen[r] = true
			if sound := pinyin.SinglePinyin(r, pinyin.NewArgs()); len(sound) > 0 {
				bySound[sound[0]] = append(bySound[sound[0]], r)
			}
		}
	}
	for _, group := range bySound {
		for _, r := range group {
			c.alike[r] = slices.DeleteFunc(slices.Clone(group), func(x rune) bool { return x == r })
		}
	}
	return c
}

// tokens cuts a text into Chinese characters, words of other scripts, and what is between
// them; together they are the text.
func tokens(text string) []string {
	var out []string
	wordBegins := -1
	for i, r := range text {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r) {
			if wordBegins < 0 {
				wordBegins = i
			}
			continue
		}
		if wordBegins >= 0 {
			out = append(out, text[wordBegins:i])
			wordBegins = -1
		}
		out = append(out, string(r))
	}
	if wordBegins >= 0 {
		out = append(out, text[wordBegins:])
	}
	return out
}

// isWord reports whether a token is a word or a character.
func isWord(token string) bool {
	r := []rune(token)[0]
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// edit replaces, leaves out or adds runs of one to three words or characters, so that
// about share of all are touched.
func (c *copier) edit(text string, share float64) string {
	const meanRun = 2
	// A run begins behind untouched tokens: with the probability p a token, runs of two are
	// 2p/(2p+1-p) of all.
	begins := share / (meanRun - share*(meanRun-1))
	var out strings.Builder
	given := func(n int) {
		at := c.random.IntN(len(c.donor))
		for n > 0 {
			if t := c.donor[at%len(c.donor)]; isWord(t) {
				if n--; t[0] < 0x80 {
					out.WriteString(" " + t + " ")
				} else {
					out.WriteString(t)
				}
			}
			at++
		}
	}
	left := 0
	for _, t := range tokens(text) {
		if !isWord(t) {
			out.WriteString(t)
			continue
		}
		if left > 0 {
			left--
			continue
		}
		if c.random.Float64() >= begins {
			out.WriteString(t)
			continue
		}
		run := 1 + c.random.IntN(3)
		switch c.random.IntN(3) {
		case 0:
			given(run)
			left = run - 1
		case 1:
			left = run - 1
		default:
			given(run)
			out.WriteString(t)
		}
	}
	return out.String()
}

// sentences cuts a text behind its stops and line ends; together they are the text.
func sentences(text string) []string {
	var out []string
	from := 0
	runes := []rune(text)
	for i, r := range runes {
		if r == '\n' || strings.ContainsRune("。！？", r) || (r == '.' && (i+1 == len(runes) || unicode.IsSpace(runes[i+1]))) {
			out = append(out, string(runes[from:i+1]))
			from = i + 1
		}
	}
	if from < len(runes) {
		out = append(out, string(runes[from:]))
	}
	return out
}

// version writes a share of the sentences anew: of them some give way to others, some go,
// some stay behind one that is added, some stand elsewhere.
func (c *copier) version(text string, share float64) string {
	var out []string
	var moved []string
	for _, s := range sentences(text) {
		if c.random.Float64() >= share {
			out = append(out, s)
			continue
		}
		switch c.random.IntN(4) {
		case 0:
			out = append(out, c.line())
		case 1:
		case 2:
			out = append(out, c.line(), s)
		default:
			moved = append(moved, s)
		}
	}
	for _, s := range moved {
		out = slices.Insert(out, c.random.IntN(len(out)+1), s)
	}
	return strings.Join(out, "")
}

func (c *copier) line() string { return c.lines[c.random.IntN(len(c.lines))] }

// homophone replaces a fifth of the characters by others of the same sound.
func (c *copier) homophone(text string) string {
	runes := []rune(text)
	for i, r := range runes {
		if others := c.alike[r]; len(others) > 0 && c.random.Float64() < 0.2 {
			runes[i] = others[c.random.IntN(len(others))]
		}
	}
	return string(runes)
}

// frame puts a text into a form that all framed texts have: standard text before and behind
// it, and a header and a footer on each page.
func (c *copier) frame(text string) string {
	const page = 1500
	var b strings.Builder
	b.WriteString(c.form[0] + "\n")
	n := 0
	for line := range strings.Lines(text) {
		b.WriteString(line)
		if n += len([]rune(line)); n >= page {
			n = 0
			b.WriteString("\n国家科学基金申请书 Grant Application 2026 版\n")
		}
	}
	b.WriteString("\n" + c.form[1])
	return b.String()
}

// excerpt is a part of a text in one piece, of whole sentences.
func (c *copier) excerpt(text string, share float64) string {
	all := sentences(text)
	n := max(1, int(share*float64(len(all))))
	from := c.random.IntN(len(all) - n + 1)
	return strings.Join(all[from:from+n], "")
}
