package worker

import (
	"log/slog"
	"strings"
	"testing"
)

// Of what the queue says errors are passed on, and as less what is about who leads it.
func TestQueueIsQuiet(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	log := slog.New(quiet{slog.NewTextHandler(&b, nil)}).With("client", 1)
	log.Info("started")
	log.Error("leadership.Elector: Error attempting to resign")
	log.Error("producer: Error fetching jobs")
	if got := b.String(); strings.Contains(got, "started") || strings.Count(got, "level=WARN") != 1 || !strings.Contains(got, `level=WARN msg="leadership.Elector`) || strings.Count(got, "level=ERROR") != 1 {
		t.Error(got)
	}
}
