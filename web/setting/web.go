package setting

import (
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/setting"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
)

// webForm is the form of how pages of the web are asked for, as it was typed.
type webForm struct{ Networks, Contact string }

func webTyped(w setting.Web) webForm {
	return webForm{strings.Join(w.Networks, "\n"), w.Contact}
}

func (s *pages) saveWeb(c *gin.Context) error {
	const maxNetworks = setting.MostNetworks * 50 // characters
	form := webForm{site.CleanText(c.PostForm("networks"), maxNetworks), site.CleanLine(c.PostForm("contact"), site.MaxField)}
	value := setting.Web{Networks: []string{}, Contact: form.Contact}
	for line := range strings.Lines(form.Networks) {
		if line = strings.TrimSpace(line); line != "" {
			value.Networks = append(value.Networks, line)
		}
	}
	return s.saveOverview(c, setting.OfWeb, value, nil, func(v *overviewPage) { v.Web = form })
}

// webSaid returns what a change of it has set.
func webSaid(l *catalogue.Language, w setting.Web) []string {
	out := []string{strings.Join(w.Networks, l.Text("app.comma"))}
	if len(w.Networks) == 0 {
		out[0] = l.Text("settings.noNetworks")
	}
	if w.Contact != "" {
		out = append(out, w.Contact)
	}
	return out
}
