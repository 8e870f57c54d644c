package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/server/crawl"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/server/worker"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/site"
)

// harvestCommand is for other systems that the library is filled from.
type harvestCommand struct {
	List     harvestListCommand     `cmd:"" help:"List the external sources and their progress."`
	Add      harvestAddCommand      `cmd:"" help:"Add a repository (OAI-PMH) or a folder on this machine."`
	Run      harvestRunCommand      `cmd:"" help:"Fetch everything new from a source now, and show the progress."`
	Outcomes harvestOutcomesCommand `cmd:"" aliases:"fates" help:"Write the outcome of each record or file as CSV."`
}

// harvesting is an installation that is open for a command, with its language.
type harvesting struct {
	*installation.Installation

	language *catalogue.Language
}

func openHarvests(ctx context.Context, t terminal.Terminal, place installation.Place, roles installation.RoleTable) (*harvesting, error) {
	language := t.Language()
	inst, err := place.Open(ctx, t, roles, slog.New(slog.NewTextHandler(t.Err, nil)))
	if err != nil {
		return nil, err
	}
	return &harvesting{inst, language}, nil
}

// named returns the source of a name or a number.
func (h *harvesting) named(ctx context.Context, name string) (record.HarvestSource, error) {
	sources, err := h.Store.HarvestSources(ctx)
	if err != nil {
		return record.HarvestSource{}, err
	}
	for _, s := range sources {
		if s.Name == name || strconv.FormatInt(s.ID, 10) == name {
			return s, nil
		}
	}
	return record.HarvestSource{}, errors.New(h.language.Text("harvest.said.none", "Name", name))
}

// pool returns the pool that harvests sources and reads their files; done ends its processes.
func (h *harvesting) pool(maxUpload int64) (pool *worker.Pool, done func(), err error) {
	runner, err := reader.NewRunner(extract.Options{MaxBytes: maxUpload})
	if err != nil {
		return nil, nil, err
	}
	log := slog.New(slog.DiscardHandler) // what becomes of each item is its outcome
	pool, err = worker.New(h.Store, h.Engine, runner, h.Search, log, worker.Config{
		MaxUpload: maxUpload, Folder: h.Folder, Web: crawl.New(agentOf(h.Store)), Pages: runner, Paper: h.Paper, Prepare: h.Words.Prepare,
	})
	return pool, runner.Close, err
}

type harvestListCommand struct {
	installation.Place
	installation.RoleTable
}

// Run shows the sources.
func (c *harvestListCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	h, err := openHarvests(ctx, t, c.Place, c.RoleTable)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	sources, err := h.Store.HarvestSources(ctx)
	if err != nil {
		return err
	}
	fmt.Fprint(t.Out, h.language.Text("harvest.said.head"))
	for _, s := range sources {
		state := "resting"
		switch {
		case s.Paused:
			state = "paused"
		case s.Trouble.Reason != "":
			state = "trouble"
		case s.Waiting() > 0, s.EndedAt.IsZero():
			state = "waiting"
		}
		fmt.Fprintf(t.Out, "%d\t%s\t%s\t%s\t%d\t%d\t%d\t%d\n",
			s.ID, s.Name, s.Kind, h.language.Text("harvestState."+state), s.Total, s.There(), s.Waiting(), s.Missing())
	}
	return nil
}

type harvestAddCommand struct {
	installation.Place
	installation.RoleTable
	Set       string `placeholder:"SET" help:"Set of the repository (setSpec); by default all."`
	From      string `placeholder:"DAY" help:"Fetch only records changed since this date, such as 2024-01-31; by default all."`
	Minutes   int    `default:"-1" help:"Minutes between rounds: by default 1440 for a repository, 10 for a folder."`
	Pause     int    `default:"-1" help:"Seconds between requests (by default 1), or without change before a file is read (by default 10)."`
	Most      int    `default:"100000" help:"Maximum number of records or files."`
	Name      string `arg:"" help:"Name of the source, and of the collection of its documents."`
	AddressOf string `arg:"" name:"address" help:"Address of the repository, such as https://repository.example.org/oai/request, or the full path of a folder."`
}

// Run adds a source.
func (c *harvestAddCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	h, err := openHarvests(ctx, t, c.Place, c.RoleTable)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	pool, done, err := h.pool(defaultUpload)
	if err != nil {
		return err
	}
	defer done()
	rules := record.HarvestRules{
		Name: c.Name, Kind: record.HarvestOAI, Address: c.AddressOf, Set: c.Set, From: c.From, Minutes: c.Minutes, Pause: c.Pause,
		Most: c.Most,
	}
	if c.AddressOf != "" && c.AddressOf[0] == '/' {
		rules.Kind, rules.Path = record.HarvestFolder, c.AddressOf
	}
	if rules.Minutes < 0 {
		rules.Minutes = map[record.HarvestKind]int{record.HarvestOAI: 24 * 60, record.HarvestFolder: 10}[rules.Kind]
	}
	if rules.Pause < 0 {
		rules.Pause = map[record.HarvestKind]int{record.HarvestOAI: 1, record.HarvestFolder: 10}[rules.Kind]
	}
	var id int64
	err = c.Act(ctx, t, h.Store, "harvest", func(ctx context.Context) (err error) {
		id, err = pool.PutHarvest(ctx, 0, rules, 0, "")
		return err
	})
	var fault *record.HarvestFault
	switch {
	case errors.As(err, &fault):
		least := 0
		if rules.Kind == record.HarvestFolder {
			least = 1
		}
		field := h.language.Text("harvest.field." + fault.Field)
		return errors.New(h.language.Text("harvest.fault."+fault.Name, "Field", field, "Value", fault.Value, "Least", least))
	case errors.Is(err, record.ErrNameTaken):
		return errors.New(h.language.Text("harvest.taken", "Name", rules.Name))
	case err != nil:
		return err
	}
	fmt.Fprintln(t.Out, h.language.Text("harvest.said.added", "ID", id))
	return nil
}

// defaultUpload is how many bytes a file may have where serve is told nothing else.
const defaultUpload = 50 << 20

type harvestRunCommand struct {
	installation.Place
	installation.RoleTable
	MaxUpload int64  `default:"50" placeholder:"MB" help:"Maximum file size, in MB."`
	Source    string `arg:"" name:"source" help:"Name or number of the source."`
}

// harvestBeat is between two looks at how far a source is.
const harvestBeat = time.Second

// Run starts a round of a source and works until nothing waits except what is tried again later.
func (c *harvestRunCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	h, err := openHarvests(ctx, t, c.Place, c.RoleTable)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	s, err := h.named(ctx, c.Source)
	if err != nil {
		return err
	}
	if s.Paused {
		return errors.New(h.language.Text("harvest.said.paused", "Name", s.Name))
	}
	pool, done, err := h.pool(c.MaxUpload << 20)
	if err != nil {
		return err
	}
	defer done()
	began := time.Now()
	if err := c.Act(ctx, t, h.Store, "harvest", func(ctx context.Context) error { return pool.HarvestNow(ctx, s.ID) }); err != nil {
		return err
	}
	if err := pool.Start(ctx); err != nil {
		return err
	}
	defer func() {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), jobTimeout)
		defer cancel()
		err = errors.Join(err, pool.Stop(stopping))
	}()
	said := ""
	for {
		if s, err = h.Store.HarvestSource(ctx, s.ID); err != nil {
			return err
		}
		text := h.language.Text("harvest.said.progress",
			"Listed", s.Cursor.Listed, "Done", s.Total-s.Waiting(), "All", s.Total, "Read", s.Ready+s.Unread)
		if text != said {
			fmt.Fprintln(t.Err, text)
			said = text
		}
		asked := !s.RoundAt.IsZero() && !s.RoundAt.Before(began.Add(-time.Second))
		if asked && s.Job == 0 && s.Waiting() == 0 && s.Ready+s.Unread >= s.There() && (!s.Cursor.Listing || s.Trouble.Reason != "") {
			break
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(harvestBeat):
		}
	}
	for _, f := range record.HarvestOutcomes() {
		if n := s.Outcomes[f]; n > 0 {
			fmt.Fprintf(t.Out, "%s\t%d\n", h.language.Text("harvestFate."+string(f)), n)
		}
	}
	if s.Trouble.Reason != "" {
		fmt.Fprintf(t.Err, "%s %s\n", phrase.HarvestReasonText(h.language, s.Trouble.Reason, s.Trouble.Detail), s.Trouble.Detail)
		return terminal.ErrReported
	}
	if s.Missing() > 0 || s.Unread > 0 {
		return terminal.ErrReported
	}
	return nil
}

type harvestOutcomesCommand struct {
	installation.Place
	installation.RoleTable
	Output string `short:"o" placeholder:"FILE" help:"Write to this file instead of the terminal."`
	Source string `arg:"" name:"source" help:"Name or number of the source."`
}

// Run writes the outcomes of a source as CSV; the last column is the number of the document.
func (c *harvestOutcomesCommand) Run(ctx context.Context, t terminal.Terminal) (err error) {
	h, err := openHarvests(ctx, t, c.Place, c.RoleTable)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	s, err := h.named(ctx, c.Source)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	table := site.NewTable(&b, phrase.HarvestHeads(h.language)...)
	const batch = 1000
	for after := int64(0); ; {
		items, err := h.Store.HarvestItemsAfter(ctx, s.ID, after, batch)
		if err != nil {
			return err
		}
		for _, i := range items {
			document := ""
			if i.State != "" {
				document = strconv.FormatInt(i.Document, 10)
			}
			table.Row(append(phrase.HarvestCells(h.language, i), document)...)
			after = i.ID
		}
		if len(items) < batch {
			break
		}
	}
	if err := table.Close(); err != nil {
		return err
	}
	if c.Output != "" {
		return writeWhole(c.Output, b.Bytes())
	}
	_, err = t.Out.Write(b.Bytes())
	return err
}
