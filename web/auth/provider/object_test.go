package provider

import (
	"encoding/json"
	"testing"
)

// Numbers that stand for somebody stay as they are written.
func TestNumbersStayDigits(t *testing.T) {
	var o Object
	if err := json.Unmarshal([]byte(`{"staff": 20210001, "long": 12345678901234567890, "in": {"id": 2.0210001e7}, "many": [20210001, 7], "share": 0.5}`), &o); err != nil {
		t.Fatal(err)
	}
	claims := Flatten(o)
	for name, want := range map[string]string{"staff": "20210001", "long": "12345678901234567890", "in.id": "20210001", "many": "20210001", "share": "0.5"} {
		if got := claims.First(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := Flatten(map[string]any{"n": 20210001.0}).First("n"); got != "20210001" {
		t.Errorf("a number that was read: %q", got)
	}
}
