package setting

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/web/site"
)

// Started is a setting that the program was started with; what it is, the catalogue says
// (program.help).
type Started struct {
	Name  string // as in a settings file
	Value string // as in a settings file; of what is secret, no more than that it is set
	// Secret says that the value, or a part of it, is not shown.
	Secret bool
	// From is where the value comes from: a flag, a variable, or a line of a file; "" is
	// the default.
	From string
}

// programPage is the view of page/program.html.
type programPage struct {
	site.Page
	Tab     string
	Started []Started
	Set     int // how many are not the default
}

// program shows what the program was started with. Nothing of it is changed here.
func (s *pages) program(c *gin.Context) error {
	v := programPage{Tab: "program", Page: s.Page(c, s.Language(c).Text("program.title")), Started: s.Started}
	v.Section, v.Back = "settings", "/settings/program"
	for _, x := range s.Started {
		if x.From != "" {
			v.Set++
		}
	}
	return s.Render(c, http.StatusOK, "program", v)
}
