package phrase

import (
	"slices"

	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
)

// OutcomeText returns what became of an item of an import and, where it was not taken, why.
func OutcomeText(l *catalogue.Language, i record.ImportItem) string {
	said := l.Text("fate." + string(i.Outcome))
	if i.Outcome != record.OutcomeRefused {
		if status := i.UnreadStatus(); status != "" {
			said += l.Text("app.stop") + l.Text("imports.statusUnread", "Value", status)
		}
		return said
	}
	return said + l.Text("app.stop") + RefusalText(l, i)
}

// RefusalText returns why an item was refused: a reason found by the import itself, or a fault of
// the file.
func RefusalText(l *catalogue.Language, i record.ImportItem) string {
	if slices.Contains(record.Refusals(), record.Refusal(i.Reason)) {
		return l.Text("refusal."+i.Reason, "Value", i.Value)
	}
	f := record.Failure{Name: record.FailureName(i.Reason)}
	return FailureTitle(l, f) + l.Text("app.stop") + FailureAdvice(l, f)
}
