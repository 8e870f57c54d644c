// Package crowd makes a library of any size out of a folder of real texts, for
// benchmarks of what grows with a library.
//
// In goes a folder, out come texts. The first documents are the texts as they are, some
// joined. When all were used they come again in another disguise: characters changed
// places with others that are about as frequent, so that a disguised text has nothing
// in common with the texts of another disguise but what chance gives, and the values of
// its units are as unevenly frequent as those of real texts.
package crowd

import (
	"cmp"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/internal/wrap"
)

const (
	// least is how many characters a text has that is used: less is a note.
	least = 500
	// heldOut says that one of so many texts is kept for Checked.
	heldOut = 16
	// disguises is how many neighbours in frequency change places.
	disguises = 32
)

// Crowd is the texts of a folder. It is safe for concurrent use.
type Crowd struct {
	library, checked []string
	frequent         []rune // Han characters, the most frequent first
	rank             map[rune]int
	joined           int
}

// Texts reads the texts of a folder and of those in it, in the order of their names: the
// files that end in .md or .txt and are not short.
func Texts(dir string) (texts []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" && filepath.Ext(path) != ".txt" {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil || !utf8.Valid(b) || utf8.RuneCount(b) < least {
			return err
		}
		texts = append(texts, strings.ReplaceAll(string(b), "\x00", ""))
		return nil
	})
	return texts, wrap.Error(err, "read texts")
}

// Read makes a crowd of the texts of a folder. joined is how many of them make a document.
func Read(dir string, joined int) (*Crowd, error) {
	all, err := Texts(dir)
	if err != nil {
		return nil, err
	}
	c := &Crowd{rank: map[rune]int{}, joined: joined}
	count := map[rune]int{}
	for _, text := range all {
		for _, r := range text {
			if unicode.Is(unicode.Han, r) {
				count[r]++
			}
		}
	}
	shuffle := rand.New(rand.NewPCG(1, 2))
	shuffle.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	c.checked, c.library = all[:len(all)/heldOut], all[len(all)/heldOut:]
	if len(c.checked) == 0 || len(c.library) < joined {
		return nil, errors.New("read texts: the folder has too few")
	}
	for r := range count {
		c.frequent = append(c.frequent, r)
	}
	slices.SortFunc(c.frequent, func(a, b rune) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	for i, r := range c.frequent {
		c.rank[r] = i
	}
	return c, nil
}

// Document returns the n-th document of the library, from 0.
func (c *Crowd) Document(n int) string {
	each := len(c.library) / c.joined
	first := n % each * c.joined
	return c.disguised(n/each, strings.Join(c.library[first:first+c.joined], "\n\n"))
}

// Checked returns text n to check, of about the given number of characters. None of it is in the
// library except three passages of 400 characters from three of its first documents.
func (c *Crowd) Checked(n, characters, documents int) string {
	r := rand.New(rand.NewPCG(3, uint64(n)))
	var b strings.Builder
	size := 0
	for i := n * 7; size < characters; i++ {
		text := []rune(c.checked[i%len(c.checked)])
		text = text[:min(len(text), characters-size)]
		size += len(text)
		b.WriteString(string(text))
		b.WriteString("\n\n")
	}
	for range 3 {
		text := []rune(c.Document(r.IntN(documents)))
		const passage = 400
		if len(text) > passage {
			at := r.IntN(len(text) - passage)
			b.WriteString(string(text[at : at+passage]))
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

// Application returns text n of a call, of at most the given number of characters. None of it is in the library, except
// the disguises in the first documents. One in ten contains three passages of the text before it, one in ten three of a
// library document.
func (c *Crowd) Application(n, characters, documents int) string {
	own := []rune(c.own(n))
	own = own[:min(len(own), characters)]
	const passage, every = 400, 10
	var from []rune
	switch n % every {
	case 1:
		from = []rune(c.own(n - 1))
	case 5:
		from = []rune(c.Document(rand.New(rand.NewPCG(7, uint64(n))).IntN(documents)))
	}
	var b strings.Builder
	b.WriteString(string(own))
	for at := 0; at+passage <= len(from) && at < 6*passage; at += 2 * passage {
		b.WriteString("\n\n" + string(from[at:at+passage]))
	}
	return b.String()
}

// own returns what the n-th application has of itself: a text that the library does not have, in one of its
// disguises.
func (c *Crowd) own(n int) string {
	return c.disguised(n/len(c.checked), c.checked[n%len(c.checked)])
}

// disguised changes the characters of a text; disguise 0 leaves it as it is.
func (c *Crowd) disguised(disguise int, text string) string {
	if disguise == 0 {
		return text
	}
	order := slices.Clone(c.frequent)
	r := rand.New(rand.NewPCG(5, uint64(disguise)))
	for block := range slices.Chunk(order, disguises) {
		r.Shuffle(len(block), func(i, j int) { block[i], block[j] = block[j], block[i] })
	}
	const alphabet = 26
	by := rune(1 + disguise%(alphabet-1))
	return strings.Map(func(x rune) rune {
		switch i, ok := c.rank[x]; {
		case ok:
			return order[i]
		case x >= 'a' && x <= 'z':
			return 'a' + (x-'a'+by)%alphabet
		case x >= 'A' && x <= 'Z':
			return 'A' + (x-'A'+by)%alphabet
		}
		return x
	}, text)
}
