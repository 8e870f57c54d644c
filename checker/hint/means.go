package hint

import (
	"errors"
	"sync"

	"zhiwen/checker/text/word"
)

// Means is what hints are found with: what cuts words, and the dictionary of translations. It reads
// both at first use. It is safe for concurrent use.
type Means struct {
	words      *word.Cutter
	path       string
	cutter     func() (*Cutter, error)
	dictionary func() (*Dictionary, error)
}

// NewMeans takes what cuts words, and the path of the dictionary, beside the others as a rule.
func NewMeans(words *word.Cutter) *Means {
	path := words.Beside(DictionaryName)
	return &Means{
		words: words, path: path,
		cutter: sync.OnceValues(func() (*Cutter, error) { return NewCutter(words) }),
		dictionary: sync.OnceValues(func() (*Dictionary, error) {
			d, err := ReadDictionary(path)
			if errors.Is(err, ErrNoDictionary) {
				return nil, nil //nolint:nilnil // translations are not looked for
			}
			return d, err
		}),
	}
}

// Cutter returns what cuts words. The error is one of the file system.
func (m *Means) Cutter() (*Cutter, error) { return m.cutter() }

// Dictionary returns the dictionary, nil where there is none. The error is one of the file system, or says what is
// wrong with the file.
func (m *Means) Dictionary() (*Dictionary, error) { return m.dictionary() }
