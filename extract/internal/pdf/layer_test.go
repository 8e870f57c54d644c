package pdf

import (
	"compress/zlib"
	"strings"
	"testing"
)

func TestHidesLayers(t *testing.T) {
	inObjectStream := func(s string) string {
		var packed strings.Builder
		z := zlib.NewWriter(&packed)
		if _, err := z.Write([]byte(s)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return "1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\r\n" + packed.String() + "\nendstream\n"
	}
	for _, c := range []struct {
		name, data string
		want       bool
	}{
		{"no layers", "<< /Type /Catalog >> /OFF [5 0 R]", false},
		{"all shown", "/OCProperties << /D << /OFF [ ] >> >>", false},
		{"a list elsewhere", "/OCProperties << /D << /OFF 12 0 R >> >>", true},
		{"in a use", "/OCProperties 1 0 R /Usage << /View << /ViewState /OFF >> >>", true},
		{"by the state of others", "/Type /OCMD /P /AllOff /OCProperties", true},
		{"in an object stream", inObjectStream("/OCProperties << /D << /OFF[ 5 0 R ] >> >>"), true},
		{"in two object streams", inObjectStream("/BaseState/OFF") + inObjectStream("/OCProperties 1 0 R"), true},
		{"in a damaged one", "/ObjStm stream\n??" + inObjectStream("/OCProperties << /VE [ /Not 5 0 R ] >>"), true},
	} {
		if got, _ := search([]byte(c.data)); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}
