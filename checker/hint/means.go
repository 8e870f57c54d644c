package hint

import (
	"errors"
	"sync"

	"zhiwen/checker/text/word"
)

// Means is what hints are found with. It is safe for concurrent use.
type Means struct {
	cutter func() (*Cutter, error)
}

// NewMeans takes what cuts words, beside whose dictionaries that of translations stands. It is read at first use.
func NewMeans(words *word.Cutter) *Means {
	return &Means{sync.OnceValues(func() (*Cutter, error) {
		dictionary, err := ReadDictionary(words.Beside(DictionaryName))
		if err != nil && !errors.Is(err, ErrNoDictionary) {
			return nil, err
		}
		return NewCutter(words, dictionary)
	})}
}

// Cutter returns what cuts words. The error is one of the file system, or says what is wrong with the dictionary's file.
func (m *Means) Cutter() (*Cutter, error) { return m.cutter() }
