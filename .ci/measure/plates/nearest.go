package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/image/draw"

	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/extract/reader"
)

const (
	mostShown = 100 // pairs
	sheetRows = 20  // pairs on a sheet
	tileWide  = 260 // pixels
	tileHigh  = 170
)

// shown is a figure of a file.
type shown struct {
	path string
	of   extract.Figure
}

// same reports whether two figures are taken for one.
func (s shown) same(o shown) bool {
	return layout.Same(imprint.Imprint{Hash: s.of.Hash, Blocks: s.of.Blocks}, imprint.Imprint{Hash: o.of.Hash, Blocks: o.of.Blocks})
}

// pair is two figures of different files.
type pair struct{ a, b shown }

func (p pair) distance() int { return imprint.Distance(p.a.of.Hash, p.b.of.Hash) }

// nearest prints the nearest pairs of figures of different documents.
func nearest(ctx context.Context, w io.Writer, folder, sheets string) error {
	r, err := reader.NewRunner(extract.Options{Imprints: layout.Version()})
	if err != nil {
		return err
	}
	var all []shown
	files := 0
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		d, err := r.Figures(ctx, path, data)
		if err != nil {
			return nil //nolint:nilerr // no document, or one that cannot be read
		}
		files++
		for _, f := range d.Figures {
			all = append(all, shown{path, f})
		}
		return nil
	})
	if err != nil {
		return err
	}
	var pairs []pair
	same := 0
	for i, a := range all {
		for _, b := range all[i+1:] {
			if a.path == b.path {
				continue
			}
			pairs = append(pairs, pair{a, b})
			if a.same(b) {
				same++
			}
		}
	}
	slices.SortStableFunc(pairs, func(x, y pair) int { return cmp.Compare(x.distance(), y.distance()) })
	fmt.Fprintf(w, "%d figures of %d documents, %d pairs of figures of different ones, %d are taken for the same\n", len(all), files,
		len(pairs), same)
	pairs = pairs[:min(len(pairs), mostShown)]
	for i, p := range pairs {
		taken := "-"
		if p.a.same(p.b) {
			taken = "same"
		}
		fmt.Fprintf(w, "%3d %2d bits %.2f %-4s %s\n", i+1, p.distance(), layout.Agreement(p.a.of.Blocks, p.b.of.Blocks), taken,
			p.a.name(folder)+" | "+p.b.name(folder))
	}
	if sheets == "" {
		return nil
	}
	n := 0
	for rows := range slices.Chunk(pairs, sheetRows) {
		n++
		if err := drawSheet(ctx, r, rows, filepath.Join(sheets, fmt.Sprintf("pairs-%d.png", n))); err != nil {
			return err
		}
	}
	return nil
}

func (s shown) name(folder string) string {
	path, err := filepath.Rel(folder, s.path)
	if err != nil {
		path = s.path
	}
	return fmt.Sprintf("%s, page %d, at %d", path, s.of.Page, s.of.Offset)
}

// drawSheet draws pairs below one another, two in a row.
func drawSheet(ctx context.Context, r *reader.Runner, pairs []pair, path string) error {
	sheet := image.NewRGBA(image.Rect(0, 0, 4*tileWide, (len(pairs)+1)/2*tileHigh))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	for i, p := range pairs {
		for k, s := range []shown{p.a, p.b} {
			data, err := os.ReadFile(s.path)
			if err != nil {
				return err
			}
			drawn, err := r.DrawFigure(ctx, s.path, data, s.of)
			if err != nil {
				return err
			}
			picture, err := png.Decode(bytes.NewReader(drawn.PNG))
			if err != nil {
				return err
			}
			const border = 6
			scale := min(float64(tileWide-2*border)/float64(drawn.Width), float64(tileHigh-2*border)/float64(drawn.Height))
			x, y := (2*(i%2)+k)*tileWide+border, i/2*tileHigh+border
			draw.BiLinear.Scale(sheet, image.Rect(x, y, x+int(scale*float64(drawn.Width)), y+int(scale*float64(drawn.Height))), picture,
				picture.Bounds(), draw.Src, nil)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, sheet); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o600)
}
