package site

import (
	"net/http"
	"testing"
)

func TestPlainForwarded(t *testing.T) {
	for _, tc := range []struct {
		values []string
		want   string
	}{
		{[]string{"192.0.2.7:51234"}, "192.0.2.7"},
		{[]string{"::ffff:192.0.2.7"}, "192.0.2.7"},
		{[]string{"[::ffff:192.0.2.7]:443"}, "192.0.2.7"},
		{[]string{"[2001:db8::1]:443, 10.0.0.1"}, "2001:db8::1, 10.0.0.1"},
		{[]string{"[2001:db8::1]"}, "2001:db8::1"},
		{[]string{"203.0.113.9", "192.0.2.7"}, "203.0.113.9, 192.0.2.7"},
		{[]string{`"192.0.2.7:1"`, "unknown"}, "192.0.2.7, unknown"},
	} {
		h := http.Header{"X-Forwarded-For": tc.values}
		if plainForwarded(h); h.Get("X-Forwarded-For") != tc.want || len(h.Values("X-Forwarded-For")) != 1 {
			t.Errorf("%q: %q, want %q", tc.values, h.Values("X-Forwarded-For"), tc.want)
		}
	}
	h := http.Header{}
	if plainForwarded(h); len(h) > 0 {
		t.Errorf("none: %v", h)
	}
}
