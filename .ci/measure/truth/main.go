// Command truth holds the evidence of checks against what is known of every
// character of the applications checked: are the numbers true that a report shows?
//
//	truth SET EVIDENCE ZHIWEN
//
// SET is a folder with library/, suspicious/ and truth.json; EVIDENCE holds what
// `zhiwen check --out` wrote for the files of suspicious/; ZHIWEN is the program,
// which reads the texts of the files. truth.json is a list with an object for each
// suspicious file: file, clean (nothing is copied), passages (each with kind, text,
// source, sourceText and relation), and the texts that are the form's, standard (of
// the institution) and references.
//
// A character is found where a run that stands on both sides of a counted match
// covers it. Precision and recall are over characters without white space, of all
// files together; a mean error is the mean over the files of the distance between
// what the evidence says and what is so.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: truth SET EVIDENCE ZHIWEN")
		os.Exit(2)
	}
	s := newScorer(os.Args[1], os.Args[2], os.Args[3])
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, "truth:", err)
		os.Exit(1)
	}
	s.print(os.Stdout)
}
