package pdf

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"zhiwen/extract/internal/char"
)

// A font may name a glyph by several parts, such as f_f_i or uni00660066. The specification of the
// Adobe Glyph List defines what these names stand for, but pdfium returns the code itself for them.

// compounds holds the letters of glyphs with such names by code, and "" if fonts of the file
// disagree about a code.
type compounds map[rune]string

var (
	differences  = char.Pattern(`/Differences\s*\[([^\]]*)\]`)
	likeCompound = char.Pattern(`_|/uni[0-9A-F]{8}`)
	numberedName = char.Pattern(`^/[A-Za-z]+\d+$`) // stands for no character in any list
	partName     = char.Pattern(`^(?:[A-Za-z]|uni(?:[0-9A-F]{4})+|u[0-9A-F]{4,6})$`)
)

// namesIn reads the names in the lists of differences of a file. Most files have none of several
// parts.
func namesIn(lists [][]byte) compounds {
	if !slices.ContainsFunc(lists, likeCompound().Match) {
		return nil
	}
	c := compounds{}
	for _, list := range lists {
		code := rune(-1)
		for _, token := range bytes.Fields(bytes.ReplaceAll(list, []byte("/"), []byte(" /"))) {
			if n, err := strconv.ParseInt(string(token), 10, 16); err == nil {
				code = rune(n) - 1
				continue
			}
			code++
			letters := compound(string(token[1:]))
			if letters == "" && !numberedName().Match(token) {
				continue
			}
			if known, ok := c[code]; ok && known != letters {
				letters = ""
			}
			c[code] = letters
		}
	}
	return c
}

// compound returns the characters that a glyph name of several parts stands for, or "" for other
// names. Names of single letters are the only ones of the Adobe Glyph List that it knows.
func compound(name string) string {
	name, _, _ = strings.Cut(name, ".")
	var out []rune
	for _, p := range strings.Split(name, "_") {
		if !partName().MatchString(p) {
			return ""
		}
		digits, uni := strings.CutPrefix(p, "uni")
		switch {
		case len(p) == 1:
			out = append(out, rune(p[0]))
			continue
		case !uni:
			digits = p[1:]
		}
		for size := len(digits); digits != ""; digits = digits[size:] {
			if uni {
				size = 4
			}
			r, _ := strconv.ParseUint(digits[:size], 16, 32)
			out = append(out, rune(r))
		}
	}
	if len(out) < 2 {
		return "" // pdfium knows it
	}
	return string(out)
}
