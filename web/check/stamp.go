package check

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
)

// sumOf returns the SHA-256 that identifies a time stamp.
func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// evidenceStamp returns the time stamp of the evidence of a check, as it was stored.
func (s *pages) evidenceStamp(c *gin.Context, id int64) error {
	xml, check, err := s.storedEvidence(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return s.stamp(c, check, record.StampEvidence, xml, "evidence.tsr")
}

// decidedStamp returns the time stamp of the evidence with its current decisions.
func (s *pages) decidedStamp(c *gin.Context, id int64) error {
	xml, check, err := s.decided(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return s.stamp(c, check, record.StampDecided, xml, "decided.tsr")
}

// stamp returns the time stamp of a file, and asks for it where nobody has: no request waits
// for the service.
func (s *pages) stamp(c *gin.Context, check record.Check, subject record.StampSubject, file []byte, ending string) error {
	ctx, sum := c.Request.Context(), sumOf(file)
	found, err := s.Store.Stamp(ctx, sum)
	switch {
	case errors.Is(err, record.ErrNotFound) && !s.Stamps:
		return ErrNoStamps
	case errors.Is(err, record.ErrNotFound):
		if err := s.Store.AskStamp(ctx, subject, check.ID, sum); err != nil {
			return err
		}
		return ErrNoStamp
	case err != nil:
		return err
	case found.At.IsZero():
		return ErrNoStamp
	}
	saveAs(c, check, ending)
	c.Data(http.StatusOK, "application/timestamp-reply", found.Response)
	return nil
}
