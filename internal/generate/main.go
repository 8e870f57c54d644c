package main

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) == 1 && arguments[0] == "sample" {
		return makeSamples()
	}
	tables := map[string]func() ([]byte, error){"script": scriptTable, "glyph": glyphTable}
	if len(arguments) != 2 || tables[arguments[0]] == nil {
		return fmt.Errorf("name the table, script or glyph, and the file to write, or sample")
	}
	text, err := tables[arguments[0]]()
	if err != nil {
		return err
	}
	if text, err = format.Source(text); err != nil {
		return err
	}
	return os.WriteFile(arguments[1], text, 0o644)
}

// fetched returns the folder of a module, which Go fetches where it is not there yet.
func fetched(module string) (dir string, err error) {
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	if err != nil {
		return "", fmt.Errorf("download %s: %w: %s", module, err, out)
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(out, &downloaded); err != nil {
		return "", fmt.Errorf("download %s: %w", module, err)
	}
	return downloaded.Dir, nil
}
