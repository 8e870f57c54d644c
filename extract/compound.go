package extract

import (
	"bytes"
	"strings"
)

// isCompound says whether a file is a compound file, as those of Office before
// 2007 are.
func isCompound(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"))
}

// hasStream looks for the name of a stream of a compound file, which some
// programs write in capitals or in small letters.
func hasStream(data []byte, name string) bool {
	return bytes.Contains(data, utf16LE(name)) || bytes.Contains(data, utf16LE(strings.ToUpper(name))) || bytes.Contains(data, utf16LE(strings.ToLower(name)))
}

func utf16LE(s string) []byte {
	out := make([]byte, 0, 2*len(s))
	for _, r := range s {
		out = append(out, byte(r), byte(r>>8))
	}
	return out
}
