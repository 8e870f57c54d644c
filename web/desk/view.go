package desk

import (
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"zhiwen/web/site"
)

// maxViewName is the most characters of a saved view's name, maxViews how many one
// person has.
const (
	maxViewName = 60
	maxViews    = 50
)

// addViews adds the reader's saved views to a list.
func (s *pages) addViews(c *gin.Context, v *workView) error {
	if v.OneCall {
		return nil
	}
	saved, err := s.Store.Views(c.Request.Context(), s.Reader(c).Account.ID)
	if err != nil {
		return err
	}
	for _, x := range saved {
		q, err := url.ParseQuery(x.Query)
		if err != nil {
			continue
		}
		l, err := readList("/checks", q, 0)
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
	l, err := readList("/checks", q, 0)
	if err != nil {
		return err
	}
	saved, err := s.Store.Views(ctx, account)
	if err != nil {
		return err
	}
	if len(saved) >= maxViews {
		return site.ErrBadInput
	}
	if err := s.Store.SaveView(ctx, account, name, l.values.Encode()); err != nil {
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
