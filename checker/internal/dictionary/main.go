// Command dictionary makes the dictionaries that the program is shipped with:
//
//	dictionary ready DIR                     those of words, in one file that is read fast
//	dictionary translations cedict.json OUT  that of words and their translations
//	dictionary head                          the first line of such a file, which tells its form
package main

import (
	"errors"
	"fmt"
	"os"

	"zhiwen/checker/hint"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "dictionary:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "ready":
		return makeReady(args[1])
	case len(args) == 3 && args[0] == "translations":
		return shorten(args[1], args[2])
	case len(args) == 1 && args[0] == "head":
		_, err := fmt.Println(hint.DictionaryHead)
		return err
	}
	return errors.New("usage: dictionary ready DIR | translations cedict.json OUT | head")
}
