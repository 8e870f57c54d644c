package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

const (
	// mostVersions is the most texts of one story; each number is as common, so that there are three a story.
	mostVersions = 5
	// pieceShortest and pieceLongest are the characters of a story: short news, so that a few hundred texts are enough.
	pieceShortest, pieceLongest = 300, 700
	// sites is how many sites the stories stand on, each with a line of its own above and below.
	sites = 40
)

// streamKinds are the ways in which a story is changed.
var streamKinds = []struct {
	name   string
	change func(c *copier, text string) string
}{
	{"same", func(_ *copier, text string) string { return text }},
	{"edit02", func(c *copier, text string) string { return c.edit(text, 0.02) }},
	{"edit05", func(c *copier, text string) string { return c.edit(text, 0.05) }},
	{"version10", func(c *copier, text string) string { return c.version(text, 0.1) }},
	{"version30", func(c *copier, text string) string { return c.version(text, 0.3) }},
	{"excerpt50", func(c *copier, text string) string { return c.excerpt(text, 0.5) }},
}

// makeStream makes n texts of stories, which are consecutive sentences of the texts, no sentence in two of them. A story
// comes once to five times, at any places of the stream, each time between the lines of a site, and changed in one of the
// ways of streamKinds but for the first.
func makeStream(texts []entry, n int) (set, error) {
	if len(texts) == 0 {
		return nil, fmt.Errorf("no texts of %d to %d characters", shortest, longest)
	}
	random := rand.New(rand.NewPCG(17, 39))
	donor := texts[len(texts)-1]
	c := newCopier(random, donor.text, texts)
	pieces := cutPieces(random, texts[:len(texts)-1])
	random.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	var out set
	for i, piece := range pieces {
		base := fmt.Sprintf("story%05d", i)
		for v := range 1 + random.IntN(mostVersions) {
			if len(out) == n {
				break
			}
			site := random.IntN(sites)
			e := entry{name: base, kind: original, text: piece}
			if v > 0 {
				kind := streamKinds[random.IntN(len(streamKinds))]
				name := fmt.Sprintf("%s-%d-%s", base, v, kind.name)
				e = entry{name, kind.name, []string{base}, kind.change(c, piece)}
			}
			e.text = fmt.Sprintf("本文来源：第 %d 号网站。\n%s\n责任编辑：第 %d 号网站编辑部。\n", site, e.text, site)
			out = append(out, e)
		}
	}
	if len(out) < n {
		return nil, fmt.Errorf("the texts have stories for %d texts, not for %d", len(out), n)
	}
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out, nil
}

// cutPieces cuts texts into stories.
func cutPieces(random *rand.Rand, texts []entry) (out []string) {
	for _, t := range texts {
		var piece strings.Builder
		characters, length := 0, pieceShortest+random.IntN(pieceLongest-pieceShortest)
		for _, s := range sentences(t.text) {
			piece.WriteString(s)
			if characters += utf8.RuneCountInString(s); characters >= length {
				out = append(out, piece.String())
				piece.Reset()
				characters, length = 0, pieceShortest+random.IntN(pieceLongest-pieceShortest)
			}
		}
		if characters >= pieceShortest {
			out = append(out, piece.String())
		}
	}
	return out
}
