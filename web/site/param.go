package site

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
)

// ParamID is the positive number in the path.
func ParamID(c *gin.Context, name string) (int64, error) {
	id, err := strconv.ParseInt(c.Param(name), 10, 64)
	if err != nil || id < 1 {
		return 0, record.ErrNotFound
	}
	return id, nil
}

// QueryNumber is a positive number of the query, 0 where there is none.
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
