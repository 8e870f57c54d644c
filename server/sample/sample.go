// Package sample holds six short grant applications that ship with the program,
// so that an empty library can be tried at once. People, institutions and
// references in them are invented.
//
// Two of them copy: monitoring.docx takes paragraphs of privacy.pdf and
// wetland.pdf as they are or lightly edited; hospital.docx takes paragraphs of
// privacy.pdf with words replaced, sentences reordered, characters swapped for
// others of the same sound, and invisible characters inside words. Copies lists
// every passage. The other two, in English, copy from nobody.
package sample

import (
	"cmp"
	"embed"
	"fmt"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

//go:generate go run ../../internal/generate sample

//go:embed source/*.txt
var sources embed.FS

//go:embed file/*.docx file/*.pdf
var files embed.FS

// Copy is one passage that a sample takes from another.
type Copy struct {
	File string        // file name of the sample that copies
	From string        // file name of the sample it copies from
	Kind evidence.Kind // what was done to the passage
	Text string        // of the passage in File, one paragraph
}

// Uploads returns the samples by file name, with their metadata. Exactly one is
// to be checked; the others go into the library, and have to be there first.
func Uploads() ([]record.Upload, error) {
	samples, err := read()
	if err != nil {
		return nil, err
	}
	var uploads []record.Upload
	for _, s := range samples {
		data, err := files.ReadFile("file/" + s.Identity.Filename)
		if err != nil {
			return nil, fmt.Errorf("sample: %w", err)
		}
		uploads = append(uploads, record.Upload{Identity: s.Identity, Data: data, ToLibrary: !s.Check, Check: s.Check})
	}
	return uploads, nil
}

// Copies returns all passages that samples copy, by file and place in it.
func Copies() ([]Copy, error) {
	samples, err := read()
	if err != nil {
		return nil, err
	}
	var copies []Copy
	for _, s := range samples {
		for _, p := range s.Paragraphs {
			if p.Kind != "" {
				copies = append(copies, Copy{File: s.Identity.Filename, From: p.From, Kind: p.Kind, Text: p.Text})
			}
		}
	}
	return copies, nil
}

// read returns the sources by file name.
func read() ([]Source, error) {
	entries, err := sources.ReadDir("source")
	if err != nil {
		return nil, fmt.Errorf("sample: %w", err)
	}
	var samples []Source
	for _, e := range entries {
		data, err := sources.ReadFile("source/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("sample: %w", err)
		}
		s, err := Parse(data)
		if err != nil {
			return nil, fmt.Errorf("sample %s: %w", e.Name(), err)
		}
		samples = append(samples, s)
	}
	slices.SortFunc(samples, func(a, b Source) int { return cmp.Compare(a.Identity.Filename, b.Identity.Filename) })
	return samples, nil
}
