package char

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"
)

func FuzzFromUTF16(f *testing.F) {
	f.Add([]byte("\x4e\x00\xd8\x3d\xde\x00\xd8\x3d\xd8\x3d\xde\x00\xde\x00\xff\xff\xd8\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = binary.BigEndian.Uint16(data[2*i:])
		}
		if got, want := FromUTF16(units), string(utf16.Decode(units)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
