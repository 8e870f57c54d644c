package site

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
)

// ParamID returns the positive number in the path.
func ParamID(c *gin.Context, name string) (int64, error) {
	id, err := strconv.ParseInt(c.Param(name), 10, 64)
	if err != nil || id < 1 {
		return 0, record.ErrNotFound
	}
	return id, nil
}

// QueryNumber returns a positive number of the query, or 0.
func QueryNumber(c *gin.Context, name string) (int64, error) {
	text := c.Query(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return 0, ErrBadInput
	}
	return n, nil
}

// MaxNumber bounds numbers in addresses that fit an int everywhere.
const MaxNumber = 1 << 30

// Changed returns the address of a path with fields that are changed; the fields themselves stay as
// they are.
func Changed(path string, fields url.Values, change func(url.Values)) string {
	q := url.Values{}
	for field, values := range fields {
		q[field] = slices.Clone(values)
	}
	change(q)
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
