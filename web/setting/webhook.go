package setting

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/auth"
	"zhiwen/web/site"
)

// Webhooks stores the receivers of events. Unknown ids give errors that wrap record.ErrNotFound. It
// must be safe for concurrent use.
type Webhooks interface {
	Webhooks(ctx context.Context) ([]record.Webhook, error)
	Webhook(ctx context.Context, id int64) (record.Webhook, error)
	AddWebhook(ctx context.Context, w record.Webhook) (int64, error)
	PauseWebhook(ctx context.Context, id int64, paused bool) error
	SetWebhookSecret(ctx context.Context, id int64, secret string) error
	DeleteWebhook(ctx context.Context, id int64) error
	// Deliveries returns at most most deliveries to a webhook, newest first, after the given offset,
	// and their total number.
	Deliveries(ctx context.Context, webhook int64, most, offset int) ([]record.Delivery, int, error)
	// SendAgain has a delivery that has ended sent once more.
	SendAgain(ctx context.Context, webhook, id int64) error
	// SendFailedAgain has all deliveries that have failed sent once more.
	SendFailedAgain(ctx context.Context, webhook int64) error
	// Try queues a message that only tries whether a webhook answers.
	Try(ctx context.Context, id int64) error
}

const (
	longestWebhookName    = 60
	longestWebhookAddress = 500
	// webhookSecretPrefix tells these secrets from others where one is found.
	webhookSecretPrefix = "zhiwen_webhook_" //nolint:gosec // the beginning of all of them
)

// webhooksPage is the view of page/webhooks.html.
type webhooksPage struct {
	site.Page
	Tab       string
	Webhooks  []record.Webhook
	Events    []record.Event
	Faults    []site.FieldFault
	Name      string
	Address   string
	Chosen    []record.Event
	NewSecret string // shown once
	Of        string // whose it is
}

// Chooses reports whether an event is chosen in the form.
func (v webhooksPage) Chooses(e record.Event) bool { return slices.Contains(v.Chosen, e) }

func (s *pages) webhooks(c *gin.Context) error {
	return s.showWebhooks(c, http.StatusOK, webhooksPage{Chosen: record.Events()})
}

func (s *pages) showWebhooks(c *gin.Context, status int, v webhooksPage) error {
	var err error
	if v.Webhooks, err = s.Store.Webhooks(c.Request.Context()); err != nil {
		return err
	}
	v.Page = s.Page(c, s.Language(c).Text("webhooks.title"))
	v.Section, v.Back, v.Tab, v.Events = "settings", webhooksPath, "webhooks", record.Events()
	return s.Render(c, status, "webhooks", v)
}

const webhooksPath = "/settings/webhooks"

func webhookPath(id int64) string { return webhooksPath + "/" + strconv.FormatInt(id, 10) }

// addWebhook keeps a webhook and shows its secret, once.
func (s *pages) addWebhook(c *gin.Context) error {
	l := s.Language(c)
	v := webhooksPage{Name: site.CleanLine(c.PostForm("name"), longestWebhookName),
		Address: site.CleanLine(c.PostForm("address"), longestWebhookAddress)}
	for _, e := range record.Events() {
		if slices.Contains(c.PostFormArray("event"), string(e)) {
			v.Chosen = append(v.Chosen, e)
		}
	}
	if v.Name == "" {
		v.Faults = append(v.Faults, site.FieldFault{Field: "webhook-name", Text: l.Text("webhooks.noName")})
	}
	if u, err := url.Parse(v.Address); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil ||
		u.Fragment != "" {
		v.Faults = append(v.Faults, site.FieldFault{Field: "webhook-address", Text: l.Text("webhooks.badAddress")})
	}
	if len(v.Chosen) == 0 {
		v.Faults = append(v.Faults, site.FieldFault{Field: "webhook-events", Text: l.Text("webhooks.noEvent")})
	}
	if len(v.Faults) > 0 {
		return s.showWebhooks(c, http.StatusUnprocessableEntity, v)
	}
	secret := newWebhookSecret()
	if _, err := s.Store.AddWebhook(c.Request.Context(),
		record.Webhook{Name: v.Name, Address: v.Address, Events: v.Chosen, Secret: secret, CreatedBy: s.Signing(c)}); err != nil {
		return err
	}
	return s.showWebhooks(c, http.StatusOK, webhooksPage{Chosen: record.Events(), NewSecret: secret, Of: v.Name})
}

func newWebhookSecret() string {
	secret, _ := auth.NewSecret()
	return webhookSecretPrefix + secret
}

// renewWebhook sets a new secret of a webhook and shows it, once.
func (s *pages) renewWebhook(c *gin.Context, w record.Webhook) error {
	secret := newWebhookSecret()
	if err := s.Store.SetWebhookSecret(c.Request.Context(), w.ID, secret); err != nil {
		return err
	}
	return s.showWebhooks(c, http.StatusOK, webhooksPage{Chosen: record.Events(), NewSecret: secret, Of: w.Name})
}

// webhookPage is the view of page/webhook.html: the log of one webhook.
type webhookPage struct {
	site.Page
	Tab        string
	Webhook    record.Webhook
	Deliveries []record.Delivery
	Pages      site.Pagination
}

func (s *pages) webhook(c *gin.Context, w record.Webhook) (err error) {
	ctx := c.Request.Context()
	v := webhookPage{Tab: "webhooks", Webhook: w}
	v.Deliveries, _, v.Pages, err = site.ReadPage(c, func(limit, offset int) ([]record.Delivery, int, error) {
		return s.Store.Deliveries(ctx, w.ID, limit, offset)
	})
	if err != nil {
		return err
	}
	v.Page = s.Page(c, v.Webhook.Name)
	v.Section, v.Back = "settings", webhookPath(w.ID)
	return s.Render(c, http.StatusOK, "webhook", v)
}

func (s *pages) sendAgain(c *gin.Context, id int64) error {
	delivery, err := site.ParamID(c, "delivery")
	if err != nil {
		return err
	}
	if err := s.Store.SendAgain(c.Request.Context(), id, delivery); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, webhookPath(id))
	return nil
}

// webhookRoutes returns those of these pages.
func (s *pages) webhookRoutes() []site.Route {
	const get, post = http.MethodGet, http.MethodPost
	pausing := func(paused bool) site.Action {
		return site.Acting(func(ctx context.Context, id int64) error { return s.Store.PauseWebhook(ctx, id, paused) }, webhookPath)
	}
	return []site.Route{
		{Method: get, Path: webhooksPath, Do: s.webhooks, Compress: true},
		{Method: post, Path: webhooksPath, Do: s.addWebhook},
		{Method: get, Path: webhooksPath + "/:id", Do: site.Found(s.Store.Webhook, s.webhook), Compress: true},
		{Method: post, Path: webhooksPath + "/:id/try", Do: site.Acting(func(ctx context.Context,
			id int64) error {
			return s.Store.Try(ctx, id)
		}, webhookPath)},
		{Method: post, Path: webhooksPath + "/:id/pause", Do: pausing(true)},
		{Method: post, Path: webhooksPath + "/:id/resume", Do: pausing(false)},
		{Method: post, Path: webhooksPath + "/:id/secret", Do: site.Found(s.Store.Webhook, s.renewWebhook)},
		{Method: post, Path: webhooksPath + "/:id/delete",
			Do: site.Acting(func(ctx context.Context, id int64) error { return s.Store.DeleteWebhook(ctx, id) },
				func(int64) string { return webhooksPath })},
		{Method: post, Path: webhooksPath + "/:id/again", Do: site.Acting(func(ctx context.Context,
			id int64) error {
			return s.Store.SendFailedAgain(ctx, id)
		}, webhookPath)},
		{Method: post, Path: webhooksPath + "/:id/deliveries/:delivery/again", Do: site.ByID(s.sendAgain)},
	}
}
