package phrase

import (
	"time"

	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
)

// OutlookText returns how long what waits will take, as roundly as it is known, or "" where
// nothing waits.
func OutlookText(l *catalogue.Language, o record.Outlook) string {
	switch {
	case !o.Open:
		return ""
	case o.Known():
		return l.Text("outlook.left", "Span", roughly(l, o.Left()))
	case o.ReadingKnown && o.Checks && o.Reading > 0:
		return l.Text("outlook.reading", "Span", roughly(l, o.Reading))
	}
	return l.Text("outlook.unknown")
}

// roughly describes a time in words. An estimate is right within a fifth: it is rounded by a tenth
// at most, from ten minutes on.
func roughly(l *catalogue.Language, d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < 20*time.Minute:
		return l.Count("outlook.minutes", max(1, int(d.Round(time.Minute)/time.Minute)))
	case d < 57*time.Minute+30*time.Second: // what is more is an hour, rounded
		return l.Count("outlook.minutes", int(d.Round(5*time.Minute)/time.Minute))
	case d < 4*time.Hour-15*time.Minute:
		d = d.Round(15 * time.Minute)
		hours, minutes := l.Count("outlook.hours", int(d/time.Hour)), int(d%time.Hour/time.Minute)
		if minutes == 0 {
			return hours
		}
		return l.Text("outlook.both", "Hours", hours, "Minutes", l.Count("outlook.minutes", minutes))
	case d < 2*day:
		return l.Count("outlook.hours", int(d.Round(time.Hour)/time.Hour))
	case d < 5*day:
		half := int(d.Round(day/2) / (day / 2))
		if half%2 == 1 {
			return l.Text("outlook.halfDays", "Days", half/2)
		}
		return l.Count("outlook.days", half/2)
	}
	return l.Count("outlook.days", int(d.Round(day)/day))
}
