package worker

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// receivers answer messages at once, but for one address that never answers.
type receivers struct {
	silent string
	heard  chan string // number of a delivery that was answered

	mu      sync.Mutex
	waiting int            // messages that get no answer
	sent    map[string]int // how often each delivery came
}

func (r *receivers) Post(ctx context.Context, address string, header http.Header, _ []byte, _ []netip.Prefix) (int, error) {
	id := header.Get(DeliveryHeader)
	r.mu.Lock()
	r.sent[id]++
	if address == r.silent {
		r.waiting++
	}
	r.mu.Unlock()
	if address == r.silent {
		<-ctx.Done()
		return 0, errors.New("no answer")
	}
	r.heard <- id
	return http.StatusNoContent, nil
}

// A receiver that does not answer holds back nobody, and one that does is told everything without
// waiting for the next tick, by two servers of one database too, each message once.
func TestOneReceiverHoldsBackNoOther(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		add := func(address string, messages int) {
			id := librarytest.Must(s.AddWebhook(t.Context(), record.Webhook{Name: "n", Address: address, Events: record.Events(), Secret: "s"}))(t)
			for range messages {
				if err := s.Try(t.Context(), id); err != nil {
					t.Fatal(err)
				}
			}
		}
		const silent, good, messages = "https://silent.example/", "https://good.example/", 40
		add(silent, messages)
		add(good, messages)
		r := &receivers{silent: silent, heard: make(chan string), sent: map[string]int{}}
		ctx, stop := context.WithCancel(t.Context())
		const servers = 2
		var kept sync.WaitGroup
		for range servers {
			kept.Go(func() { keep(ctx, slog.New(slog.DiscardHandler), s, r, nil) })
		}
		for n := range messages {
			select {
			case <-r.heard:
			case <-time.After(time.Minute):
				t.Fatalf("%d of %d messages came", n, messages)
			}
		}
		stop()
		kept.Wait()
		if r.waiting == 0 || r.waiting > servers*webhookLane {
			t.Errorf("%d messages were under way to the one that does not answer", r.waiting)
		}
		for id, n := range r.sent {
			if n > 1 {
				t.Errorf("message %s was sent %d times", id, n)
			}
		}
	})
}
