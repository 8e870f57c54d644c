// Command plates says how surely a copied figure is known again, and how often another
// one is taken for it.
//
//	plates [-each N] [-grid 12x8] [-colours 8] [-sheets DIR] [FOLDER]
//
// It draws pictures of several kinds, N of each, in one style a kind; changes a copy of
// each as somebody does who takes a figure over; and compares every copy with every
// picture. Recall is the share of copies that are known as their picture's, by change;
// precision the share of pairs that are right among all that are found. With a folder of
// documents, given or named by the variable PLATES_DOCUMENTS, it prints the hundred nearest
// pairs of figures of different documents in it instead, and draws them side by side on
// sheets in another folder, for somebody to look at.
package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"io"
	"math/rand/v2"
	"os"
	"sync"

	"golang.org/x/image/draw"

	"zhiwen/extract/imprint"
	"zhiwen/extract/reader"
)

// layout is that of all imprints.
var layout = imprint.DefaultLayout()

func main() {
	reader.ServeChild()
	each := flag.Int("each", 20, "pictures of each kind")
	sheets := flag.String("sheets", "", "a folder for the sheets; without it none are drawn")
	grid := flag.String("grid", "12x8", "blocks of a picture, columns and rows")
	colours := flag.Int("colours", layout.Colours, "colours of a block: 8, 27 or 64")
	flag.Parse()
	if given, ok := imprint.ReadLayout(*grid, *colours); ok {
		layout = given
	} else {
		fmt.Fprintln(os.Stderr, "plates: no such grid or number of colours")
		os.Exit(2)
	}
	folder := os.Getenv("PLATES_DOCUMENTS")
	if flag.NArg() > 0 {
		folder = flag.Arg(0)
	}
	var err error
	if folder != "" {
		err = nearest(context.Background(), os.Stdout, folder, *sheets)
	} else {
		err = measure(os.Stdout, *each)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "plates:", err)
		os.Exit(1)
	}
}

// taken is the imprint of a picture, if it has one.
type taken struct {
	imprint imprint.Imprint
	ok      bool
}

// look makes the imprint as the reader of files does.
func look(p *image.RGBA) taken {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	if longer := max(w, h); longer > imprint.Side {
		small := image.NewRGBA(image.Rect(0, 0, max(w*imprint.Side/longer, 1), max(h*imprint.Side/longer, 1)))
		draw.BiLinear.Scale(small, small.Rect, p, p.Rect, draw.Src, nil)
		p = small
	}
	print, ok := layout.Of(p)
	return taken{print, ok}
}

// measure prints the table.
func measure(w io.Writer, each int) error {
	plates := make([][]taken, len(kinds))
	copies := make([][][]taken, len(kinds)) // by kind, picture and change
	var working sync.WaitGroup
	for k := range kinds {
		plates[k], copies[k] = make([]taken, each), make([][]taken, each)
		working.Go(func() {
			for n := range each {
				p := plate(k, n)
				plates[k][n] = look(p)
				for i, c := range changes {
					chance := rand.New(rand.NewPCG(uint64(1000*k+n), uint64(i)))
					copies[k][n] = append(copies[k][n], look(c.make(p, chance)))
				}
			}
		})
	}
	working.Wait()
	fmt.Fprintf(w, "%d pictures, %d of each kind; recall by what was done to the copy\n\n", each*len(kinds), each)
	all, right, wrong := 0, 0, 0
	for i, c := range changes {
		found := 0
		for k := range kinds {
			for n := range each {
				if a, b := plates[k][n], copies[k][n][i]; a.ok && b.ok && layout.Same(a.imprint, b.imprint) {
					found++
				}
			}
		}
		all, right = all+each*len(kinds), right+found
		fmt.Fprintf(w, "%-38s %.3f\n", c.name, float64(found)/float64(each*len(kinds)))
	}
	fmt.Fprintf(w, "\nby kind: recall, and pairs of different pictures that are taken for one, of how many\n\n")
	for k := range kinds {
		found, taken, pairs := 0, 0, 0
		for n := range each {
			for i := range changes {
				b := copies[k][n][i]
				for m := range each {
					a := plates[k][m]
					same := a.ok && b.ok && layout.Same(a.imprint, b.imprint)
					switch {
					case m == n && same:
						found++
					case m != n:
						pairs++
						if same {
							taken++
						}
					}
				}
				for o := range kinds {
					if o == k {
						continue
					}
					for m := range each {
						if a := plates[o][m]; a.ok && b.ok && layout.Same(a.imprint, b.imprint) {
							wrong++
						}
					}
				}
			}
		}
		wrong += taken
		fmt.Fprintf(w, "%-38s %.3f %6d of %d\n", kinds[k].name, float64(found)/float64(each*len(changes)), taken, pairs)
	}
	fmt.Fprintf(w, "\nrecall %.3f, precision %.3f\n", float64(right)/float64(all), float64(right)/float64(max(right+wrong, 1)))
	return nil
}
