package shelf

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// maxName is the most characters of a collection's name.
const maxName = 100

// collectionsView is the view of page/collections.html.
type collectionsView struct {
	site.Page
	Collections []collectionRow
	Name        string // that was to be made
	Faults      []site.FieldFault
}

// collectionRow is a collection with the calls that are checked against it.
type collectionRow struct {
	record.Collection
	Calls []record.Call
}

func (s *pages) collections(c *gin.Context) error {
	return s.showCollections(c, http.StatusOK, collectionsView{})
}

func (s *pages) showCollections(c *gin.Context, status int, v collectionsView) error {
	ctx := c.Request.Context()
	all, err := s.Store.Collections(ctx)
	if err != nil {
		return err
	}
	calls, err := s.Store.CallsOf(ctx)
	if err != nil {
		return err
	}
	for _, x := range all {
		v.Collections = append(v.Collections, collectionRow{x, calls[x.ID]})
	}
	v.Page = s.Page(c, s.Language(c).Text("collections.title"))
	v.Section, v.Back = "library", "/collections"
	return s.Render(c, status, "collections", v)
}

func (s *pages) addCollection(c *gin.Context) error { return s.putCollection(c, 0) }

func (s *pages) renameCollection(c *gin.Context, id int64) error { return s.putCollection(c, id) }

// putCollection makes a collection or gives one another name.
func (s *pages) putCollection(c *gin.Context, id int64) error {
	v := collectionsView{Name: site.CleanLine(c.PostForm("name"), maxName)}
	fault := func(key string) error {
		v.Faults = []site.FieldFault{{Field: "name", Text: s.Language(c).Text(key, "Name", v.Name)}}
		return s.showCollections(c, http.StatusUnprocessableEntity, v)
	}
	if v.Name == "" {
		return fault("collections.noName")
	}
	_, err := s.Store.PutCollection(c.Request.Context(), id, v.Name, s.Signing(c))
	if errors.Is(err, record.ErrNameTaken) {
		return fault("collections.taken")
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/collections")
	return nil
}

// deleteCollection deletes a collection that no call is checked against.
func (s *pages) deleteCollection(c *gin.Context, id int64) error {
	err := s.Store.DeleteCollection(c.Request.Context(), id)
	if errors.Is(err, record.ErrBusy) {
		v := collectionsView{Faults: []site.FieldFault{{Text: s.Language(c).Text("collections.used")}}}
		return s.showCollections(c, http.StatusConflict, v)
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/collections")
	return nil
}
