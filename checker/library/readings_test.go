package library

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every table with a column of JSON is among those whose rows the doctor reads as pages do, or is looked at otherwise.
func TestReadings(t *testing.T) {
	schema, err := os.ReadFile("../../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	covered := []string{
		"texts",                        // read by the doctor with its document
		"audit",                        // with the record
		"call_changes", "import_items", // with calls and imports
		"setting_changes", "roles", // as a whole
		"flows", // last for minutes, and no page shows them
	}
	for _, r := range (Reader{}).readings() {
		covered = append(covered, r.table)
	}
	found := 0
	for _, table := range regexp.MustCompile(`(?s)CREATE TABLE (\w+) \((.*?)\n\);`).FindAllStringSubmatch(string(schema), -1) {
		if !strings.Contains(table[2], "JSON") {
			continue
		}
		if found++; !slices.Contains(covered, table[1]) {
			t.Errorf("table %s has a column of JSON, and nobody looks whether it can be read", table[1])
		}
	}
	if found < 10 {
		t.Errorf("found %d tables with JSON", found)
	}
}
