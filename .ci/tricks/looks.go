package main

import "slices"

// unseen are looks that no page shows, or shows as nothing; ground is the paper's colour.
var unseen = []struct {
	id, name string
	look     look
	needs    string
}{
	{"hidden", "hidden by the format's own attribute", look{hidden: true}, byHand},
	{"white", "white", look{color: "FFFFFF"}, byHand},
	{"near-white", "nearly white (#F7F7F7)", look{color: "F7F7F7"}, byHand},
	{"f2", "nearly white (#F2F2F2)", look{color: "F2F2F2"}, byHand},
	{"e8", "very light (#E8E8E8, contrast 1.23)", look{color: "E8E8E8"}, byHand},
	{"ivory", "ivory (#FFFFE8)", look{color: "FFFFE8"}, byHand},
	{"black-on-black", "black on black shading", look{color: "000000", back: "000000"}, byHand},
	{"grey-on-grey", "grey (#808080) on shading of nearly the same grey (#888888)", look{color: "808080", back: "888888"}, byHand},
	{"navy-on-black", "dark blue (#00002A) on black", look{color: "00002A", back: "000000"}, byHand},
	{"one-point", "of 1 point", look{size: 1}, byHand},
	{"half-point", "of half a point", look{size: 0.5}, editor},
	{"tiny", "of 2.5 points", look{size: 2.5}, byHand},
	{"three-point", "of 3 points, nearly white (#F0F0F0)", look{size: 3, color: "F0F0F0"}, byHand},
	{"squeezed", "squeezed to 1 % of its width", look{scale: 1}, byHand},
	{"squeezed-tiny", "of 6 points squeezed to 8 % of its width", look{size: 6, scale: 8}, byHand},
}

// every puts a run of a look after every three letters of the copied paragraphs.
func every(c content, l look) []para {
	var middle []para
	for _, t := range c.copied {
		var p para
		for i, piece := range pieces(t, 3) {
			p.runs = append(p.runs, run{text: piece}, run{junk(i), l})
		}
		middle = append(middle, p)
	}
	return c.paras(middle...)
}

// looks are the tricks that a look alone makes, in all formats that have it.
func looks() []*trick {
	var out []*trick
	for _, u := range unseen {
		out = append(out,
			&trick{id: "junk-" + u.id, name: "a character after every three that is " + u.name, kind: "Seen: letters between letters",
				way: hide, needs: u.needs,
				make: neutral(func(c content) []para { return every(c, u.look) })},
		)
	}
	for _, u := range unseen {
		out = append(out,
			&trick{id: "dilute-" + u.id, name: "thousands of characters of prose that is " + u.name, kind: "Seen: text that dilutes",
				way: dilute, needs: u.needs,
				make: neutral(func(c content) []para {
					var more []para
					for _, t := range c.filler {
						more = append(more, styled(t, u.look))
					}
					return slices.Concat(c.plain(), more)
				})},
		)
	}
	for _, u := range unseen {
		out = append(out,
			&trick{id: "accuse-" + u.id, name: "the source's text, " + u.name + ", in somebody's own document",
				kind: "Seen: text that accuses", way: accuse, needs: u.needs,
				make: neutral(func(c content) []para {
					var middle []para
					for _, t := range c.copied {
						middle = append(middle, styled(t, u.look))
					}
					return c.paras(middle...)
				})},
		)
	}
	for _, u := range unseen {
		out = append(out,
			&trick{id: "blanks-" + u.id, name: "letters in place of the blanks of English that are " +
				u.name, kind: "Seen: letters in place of blanks", way: hide, needs: u.needs, language: "en",
				make: neutral(func(c content) []para {
					var middle []para
					for _, t := range c.copied {
						var p para
						for i, word := range words(t) {
							if i > 0 {
								p.runs = append(p.runs, run{string(rune('a' + i%20)), u.look})
							}
							p.runs = append(p.runs, run{text: word})
						}
						middle = append(middle, p)
					}
					return c.paras(middle...)
				})},
		)
	}
	return out
}
