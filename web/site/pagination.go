package site

import (
	"net/url"
	"strconv"

	"zhiwen/checker/record"

	"github.com/gin-gonic/gin"
)

// PageSize is how many rows a list shows: about two screens.
const PageSize = 25

// Pagination is the links below a list.
type Pagination struct {
	Number, Last   int
	Previous, Next string // addresses, or ""
}

// PageNumber returns the page of a list that the address asks for, from 1.
func PageNumber(c *gin.Context) (int, error) {
	text := c.Query("page")
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MaxPageNumber {
		return 0, ErrBadInput
	}
	return n, nil
}

// ReadPage reads the rows of the page of a list that the address asks for, and returns them with how many the list has and the links
// below it. A page that begins after the last row is record.ErrNotFound.
func ReadPage[T any](c *gin.Context, read func(limit, offset int) ([]T, int, error)) (rows []T, total int, p Pagination, err error) {
	number, err := PageNumber(c)
	if err != nil {
		return nil, 0, p, err
	}
	if rows, total, err = read(PageSize, (number-1)*PageSize); err == nil && number > 1 && len(rows) == 0 {
		err = record.ErrNotFound
	}
	return rows, total, Paginate(number, total, c.Request.URL), err
}

// MaxPageNumber keeps offsets within what databases take.
const MaxPageNumber = 1 << 20

// Paginate makes the links for a list of total rows of which page number is shown.
func Paginate(number, total int, u *url.URL) Pagination {
	p := Pagination{Number: number, Last: max(1, (total+PageSize-1)/PageSize)}
	to := func(n int) string {
		q := u.Query()
		q.Set("page", strconv.Itoa(n))
		return u.Path + "?" + q.Encode()
	}
	if number > 1 {
		p.Previous = to(number - 1)
	}
	if number < p.Last {
		p.Next = to(number + 1)
	}
	return p
}
