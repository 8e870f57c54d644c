package phrase

import (
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
)

// Exclusions lists the reasons for which text does not count.
func Exclusions(l *catalogue.Language, reasons []evidence.Reason) string {
	var said []string
	for _, r := range evidence.Reasons() {
		if slices.Contains(reasons, r) {
			said = append(said, l.Text("reason."+string(r)))
		}
	}
	if len(said) == 0 {
		return l.Text("settings.excludeNothing")
	}
	return l.Text("settings.excludeSaid", "Reasons", strings.Join(said, l.Text("app.comma")))
}

// HintLevel says by their confidence which hints a level lets through, in thousandths of false hints per clean document.
func HintLevel(l *catalogue.Language, thousandths int) string {
	if thousandths == 0 {
		return l.Text("hints.levelOff")
	}
	return l.Text("hints.levelSaid." + string(evidence.StrengthOf(evidence.Round(float64(thousandths)/1000))))
}

// LevelFigure writes thousandths as a figure with no more digits than it needs.
func LevelFigure(thousandths int) string {
	return strconv.FormatFloat(float64(thousandths)/1000, 'f', -1, 64)
}

// Threshold returns where the colours of a figure begin.
func Threshold(l *catalogue.Language, f record.FigureName, t record.Threshold) string {
	share := func(thousandths int) string {
		if thousandths == 0 {
			return "–"
		}
		return l.Percent(thousandths, 1000)
	}
	return l.Text("settings.thresholdSaid", "Figure", l.Text("figure."+string(f)), "Notable", share(t.Notable), "Grave", share(t.Grave))
}
