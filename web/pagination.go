package web

import (
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"
)

// pageSize is how many rows a list shows: about two screens.
const pageSize = 25

// pagination is the links below a list.
type pagination struct {
	Number, Last   int
	Previous, Next string // addresses, or ""
}

func pageNumber(c *gin.Context) (int, error) {
	text := c.Query("page")
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxPageNumber {
		return 0, errBadInput
	}
	return n, nil
}

// maxPageNumber keeps offsets within what databases take.
const maxPageNumber = 1 << 20

func paginate(number, total int, u *url.URL) pagination {
	p := pagination{Number: number, Last: max(1, (total+pageSize-1)/pageSize)}
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
