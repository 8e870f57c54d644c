package web

import (
	"net/http"
	"testing"
)

// Ids have 64 bits, years four digits.
func TestNumbersOfAddresses(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	for target, want := range map[string]int{
		"/checks/1?source=1099511627780": http.StatusOK, "/checks/1?match=1099511627780": http.StatusOK,
		"/checks/1?source=9223372036854775807": http.StatusOK, "/checks/1?source=9223372036854775808": http.StatusBadRequest,
		"/checks/1?source=0": http.StatusBadRequest, "/checks/1?source=-4": http.StatusBadRequest, "/checks/1?source=x": http.StatusBadRequest,
		"/library?year=9999": http.StatusOK, "/library?year=10000": http.StatusBadRequest, "/library?year=-1": http.StatusBadRequest,
	} {
		if a := get(t, h, target); a.Code != want {
			t.Errorf("%s: status %d, want %d", target, a.Code, want)
		}
	}
}
