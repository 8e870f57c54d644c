package article

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// earliest is the first year in which a web page can have been published.
const earliest = 1990

// numeric matches a time in digits, as in standards and on Chinese pages. The groups are year,
// month, day, hour, minute, second and zone.
var numeric = regexp.MustCompile(`(?:^|\D)((?:19|` +
	`20)\d{2})\s*[-/.年]\s*(\d{1,2})(?:\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s]*(\d{1,2})\s*[:：时]\s*(\d{2})(?:\s*[:：分]\s*(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?`)

// stamp matches a count of seconds, or of milliseconds, since 1970.
var stamp = regexp.MustCompile(`^\d{10}(?:\d{3})?$`)

// layouts are the layouts with names of months; feeds use the first ones.
var layouts = []struct {
	layout string
	day    bool // without a time of day
}{
	{time.RFC1123Z, false}, {time.RFC1123, false}, {"Mon, 2 Jan 2006 15:04:05 -0700", false}, {"Mon, 2 Jan 2006 15:04:05 MST", false},
	{"January 2, 2006", true}, {"Jan 2, 2006", true}, {"2 January 2006", true}, {"2 Jan 2006", true},
}

// published parses a time as a page prints it and returns it in the form of extract.PrecisionOf, or
// "". Times more than a day after now, or before the web existed, are rejected: a wrong time is
// worse than an unknown one.
func published(text string, zone *time.Location, now time.Time) string {
	text = strings.TrimSpace(text)
	if stamp.MatchString(text) {
		n, err := strconv.ParseInt(text[:10], 10, 64)
		if err != nil {
			return ""
		}
		return said(time.Unix(n, 0).In(zone), "2006-01-02T15:04:05", now)
	}
	for _, l := range layouts {
		if t, err := time.ParseInLocation(l.layout, text, zone); err == nil {
			if l.day {
				return said(t, "2006-01-02", now)
			}
			return said(t, "2006-01-02T15:04:05", now)
		}
	}
	m := numeric.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	n := make([]int, 7)
	for i := 1; i <= 6; i++ {
		n[i], _ = strconv.Atoi(m[i]) // "" is 0
	}
	if n[2] < 1 || n[2] > 12 {
		return ""
	}
	if m[3] == "" {
		return said(time.Date(n[1], time.Month(n[2]), 1, 0, 0, 0, 0, zone), "2006-01", now)
	}
	if z := m[7]; z == "Z" {
		zone = time.UTC
	} else if z != "" {
		if in, ok := offset(z); ok {
			zone = in
		}
	}
	t := time.Date(n[1], time.Month(n[2]), n[3], n[4], n[5], n[6], 0, zone)
	if t.Day() != n[3] || t.Hour() != n[4] || t.Minute() != n[5] || t.Second() != n[6] {
		return "" // the 31st of February
	}
	switch {
	case m[4] == "":
		return said(t, "2006-01-02", now)
	case m[6] == "":
		return said(t, "2006-01-02T15:04", now)
	}
	return said(t, "2006-01-02T15:04:05", now)
}

// said formats a time with the precision of a layout, with its zone if the layout has a time of day.
func said(t time.Time, layout string, now time.Time) string {
	const skew = 24 * time.Hour // between zones and clocks
	if t.Year() < earliest || t.After(now.Add(skew)) {
		return ""
	}
	if strings.Contains(layout, "T") {
		layout += "-07:00"
	}
	return t.Format(layout)
}

// offset parses a zone: "+08:00" or "+0800".
func offset(text string) (*time.Location, bool) {
	if len(text) == len("+0800") {
		text = text[:3] + ":" + text[3:]
	}
	t, err := time.Parse("-07:00", text)
	if err != nil {
		return nil, false
	}
	_, seconds := t.Zone()
	return time.FixedZone(fmt.Sprintf("UTC%s", text), seconds), true
}
