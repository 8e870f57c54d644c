package auth

import (
	"strings"
	"testing"

	"zhiwen/web/auth/provider"
)

func TestNameIn(t *testing.T) {
	long := strings.Repeat("n", 70)
	for _, tc := range []struct {
		name   string
		claims provider.Claims
		want   string
	}{
		{"as it is said", provider.Claims{"name": {"张三"}, "given_name": {"x"}}, "张三"},
		{"in parts", provider.Claims{"given_name": {"Mei"}, "family_name": {"Wang"}}, "Mei Wang"},
		{"in parts, in Chinese", provider.Claims{"name": {" "}, "given_name": {"三"}, "family_name": {"张"}}, "张三"},
		{"one part", provider.Claims{"family_name": {"Wang"}}, "Wang"},
		{"none", provider.Claims{}, ""},
		{"a long one", provider.Claims{"name": {long}}, long},
	} {
		if got := nameIn(tc.claims, []string{"name", "displayName"}); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	if login, err := CleanLogin(long + "@example.org"); err != nil || login != long+"@example.org" {
		t.Errorf("a long log-in name: %q, %v", login, err)
	}
}
