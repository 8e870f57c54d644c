// Package webhook sends what webhooks are told of: it looks what is due, signs it, and notes
// how each attempt ended.
//
// A message is sent at least once: a server that ends between the answer and its note sends it
// again, and so receivers look at the number of the delivery. It goes to no address of this
// machine or of a private network, unless that network is allowed on the page of settings.
package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/server/crawl"
)

// The headers of a message.
const (
	SignatureHeader = "Zhiwen-Signature" // t=SECONDS,v1=HEX: see Sign
	EventHeader     = "Zhiwen-Event"
	DeliveryHeader  = "Zhiwen-Delivery" // number of the delivery, the same when it is sent again
)

const (
	// look is how soon what is due is seen.
	look = time.Second
	// atOnce is how many messages are under way.
	atOnce = 8
	// sweep is how often the log forgets what is old.
	sweep = time.Hour
)

// Sender sends one message; crawl.Client is one.
type Sender interface {
	Post(ctx context.Context, address string, header http.Header, body []byte, allowed []netip.Prefix) (status int, err error)
}

// Sign gives the signature of a message that is sent at a time: HMAC-SHA256 under the secret
// of "SECONDS.BODY", as "t=SECONDS,v1=HEX" (seconds since 1970). A receiver makes it again from
// what came and compares; old times are refused against messages that are played back.
func Sign(secret string, at time.Time, body []byte) string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(seconds + "."))
	mac.Write(body)
	return "t=" + seconds + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}

// Keep sends what is due until ctx ends. The log gets a line where the database cannot be
// read; what becomes of messages is in their own log.
func Keep(ctx context.Context, log *slog.Logger, store *library.Store, sender Sender) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	var swept time.Time
	for {
		err := Round(ctx, store, sender)
		if now := time.Now(); err == nil && now.Sub(swept) >= sweep {
			swept = now
			err = store.SweepDeliveries(ctx)
		}
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "webhooks are not told; it is tried again", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Round sends what is due now.
func Round(ctx context.Context, store *library.Store, sender Sender) error {
	if err := store.ReleaseCalls(ctx); err != nil {
		return err
	}
	due, err := store.DueDeliveries(ctx, atOnce)
	if err != nil || len(due) == 0 {
		return err
	}
	values, err := store.Settings(ctx)
	if err != nil {
		return err
	}
	allowed, err := values.Web.Prefixes()
	if err != nil {
		return err
	}
	faults := make([]error, len(due))
	var sent sync.WaitGroup
	for i, d := range due {
		sent.Go(func() { faults[i] = send(ctx, store, sender, allowed, d) })
	}
	sent.Wait()
	return errors.Join(faults...)
}

// send makes one attempt.
func send(ctx context.Context, store *library.Store, sender Sender, allowed []netip.Prefix, d record.Delivery) error {
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
	header.Set(SignatureHeader, Sign(w.Secret, time.Now(), d.Body))
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
	case errors.As(err, &fault) && fault.Fate == record.WebPrivate:
		return record.DeliveryPrivate
	case errors.As(err, &fault) && fault.Fate == record.WebSlow:
		return record.DeliverySlow
	}
	return record.DeliveryUnreachable
}
