package web

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"
)

// health says that the server answers and its store does.
func (s *site) health(c *gin.Context) error {
	if err := s.Store.Ping(c.Request.Context()); err != nil {
		return fmt.Errorf("health: %w", err)
	}
	c.String(http.StatusOK, "ok\n")
	return nil
}
