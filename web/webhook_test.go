package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// The log of a webhook is shown to its end, and what failed is sent again together, wherever in
// it that stands.
func TestWebhookLog(t *testing.T) {
	store := newFakeStore()
	s, _ := testSite(t, store)
	h := s.handler()
	store.hooks.all = []record.Webhook{{ID: 1, Name: "系统", Address: "https://example.org/", Events: record.Events(), CreatedAt: testTime, Failed: 1}}
	const messages = 4*site.PageSize + 1
	for n := range messages {
		store.hooks.deliveries = append(store.hooks.deliveries, record.Delivery{ID: int64(n + 1), Webhook: 1, Event: record.EventTest, State: record.DeliveryDelivered, CreatedAt: testTime, EndedAt: testTime})
	}
	store.hooks.deliveries[0].State, store.hooks.deliveries[0].Failure = record.DeliveryFailed, record.DeliverySlow
	rows := 0
	for at := "/settings/webhooks/1"; at != ""; {
		page := get(t, h, at)
		checkPage(t, page)
		rows += len(all(one(t, one(t, page.page, "table.record"), "tbody"), "tr"))
		at = ""
		for _, link := range all(page.page, "a") {
			if attr(link, "rel") == "next" {
				at = attr(link, "href")
			}
		}
		if at == "" && !strings.Contains(page.Body.String(), "/deliveries/1/again") {
			t.Error("the oldest cannot be sent again")
		}
	}
	if rows != messages {
		t.Errorf("%d of %d are shown", rows, messages)
	}
	if page := get(t, h, "/settings/webhooks/1"); !strings.Contains(page.Body.String(), `action="/settings/webhooks/1/again"`) {
		t.Error("there is no button for all that failed")
	}
	if a := post(t, h, "/settings/webhooks/1/again", url.Values{}); a.Code != http.StatusSeeOther || store.hooks.deliveries[0].State != record.DeliveryWaiting {
		t.Errorf("%d: %+v", a.Code, store.hooks.deliveries[0])
	}
	if a := get(t, h, "/settings/webhooks/1?page=0"); a.Code != http.StatusBadRequest {
		t.Errorf("page 0: %d", a.Code)
	}
}
