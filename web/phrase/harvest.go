package phrase

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/catalogue"
)

// HarvestServerReasons returns the outcomes of pages that are reasons of records too: what servers
// answer.
func HarvestServerReasons() []record.WebOutcome {
	return []record.WebOutcome{
		record.WebGone, record.WebStatus, record.WebRobots, record.WebPrivate, record.WebRedirects, record.WebUnreachable, record.WebSlow,
		record.WebLarge, record.WebKind,
	}
}

// HarvestReasonText returns why an item did not come, or what is wrong with a source; "" for no reason.
func HarvestReasonText(l *catalogue.Language, reason, detail string) string {
	switch {
	case reason == "":
		return ""
	case slices.Contains(record.HarvestReasons(), record.HarvestReason(reason)),
		slices.Contains(HarvestServerReasons(), record.WebOutcome(reason)):
		return l.Text("harvest.reason."+reason, "Value", detail)
	case slices.Contains(record.Refusals(), record.Refusal(reason)):
		return l.Text("refusal."+reason, "Value", detail)
	case reason == string(record.OutcomeNumber):
		return l.Text("fate." + reason)
	}
	f := record.Failure{Name: record.FailureName(reason), Kind: kindNamed(detail)}
	return FailureTitle(l, f) + l.Text("app.stop") + FailureAdvice(l, f)
}

// kindNamed returns a kind of files, "" where it is not known.
func kindNamed(name string) extract.Kind {
	if kind := extract.Kind(name); slices.Contains(extract.Kinds, kind) {
		return kind
	}
	return ""
}

// HarvestDetail returns what a reason is about, where its text does not say it: an address, what
// another system says.
func HarvestDetail(reason, detail string) string {
	switch r := record.HarvestReason(reason); {
	case r == record.HarvestMost, r == record.HarvestFiles, r == record.HarvestManifest:
		return ""
	case slices.Contains(record.HarvestReasons(), r), slices.Contains(HarvestServerReasons(), record.WebOutcome(reason)):
		return detail
	case strings.Contains(detail, "://"):
		return detail
	}
	return ""
}

// HarvestHeads returns the heads of a table of items, without that of the document.
func HarvestHeads(l *catalogue.Language) []string {
	var heads []string
	for _, name := range []string{"key", "name", "fate", "reason", "detail", "status", "listed", "asked", "next", "from", "versions",
		"document"} {
		heads = append(heads, l.Text("harvest.column."+name))
	}
	return heads
}

// HarvestCells returns the cells of an item in such a table, but the document.
func HarvestCells(l *catalogue.Language, i record.HarvestItem) []string {
	stamp := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.Local().Format(time.DateTime)
	}
	count := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	why := HarvestReasonText(l, i.Reason, i.Detail)
	detail := HarvestDetail(i.Reason, i.Detail)
	if i.Reason == "" {
		detail = i.Detail // the new name of a file
	}
	if i.State == record.DocumentFailed {
		why = FailureTitle(l, i.Failure)
	}
	return []string{
		i.Key, i.Name, l.Text("harvestFate." + string(i.Outcome)), why, detail, count(i.Status), stamp(i.SeenAt), stamp(i.AskedAt),
		stamp(i.NextAt), i.From, count(i.Versions),
	}
}
