package flow

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// eqReader reads the instruction of an EQ field: \o\ac(○,1) is 1 in a circle, \f(1,2) a half, \*
// jc2 … \o\ad(\s\up 9(reading),base) a word with its reading above it.
type eqReader struct {
	rest  string
	ruby  bool
	depth int
}

// maxEqDepth is the depth of nested parts of EQ fields; people nest them by hand.
const maxEqDepth = 20

// sequence reads up to a character of ends that is not part of a switch, and does not consume it.
func (e *eqReader) sequence(ends string) string {
	var out strings.Builder
	for e.rest != "" {
		r, size := utf8.DecodeRuneInString(e.rest)
		switch {
		case r == '\\':
			out.WriteString(e.command())
		case strings.ContainsRune(ends, r):
			return out.String()
		default:
			out.WriteRune(r)
			e.rest = e.rest[size:]
		}
	}
	return strings.TrimSpace(out.String())
}

// command reads a switch with its options and the content of its brackets.
func (e *eqReader) command() string {
	kind, left, right := byte(0), "", ""
	for strings.HasPrefix(e.rest, `\`) {
		e.rest = e.rest[1:]
		word := strings.TrimLeftFunc(e.rest, latin)
		name := strings.ToLower(e.rest[:len(e.rest)-len(word)])
		if name == "" { // an escaped sign, or \* and its word
			return e.sign()
		}
		e.rest = word
		if kind == 0 {
			kind = name[0]
		}
		switch name { // followed by a bracket
		case "bc":
			left = e.literal()
			right = counterpart(left)
		case "lc":
			left = e.literal()
		case "rc":
			right = e.literal()
		}
		e.rest = strings.TrimLeft(e.rest, "0123456789 ")
	}
	if !strings.HasPrefix(e.rest, "(") {
		return ""
	}
	return e.combine(kind, e.arguments(), left, right)
}

// sign reads a character after a backslash that is not a letter.
func (e *eqReader) sign() string {
	if !strings.HasPrefix(e.rest, "*") {
		r, size := utf8.DecodeRuneInString(e.rest)
		e.rest = e.rest[size:]
		if size == 0 {
			return ""
		}
		return string(r)
	}
	e.rest = strings.TrimLeft(e.rest[1:], " ")
	e.ruby = e.ruby || strings.HasPrefix(e.rest, "jc")
	if quoted, ok := strings.CutPrefix(e.rest, `"`); ok {
		_, e.rest, _ = strings.Cut(quoted, `"`)
	} else if end := strings.IndexAny(e.rest, ` \`); end >= 0 {
		e.rest = e.rest[end:]
	} else {
		e.rest = ""
	}
	e.rest = strings.TrimLeft(e.rest, " ")
	return ""
}

// literal reads one character, with or without a backslash before it.
func (e *eqReader) literal() string {
	e.rest = strings.TrimPrefix(strings.TrimLeft(e.rest, " "), `\`)
	_, size := utf8.DecodeRuneInString(e.rest)
	s := e.rest[:size]
	e.rest = e.rest[size:]
	return s
}

func counterpart(sign string) string {
	return cmp.Or(map[string]string{"(": ")", "[": "]", "{": "}", "<": ">"}[sign], sign)
}

// arguments reads the content of brackets, separated by commas or semicolons.
func (e *eqReader) arguments() []string {
	e.depth++
	defer func() { e.depth-- }()
	e.rest = e.rest[1:]
	if e.depth > maxEqDepth {
		e.rest = ""
		return nil
	}
	var list []string
	for {
		list = append(list, strings.TrimSpace(e.bracketed()))
		if e.rest == "" {
			return list
		}
		end := e.rest[0]
		e.rest = e.rest[1:]
		if end == ')' {
			return list
		}
	}
}

// bracketed reads one argument with nested brackets.
func (e *eqReader) bracketed() string {
	out := e.sequence("(,;)")
	for strings.HasPrefix(e.rest, "(") {
		inner := "(" + strings.Join(e.arguments(), ",") + ")"
		out += inner + e.sequence("(,;)")
	}
	return out
}

// combine writes a part on one line, like equations of .docx files.
func (e *eqReader) combine(kind byte, parts []string, left, right string) string {
	all := strings.Join(parts, "")
	switch kind {
	case 'a':
		return strings.Join(parts, " ")
	case 'b':
		if left == "" && right == "" {
			left, right = "(", ")"
		}
		return left + all + right
	case 'f':
		return strings.Join(parts, "/")
	case 'i':
		return "∫" + all
	case 'l':
		return strings.Join(parts, ",")
	case 'o':
		if last := len(parts) - 1; e.ruby && last > 0 && Pronounces(strings.Join(parts[:last], ""), parts[last]) {
			return parts[last]
		}
		return overstruck(parts)
	case 'r':
		if len(parts) == 2 {
			return parts[0] + "√" + parts[1]
		}
		return "√" + all
	}
	return all
}

// overstruck returns the character that several characters on top of each other form, as in circled
// numbers and ticked boxes.
func overstruck(parts []string) string {
	if len(parts) != 2 {
		return strings.Join(parts, "")
	}
	inner := parts[1]
	switch parts[0] {
	case "○", "〇", "◯":
		if n, err := strconv.Atoi(inner); err == nil && n >= 1 && n <= 20 {
			return FormatNumber(n, "decimalEnclosedCircle")
		}
		return inner
	case "□", "☐":
		switch inner {
		case "√", "✓", "✔", "v", "V":
			return "☑"
		case "×", "x", "X", "✗", "✘":
			return "☒"
		}
		return inner
	case "◇", "△", "▲", "●", "■":
		return inner
	}
	return parts[0] + inner
}
