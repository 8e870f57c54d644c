package site

import (
	"errors"
	"net/http"
	"slices"

	"zhiwen/internal/each"

	"github.com/gin-gonic/gin"
)

// MaxForm is the most bytes of a form without files: room for the longest comment
// of a decision, and for what describes an application.
const MaxForm = 64 << 10

// smallForm reads the form of a request before an Action asks for its fields, so
// that none, whatever it calls itself, fills memory or disk.
func smallForm(do Action) Action {
	return func(c *gin.Context) error {
		if c.Request.ContentLength > MaxForm {
			return ErrForm // before any of it is sent, where the client waits for that
		}
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, MaxForm)
		err := c.Request.ParseForm()
		if err == nil {
			err = c.Request.ParseMultipartForm(MaxForm)
		}
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			return ErrForm
		case IsSlow(err):
			return err
		case err != nil && !errors.Is(err, http.ErrNotMultipart):
			return ErrBadInput
		}
		return do(c)
	}
}

// Ticked returns those of all values that a form has ticked in a field, in the order of all;
// what else it says is left out.
func Ticked[T ~string](c *gin.Context, field string, all []T) (ticked []T) {
	said := c.PostFormArray(field)
	return each.Where(all, func(value T) bool { return slices.Contains(said, string(value)) })
}
