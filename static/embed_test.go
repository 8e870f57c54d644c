package static

import (
	"io/fs"
	"slices"
	"testing"
)

func TestStyleHasEveryPart(t *testing.T) {
	names, err := fs.Glob(styles, "style/*.css")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, name := range sheets {
		want = append(want, "style/"+name+".css")
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("parts in the folder %q, in the stylesheet %q", names, want)
	}
}
