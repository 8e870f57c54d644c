// Generate makes the tables of package char.
//
//	go run ./extract/internal/char/internal/generate letters DIR > extract/internal/char/letters.txt
//	go run ./extract/internal/char/internal/generate pairs > extract/internal/char/pairs.txt
//	go run ./extract/internal/char/internal/generate words DIR > extract/internal/char/words.txt
//	go run ./extract/internal/char/internal/generate shapes FONT.ttc > extract/internal/char/shapes.bin
package main

import (
	"errors"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	switch {
	case len(arguments) == 2 && arguments[0] == "letters":
		return letters(arguments[1])
	case len(arguments) == 1 && arguments[0] == "pairs":
		return pairs()
	case len(arguments) == 2 && arguments[0] == "words":
		return words(arguments[1])
	case len(arguments) == 2 && arguments[0] == "shapes":
		return shapes(arguments[1])
	}
	return errors.New("name the table: letters or words with a folder of texts, pairs, or shapes with a font")
}
