package main

import (
	"bufio"
	"fmt"
	"os"

	minhashlsh "github.com/ekzhu/minhash-lsh"
)

// The settings of minhash, the same for the programs of Go and of npm as far as they have them.
const (
	shingle   = 4   // symbols
	hashes    = 128 // as both come
	threshold = 0.5 // Jaccard coefficient of documents
	seed      = 1
)

// minhashLSH runs ekzhu/minhash-lsh: pairs of documents, one in the library and one that is new, or of all of the library where
// nothing is new, as lines of a table.
func minhashLSH(library, fresh []string, out string) error {
	index := minhashlsh.NewMinhashLSH32(hashes, threshold)
	signature := func(file string) ([]uint64, error) {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		m := minhashlsh.NewMinhash(seed, hashes)
		for _, s := range shingles(symbolsOf(string(b)), shingle) {
			m.Push([]byte(s))
		}
		return m.Signature(), nil
	}
	signatures := make([][]uint64, len(library))
	for i, file := range library {
		s, err := signature(file)
		if err != nil {
			return err
		}
		signatures[i] = s
		index.Add(i, s)
	}
	index.Index()
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	ask := func(name string, own int, s []uint64) {
		for _, key := range index.Query(s) {
			if i, ok := key.(int); ok && i != own {
				fmt.Fprintf(w, "%s,%s\n", name, base(library[i]))
			}
		}
	}
	for _, file := range fresh {
		s, err := signature(file)
		if err != nil {
			return err
		}
		ask(base(file), -1, s)
	}
	if len(fresh) == 0 {
		for i := range library {
			ask(base(library[i]), i, signatures[i])
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
