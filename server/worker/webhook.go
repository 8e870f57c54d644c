package worker

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/server/crawl"
)

// The headers of a message.
const (
	WebhookSignature = "Zhiwen-Signature" // t=SECONDS,v1=HEX: see Sign
	EventHeader      = "Zhiwen-Event"
	DeliveryHeader   = "Zhiwen-Delivery" // number of the delivery, the same when it is sent again
)

const (
	// look is how soon what is due is seen.
	look = time.Second
	// webhookLane is how many messages are under way to one webhook. Each has places of its own, so that one
	// that does not answer holds back nobody else.
	webhookLane = 8
	// sweep is how often the log forgets what is old.
	sweep = time.Hour
)

// WebhookSender sends one message; crawl.Client is one.
type WebhookSender interface {
	Post(ctx context.Context, address string, header http.Header, body []byte, allowed []netip.Prefix) (status int, err error)
}

// SignWebhook returns the signature of a message that is sent at a time: HMAC-SHA256 under the secret
// of "SECONDS.BODY", as "t=SECONDS,v1=HEX" (seconds since 1970). A receiver makes it again from
// what came and compares; old times are refused against messages that are played back.
func SignWebhook(secret string, at time.Time, body []byte) string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(seconds + "."))
	mac.Write(body)
	return "t=" + seconds + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}

// RunWebhooks sends what is due, signed, until ctx ends, and notes how each attempt ended. The log gets a line where the database cannot be
// read; what becomes of messages is in their own log.
//
// A message is sent at least once: a server that ends between the answer and its note sends it
// again, and so receivers look at the number of the delivery. It goes to no address of this
// machine or of a private network, unless that network is allowed on the page of settings.
func RunWebhooks(ctx context.Context, log *slog.Logger, store *library.Store, sender WebhookSender) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	keep(ctx, log, store, sender, tick.C)
}

// keep looks for due work at once, at each tick, and when a place becomes free.
func keep(ctx context.Context, log *slog.Logger, store *library.Store, sender WebhookSender, ticks <-chan time.Time) {
	l := &lanes{log: log, store: store, sender: sender, taken: map[int64]int{}, more: map[int64]bool{}, free: make(chan struct{}, 1)}
	defer l.sending.Wait()
	var swept time.Time
	beat := true
	for {
		var err error
		if beat {
			err = store.ReleaseCalls(ctx)
			if now := time.Now(); err == nil && now.Sub(swept) >= sweep {
				swept = now
				err = store.SweepDeliveries(ctx)
			}
		}
		l.complain(ctx, errors.Join(err, l.fill(ctx)))
		select {
		case <-ticks:
			beat = true
		case <-l.free:
			beat = false
		case <-ctx.Done():
			return
		}
	}
}

// lanes are the messages that are under way.
type lanes struct {
	log     *slog.Logger
	store   *library.Store
	sender  WebhookSender
	sending sync.WaitGroup
	free    chan struct{} // a webhook that may have more to be told has a free place

	mu    sync.Mutex
	taken map[int64]int  // places of each webhook
	more  map[int64]bool // webhooks that had something to be told when it was last looked
}

// complain logs that the database cannot be read or written.
func (l *lanes) complain(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		l.log.WarnContext(ctx, "webhooks are not told; it is tried again", "error", err)
	}
}

// places returns how many more messages may be under way to a webhook.
func (l *lanes) places(webhook int64) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return webhookLane - l.taken[webhook]
}

// fill sends what is due as far as there are places, and waits for nothing that is under way.
func (l *lanes) fill(ctx context.Context) error {
	due, err := l.store.DueWebhooks(ctx)
	due = slices.DeleteFunc(due, func(id int64) bool { return l.places(id) == 0 })
	if err != nil || len(due) == 0 {
		return err
	}
	values, err := l.store.Settings(ctx)
	if err != nil {
		return err
	}
	allowed, err := values.Web.Prefixes()
	if err != nil {
		return err
	}
	var faults []error
	for _, id := range due {
		claimed, err := l.store.DueDeliveries(ctx, id, l.places(id))
		faults = append(faults, err)
		l.mu.Lock()
		l.taken[id] += len(claimed)
		l.more[id] = len(claimed) > 0
		l.mu.Unlock()
		for _, d := range claimed {
			l.sending.Go(func() {
				l.complain(ctx, send(ctx, l.store, l.sender, allowed, d))
				l.leave(id)
			})
		}
	}
	return errors.Join(faults...)
}

// leave frees a place.
func (l *lanes) leave(webhook int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.taken[webhook]--; l.taken[webhook] == 0 {
		delete(l.taken, webhook)
	}
	if l.more[webhook] {
		select {
		case l.free <- struct{}{}:
		default: // it will be looked anyway
		}
	}
}

// send makes one attempt.
func send(ctx context.Context, store *library.Store, sender WebhookSender, allowed []netip.Prefix, d record.Delivery) error {
	w, err := store.Webhook(ctx, d.Webhook)
	if errors.Is(err, record.ErrNotFound) {
		return nil // deleted meanwhile, with its messages
	}
	if err != nil {
		return err
	}
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set(EventHeader, string(d.Event))
	header.Set(DeliveryHeader, strconv.FormatInt(d.ID, 10))
	header.Set(WebhookSignature, SignWebhook(w.Secret, time.Now(), d.Body))
	status, err := sender.Post(ctx, w.Address, header, d.Body, allowed)
	if ctx.Err() != nil {
		return nil //nolint:nilerr // the server ends; its claim runs out, and it is sent again
	}
	return store.EndDelivery(ctx, d, status, failureOf(status, err))
}

// failureOf names why an attempt failed, "" where it did not.
func failureOf(status int, err error) record.DeliveryFailure {
	var fault *crawl.Fault
	switch {
	case err == nil && status >= http.StatusOK && status < http.StatusMultipleChoices:
		return ""
	case err == nil:
		return record.DeliveryStatus
	case errors.As(err, &fault) && fault.Outcome == record.WebPrivate:
		return record.DeliveryPrivate
	case errors.As(err, &fault) && fault.Outcome == record.WebSlow:
		return record.DeliverySlow
	}
	return record.DeliveryUnreachable
}
