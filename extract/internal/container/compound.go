package container

import (
	"bytes"
	"strings"
)

// IsCompound says whether a file is a compound file, as those of Office before
// 2007 are.
func IsCompound(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"))
}

// HasStream looks for the name of a stream of a compound file, which some
// programs write in capitals or in small letters.
func HasStream(data []byte, name string) bool {
	return bytes.Contains(data, UTF16LE(name)) || bytes.Contains(data, UTF16LE(strings.ToUpper(name))) || bytes.Contains(data, UTF16LE(strings.ToLower(name)))
}

// UTF16LE writes s, of the basic plane, as the names of streams are written.
func UTF16LE(s string) []byte {
	out := make([]byte, 0, 2*len(s))
	for _, r := range s {
		out = append(out, byte(r), byte(r>>8))
	}
	return out
}
