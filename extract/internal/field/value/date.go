package value

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/label"
)

var (
	numberDate = char.Pattern(`(?:^|[^\d.])((?:19|20)\d{2})\s*(?:年|[-–/.])\s*(\d{1,2})(?:\s*(?:月|` +
		`[-–/.])\s*(?:(\d{1,2})\s*[日号]?)?)?(?:\D|$)`)
	dayFirst   = char.Pattern(`(?i)(?:^|\D)(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?,?\s+((?:19|20)\d{2})(?:\D|$)`)
	monthFirst = char.Pattern(`(?i)([a-z]{3,9})\.?,?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?((?:19|20)\d{2})(?:\D|$)`)
	// DateAlone matches a text that is only a date.
	DateAlone = char.Pattern(`^[\d\s年月日号./–-]+$|^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?\s+)?(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|` +
		`th)?\s+)?(?:of\s+)?[A-Z][A-Za-z]{2,8}\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?,?\s+(?:19|20)\d{2}$`)
	monthYear   = char.Pattern(`(?:^|[^\d/.-])(\d{1,2})/((?:19|20)\d{2})(?:\D|$)`)
	chineseDate = char.Pattern(`[〇○◯零一二三四五六七八九十0OＯ][〇○◯零一二三四五六七八九十0OＯ\s]*[年月日]`)
)

// ParseDate returns the first date of a text as YYYY-MM-DD or YYYY-MM, or "". A year alone is no
// date.
func ParseDate(s string) string {
	if len(s) > label.MaxLine {
		return ""
	}
	s = dateText(s)
	if m := numberDate().FindStringSubmatch(s); m != nil {
		return isoDate(m[1], m[2], m[3])
	}
	if m := monthYear().FindStringSubmatch(s); m != nil {
		return isoDate(m[2], m[1], "")
	}
	if m := dayFirst().FindStringSubmatch(s); m != nil {
		return isoDate(m[3], monthNumber(m[2]), m[1])
	}
	if m := monthFirst().FindStringSubmatch(s); m != nil {
		return isoDate(m[3], monthNumber(m[1]), m[2])
	}
	return ""
}

// dateText prepares a text for the search for dates: one line, digits in one form and without gaps,
// no underscores to write on.
func dateText(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '_' || r == '＿':
			return ' '
		case r >= '０' && r <= '９':
			return r - '０' + '0'
		case r == '．':
			return '.'
		}
		return r
	}, s)
	return CloseDigits(char.OneLine(Arabic(s)))
}

// Months returns a duration in months: 36 months, 三年. It returns 0 if the text states none.
func Months(s string) int {
	m := lasting().FindStringSubmatch(dateText(s))
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		n, _ = strconv.Atoi(chineseNumber(strings.ReplaceAll(m[1], "两", "二")))
	}
	if strings.HasPrefix(strings.ToLower(m[2]), "y") || m[2] == "年" {
		n *= 12
	}
	if n > mostMonths {
		return 0
	}
	return n
}

const mostMonths = 120 // longest duration of a project

// Later returns the last month or day of a period of n months that begins at a date.
func Later(start string, n int) string {
	if day, err := time.Parse(time.DateOnly, start); err == nil {
		return day.AddDate(0, n, -1).Format(time.DateOnly)
	}
	month, err := time.Parse("2006-01", start)
	if err != nil {
		return ""
	}
	return month.AddDate(0, n-1, 0).Format("2006-01")
}

// Dates returns the first and the last date of a text such as 2025年1月至2027年12月, or fewer. The last
// date may lack its year.
func Dates(s string) []string {
	if len(s) > label.MaxLine {
		return nil
	}
	s = dateText(s)
	if m := bothDates().FindStringSubmatch(s); m != nil {
		if first, second := isoDate(m[1], m[2], m[3]), isoDate(m[4], m[5], m[6]); first != "" && second > first {
			return []string{first, second}
		}
	}
	from, to, two := s, "", false
	if at := rangeMark().FindStringIndex(s); at != nil {
		from, to, two = s[:at[0]], s[at[1]:], true
	}
	first := ParseDate(from)
	if first == "" {
		return nil
	}
	if !two {
		return []string{first}
	}
	second := ParseDate(to)
	if m := monthOnly().FindStringSubmatch(to); second == "" && m != nil {
		second = isoDate(first[:4], m[1], m[2])
	}
	if second == "" || second[:4] < first[:4] {
		return []string{first}
	}
	return []string{first, second}
}

var (
	rangeMark = char.Pattern(`(?i)\s*(?:至|到|—+|–|－|~|～|--+|\s-\s|\bto\b|完成时间[:：]?|终止时间[:：]?|[日月]\s*-)\s*`)
	bothDates = char.Pattern(`((?:19|20)\d{2})\s*[年./-]\s*(\d{1,2})(?:\s*[月./-]\s*(\d{1,2}))?\s*[月日]?\s*(?:[-–—－~～至到]+|` +
		`to)\s*((?:19|20)\d{2})\s*[年./-]\s*(\d{1,2})(?:\s*[月./-]\s*(\d{1,2}))?(?:\D|$)`)
	lasting   = char.Pattern(`(?i)(?:^|[^\d.])(\d{1,3}|[一二两三四五六七八九十]{1,3})[\s-]*(个月|年|months?|years?)`)
	monthOnly = char.Pattern(`^\s*(\d{1,2})\s*月(?:\s*(\d{1,2})\s*日)?`)
)

// isoDate formats numbers as a date if they are one. day may be "".
func isoDate(year, month, day string) string {
	layout, s := "2006-1-2", year+"-"+month+"-"+day
	if day == "" {
		layout, s = "2006-1", year+"-"+month
	}
	t, err := time.Parse(layout, s)
	if err != nil {
		return ""
	}
	if day == "" {
		return t.Format("2006-01")
	}
	return t.Format(time.DateOnly)
}

// monthNumber returns the number of a month from its English name or abbreviation.
func monthNumber(name string) string {
	if len(name) >= 3 {
		for m := time.January; m <= time.December; m++ {
			if full := m.String(); len(name) <= len(full) && strings.EqualFold(name, full[:len(name)]) ||
				strings.EqualFold(name, "sept") && m == time.September {
				return strconv.Itoa(int(m))
			}
		}
	}
	return ""
}

// Arabic converts the numbers of a Chinese date to digits: 二〇二五年十二月.
func Arabic(s string) string {
	if !strings.ContainsAny(s, "年月日") {
		return s
	}
	return chineseDate().ReplaceAllStringFunc(s, func(part string) string {
		_, size := utf8.DecodeLastRuneInString(part)
		number, unit := char.Closed(part[:len(part)-size]), part[len(part)-size:]
		return chineseNumber(number) + unit
	})
}

const chineseDigits = "零一二三四五六七八九"

// chineseNumber converts single digits (二〇二五), or a number up to 99 with 十 (二十一).
func chineseNumber(s string) string {
	digit := func(r rune) int {
		if strings.ContainsRune("〇○◯0OＯ", r) {
			return 0
		}
		return strings.IndexRune(chineseDigits, r) / utf8.RuneLen('零')
	}
	before, after, tens := strings.Cut(s, "十")
	if !tens {
		var b strings.Builder
		for _, r := range s {
			b.WriteByte(byte('0' + digit(r)))
		}
		return b.String()
	}
	n := 10
	if before != "" {
		n = 10 * digit(char.First(before))
	}
	if after != "" {
		n += digit(char.First(after))
	}
	return strconv.Itoa(n)
}
