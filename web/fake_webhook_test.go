package web

import (
	"context"
	"slices"

	"zhiwen/checker/record"
)

// fakeWebhooks are webhooks with their deliveries.
type fakeWebhooks struct {
	all        []record.Webhook
	deliveries []record.Delivery
}

func (s *fakeStore) Webhooks(context.Context) ([]record.Webhook, error) { return s.hooks.all, nil }

func (s *fakeStore) Webhook(_ context.Context, id int64) (record.Webhook, error) {
	for _, w := range s.hooks.all {
		if w.ID == id {
			return w, nil
		}
	}
	return record.Webhook{}, record.ErrNotFound
}

func (s *fakeStore) AddWebhook(_ context.Context, w record.Webhook) (int64, error) {
	w.ID = int64(len(s.hooks.all) + 1)
	s.hooks.all = append(s.hooks.all, w)
	return w.ID, nil
}

// change changes a webhook.
func (s *fakeStore) changeWebhook(id int64, change func(*record.Webhook)) error {
	for i := range s.hooks.all {
		if s.hooks.all[i].ID == id {
			change(&s.hooks.all[i])
			return nil
		}
	}
	return record.ErrNotFound
}

func (s *fakeStore) PauseWebhook(_ context.Context, id int64, paused bool) error {
	return s.changeWebhook(id, func(w *record.Webhook) { w.Paused = paused })
}

func (s *fakeStore) SetWebhookSecret(_ context.Context, id int64, secret string) error {
	return s.changeWebhook(id, func(w *record.Webhook) { w.Secret = secret })
}

func (s *fakeStore) DeleteWebhook(_ context.Context, id int64) error {
	s.hooks.all = slices.DeleteFunc(s.hooks.all, func(w record.Webhook) bool { return w.ID == id })
	return nil
}

func (s *fakeStore) Deliveries(_ context.Context, webhook int64, most, offset int) ([]record.Delivery, int, error) {
	all := slices.DeleteFunc(slices.Clone(s.hooks.deliveries), func(d record.Delivery) bool { return d.Webhook != webhook })
	slices.Reverse(all)
	total := len(all)
	return all[min(offset, total):min(offset+most, total)], total, nil
}

func (s *fakeStore) SendFailedAgain(_ context.Context, webhook int64) error {
	for i := range s.hooks.deliveries {
		if d := &s.hooks.deliveries[i]; d.Webhook == webhook && d.State == record.DeliveryFailed {
			d.State = record.DeliveryWaiting
		}
	}
	return nil
}

func (s *fakeStore) SendAgain(_ context.Context, _, id int64) error {
	for i := range s.hooks.deliveries {
		if d := &s.hooks.deliveries[i]; d.ID == id {
			d.State = record.DeliveryWaiting
			return nil
		}
	}
	return record.ErrNotFound
}

func (s *fakeStore) Try(_ context.Context, id int64) error {
	return s.changeWebhook(id, func(*record.Webhook) {
		s.hooks.deliveries = append(s.hooks.deliveries, record.Delivery{ID: int64(len(s.hooks.deliveries) + 1), Webhook: id, Event: record.EventTest, State: record.DeliveryWaiting, CreatedAt: testTime, NextAt: testTime})
	})
}
