package check

import (
	"context"
	"slices"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/assess"
	"zhiwen/web/site"
)

// figurePicture returns the picture of a figure of a checked document that stands in
// others too.
func (s *pages) figurePicture(c *gin.Context, id int64) error {
	check, f, err := s.sharedFigure(c, id)
	if err != nil {
		return err
	}
	return s.Pictures.AnswerFigure(c, check.Document, f.Looks)
}

// sourceFigurePicture returns the picture of the same figure in another document.
func (s *pages) sourceFigurePicture(c *gin.Context, id int64) error {
	_, f, err := s.sharedFigure(c, id)
	if err != nil {
		return err
	}
	sourceID, err := site.ParamID(c, "source")
	if err != nil {
		return err
	}
	i := slices.IndexFunc(f.Same, func(s evidence.SameFigure) bool { return s.Source == sourceID })
	if i < 0 {
		return record.ErrNotFound
	}
	d, err := s.Store.Document(c.Request.Context(), sourceID)
	if err != nil {
		return err
	}
	return s.Pictures.AnswerFigure(c, d, f.Same[i].Looks)
}

// sharedFigure returns the figure that the path names of a check that is done.
func (s *pages) sharedFigure(c *gin.Context, id int64) (check record.Check, f evidence.Figure, err error) {
	number, err := site.ParamID(c, "figure")
	if err != nil {
		return check, f, err
	}
	ctx := c.Request.Context()
	if check, err = s.Store.Check(ctx, id); err != nil {
		return check, f, err
	}
	if err := assess.Done(check); err != nil {
		return check, f, err
	}
	f, err = s.figureOf(ctx, check, number)
	return check, f, err
}

// figureOf returns the figure of a check's evidence with a number.
func (s *pages) figureOf(ctx context.Context, check record.Check, number int64) (evidence.Figure, error) {
	found, err := s.Assessor.Decode(ctx, check)
	if err != nil {
		return evidence.Figure{}, err
	}
	if found.Figures != nil {
		for _, f := range found.Figures.Figures {
			if int64(f.Number) == number {
				return f, nil
			}
		}
	}
	return evidence.Figure{}, record.ErrNotFound
}
