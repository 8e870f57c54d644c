package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// between puts a text after every n characters.
func between(n int, what string) func(string) string {
	return func(s string) string { return strings.Join(pieces(s, n), what) }
}

// swap replaces characters by others, pair by pair.
func swap(from, to string) func(string) string {
	table := map[rune]rune{}
	a, b := []rune(from), []rune(to)
	for i := range a {
		table[a[i]] = b[i]
	}
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if t, ok := table[r]; ok {
				return t
			}
			return r
		}, s)
	}
}

// shift replaces the letters of ASCII by those of a block that has them in the same order.
func shift(upper, lower rune) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			switch {
			case r >= 'A' && r <= 'Z' && upper != 0:
				return upper + r - 'A'
			case r >= 'a' && r <= 'z' && lower != 0:
				return lower + r - 'a'
			}
			return r
		}, s)
	}
}

// nth replaces every nth letter by what f makes of it.
func nth(n int, f func(rune) rune) func(string) string {
	return func(s string) string {
		i := 0
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				if i++; i%n == 0 {
					return f(r)
				}
			}
			return r
		}, s)
	}
}

// wordwise changes each word between blanks.
func wordwise(f func(string) string) func(string) string {
	return func(s string) string {
		all := words(s)
		for i := range all {
			all[i] = f(all[i])
		}
		return strings.Join(all, " ")
	}
}

func reversed(s string) string {
	runes := []rune(s)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}

// piecewise applies a change to every n characters; a shorter rest stays.
func piecewise(n int, change func(string) string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for piece := range slices.Chunk([]rune(s), n) {
			if len(piece) == n {
				piece = []rune(change(string(piece)))
			}
			b.WriteString(string(piece))
		}
		return b.String()
	}
}

// inColumns writes a text downwards in columns of n characters, from the right, with a blank between them.
func inColumns(n int, blank string) func(string) string {
	return func(s string) string {
		columns := slices.Collect(slices.Chunk([]rune(s), n))
		slices.Reverse(columns)
		var lines []string
		for row := range n {
			var cells []string
			for _, c := range columns {
				cell := "　"
				if row < len(c) {
					cell = string(c[row])
				}
				cells = append(cells, cell)
			}
			lines = append(lines, strings.Join(cells, blank))
		}
		return strings.Join(lines, "\n")
	}
}

// backwards stores each line of n characters from its end, between marks that make programs show it forwards.
func backwards(n int, before, after string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for _, line := range pieces(s, n) {
			b.WriteString(before + reversed(line) + after)
		}
		return b.String()
	}
}

// nothing lists characters that are drawn as nothing, or as a blank.
var nothing = []struct {
	code rune
	name string
}{
	{0x00AD, "soft hyphens"}, {0x034F, "combining grapheme joiners"}, {0x061C, "Arabic letter marks"}, {0x115F,
		"Hangul choseong fillers"},
	{0x1160, "Hangul jungseong fillers"}, {0x17B4, "Khmer inherent vowels"}, {0x180B, "Mongolian variation selectors"}, {0x180E,
		"Mongolian vowel separators"},
	{0x200B, "zero-width spaces"}, {0x200C, "zero-width non-joiners"}, {0x200D, "zero-width joiners"}, {0x200E,
		"left-to-right marks"}, {0x200F, "right-to-left marks"},
	{0x202A, "left-to-right embeddings"}, {0x202C, "pops of directional formatting"}, {0x2060, "word joiners"}, {0x2062,
		"invisible times"}, {0x2064, "invisible plus"},
	{0x2066, "left-to-right isolates"}, {0x206A, "deprecated format characters"}, {0x2800, "Braille blanks"}, {0x3164,
		"Hangul fillers"}, {0xFE00, "variation selectors 1"},
	{0xFE0F, "variation selectors 16"}, {0xFEFF, "byte order marks"}, {0xFFA0, "half-width Hangul fillers"}, {0xFFF9,
		"interlinear annotation anchors"},
	{0x1BCA0, "shorthand format overlaps"}, {0x1D173, "musical format characters"}, {0xE0001, "language tags"}, {0xE0041,
		"tag letters"}, {0xE0100, "variation selectors 17"}, {0xE01EF, "variation selectors 256"},
	{0x00A0, "no-break spaces"}, {0x2009, "thin spaces"}, {0x200A, "hair spaces"}, {0x3000, "ideographic spaces"}, {0x2028,
		"line separators"}, {0x0001, "control characters"}, {0x007F, "delete characters"},
	{0x0085, "next-line characters"}, {0xFFFE, "noncharacters"}, {0xE000, "private characters"}, {0xFFFC,
		"object replacement characters"}, {0x0335, "combining strokes"}, {0x0323, "combining dots below"}, {0x20DD, "combining circles"},
}

// drawn are those of nothing that a page does show: as marks on letters, or as boxes. They may count as characters.
var drawn = []rune{0x0335, 0x0323, 0x20DD, 0xE000, 0xFFFC}

// xmlRefuses reports whether XML may not hold a character, so that no word processor can write it there.
func xmlRefuses(r rune) bool { return r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE }

// obvious names the tricks that the page itself shows: nobody who reads a paragraph of it takes it for usual text.
var obvious = []string{"zh-spaced2", "zh-tabs", "zh-dots", "zh-hyphens", "zh-slashes", "zh-stars", "zh-commas", "zh-quotes",
	"zh-brackets", "zh-numbers", "zh-letters",
	"zh-digits", "zh-raised", "zh-tones", "zh-kana", "zh-emoji", "zh-dots-everywhere", "en-reversed", "en-swapped", "en-inner",
	"en-misspelt", "en-missing", "en-doubled", "en-cut", "en-last-first", "zh-lines-in-turn", "zh-twice", "zh-codes",
	"zh-reversed", "zh-swapped", "zh-mixed", "zh-particles", "zh-vertical", "zh-vertical-blanks", "zh-entities",
	"en-joined", "en-underscore", "en-spaced", "en-dots", "en-middot", "en-2010",
	"en-hyphens", "en-breaks", "en-leet", "turned", "bar", "squared", "parenthesised", "circled", "superscript", "stroked"}

// respelt changes the words of four letters and more.
func respelt(f func(string) string) func(string) string {
	return func(word string) string {
		if len(word) < 4 {
			return word
		}
		return f(word)
	}
}

// charTricks are the tricks that change what characters are stored, in any format.
func charTricks() []*trick {
	var out []*trick
	some := []format{txt, docx, doc, rtf, html, pdf, odt, ofd}
	for _, n := range nothing {
		in := some
		switch {
		case xmlRefuses(n.code):
			in = []format{txt}
		case n.code != 0x200B && n.code != 0x3164 && n.code != 0xFE0F && n.code != 0x2800:
			in = []format{txt, docx, html}
		}
		out = append(out, &trick{id: fmt.Sprintf("char-%04x", n.code), name: fmt.Sprintf("%s (U+%04X) after every two characters", n.name,
			n.code),
			kind: "Seen: characters that are drawn as nothing", way: hide, needs: typing, mostly: slices.Contains(drawn, n.code),
			make: neutral(func(c content) []para { return c.each(between(2, string(n.code))) }, in...)})
	}
	for _, t := range []struct {
		id, name, language string
		change             func(string) string
		in                 []format
		mostly             bool
	}{
		{"en-200b", "zero-width spaces within English words", "en", between(3, "\u200B"), nil, false},
		{"en-shy", "soft hyphens within English words", "en", between(3, "\u00AD"), nil, false},
		{"en-cgj", "combining grapheme joiners within English words", "en", between(3, "\u034F"), []format{txt, docx}, false},
		{"en-nbsp", "no-break spaces in place of all blanks", "en", func(s string) string {
			return strings.ReplaceAll(s, " ", "\u00A0")
		}, nil, false},
		{"en-200b-blank", "zero-width spaces in place of all blanks but a few", "en", func(s string) string {
			return strings.ReplaceAll(s, " ", "\u200B \u200B")
		}, []format{txt, docx}, false},
		{"en-joined", "English words joined without blanks", "en", func(s string) string {
			return strings.ReplaceAll(s, " ", "")
		}, []format{txt, docx}, true},
		{"en-underscore", "underscores in place of blanks", "en", func(s string) string {
			return strings.ReplaceAll(s, " ", "_")
		}, []format{txt, docx}, true},
		{"en-spaced", "a blank between all letters of English", "en", between(1, " "), []format{txt, docx, pdf}, true},
		{"en-dots", "a dot between all letters of words", "en", wordwise(between(1, ".")), []format{txt, docx}, true},
		{"en-middot", "a middle dot within words", "en", wordwise(between(3, "·")), []format{txt, docx}, true},
		{"en-hyphens", "a hyphen and a line's end within words", "en", wordwise(between(4, "-\n")), []format{txt}, true},
		{"en-2010", "Unicode hyphens within words", "en", wordwise(between(4, "\u2010")), []format{txt, docx}, true},
		{"en-breaks", "a line's end within words", "en", between(7, "\n"), []format{txt}, true},
		{"en-caps", "capitals throughout", "en", strings.ToUpper, []format{txt, docx}, false},
		{"en-mixed", "every other letter a capital", "en", nth(2, unicode.ToUpper), []format{txt, docx}, false},
		{"en-leet", "digits in place of letters (l → 1, o → 0, e → 3)", "en", swap("loe", "103"), []format{txt, docx}, false},
		{"en-ctrl", "control characters within words", "en", between(3, "\x03"), []format{txt}, false},
		{"en-marks", "a combining dot below under every third letter", "en", between(3, "\u0323"), []format{txt, docx}, true},
		{"zh-spaced", "a blank between all characters", "", between(1, " "), nil, true},
		{"zh-spaced2", "two ideographic spaces between all characters", "", between(1, "\u3000\u3000"), []format{txt, docx}, true},
		{"zh-tabs", "a tabulator after every two characters", "", between(2, "\t"), []format{txt, docx}, true},
		{"zh-breaks", "a line's end after every nine characters", "", between(9, "\n"), []format{txt}, true},
		{"zh-paras", "an empty line after every nine characters", "", between(9, "\n\n"), []format{txt}, true},
		{"zh-dots", "a middle dot between all characters", "", between(1, "·"), []format{txt, docx}, true},
		{"zh-hyphens", "a hyphen after every two characters", "", between(2, "-"), []format{txt, docx}, true},
		{"zh-slashes", "a slash after every three characters", "", between(3, "/"), []format{txt, docx}, true},
		{"zh-stars", "an asterisk after every three characters", "", between(3, "*"), []format{txt, docx}, true},
		{"zh-commas", "a comma after every four characters", "", between(4, "，"), []format{txt, docx}, true},
		{"zh-quotes", "quotation marks around every four characters", "", between(4, "”“"), []format{txt, docx}, true},
		{"zh-brackets", "empty brackets after every four characters", "", between(4, "（）"), []format{txt, docx}, true},
		{"zh-numbers", "a reference's number after every five characters", "", between(5, "[3]"), []format{txt, docx}, true},
		{"zh-letters", "a letter after every three characters", "", between(3, "a"), []format{txt, docx}, true},
		{"zh-digits", "a digit after every three characters", "", between(3, "7"), []format{txt, docx}, true},
		{"zh-raised", "a raised digit (²) after every two characters", "", between(2, "²"), []format{txt, docx}, true},
		{"zh-tones", "a tone mark (ˊ) after every character", "", between(1, "ˊ"), []format{txt, docx}, true},
		{"zh-kana", "a small kana (っ) after every three characters", "", between(3, "っ"), []format{txt, docx}, true},
		{"zh-emoji", "an emoji after every four characters", "", between(4, "😀"), []format{txt, docx}, true},
		{"zh-nopunct", "punctuation left out", "", strings.NewReplacer("，", "", "。", "", "、", "", "；", "", "：", "").Replace, []format{txt,
			docx}, true},
		{"zh-ascii-punct", "punctuation of ASCII", "", strings.NewReplacer("，", ",", "。", ".", "、", ",", "；", ";", "：", ":").Replace,
			[]format{txt, docx}, false},
		{"zh-stop", "commas in place of all full stops", "", strings.NewReplacer("。", "，").Replace, []format{txt, docx}, false},
		{"zh-comma", "full stops in place of all commas", "", strings.NewReplacer("，", "。", "、", "。").Replace, []format{txt, docx},
			false},
		{"zh-semicolon", "semicolons in place of all full stops, dashes in place of commas", "", strings.NewReplacer("。", "；", "，",
			"——").Replace, []format{txt, docx}, true},
		{"zh-dots-everywhere", "an ellipsis in place of all punctuation", "", strings.NewReplacer("。", "……", "，", "……", "、",
			"……").Replace, []format{txt, docx}, true},
		{"zh-traditional", "traditional characters", "", traditional, nil, false},
		{"zh-variants", "variant characters (爲 衆 裏 敎)", "", swap("为众里教户说产内值强", "爲衆裏敎戶說產內値強"), []format{txt, docx}, false},
		{"zh-radicals", "Kangxi radicals in place of characters that look the same", "",
			swap("一人八力十口土大子小山工己心户手文方日月木水火田用白目石立米老而自色行言谷走身里长门风食高", "⼀⼈⼋⼒⼗⼝⼟⼤⼦⼩⼭⼯⼰⼼⼾⼿⽂⽅⽇⽉⽊⽔⽕⽥⽤⽩⽬⽯⽴⽶⽼⽽⾃⾊⾏⾔⾕⾛⾝⾥长门风⾷⾼"), nil, false},
		{"zh-compat", "compatibility ideographs in place of characters that look the same", "", swap("金更不列年量理行立里李林落数率利力历度",
			"\uF90A\uF901\uF967\uF99C\uF98E\uF97E\uF9E4\uFA08\uF9F7\uF9E9"+
				"\uF9E1\uF9F4\uF918\uF969\uF961\uF9DD\uF98A\uF98C\uFA01"), []format{txt, docx}, false},
		{"zh-lookalike", "characters that look nearly the same (己已巳 土士 日曰 未末 人入)", "", swap("己已土日未人大天千干", "已己士曰末入太夭干千"), []format{txt,
			docx}, false},
		{"zh-katakana", "kana that look like characters (二ニ 力カ 口ロ 工エ 卜ト 八ハ)", "", swap("二力口工卜八夕一", "ニカロエトハター"), []format{txt, docx},
			false},
		{"zh-homophones", "homophones in place of every eighth character", "", nth(8, homophone), []format{txt, docx}, true},
		{"zh-de", "的 地 得 他 她 它 exchanged", "", swap("的地得他她它在再作做", "地的的她他她再在做作"), []format{txt, docx}, false},
		{"zh-wrong", "every twelfth character a wrong one", "", nth(12, func(rune) rune { return '某' }), []format{txt, docx}, true},
		{"en-wide", "letters, digits and punctuation of full width", "en", wide, []format{txt, docx}, false},
		{"zh-private", "every third character as one of private use, which a font of its own draws", "", nth(3, func(r rune) rune {
			return 0xE000 + r%0x1800
		}), []format{docx, odt, rtf, html}, true},
		{"zh-arabic", "Arabic numerals in place of Chinese ones", "", swap("一二三四五六七八九", "123456789"), []format{txt, docx}, true},
		{"zh-circled", "circled numerals in place of Chinese ones", "", swap("一二三四五六七八九", "①②③④⑤⑥⑦⑧⑨"), []format{txt, docx}, true},
		{"zh-financial", "financial numerals in place of Chinese ones", "", swap("一二三四五六七八九十百", "壹贰叁肆伍陆柒捌玖拾佰"), []format{txt, docx},
			true},
		{"zh-rlo", "stored backwards after U+202E", "", backwards(30, "\u202E", "\u202C"), []format{txt, docx, html, rtf, odt}, false},
		{"zh-rlo-line", "stored backwards after U+202E, never closed", "", func(s string) string {
			return "\u202E" + reversed(s)
		}, []format{txt, docx, html}, false},
		{"zh-rlo-pairs", "every two characters stored backwards after U+202E", "", backwards(2, "\u202E", "\u202C"), []format{txt, docx,
			html}, false},
		{"zh-rlo-isolate", "stored backwards after U+202E in an isolate", "", backwards(20, "\u2068\u202E", "\u202C\u2069"), []format{txt,
			docx}, false},
		{"en-rlo", "English stored backwards after U+202E", "en", backwards(40, "\u202E", "\u202C"), []format{txt, docx, html}, false},
		{"en-rlo-words", "each English word stored backwards after U+202E", "en", wordwise(func(s string) string {
			return "\u202E" + reversed(s) + "\u202C"
		}), []format{txt, docx}, false},
		{"zh-lre", "left-to-right overrides around every three characters", "", between(3, "\u202C\u202D"), []format{txt, docx}, false},
		{"zh-reversed", "written backwards, to be read from the right", "", reversed, []format{txt, docx}, true},
		{"en-reversed", "each English word written backwards", "en", wordwise(reversed), []format{txt, docx}, true},
		{"en-swapped", "every two letters of English words in the other order", "en", wordwise(piecewise(2, reversed)), []format{txt, docx},
			true},
		{"en-inner", "the letters within English words in another order", "en", wordwise(func(s string) string {
			if len(s) < 4 {
				return s
			}
			return s[:1] + reversed(s[1:len(s)-1]) + s[len(s)-1:]
		}), []format{txt, docx}, true},
		{"zh-lines-in-turn", "lines written forwards and backwards in turn", "", func(s string) string {
			turn := false
			return piecewise(30, func(line string) string {
				if turn = !turn; turn {
					return line
				}
				return reversed(line)
			})(s)
		}, []format{txt, docx}, true},
		{"zh-twice", "each character twice", "", func(s string) string {
			return piecewise(1, func(c string) string { return c + c })(s)
		}, []format{txt, docx}, true},
		{"zh-codes", "the numbers of the characters", "", func(s string) string {
			return piecewise(1, func(c string) string { return fmt.Sprintf("%U ", []rune(c)[0]) })(s)
		}, []format{txt, docx}, true},
		{"en-misspelt", "a wrong letter in each English word", "en",
			wordwise(respelt(func(s string) string { return s[:1] + "x" + s[2:] })), []format{txt, docx}, true},
		{"en-missing", "a letter of each English word left out", "en", wordwise(respelt(func(s string) string { return s[:2] + s[3:] })),
			[]format{txt, docx}, true},
		{"en-doubled", "a letter of each English word doubled", "en", wordwise(respelt(func(s string) string { return s[:2] + s[1:] })),
			[]format{txt, docx}, true},
		{"en-cut", "each English word cut in two", "en", wordwise(respelt(func(s string) string { return s[:2] + " " + s[2:] })),
			[]format{txt, docx}, true},
		{"en-last-first", "English words from the last to the first", "en", func(s string) string {
			words := strings.Fields(s)
			slices.Reverse(words)
			return strings.Join(words, " ")
		}, []format{txt, docx}, true},
		{"zh-swapped", "every two characters in the other order", "", piecewise(2, reversed), []format{txt, docx}, true},
		{"zh-mixed", "every six characters in another order", "", piecewise(6, func(s string) string {
			return reversed(string([]rune(s)[3:])) + reversed(string([]rune(s)[:3]))
		}), []format{txt, docx}, true},
		{"zh-particles", "了 after every three characters", "", between(3, "了"), []format{txt, docx}, true},
		{"zh-vertical", "in columns of twelve characters, read downwards", "", inColumns(12, ""), []format{txt, docx}, true},
		{"zh-vertical-blanks", "in columns with blanks between them, read downwards", "", inColumns(12, "　"), []format{txt, docx}, true},
		{"zh-entities", "character references as letters", "", func(s string) string {
			var b strings.Builder
			for _, r := range s {
				fmt.Fprintf(&b, "&#%d;", r)
			}
			return b.String()
		}, []format{txt}, true},
		{"zh-bigspace", "a newline and ten blanks within sentences", "", between(11, "\n          "), []format{txt, html}, true},
	} {
		kind, needs := "Seen: characters exchanged, and marks within words", typing
		if slices.Contains(obvious, t.id) {
			kind, needs = "Seen at once by whoever looks at the page", shown
		}
		out = append(out, &trick{id: t.id, name: t.name, kind: kind, way: hide, needs: needs, language: t.language, mostly: t.mostly,
			make: neutral(func(c content) []para { return c.each(t.change) }, t.in...)})
	}
	for _, l := range alikes {
		needs := typing
		if slices.Contains(obvious, l.id) {
			needs = shown
		}
		out = append(out, &trick{id: "alike-" + l.id, name: l.name, kind: "Seen: letters that look alike (English)", way: hide,
			needs: needs, language: "en",
			make: neutral(func(c content) []para { return c.each(l.change) }, txt, docx, pdf)})
	}
	return out
}

// alikes are letters of other scripts that look like those of English.
var alikes = []struct {
	id, name string
	change   func(string) string
}{
	{"cyrillic", "Cyrillic (а е о р с х у і)", swap("aeopcxyi", "аеорсхуі")},
	{"greek", "Greek (ο ν α ρ ι)", swap("ovapi", "οναρι")},
	{"armenian", "Armenian (օ ս հ ո զ)", swap("ouhnq", "օսհոզ")},
	{"cherokee", "Cherokee small letters (ꭰ…), and capitals (Ꭺ Ꮯ Ꭲ)", swap("aicsvwzACITSW", "ꭺꭵꮯꮪꮩꮃꮓᎪᏟᎢᎢᏚᎳ")},
	{"lisu", "Lisu (ꓮ ꓓ ꓰ ꓳ) for capitals, and small capitals", swap("ADEOadeo", "ꓮꓓꓰꓳᴀᴅᴇᴏ")},
	{"small-capitals", "small capitals of phonetics (ᴀ ʙ ᴄ ᴅ ᴇ)", swap("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀsᴛᴜᴠᴡʏᴢ")},
	{"stroked", "letters with strokes (ø ł ħ đ ŧ)", swap("olhdt", "øłħđŧ")},
	{"dotless", "dotless i and long s (ı ſ)", swap("is", "ıſ")},
	{"ipa", "letters of phonetics (ɑ ɡ ɩ ʋ)", swap("agiv", "ɑɡɩʋ")},
	{"roman", "Roman numerals (ⅰ ⅼ ⅽ ⅾ ⅿ ⅴ ⅹ)", swap("ilcdmvx", "ⅰⅼⅽⅾⅿⅴⅹ")},
	{"full-width", "full-width letters", shift('Ａ', 'ａ')},
	{"bold", "mathematical bold letters", shift(0x1D400, 0x1D41A)},
	{"sans", "mathematical sans-serif letters", shift(0x1D5A0, 0x1D5BA)},
	{"monospace", "mathematical monospace letters", shift(0x1D670, 0x1D68A)},
	{"script", "mathematical bold script letters", shift(0x1D4D0, 0x1D4EA)},
	{"circled", "circled letters", shift('Ⓐ', 'ⓐ')},
	{"squared", "squared letters", func(s string) string { return shift(0x1F130, 0x1F130)(strings.ToUpper(s)) }},
	{"parenthesised", "parenthesised letters", func(s string) string { return shift(0, '⒜')(strings.ToLower(s)) }},
	{"superscript", "superscript letters (ᵃ ᵇ ᶜ)", swap("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")},
	{"ligatures", "ligatures (ﬁ ﬂ ﬀ ﬆ)", strings.NewReplacer("ffi", "ﬃ", "fi", "ﬁ", "fl", "ﬂ", "ff", "ﬀ", "st", "ﬆ").Replace},
	{"accents", "accents on vowels (á é í ó ú)", swap("aeiou", "áéíóú")},
	{"decomposed", "combining accents on vowels", strings.NewReplacer("a", "a\u0301", "e", "e\u0301", "o", "o\u0301").Replace},
	{"turned", "turned letters (ɐ ǝ ɯ)", swap("aem", "ɐǝɯ")},
	{"coptic", "Coptic (ⲟ ⲣ ⲥ)", swap("opc", "ⲟⲣⲥ")},
	{"rn", "m as rn, w as vv, d as cl", strings.NewReplacer("m", "rn", "w", "vv", "d", "cl").Replace},
	{"bar", "l as | and I", strings.NewReplacer("l", "|", "i", "¡").Replace},
	{"georgian", "Georgian and extended Cyrillic letters (ჿ һ)", swap("oh", "ჿһ")},
}

// homophone returns another character of the same sound, for some usual characters.
func homophone(r rune) rune {
	return []rune(swap("是的有在和不中大年为方地生子时用对成经发面法同分期量体本性种过定机所作动前应实研究的工产",
		"事地友再合步钟打念维芳弟声字实永队城精法棉发铜份七良提本姓众国订鸡锁做洞钱英时言就地公铲")(string(r)))[0]
}

// traditional writes some usual characters in their traditional forms.
func traditional(s string) string {
	return swap("红区国南粮产长强业发题显数据对单这这说为与过来开关条组织结构测试验应场标动体农医药实际层统计续时间稳积变从产环种养东丽复"+
		"术让认论识诉设证评译该详谁调贫费资质购赞赛赢践车转轮软轻载输边达迁迟适选递逻遗邓邻郑释鉴针钟钢钱铁铜银锁错锡镇长门闭问闪间闻阅队阳阴阵际陆陈险随隐难雾静顶项顺须顾顿预领频题颜额风飞饭馆马验骤鱼鸟麦黄齐龙龟",
		"紅區國南糧產長強業發題顯數據對單這這說為與過來開關條組織結構測試驗應場標動體農醫藥實際層統計續時間穩積變從產環種養東麗復"+
			"術讓認論識訴設證評譯該詳誰調貧費資質購贊賽贏踐車轉輪軟輕載輸邊達遷遲適選遞邏遺鄧鄰鄭釋鑒針鐘鋼錢鐵銅銀鎖錯錫鎮長門閉問閃間聞閱隊陽陰陣際陸陳險隨隱難霧靜頂項順須顧頓預領頻題顏額風飛飯館馬驗驟魚鳥麥黃齊龍龜")(s)
}

// wide writes digits and Latin letters in full width.
func wide(s string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7F {
			return r + 0xFEE0
		}
		return r
	}, s)
}
