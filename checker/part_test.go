package checker

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/internal/texttest"
	"zhiwen/internal/testrun"
)

// What is left without quotations is true wherever quoted and cited text meets copied
// text of the same source.
func TestMatchesArePartedWhereTheirCitationChanges(t *testing.T) {
	const list = "\n参考文献\n[1] 刘明, 赵强. 深海沉积物中微生物的代谢[J]. 科学通报, 2018, 63(2): 10-19.\n[2] 王海涛. 滨海含水层咸化过程的滞后机制研究[R]. 青岛: 东海大学, 2021.\n"
	const englishList = "\nReferences\n[1] Miller A. On the acoustics of concert halls. Journal of Sound, 2017, 12: 3-19.\n[2] Wang H. Delayed salinization of coastal aquifers. Report, 2021.\n"
	const (
		first = "The salinity of coastal groundwater responds to the rise of the sea with a delay of several decades in most places of the coast"
		later = "Wells that were drilled near the shore before the war show how slowly fresh water is replaced along old channels of rivers"
		last  = "Models which neglect the clay beneath the dunes predict that the front arrives long before any farmer tastes salt in his garden"
	)
	seen := func(s string) (n int) {
		for _, r := range s {
			if !unicode.IsSpace(r) {
				n++
			}
		}
		return n
	}
	e := newEngine(t, DefaultProfile)
	for seed := range uint64(testrun.Rounds(5, 1)) {
		r := rand.New(rand.NewPCG(81, seed))
		sentences := func(n int) string { return strings.ReplaceAll(texttest.Chinese(r, n), "\n", "") }
		a, b, c := sentences(4), sentences(4), sentences(4)
		sentence := func() string {
			for {
				if s := sentences(1); utf8.RuneCountInString(s) > 30 {
					return s
				}
			}
		}
		one, two, three := sentence(), sentence(), sentence()
		before, after := texttest.Chinese(r, 6), texttest.Chinese(r, 6)
		stop := func(s string) string { return strings.TrimRight(s, "。") }
		words := []rune(b)
		for _, test := range []struct {
			name, copied, source, list string
			quoted, plain              []string // what is counted so
			matches                    int
		}{
			{"quoted, then copied", "“" + a + "”[2]。\n" + b, a + "\n" + b, list, []string{a}, []string{b}, 2},
			{"copied, then quoted", b + "\n“" + a + "”[2]。", b + "\n" + a, list, []string{a}, []string{b}, 2},
			{"quoted without a citation", "「" + a + "」" + b, a + b, list, []string{a}, []string{b}, 2},
			{"quoted, copied, quoted", "“" + a + "”[2]\n" + b + "\n“" + c + "”[2]", a + "\n" + b + "\n" + c, list, []string{a, c}, []string{b}, 3},
			{"copied, quoted, copied", a + "\n“" + b + "”[2]\n" + c, a + "\n" + b + "\n" + c, list, []string{b}, []string{a, c}, 3},
			{"another work is cited in the middle", stop(one) + "[2]。" + stop(two) + "[1]。" + stop(three) + "[2]。", one + two + three, list, []string{one, three}, []string{two}, 3},
			{"every sentence is cited", stop(one) + "[2]。" + stop(two) + "[2]。" + stop(three) + "[2]。", one + two + three, list, []string{one, two, three}, nil, 1},
			{"a paragraph is cited, the next is not", stop(a) + "[2]。\n" + b, a + "\n" + b, list, []string{a}, []string{b}, 2},
			{"some words are quoted", a + string(words[:20]) + "“" + string(words[20:34]) + "”" + string(words[34:]), a + b, list, nil, []string{a, b}, 1},
			{"English", first + ".\n\"" + later + "\" [2]. " + last + ".", first + ".\n" + later + ". " + last + ".", englishList, []string{later}, []string{first, last}, 3},
		} {
			lib := library(e, test.source+"\n")
			lib.sources[0].Identity.Title, lib.sources[0].Identity.Applicant = "滨海含水层咸化过程的滞后机制研究", "王海涛"
			if test.list == englishList {
				lib.sources[0].Identity.Title = "Delayed salinization of coastal aquifers"
			}
			ev := check(t, e, input(before+"\n"+test.copied+"\n"+after+test.list), lib)
			quoted, plain, matches := 0, 0, 0
			for _, m := range ev.Sources[0].Matches {
				if m.Counted == 0 {
					continue
				}
				matches++
				if m.Citation == evidence.NotCited {
					plain += m.Counted
				} else {
					quoted += m.Counted
				}
			}
			want, left := seen(strings.Join(test.quoted, "")), seen(strings.Join(test.plain, ""))
			const marks = 6 // stops, quotation marks and numbers of citations at the cuts
			if matches != test.matches || abs(quoted-want) > marks || abs(plain-left) > marks {
				t.Errorf("seed %d, %s: %d matches with %d quoted and %d other characters, want %d, %d and %d\n%+v", seed, test.name, matches, quoted, plain, test.matches, want, left, ev.Sources[0].Matches)
			}
			if got := ev.Scores.WithoutQuoted; got != plain {
				t.Errorf("seed %d, %s: %d characters without quotations, in the matches %d", seed, test.name, got, plain)
			}
		}
	}
}

// However text is quoted, cited, edited and put in another order: the parts of matches
// are true (check verifies them), their runs leave nothing out, and nothing is lost by
// the parting that was found.
func TestPartsAreTrueOfAnyOrder(t *testing.T) {
	e := newEngine(t, DefaultProfile)
	for seed := range uint64(testrun.Rounds(60, 6)) {
		r := rand.New(rand.NewPCG(82, seed))
		sentences := strings.SplitAfter(strings.ReplaceAll(texttest.Chinese(r, 10), "\n", ""), "。")
		source := strings.Join(sentences, "")
		for range r.IntN(3) {
			i, j := r.IntN(len(sentences)), r.IntN(len(sentences))
			sentences[i], sentences[j] = sentences[j], sentences[i]
		}
		plain := strings.Join(sentences, "")
		for i := range sentences {
			switch s := strings.TrimSuffix(sentences[i], "。"); r.IntN(4) {
			case 0:
				sentences[i] = "“" + s + "”[1]。"
			case 1:
				sentences[i] = s + "[1]。\n"
			case 2:
				sentences[i] = "「" + s + "某某。」"
			}
		}
		lib := library(e, source)
		lib.sources[0].Identity.Title = "滨海含水层咸化过程的滞后机制研究"
		list := "\n参考文献\n[1] 王海涛. 滨海含水层咸化过程的滞后机制研究[R]. 青岛: 东海大学, 2021.\n"
		ev := check(t, e, input(strings.Join(sentences, "")+list), lib)
		for _, m := range ev.Sources[0].Matches {
			here, there := 0, 0
			for _, r := range m.Runs {
				here, there = here+r.Length, there+r.SourceLength
			}
			if here != m.This.Length || there != m.Source.Length {
				t.Errorf("seed %d: runs of %d and %d characters in passages of %d and %d: %+v", seed, here, there, m.This.Length, m.Source.Length, m)
			}
		}
		copied := check(t, e, input(plain+list), lib).Scores.Covered
		if lost := copied - ev.Scores.Covered; lost > 3*len(sentences) { // stops, and short sentences moved apart
			t.Errorf("seed %d: %d of %d characters are found where some are quoted", seed, ev.Scores.Covered, copied)
		}
	}
}

func abs(n int) int { return max(n, -n) }
