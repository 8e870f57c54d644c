package each_test

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"zhiwen/internal/each"
)

func TestEach(t *testing.T) {
	if got := each.Of([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("Of: %q", got)
	}
	if got := each.Of(nil, strconv.Itoa); got == nil || len(got) > 0 {
		t.Errorf("Of nothing: %#v", got)
	}
	odd := func(n int) bool { return n%2 == 1 }
	if got := each.Where([]int{3, 2, 1, 4}, odd); !slices.Equal(got, []int{3, 1}) {
		t.Errorf("Where: %d", got)
	}
	if got := each.Where([]int{2, 4}, odd); !reflect.DeepEqual(got, []int(nil)) {
		t.Errorf("Where none is: %#v", got)
	}
	if got := each.Set([]string{"b", "a", "b"}); !maps.Equal(got, map[string]bool{"a": true, "b": true}) {
		t.Errorf("Set: %v", got)
	}
	if got := each.Map([]string{"a", "bb", "c"}, func(s string) (int, string) { return len(s), s }); !maps.Equal(got, map[int]string{1: "c", 2: "bb"}) {
		t.Errorf("Map: %v", got)
	}
	if got := each.Count([]int{3, 2, 1, 4}, odd); got != 2 {
		t.Errorf("Count: %d", got)
	}
	if got := each.Sum([]string{"a", "bb"}, func(s string) int { return len(s) }); got != 3 {
		t.Errorf("Sum: %d", got)
	}
}
