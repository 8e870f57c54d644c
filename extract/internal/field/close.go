package field

import (
	"strings"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
	"zhiwen/extract/internal/field/value"
)

const (
	longestClose = 60 // code points of a label with a value close behind it
	longestWord  = 10 // code points of such a label
	sureLabel    = 4  // code points of a label that cannot be a word of a sentence
)

// closeTo finds a label whose value follows it without a gap, as on recognised pages. Names and
// numbers of people, dates and institutions show by themselves where they begin; titles count only
// after labels that are used for titles alone.
func closeTo(l *label.Set, line string) []label.Pair {
	if len(line) > utf8.UTFMax*longestClose {
		return nil
	}
	if !char.Wide(char.First(line)) { // Name – Jane Doe
		m := dashed().FindStringSubmatch(line)
		if m == nil {
			return nil
		}
		if found, ok := l.Find(m[1]); ok {
			return []label.Pair{{Label: found, Value: m[2], Colon: true}}
		}
		return nil
	}
	runes, last := 0, rune(0)
	for at, r := range line {
		ends := l.EndsWith(last)
		if last = r; at == 0 || !ends {
			runes++
			continue
		}
		if runes++; runes > longestWord {
			break
		}
		found, ok := l.Whole(line[:at])
		if !ok {
			continue
		}
		behind := line[at:]
		switch found.Field {
		case label.Applicant:
			ok = hanName(behind)
		case label.Number:
			ok = value.CleanNumber(behind) != ""
		case label.Year:
			ok = value.ParseDate(behind) != "" && value.DateAlone().MatchString(behind)
		case label.Institution:
			ok = utf8.RuneCountInString(line[:at]) >= sureLabel && value.WholeHouse().MatchString(behind)
		case label.Title:
			ok = found.Score == 3 && utf8.RuneCountInString(line[:at]) >= sureLabel && titleEnd().MatchString(behind) &&
				!strings.ContainsAny(behind, "，。；、？")
		default:
			ok = false
		}
		if ok {
			return []label.Pair{{Label: found, Value: behind}}
		}
	}
	return nil
}

// hanName reports whether a text is recognisable as a Chinese name by itself.
func hanName(s string) bool {
	name := value.Name(s)
	return name != "" && char.Wide(char.First(name)) && value.LikelyName(name)
}

var dashed = char.Pattern(`^\W{0,3}([A-Za-z][A-Za-z'’ /]{2,40}?)(?:\s+[-–—]+\s+|[–—]+\s*|-\s+)(\S.*)$`)
