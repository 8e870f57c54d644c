package web

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
)

// paramID is the positive number in the path.
func paramID(c *gin.Context, name string) (int64, error) {
	id, err := strconv.ParseInt(c.Param(name), 10, 64)
	if err != nil || id < 1 {
		return 0, record.ErrNotFound
	}
	return id, nil
}

// queryNumber is a positive number of the query, 0 where there is none.
func queryNumber(c *gin.Context, name string) (int64, error) {
	text := c.Query(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return 0, errBadInput
	}
	return n, nil
}

// queryYear is the year of the query, 0 where there is none.
func queryYear(c *gin.Context, name string) (int, error) {
	n, err := queryNumber(c, name)
	if err != nil || n > report.MaxYear {
		return 0, errBadInput
	}
	return int(n), nil
}
