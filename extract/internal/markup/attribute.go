package markup

import (
	"iter"
	"strings"
)

// Attributes are the attributes of a tag as written, known to be well-formed. Most are never asked
// for, and parsing all into a list took a fifth of the memory of a .docx.
type Attributes string

// Of returns the value of the first attribute with a local name, or "".
func (a Attributes) Of(name string) string {
	for rest := string(a); ; {
		whole, value, behind := firstAttribute(rest)
		if whole == "" {
			return ""
		}
		if _, local := splitName(whole, strings.IndexByte(whole, ':')); local == name {
			return meant(value)
		}
		rest = behind
	}
}

// All returns local names and values in the order of the file.
func (a Attributes) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for rest := string(a); ; {
			whole, value, behind := firstAttribute(rest)
			if whole == "" {
				return
			}
			if _, local := splitName(whole, strings.IndexByte(whole, ':')); !yield(local, meant(value)) {
				return
			}
			rest = behind
		}
	}
}

// firstAttribute returns the name of the first attribute, its value as written, and the rest of s.
// The name is "" if there is none.
func firstAttribute(s string) (name, value, behind string) {
	from := behindBlanks(s, 0)
	at := from
	for at < len(s) && s[at] != '=' && !blank(s[at]) {
		at++
	}
	if at == len(s) {
		return "", "", ""
	}
	name = s[from:at]
	open := behindBlanks(s, behindBlanks(s, at)+len("="))
	closing := open + 1 + strings.IndexByte(s[open+1:], s[open])
	return name, s[open+1 : closing], s[closing+1:]
}

// meant returns a written value with its references resolved.
func meant(value string) string {
	if strings.IndexByte(value, '&') >= 0 || strings.IndexByte(value, '\r') >= 0 {
		value, _ = unescaped(value) // start already checked it
	}
	return value
}
