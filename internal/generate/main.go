// Generate makes what is committed or shipped with the program and not written by hand:
//
//	generate script|glyph FILE                   a table of characters, as Go
//	generate sample                              the sample applications, in the folder of package sample
//	generate ready DIR                           the dictionaries of words as one file that is read fast
//	generate translations cedict.json FILE       the dictionary of words and their translations
//	generate head                                the first line of such a dictionary, which names its form
//
// The tables of script come from OpenCC's characters (TSCharacters.txt and the variants of Japan, Taiwan and Hong Kong,
// Apache-2.0, as the Go module longbridgeapp/opencc has them), those of glyph from Unicode's confusables (confusables.txt of
// UTS 39, as the Go module mtibben/confusables has it). Go fetches the modules and checks their sums. They are no
// dependencies of the program: OpenCC's needs code under the GPL to look phrases up.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"

	"zhiwen/checker/hint"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "script":
		return writeTable(args[1], scriptTable)
	case len(args) == 2 && args[0] == "glyph":
		return writeTable(args[1], glyphTable)
	case len(args) == 1 && args[0] == "sample":
		return makeSamples()
	case len(args) == 2 && args[0] == "ready":
		return makeReady(args[1])
	case len(args) == 3 && args[0] == "translations":
		return shorten(args[1], args[2])
	case len(args) == 1 && args[0] == "head":
		_, err := fmt.Println(hint.DictionaryHead)
		return err
	}
	return errors.New("usage: generate script FILE | glyph FILE | sample | ready DIR | translations cedict.json FILE | head")
}

// writeTable writes a table of Go to a file.
func writeTable(path string, table func() ([]byte, error)) error {
	text, err := table()
	if err != nil {
		return err
	}
	if text, err = format.Source(text); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
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
