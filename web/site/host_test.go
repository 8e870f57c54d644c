package site

import "testing"

func TestHosts(t *testing.T) {
	for _, tt := range []struct {
		addr, host string
		hosts      []string
		want       bool
	}{
		{"0.0.0.0:80", "anything.example", nil, true},
		{"0.0.0.0:80", "anything.example", []string{"zhiwen.example"}, false},
		{"0.0.0.0:80", "Zhiwen.Example:443", []string{"zhiwen.example"}, true},
		{"127.0.0.1:80", "zhiwen.example", []string{"zhiwen.example"}, true},
		{"localhost:80", "127.0.0.1", nil, true},
	} {
		r, err := newHostRule(tt.addr, tt.hosts)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.allows(tt.host); got != tt.want {
			t.Errorf("%s with %v: %s allowed %t, want %t", tt.addr, tt.hosts, tt.host, got, tt.want)
		}
	}
}
