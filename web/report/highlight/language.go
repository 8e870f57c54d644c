package highlight

import "unicode"

// scriptSample is how many code points tell what a text is written in.
const scriptSample = 2000

// Language returns the lang attribute for a text, so that browsers take the right
// fonts and break lines rightly.
func Language(text string) string {
	han, letters, n := 0, 0, 0
	for _, r := range text {
		if n++; n > scriptSample {
			break
		}
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r):
			letters++
		}
	}
	// A Chinese character says about as much as three Latin letters.
	if 3*han >= letters && han > 0 {
		return "zh-Hans"
	}
	return "en"
}
