package checker

import (
	"runtime"
	"testing"
)

// Many documents are read many at a time, few so that each processor has its part.
func TestBatchOf(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, tc := range []struct{ processors, documents, least, most, want int }{
		{2, 500, leastGlanced, mostGlanced, 64},
		{2, 200, leastCompared, mostCompared, 16},
		{2, 40, leastCompared, mostCompared, 10},
		{16, 500, leastGlanced, mostGlanced, 32},
		{16, 200, leastCompared, mostCompared, 6},
		{16, 40, leastCompared, mostCompared, 4},
	} {
		runtime.GOMAXPROCS(tc.processors)
		if got := batchOf(tc.documents, tc.least, tc.most); got != tc.want {
			t.Errorf("%d documents on %d processors: %d at a time, want %d", tc.documents, tc.processors, got, tc.want)
		}
	}
}
