package texttest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/mozillazg/go-pinyin"
)

// The kinds of passages, by how they were changed.
const (
	verbatim  = "verbatim"
	edit05    = "edit05"    // that share in percent of short runs of words replaced, left out or added
	edit15    = "edit15"    // likewise
	edit30    = "edit30"    // likewise
	reorder   = "reorder"   // sentences in another order, 3 % edits
	insert    = "insert"    // every third sentence another one, 8 % edits
	homophone = "homophone" // 20 % of the characters replaced by others of the same sound
	invisible = "invisible" // characters without width, look-alike letters, full-width punctuation
)

// changer changes passages.
type changer struct {
	grammar *grammar
	byWord  bool            // edits words, not characters
	alike   map[rune][]rune // characters of the same sound that texts have
}

func newChanger(g *grammar, texts []string) *changer {
	c := &changer{grammar: g, byWord: g.space != "", alike: map[rune][]rune{}}
	bySound := map[string][]rune{}
	seen := map[rune]bool{}
	for _, r := range strings.Join(texts, "") {
		if seen[r] {
			continue
		}
		seen[r] = true
		if sound := pinyin.SinglePinyin(r, pinyin.NewArgs()); len(sound) > 0 {
			bySound[sound[0]] = append(bySound[sound[0]], r)
		}
	}
	for _, group := range bySound {
		for _, r := range group {
			c.alike[r] = slices.DeleteFunc(slices.Clone(group), func(x rune) bool { return x == r })
		}
	}
	return c
}

func (c *changer) change(r *rand.Rand, about *topic, kind, passage string) string {
	switch kind {
	case edit05:
		return c.edit(r, about, passage, 0.05)
	case edit15:
		return c.edit(r, about, passage, 0.15)
	case edit30:
		return c.edit(r, about, passage, 0.30)
	case reorder:
		sentences := c.sentences(passage)
		r.Shuffle(len(sentences), func(i, j int) { sentences[i], sentences[j] = sentences[j], sentences[i] })
		return c.edit(r, about, strings.Join(sentences, c.grammar.space), 0.03)
	case insert:
		sentences := c.sentences(passage)
		for i := 2; i < len(sentences); i += 3 {
			sentences[i] = about.sentence(r)
		}
		return c.edit(r, about, strings.Join(sentences, c.grammar.space), 0.08)
	case homophone:
		runes := []rune(passage)
		for i, x := range runes {
			if others := c.alike[x]; len(others) > 0 && r.Float64() < 0.2 {
				runes[i] = others[r.IntN(len(others))]
			}
		}
		return string(runes)
	case invisible:
		return disguise(r, passage)
	}
	return passage
}

// sentences cuts a passage behind its stops.
func (c *changer) sentences(passage string) []string {
	var out []string
	start := 0
	for i, x := range passage {
		if end := i + len(string(x)); strings.ContainsRune("。.？?", x) {
			out = append(out, strings.TrimSpace(passage[start:end]))
			start = end
		}
	}
	if rest := strings.TrimSpace(passage[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

// edit replaces, leaves out or adds runs of one to three words or characters,
// share of them in all.
func (c *changer) edit(r *rand.Rand, about *topic, passage string, share float64) string {
	var tokens []string
	if c.byWord {
		tokens = strings.Fields(passage)
	} else {
		tokens = strings.Split(passage, "")
	}
	const meanRun = 2
	var out []string
	drawn := func(n int) {
		words := strings.Fields(about.phrase(r, "s"))
		if !c.byWord {
			words = strings.Split(words[0], "")
		}
		from := r.IntN(len(words))
		for _, w := range words[from:min(from+n, len(words))] {
			out = append(out, strings.Trim(w, "，。；？,.;?"))
		}
	}
	for i := 0; i < len(tokens); {
		if r.Float64() >= share/meanRun {
			out = append(out, tokens[i])
			i++
			continue
		}
		run := 1 + r.IntN(3)
		switch r.IntN(3) {
		case 0:
			drawn(run)
			i += run
		case 1:
			i += run
		default:
			drawn(run)
			out = append(out, tokens[i])
			i++
		}
	}
	return strings.Join(slices.DeleteFunc(out, func(w string) bool { return w == "" }), c.grammar.space)
}

// What looks the same: Cyrillic letters, and punctuation of full width.
var disguises = map[rune]rune{'a': 'а', 'c': 'с', 'e': 'е', 'o': 'о', 'p': 'р', 'x': 'х', ',': '，', ';': '；', '，': ',', '；': ';'}

func disguise(r *rand.Rand, passage string) string {
	var b strings.Builder
	for _, x := range passage {
		if other, ok := disguises[x]; ok && r.Float64() < 0.3 {
			x = other
		}
		b.WriteRune(x)
		if unicode.IsLetter(x) && r.Float64() < 0.1 {
			b.WriteRune([]rune{'\u200b', '\u200d', '\u2060', '\u00ad'}[r.IntN(4)])
		}
	}
	return b.String()
}
