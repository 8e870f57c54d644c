package program_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/library/program"
	"zhiwen/checker/record"
)

// Messages are written with what they tell, claimed by one server at a time, and noted.
func TestDeliveries(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		s := librarytest.Open(t, c)
		u := librarytest.Upload("one")
		u.Check = true
		_, silent := librarytest.Applied(t, s, u, 1, 1, 1, 1, 0, 0) // before anybody is told
		id := librarytest.Must(
			s.AddWebhook(
				ctx,
				record.Webhook{
					Name:    "n",
					Address: "https://example.org/",
					Events:  []record.Event{record.EventCheckFinished, record.EventDecisionMade},
					Secret:  "s",
				},
			),
		)(
			t,
		)
		if due := librarytest.Must(s.DueDeliveries(ctx, id, 10))(t); len(due) > 0 {
			t.Errorf("of check %d, which ended before, it is told: %+v", silent, due)
		}
		u = librarytest.Upload("two")
		u.Check = true
		document, check := librarytest.Applied(t, s, u, 1, 1, 1, 1, 0, 0)
		if err := s.Decide(ctx, check, evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.SubjectCheck.Verdicts()[0], Reviewer: "r"}, record.AnySeen); err != nil {
			t.Fatal(err)
		}
		if hooks := librarytest.Must(s.DueWebhooks(ctx))(t); len(hooks) != 1 || hooks[0] != id {
			t.Errorf("webhooks that are due: %v", hooks)
		}
		due := librarytest.Must(s.DueDeliveries(ctx, id, 10))(t)
		if len(due) != 2 || due[0].Event != record.EventCheckFinished || due[0].Subject != check || due[0].Attempts != 1 ||
			due[1].Event != record.EventDecisionMade {
			t.Fatalf("due of check %d of document %d: %+v", check, document, due)
		}
		if text := string(due[0].Body); !strings.Contains(text, `"state":"done"`) || strings.Contains(text, "two") {
			t.Errorf("the message is %s", text)
		}
		if again := librarytest.Must(s.DueDeliveries(ctx, id, 10))(t); len(again) > 0 {
			t.Errorf("another server has %+v too", again)
		}
		if err := s.EndDelivery(ctx, due[0], 200, ""); err != nil {
			t.Fatal(err)
		}
		last := due[1]
		last.Attempts = 1
		if err := s.EndDelivery(ctx, last, 503, record.DeliveryStatus); err != nil {
			t.Fatal(err)
		}
		log, total, err := s.Deliveries(ctx, id, 10, 0)
		if err != nil || total != 2 || len(log) != 2 || log[1].State != record.DeliveryDelivered || log[1].EndedAt.IsZero() ||
			log[0].State != record.DeliveryWaiting ||
			log[0].Status != 503 ||
			!log[0].NextAt.After(time.Now()) {
			t.Errorf("the log: %+v, %d, %v", log, total, err)
		}
		if rest, total, err := s.Deliveries(ctx, id, 1, 1); err != nil || total != 2 || len(rest) != 1 || rest[0].ID != log[1].ID {
			t.Errorf("its second page: %+v, %d, %v", rest, total, err)
		}
		if err := s.SendAgain(ctx, id, log[1].ID); err != nil {
			t.Fatal(err)
		}
		if due := librarytest.Must(s.DueDeliveries(ctx, id, 10))(t); len(due) != 1 || due[0].ID != log[1].ID {
			t.Errorf("sent again: %+v", due)
		}
		// One that waits for longer than any does is from before the clock was set back.
		librarytest.Exec(t, s, `UPDATE deliveries SET state = 'waiting', next_at = '2999-01-01 00:00:00+00:00' WHERE id = $1`, log[0].ID)
		if err := s.SweepDeliveries(ctx); err != nil {
			t.Fatal(err)
		}
		if due := librarytest.Must(s.DueDeliveries(ctx, id, 10))(t); len(due) != 1 || due[0].ID != log[0].ID {
			t.Errorf("after the clock was set back: %+v", due)
		}
		// Both have failed for good, and are sent again together; of another webhook nothing is.
		other := librarytest.Must(
			s.AddWebhook(ctx, record.Webhook{Name: "o", Address: "https://example.org/o", Events: record.Events(), Secret: "s"}),
		)(
			t,
		)
		if err := s.Try(ctx, other); err != nil {
			t.Fatal(err)
		}
		librarytest.Exec(t, s, `UPDATE deliveries SET state = 'failed', attempts = 11, ended_at = next_at`)
		if err := s.SendFailedAgain(ctx, id); err != nil {
			t.Fatal(err)
		}
		if due := librarytest.Must(s.DueDeliveries(ctx, id, 10))(t); len(due) != 2 || due[0].Attempts != 1 || !due[0].EndedAt.IsZero() {
			t.Errorf("all that failed: %+v", due)
		}
		if w := librarytest.Must(s.Webhook(ctx, other))(t); w.Failed != 1 || w.Waiting != 0 {
			t.Errorf("of the other webhook: %+v", w)
		}
		if err := s.PauseWebhook(ctx, id, true); err != nil {
			t.Fatal(err)
		}
		if err := s.Try(ctx, id); err != nil {
			t.Fatal(err)
		}
		if due := librarytest.Must(s.DueDeliveries(ctx, id, 10))(t); len(due) > 0 {
			t.Errorf("while it is paused: %+v", due)
		}
		if due := librarytest.Must(s.DueWebhooks(ctx))(t); len(due) > 0 {
			t.Errorf("paused and due: %v", due)
		}
		if err := s.DeleteWebhook(ctx, id); err != nil {
			t.Error(err)
		}
	})
}

// What is due is found without reading all that was sent before.
func TestDueIsReadFromItsIndex(t *testing.T) {
	c := librarytest.SQLite(t)
	librarytest.Open(t, c)
	for _, query := range []string{`SELECT DISTINCT +d.webhook_id` + program.Due, `SELECT d.id` + program.Due + ` AND +d.webhook_id = 1 ORDER BY d.next_at, d.id LIMIT 8`} {
		rows, err := librarytest.Plain(t, c).
			QueryContext(t.Context(), `EXPLAIN QUERY PLAN `+strings.ReplaceAll(query, "$1", "'2026-01-01'"))
		if err != nil {
			t.Fatal(err)
		}
		var plan string
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			plan += step + "\n"
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(plan, "deliveries_due") || strings.Contains(plan, "deliveries_webhook") {
			t.Errorf("%s: %s", query, plan)
		}
	}
}

// The pauses grow, and the last attempt is made after more than a day.
func TestPauses(t *testing.T) {
	var whole, before time.Duration
	for n := 1; n < program.MostAttempts; n++ {
		pause := program.Pause(n)
		if pause < before {
			t.Errorf("after %d attempts %v, before %v", n, pause, before)
		}
		whole, before = whole+pause, pause
	}
	if whole < 24*time.Hour || whole > 72*time.Hour {
		t.Errorf("all attempts within %v", whole)
	}
}

// A page of the web that was compared is no application: programs that ask for checks and webhooks learn nothing of it.
func TestComparisonsAreNoChecks(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		s := librarytest.Open(t, c)
		id := librarytest.Must(
			s.AddWebhook(ctx, record.Webhook{Name: "n", Address: "https://example.org/", Events: record.Events(), Secret: "s"}),
		)(t)
		u := librarytest.Upload("page")
		u.ToLibrary = true
		document := librarytest.Create(t, s, u)
		check := func(compared bool) (check int64) {
			librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
				check, err = tx.CreateCheck(ctx, document)
				return err
			})
			librarytest.Exec(
				t,
				s,
				`UPDATE checks SET compared = $2, state = 'running', started_at = created_at WHERE id = $1`,
				check,
				compared,
			)
			librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
				return tx.FinishCheck(ctx, check, record.Summary{}, []byte("<evidence/>"))
			})
			if err := s.Decide(ctx, check, evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "r"}, record.AnySeen); err != nil {
				t.Fatal(err)
			}
			return check
		}
		asked, comparison := check(false), check(true)
		for _, d := range librarytest.Must(s.DueDeliveries(ctx, id, 10))(t) {
			if body := string(d.Body); !strings.Contains(body, fmt.Sprintf(`"check":%d,`, asked)) {
				t.Errorf("it is told: %s", body)
			}
		}
		for _, tc := range []struct {
			name string
			f    record.CheckFilter
			want int64
		}{{"checks", record.CheckFilter{}, asked}, {"latest checks", record.CheckFilter{Latest: true}, asked}, {"comparisons", record.CheckFilter{Compared: true}, comparison}} {
			if got := librarytest.Must(s.CheckPage(ctx, tc.f))(t); len(got) != 1 || got[0].ID != tc.want {
				t.Errorf("%s: %+v, want %d alone", tc.name, got, tc.want)
			}
		}
	})
}
