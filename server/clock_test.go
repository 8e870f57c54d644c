package main

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/retention"
	"zhiwen/checker/setting"
)

// A jump of the clock keeps rules from deleting for a day, whatever its direction; a clock that is set right by minutes does
// not, nor a server that was away for a weekend.
func TestClockJump(t *testing.T) {
	begun := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for name, x := range map[string]struct {
		newest time.Time
		set    time.Duration // by which the clock is set, an hour after the start
		holds  bool
	}{
		"right":              {begun, 0, false},
		"set right":          {begun, 3 * time.Minute, false},
		"new":                {time.Time{}, 0, false},
		"an hour ahead":      {begun, time.Hour, true},
		"a day ahead":        {begun, 24 * time.Hour, true},
		"a day back":         {begun, -24 * time.Hour, true},
		"away for a weekend": {begun.Add(-72 * time.Hour), 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			c := clockOf(x.newest, begun)
			if jump := c.look(begun, 0); jump != 0 || !c.trusted() {
				t.Fatalf("at the start: jumped by %v", jump)
			}
			if jump := c.look(begun.Add(time.Hour+x.set), time.Hour); (jump != 0) != x.holds || c.trusted() == x.holds {
				t.Errorf("after an hour: jumped by %v, trusted: %t", jump, c.trusted())
			}
			if jump := c.look(begun.Add(2*time.Hour+x.set), 2*time.Hour); jump != 0 || c.trusted() == x.holds {
				t.Errorf("after two hours: jumped by %v, trusted: %t", jump, c.trusted())
			}
			if c.look(begun.Add(26*time.Hour+x.set), 26*time.Hour); !c.trusted() {
				t.Error("a day after the jump nothing is deleted")
			}
		})
	}
	if c := clockOf(begun.Add(-40*24*time.Hour), begun); c.look(begun, 0) == 0 || c.trusted() {
		t.Error("a clock that is forty days ahead of everything stored is trusted at the start")
	}
}

// told is a log that sends what it is told.
type told struct {
	slog.Handler

	lines chan string
}

func (h told) Enabled(context.Context, slog.Level) bool { return true }
func (h told) Handle(_ context.Context, r slog.Record) error {
	h.lines <- r.Message
	return nil
}

// A server whose clock has jumped deletes nothing by rule and says so; one whose clock has not deletes.
func TestKeepAfterJump(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		u := librarytest.Upload("old")
		u.Check = true
		document, _ := librarytest.Applied(t, s, u, 1, 1, 1, 1, 0, 0)
		librarytest.Exec(t, s, `UPDATE documents SET created_at = '2001-01-01 00:00:00+00:00'`)
		value, err := setting.Encode(setting.Retention, []retention.Rule{{Name: "old", Kind: retention.Checked, Days: 365}})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ChangeSetting(t.Context(), setting.Retention, value, 0, "tester"); err != nil {
			t.Fatal(err)
		}
		keys, err := evidence.NewKeys()
		if err != nil {
			t.Fatal(err)
		}
		keep := func(clock *deletionClock) string {
			ctx, stop := context.WithCancel(t.Context())
			lines, ended := make(chan string, 10), make(chan struct{})
			go func() {
				defer close(ended)
				runDeletion(ctx, slog.New(told{lines: lines}), s, keys, DeletionRules{}, clock, func(context.Context) {})
			}()
			line := <-lines
			stop()
			<-ended
			return line
		}
		if line := keep(clockOf(time.Now().Add(-2*clockAbsence), time.Now())); !strings.HasPrefix(line, "the clock has jumped; ") {
			t.Errorf("after a jump the log says %q", line)
		}
		if _, err := s.Document(t.Context(), document); err != nil {
			t.Fatalf("after a jump the document is gone: %v", err)
		}
		clock, err := clockSince(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if line := keep(clock); line != "documents were deleted by rule" {
			t.Errorf("with a right clock the log says %q", line)
		}
		if _, err := s.Document(t.Context(), document); err == nil {
			t.Error("with a right clock the document is still there")
		}
	})
}
