package desk

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/web/site"
)

// maxViewName is the most characters of a saved view's name, maxViews how many one
// person has.
const (
	maxViewName = 60
	maxViews    = 50
)

// addViews adds the reader's saved views to a list: to that of a call those of it and those of no call, narrowed to it.
func (s *pages) addViews(c *gin.Context, v *workView) error {
	saved, err := s.Store.Views(c.Request.Context(), s.Reader(c).Account.ID)
	if err != nil {
		return err
	}
	for _, x := range saved {
		q, err := url.ParseQuery(x.Query)
		if err != nil {
			continue
		}
		path, call := "/checks", int64(0)
		if v.OneCall {
			if of := q.Get(fieldCall); of != "" && of != strconv.FormatInt(v.List.Call, 10) {
				continue
			}
			path, call = v.List.path, v.List.Call
		}
		l, err := readList(path, q, call)
		if err != nil {
			continue // of another version
		}
		v.Views = append(v.Views, viewLink{x.ID, x.Name, l.address(), l.address() == v.List.address() && v.List.values.Encode() != ""})
	}
	return nil
}

// saveView keeps the list that a form names under a name.
func (s *pages) saveView(c *gin.Context) error {
	ctx, account := c.Request.Context(), s.Reader(c).Account.ID
	name := site.CleanLine(c.PostForm("name"), maxViewName)
	q, err := url.ParseQuery(c.PostForm("query"))
	if name == "" || err != nil {
		return site.ErrBadInput
	}
	path, call := "/checks", int64(0)
	if in := c.PostForm("in"); in != "" {
		if call, err = strconv.ParseInt(in, 10, 64); err != nil || call < 1 {
			return site.ErrBadInput
		}
		path = callPath(call)
	}
	l, err := readList(path, q, call)
	if err != nil {
		return err
	}
	kept := maps.Clone(l.values)
	if call != 0 {
		kept.Set(fieldCall, strconv.FormatInt(call, 10))
	}
	saved, err := s.Store.Views(ctx, account)
	if err != nil {
		return err
	}
	if len(saved) >= maxViews {
		return site.ErrBadInput
	}
	if err := s.Store.SaveView(ctx, account, name, kept.Encode()); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, l.address())
	return nil
}

func (s *pages) deleteView(c *gin.Context, id int64) error {
	if err := s.Store.DeleteView(c.Request.Context(), s.Reader(c).Account.ID, id); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, site.BackOr(c, "/checks"))
	return nil
}
