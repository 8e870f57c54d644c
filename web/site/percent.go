package site

import (
	"math"
	"strconv"
)

// PercentOf formats thousandths as percent for forms, "" for none.
func PercentOf(thousandths int) string {
	if thousandths == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(thousandths)/10, 'f', -1, 64)
}

// Thousandths parses percents of a form; "" is no value.
func Thousandths(text string) (n int, ok bool) {
	if text == "" {
		return 0, true
	}
	percent, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(percent) || percent < 0 || percent > 100 {
		return 0, false
	}
	return int(math.Round(percent * 10)), true
}
