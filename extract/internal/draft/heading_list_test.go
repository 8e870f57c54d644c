package draft

import "testing"

func TestNumberOf(t *testing.T) {
	for s, want := range map[string]int{"一、": 1, "（十二）": 12, "二十三、": 23, "九": 9, "　3. ": 3, "(4)": 4, "12.5": 12, "甲": 0, "": 0} {
		if got := numberOf(s); got != want {
			t.Errorf("%q: got %d, want %d", s, got, want)
		}
	}
}
