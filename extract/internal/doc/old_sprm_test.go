package doc

import (
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The definition of a row keeps the widths and merges of its cells.
func TestModernSprms(t *testing.T) {
	old := []byte{oldTable, 1 + 1 + 4 + 10, 0, 1, 10, 0, 20, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, oldSymbol, 3, 7, 0, 0xFE, 5, 1, 92, 1, 200}
	row := make([]byte, rowDefinition)
	row[0] = 2
	want := append([]byte{0x08, 0xD6, 1 + 1 + 4 + rowDefinition, 0, 1, 10, 0, 20, 0}, row...)
	want = append(binary.LittleEndian.AppendUint16(want, sprmSymbol), 7, 0, 0xFE, 0xF0)
	want = append(binary.LittleEndian.AppendUint16(want, sprmHidden), 1) // the last one is cut off
	if diff := cmp.Diff(want, modernSprms(old)); diff != "" {
		t.Errorf("properties (-want +got):\n%s", diff)
	}
}
