package container

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// IsCompound reports whether a file is a compound file, as Office files from before 2007 are.
func IsCompound(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"))
}

// HasStream reports whether a compound file contains the name of a stream. Some programs write
// names in capitals or in small letters.
func HasStream(data []byte, name string) bool {
	return bytes.Contains(data, UTF16LE(name)) || bytes.Contains(data, UTF16LE(strings.ToUpper(name))) ||
		bytes.Contains(data, UTF16LE(strings.ToLower(name)))
}

// IsCutOff reports whether a compound file ends before its own directory: its header says in which
// sectors that begins (MS-CFB, 2.2).
func IsCutOff(data []byte) bool {
	const (
		headSize    = 512
		shiftAt     = 30 // size of a sector, as a power of two
		tablesAt    = 44 // number of sectors of the allocation table
		directoryAt = 48 // first sector of the directory
		listAt      = 76 // list of the table's sectors, as many as the header holds
		leastShift  = 7
		mostShift   = 16
	)
	if len(data) < headSize {
		return true
	}
	shift := binary.LittleEndian.Uint16(data[shiftAt:])
	if shift < leastShift || shift > mostShift {
		return false // unknown
	}
	missing := func(at int) bool {
		sector := binary.LittleEndian.Uint32(data[at:])
		return (uint64(sector)+1)<<shift >= uint64(len(data)) // the header occupies the place of one sector
	}
	if missing(directoryAt) {
		return true
	}
	tables := min(int(binary.LittleEndian.Uint32(data[tablesAt:])), (headSize-listAt)/4)
	for i := range tables {
		if missing(listAt + 4*i) {
			return true
		}
	}
	return false
}

// UTF16LE encodes s, of the basic plane, like the names of streams.
func UTF16LE(s string) []byte {
	out := make([]byte, 0, 2*len(s))
	for _, r := range s {
		out = append(out, byte(r), byte(r>>8))
	}
	return out
}
