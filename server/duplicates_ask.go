package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/library"
	"zhiwen/extract"
	"zhiwen/server/terminal"
	"zhiwen/web/site"
)

// What became of a text that was asked for, as rows name it; the catalogue has each ("cli.ask.STATE").
const (
	askedNew     = "new"
	askedKnown   = "known"
	askedUnknown = "unknown" // it has no id, and got none
	askedEmpty   = "empty"   // there is nothing to compare
)

// askedFile is a file to look up in a store of ids.
type askedFile struct {
	duplicate.Asked
	empty bool
}

// ask prints the permanent id of each file, in their order.
func (c *duplicatesCommand) ask(ctx context.Context, t terminal.Terminal, p fingerprinter, threshold float64) (err error) {
	l := t.Language()
	options := duplicate.StreamOptions{Set: c.Set, Threshold: threshold, Centres: c.Centres}
	if c.Synonyms != "" {
		table, err := os.ReadFile(c.Synonyms)
		if err != nil {
			return err
		}
		options.Synonyms = string(table)
	}
	stream, _ := duplicate.NewStream(p.method, options) // fault has asked
	ids, done, err := c.ids(ctx, t, stream)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	names, texts, failed, err := ofEach(ctx, t, c.Files, func(d *extract.Document) (askedFile, error) {
		a, ok, err := stream.Ask(p.words.NewText(d))
		return askedFile{a, !ok}, err
	})
	if err != nil {
		return err
	}
	rows := [][]string{{"id", "state", "file"}}
	counts := map[string]int{}
	for i, a := range texts {
		id, state := int64(0), askedEmpty
		if !a.empty {
			if id, state, err = ids(a.Asked); err != nil {
				return err
			}
		}
		number := "-"
		if id != 0 {
			number = strconv.FormatInt(id, 10)
		}
		counts[state]++
		rows = append(rows, []string{number, state, site.PlainCell(names[i])})
		if _, err := fmt.Fprintf(t.Out, "%s\t%s\t%s\n", number, l.Text("cli.ask."+state), names[i]); err != nil {
			return err
		}
	}
	if c.CSV != "" {
		if err := writeRows(c.CSV, rows); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(t.Out, l.Text("cli.asked",
		"Method", p.method.Name(), "Files", len(texts), "New", counts[askedNew], "Known", counts[askedKnown]))
	if err == nil && failed {
		return terminal.ErrReported
	}
	return err
}

// ids returns what gives or looks up the id of a text, in the library or in memory, and what closes it.
func (c *duplicatesCommand) ids(
	ctx context.Context, t terminal.Terminal, stream *duplicate.Stream,
) (id func(duplicate.Asked) (int64, string, error), done func() error, err error) {
	state := func(is bool, yes, no string) string {
		if is {
			return yes
		}
		return no
	}
	if !c.Library {
		var memory duplicate.MemoryIDs
		return func(a duplicate.Asked) (int64, string, error) {
			id, isNew := memory.ID(stream, a)
			return id, state(isNew, askedNew, askedKnown), nil
		}, func() error { return nil }, nil
	}
	var store *library.Store
	if store, err = c.Beside(ctx, t); err != nil {
		return nil, nil, err
	}
	return func(a duplicate.Asked) (int64, string, error) {
		if c.OnlyKnown {
			id, err := store.FindTextID(ctx, stream, a)
			return id, state(id == 0, askedUnknown, askedKnown), err
		}
		id, isNew, err := store.TextID(ctx, stream, a)
		return id, state(isNew, askedNew, askedKnown), err
	}, store.Close, nil
}
