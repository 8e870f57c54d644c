package html

import (
	"strconv"
	"strings"
	"unicode"

	"zhiwen/extract/internal/char"
	"zhiwen/internal/each"
)

// No script runs. A script that holds much text and writes into the page may show that text.

const (
	// leastWritten is the least number of Chinese characters or words in a script that is reported
	// to write text: a paragraph, more than labels of menus.
	leastWritten = 100
	// leastCode and greatestCode bound the codes of Chinese characters.
	leastCode, greatestCode = 0x3400, 0x9FFF
	// proseWords is the number of words that make a string prose.
	proseWords = 8
	// packed is the least length of a string that may be text in another form.
	packed = 400
)

var (
	writing = char.Pattern(`document\.write|innerHTML|outerHTML|insertAdjacent|textContent|innerText|createTextNode|appendChild|` +
		`\.append\(|\.html\(|\.text\(|srcdoc|attachShadow`)
	characterNo = char.Pattern(`\\u\{?([0-9A-Fa-f]{4,5})|&#x?([0-9A-Fa-f]{4,6});|\b(0x[0-9A-Fa-f]{4}|\d{5})\b|%u([0-9A-Fa-f]{4})`)
	unpacking   = char.Pattern(`atob|decodeURI|unescape`)
	inTags      = char.Pattern(`<[^<>]*>`)
	isWord      = char.Pattern(`^["'(]*\p{L}[\p{L}'’-]*[.,;:!?)"']*$`)
	inQuotes    = char.Pattern("\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|`[^`]*`")
)

// writesText reports whether a script writes a text into the page.
func writesText(script string) bool {
	if !writing().MatchString(script) {
		return false
	}
	written := 0
	for _, m := range characterNo().FindAllStringSubmatch(script, -1) {
		base := 16
		if m[3] != "" || strings.HasPrefix(m[0], "&#") && !strings.HasPrefix(m[0], "&#x") {
			base = 10
		}
		number := strings.TrimPrefix(m[1]+m[2]+m[3]+m[4], "0x")
		if strings.HasPrefix(m[3], "0x") {
			base = 16
		}
		if code, err := strconv.ParseInt(number, base, 32); err == nil && code >= leastCode && code <= greatestCode {
			written++
		}
	}
	for _, s := range inQuotes().FindAllString(script, -1) {
		for _, r := range s {
			if unicode.Is(unicode.Han, r) {
				written++
			}
		}
		words := strings.Fields(inTags().ReplaceAllString(s, " "))
		plain := each.Count(words, func(word string) bool { return isWord().MatchString(word) })
		switch {
		case plain >= proseWords && plain*10 >= len(words)*9:
			written += plain
		case len(s) >= packed && unpacking().MatchString(script) && !strings.ContainsAny(s, " <>"):
			written += leastWritten
		}
	}
	return written >= leastWritten
}
