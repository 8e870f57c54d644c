package catalogue

import (
	"strconv"
	"time"

	"golang.org/x/text/number"
)

// Number writes n with the language's grouping: 12,408.
func (l *Language) Number(n int) string {
	return l.printer.Sprint(number.Decimal(n))
}

// Percent formats part of whole with one digit. A part above 0 is never written as 0.0 and one
// below the whole never as 100.0, since reviewers read them as "none" and "all". A whole of 0 has
// no share: a dash.
func (l *Language) Percent(part, whole int) string {
	const least, most = 0.1, 99.9
	if whole <= 0 {
		return "—" // of nothing there is no share
	}
	if part <= 0 {
		return l.tenths(0)
	}
	p := 100 * float64(part) / float64(whole)
	switch {
	case p < least:
		return "<" + l.tenths(least)
	case part < whole && p > most:
		return l.tenths(most)
	}
	return l.tenths(p)
}

// Ratio writes a number from 0 to 1 as whole percents.
func (l *Language) Ratio(v float64) string {
	return l.printer.Sprint(number.Decimal(100*v, number.MaxFractionDigits(0))) + "%"
}

func (l *Language) tenths(p float64) string {
	return l.printer.Sprint(number.Decimal(p, number.Scale(1))) + "%"
}

// Time writes day and minute in the server's time zone; the zero time gives "".
func (l *Language) Time(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(l.dateTime)
}

// Date writes the day in the server's time zone; the zero time gives "".
func (l *Language) Date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(l.date)
}

// Bytes writes a size: 312 B, 4.2 KB, 50 MB. Steps are of 1024, as in the
// setting of the largest file.
func (l *Language) Bytes(n int64) string {
	const step = 1024
	if n < step {
		return strconv.FormatInt(n, 10) + " B"
	}
	v, units := float64(n)/step, "KMGT"
	i := 0
	for v >= step && i < len(units)-1 {
		v, i = v/step, i+1
	}
	digits := 1
	if v >= 10 {
		digits = 0
	}
	return l.printer.Sprint(number.Decimal(v, number.MaxFractionDigits(digits))) + " " + units[i:i+1] + "B"
}
