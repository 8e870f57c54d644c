// Package verify says on the command line whether evidence, certificates of deletion and the
// record are what was signed, and whether evidence agrees with itself and with the files it
// is about. What is found is of checker/verify and checker/audit; here it is said.
package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/checker/verify"
	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/server/batch"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/web/catalogue"
)

// Command reports whether evidence, or a certificate of deletion, is what was signed, and agrees
// with itself and with the files it is about.
type Command struct {
	installation.Place
	installation.Signers
	installation.Authorities
	Stamp    string `type:"existingfile" placeholder:"FILE" help:"Time stamp of the file; by default the file beside it with the extension .tsr added."`
	Document string `type:"existingfile" placeholder:"FILE" help:"File that was checked, to compare with the evidence."`
	Library  string `placeholder:"DIR|URL" help:"Sources, to compare with the evidence: a folder of files, a data folder or a PostgreSQL database."`
	File     string `arg:"" type:"existingfile" help:"Evidence file."`
}

// maxEvidence bounds the file: it quotes both sides of every match, and a
// document of the largest size that matches fifteen others wholly stays below.
const maxEvidence = 256 << 20

// Validate reads what the flags name; kong calls it, and takes its error for
// wrong usage.
func (c *Command) Validate() error {
	if c.Library != "" && !isURL(c.Library) {
		info, err := os.Stat(c.Library)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return terminal.Misuse("cli.fault.noFolder", "Path", c.Library)
		}
		if c.Library, err = filepath.Abs(c.Library); err != nil { // as kong does with paths
			return err
		}
	}
	return readSigners(&c.Signers)
}

// readSigners reads the keys that the flags name, and says what is wrong with them as wrong usage.
func readSigners(s *installation.Signers) error {
	err := s.ReadSigners()
	var fault *installation.KeyFault
	switch {
	case !errors.As(err, &fault):
		return err
	case fault.File:
		return terminal.Misuse("cli.fault.keyFile", "Key", fault.Key)
	}
	return terminal.Misuse("cli.fault.key", "Key", fault.Key)
}

func isURL(s string) bool {
	return strings.HasPrefix(s, "postgres://") || strings.HasPrefix(s, "postgresql://")
}

// Run reports whether evidence is what was signed, agrees with itself, and with
// the files it is about.
func (c *Command) Run(ctx context.Context, t terminal.Terminal) error {
	r, err := batch.NewReader(t)
	if err != nil {
		return err
	}
	v := &verification{command: c, reader: r, language: r.Language, out: t.Out, most: mostSaid}
	defer func() { v.reader.Close() }()
	if err := v.run(ctx, t); err != nil {
		return err
	}
	v.conclude()
	if v.unsaid != nil {
		return v.unsaid
	}
	if v.wrong > 0 {
		return terminal.ErrReported
	}
	return nil
}

// verification is one run of the command.
type verification struct {
	command  *Command
	reader   *batch.Reader
	language *catalogue.Language
	evidence *evidence.Evidence
	text     *extract.Document // of the checked file, where it was given

	out     io.Writer
	unsaid  error // of writing there
	wrong   int
	most    int  // faults that are listed
	differs bool // the content, from itself or from the texts
}

// say writes a line, at once: a large library takes long.
func (v *verification) say(line string) {
	if _, err := fmt.Fprintln(v.out, line); v.unsaid == nil {
		v.unsaid = err
	}
}

func (v *verification) good(text string)    { v.say(terminal.Good + text) }
func (v *verification) missing(text string) { v.say(terminal.Missing + text) }

// Faults beyond mostSaid are only counted, and those beyond mostSaidOther if another file than the checked one was given:
// then nearly everything differs.
const (
	mostSaid      = 100
	mostSaidOther = 3
)

func (v *verification) bad(text string) {
	if v.wrong++; v.wrong <= v.most {
		v.say(terminal.Wrong + text)
	}
}

func (v *verification) conclude() {
	if v.wrong > v.most {
		v.say(terminal.Wrong + v.language.Count("verify.more", v.wrong-v.most))
	}
	if v.wrong == 0 {
		v.say(v.language.Text("verify.allWell"))
		return
	}
	v.say(v.language.Count("verify.faults", v.wrong))
}

func (v *verification) run(ctx context.Context, t terminal.Terminal) error {
	info, err := os.Stat(v.command.File)
	if err != nil {
		return err
	}
	if info.Size() > maxEvidence {
		v.bad(v.language.Text("verify.tooLarge", "Size", v.language.Bytes(info.Size()), "Most", v.language.Bytes(maxEvidence)))
		return nil
	}
	file, err := os.ReadFile(v.command.File)
	if err != nil {
		return err
	}
	if text, signature, ok := retention.Split(file); ok {
		return v.deletion(ctx, t, file, text, signature)
	}
	if err := v.signature(ctx, t, file); err != nil {
		return err
	}
	if err := v.stamp(file); err != nil {
		return err
	}
	if err := evidence.Validate(file); err != nil {
		v.bad(v.language.Text("verify.form", "Fault", err))
		return nil
	}
	v.good(v.language.Text("verify.goodForm"))
	if v.evidence, err = evidence.DecodeAny(bytes.NewReader(file)); err != nil {
		return err
	}
	if err := v.readAsChecked(t); err != nil {
		return err
	}
	if err := v.document(ctx); err != nil {
		return err
	}
	if err := v.sources(ctx); err != nil {
		return err
	}
	v.differ(verify.Evidence(v.evidence, verify.Texts{Document: v.text}))
	if !v.differs {
		v.good(v.language.Text("verify.agrees"))
	}
	return nil
}

// readAsChecked makes files be read for the imprints of pictures that the evidence has.
func (v *verification) readAsChecked(t terminal.Terminal) error {
	figures := v.evidence.Figures
	if figures == nil || figures.Version == imprint.Version {
		return nil
	}
	if _, known := imprint.LayoutOf(figures.Version); !known {
		return nil
	}
	r, err := batch.NewReaderWith(t, extract.Options{Imprints: figures.Version})
	if err != nil {
		return err
	}
	v.reader.Close()
	v.reader = r
	return nil
}

// signature says who has signed the file, as far as that is known here.
func (v *verification) signature(ctx context.Context, t terminal.Terminal, file []byte) error {
	keys, err := evidence.Verify(file)
	return v.signed(ctx, t, keys, err)
}

// deletion looks at a certificate of deletion: its signature, and its time stamp.
func (v *verification) deletion(ctx context.Context, t terminal.Terminal, file, text []byte, signature string) error {
	keys, err := evidence.VerifyText(text, signature)
	if err := v.signed(ctx, t, keys, err); err != nil {
		return err
	}
	if err := v.stamp(file); err != nil {
		return err
	}
	v.good(v.language.Count("verify.deletion", bytes.Count(text, []byte("\ndocument "))))
	return nil
}

// signed names the signers of something with this result of verification.
func (v *verification) signed(ctx context.Context, t terminal.Terminal, keys []evidence.PublicKey, err error) error {
	switch {
	case errors.Is(err, evidence.ErrUnsigned):
		v.bad(v.language.Text("verify.unsigned"))
		return nil
	case errors.Is(err, evidence.ErrBroken):
		v.bad(v.language.Text("verify.broken"))
		return nil
	case err != nil:
		return err
	}
	var known installation.Signers
	for _, p := range v.places() {
		more, err := p.KnownKeys(ctx, t)
		if err != nil {
			return err
		}
		known.Known = append(known.Known, more...)
	}
	trusts := func(keys []evidence.PublicKey) bool { return v.command.Trusts(keys) || known.Trusts(keys) }
	for _, key := range keys {
		says := []any{"Key", key.Fingerprint(), "Algorithm", v.language.Text("verify.algorithm." + string(key.Algorithm))}
		switch {
		case trusts([]evidence.PublicKey{key}):
			v.good(v.language.Text("verify.signed", says...))
		case trusts(keys): // the other one vouches for the file
			v.missing(v.language.Text("verify.besides", says...))
		default:
			v.bad(v.language.Text("verify.stranger", says...))
		}
	}
	return nil
}

// places returns the installations whose keys are known: the one of the command line, and the one
// that --library names.
func (v *verification) places() []installation.Place {
	out := []installation.Place{v.command.Place}
	switch at := v.command.Library; {
	case isURL(at):
		out = append(out, installation.Place{Data: v.command.Data, DatabaseURL: at})
	case at != "":
		out = append(out, installation.Place{Data: at})
	}
	return out
}

// document compares the checked file with its hash, and reads it.
func (v *verification) document(ctx context.Context) error {
	path := v.command.Document
	if path == "" {
		v.missing(v.language.Text("verify.noDocument"))
		return nil
	}
	files := []batch.File{{Path: path, Name: filepath.Base(path)}}
	if err := v.reader.All(ctx, files, v.language.Text("cli.reading"), func(int, *batch.File) error { return nil }); err != nil {
		return err
	}
	if v.reader.Complain(files) {
		v.bad(v.language.Text("verify.unreadable", "Name", path))
		return nil
	}
	v.text = files[0].Document
	if want, got := v.evidence.Document.Identity.SHA256, files[0].Identity.SHA256; want != got {
		v.bad(v.language.Text("verify.otherDocument", "Want", short(want), "Got", short(got)))
		v.most = max(v.wrong, mostSaidOther)
	} else {
		v.good(v.language.Text("verify.document", "Hash", short(want)))
	}
	return nil
}

// short returns the beginning of a hash, enough to see that two differ.
func short(hash string) string { return hash[:16] + "…" }

// sources finds the sources by their hashes, and reads them.
func (v *verification) sources(ctx context.Context) error {
	if len(v.evidence.AllSources()) == 0 {
		return nil
	}
	at := v.command.Library
	if at == "" {
		v.missing(v.language.Text("verify.noLibrary"))
		return nil
	}
	c := library.Config{DataDir: at}
	if isURL(at) {
		c = library.Config{DatabaseURL: at}
	}
	found := 0
	view, err := library.OpenView(ctx, c)
	switch {
	case err == nil:
		found, err = v.storedSources(ctx, view)
		err = errors.Join(err, view.Close())
	case errors.Is(err, record.ErrNotFound) && !isURL(at):
		found, err = v.fileSources(ctx, at)
	}
	if err != nil {
		return err
	}
	if found > 0 {
		v.good(v.language.Count("verify.sources", found))
	}
	return nil
}

// storedSources reads the sources from a library.
func (v *verification) storedSources(ctx context.Context, view *library.View) (found int, err error) {
	for _, s := range v.evidence.AllSources() {
		ids, err := view.WithHash(ctx, s.Identity.SHA256)
		if err != nil {
			return 0, err
		}
		if j := slices.Index(ids, s.ID); j > 0 {
			ids[0] = s.ID // of equal files the one that was compared
		}
		if len(ids) == 0 {
			v.bad(v.language.Text("verify.noSource", "Source", v.source(s.ID), "Hash", short(s.Identity.SHA256)))
			continue
		}
		data, err := view.File(ctx, ids[0])
		if err != nil {
			return 0, err
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != s.Identity.SHA256 {
			v.bad(v.language.Text("verify.otherSource", "Source", v.source(s.ID), "Want", short(s.Identity.SHA256), "Got",
				short(hex.EncodeToString(sum[:]))))
			continue
		}
		d, err := view.Extraction(ctx, ids[0])
		if errors.Is(err, record.ErrNotFound) {
			v.bad(v.language.Text("verify.unreadable", "Name", v.source(s.ID)))
			continue
		}
		if err != nil {
			return 0, err
		}
		v.differ(verify.Source(v.evidence, s, d))
		found++
	}
	return found, nil
}

// differ prints the differences found in the content.
func (v *verification) differ(found []verify.Difference) {
	v.differs = v.differs || len(found) > 0
	for _, d := range found {
		v.bad(v.describe(d))
	}
}

// fileSources reads the sources from a folder of files, a few at a time: what was
// compared is let go.
func (v *verification) fileSources(ctx context.Context, folder string) (found int, err error) {
	files, err := batch.Find([]string{folder})
	if err != nil {
		return 0, err
	}
	sources := map[string][]*evidence.Source{} // by the hashes of their files
	all := v.evidence.AllSources()
	for _, s := range all {
		sources[s.Identity.SHA256] = append(sources[s.Identity.SHA256], s)
	}
	needed := map[string]batch.File{}
	hashes := map[string]string{} // of files by their names
	for _, f := range files {
		sum, err := hashFile(f.Path)
		if err != nil {
			return 0, err
		}
		hashes[filepath.Base(f.Path)] = sum
		if _, known := needed[sum]; len(sources[sum]) > 0 && !known {
			needed[sum] = f
		}
	}
	var wanted []batch.File
	for _, s := range all {
		hash, name := s.Identity.SHA256, hashes[s.Identity.Filename]
		f, there := needed[hash]
		switch {
		case there:
			if sources[hash][0].ID == s.ID { // equal files are read once
				f.Identity.SHA256 = hash
				wanted = append(wanted, f)
			}
		case name != "":
			v.bad(v.language.Text("verify.otherSource", "Source", v.source(s.ID), "Want", short(hash), "Got", short(name)))
		default:
			v.bad(v.language.Text("verify.noSource", "Source", v.source(s.ID), "Hash", short(hash)))
		}
	}
	bar := v.reader.Bar(len(wanted), v.language.Text("cli.reading"))
	defer func() { _ = bar.Finish() }()
	for few := range slices.Chunk(wanted, runtime.GOMAXPROCS(0)) {
		asked := slices.Clone(few)
		if err := v.reader.Each(ctx, few, bar, func(int, *batch.File) error { return nil }); err != nil {
			return 0, err
		}
		v.reader.Complain(few)
		for i, f := range few {
			found += v.fileSource(f, sources[asked[i].Identity.SHA256])
			few[i] = batch.File{} // lets go of the text
		}
	}
	return found, nil
}

// fileSource compares a file that was read with the sources it is expected to be,
// and returns how many it is.
func (v *verification) fileSource(f batch.File, expected []*evidence.Source) (found int) {
	if f.Err != nil {
		v.bad(v.language.Text("verify.unreadable", "Name", f.Path))
		return 0
	}
	for _, s := range expected {
		if want, got := s.Identity.SHA256, f.Identity.SHA256; want != got { // it has changed since it was found
			v.bad(v.language.Text("verify.otherSource", "Source", v.source(s.ID), "Want", short(want), "Got", short(got)))
			continue
		}
		v.differ(verify.Source(v.evidence, s, f.Document))
		found++
	}
	return found
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
