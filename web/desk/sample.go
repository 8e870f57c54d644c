package desk

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
)

// ErrSample reports a sample that cannot be loaded: whatever is wrong with it, it is not the
// reader's file.
var ErrSample = errors.New("a sample cannot be loaded")

// loadSamples puts the sample applications into an empty library and checks
// one. Two clicks on the button load them once.
func (s *pages) loadSamples(c *gin.Context) error {
	s.sampling.Lock()
	defer s.sampling.Unlock()
	inLibrary := true
	_, documents, err := s.Store.Documents(c.Request.Context(), record.Filter{InLibrary: &inLibrary, Limit: 1})
	if err != nil {
		return err
	}
	if documents > 0 {
		c.Redirect(http.StatusSeeOther, "/")
		return nil
	}
	samples, err := s.Samples()
	if err != nil {
		return fmt.Errorf("samples: %w", err)
	}
	to := "/"
	for _, r := range s.Jobs.Submit(c.Request.Context(), samples) {
		if r.Err != nil {
			return fmt.Errorf("%w: %s: %w", ErrSample, r.Filename, r.Err)
		}
		if r.Check != 0 {
			to = report.CheckPath(r.Check)
		}
	}
	c.Redirect(http.StatusSeeOther, to)
	return nil
}
