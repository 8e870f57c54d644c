package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/web/catalogue"
)

type auditCommand struct {
	Verify auditVerifyCommand `cmd:"" help:"Verify the record: that nothing in it was changed or left out since it was written."`
	Export auditExportCommand `cmd:"" help:"Print the record with its signed heads, a line of JSON each."`
}

type auditVerifyCommand struct {
	place
	trustedKeys
	Head string `placeholder:"NUMBER:HASH" help:"An end of the record that was noted earlier and elsewhere: it must be in it."`
	File string `arg:"" optional:"" type:"existingfile" help:"An exported record; without it, the one of the data folder or of --database-url."`

	noted audit.Head
}

// Validate reads what the flags name; kong calls it, and takes its error for wrong
// usage.
func (c *auditVerifyCommand) Validate() error {
	if c.Head != "" {
		number, hash, _ := strings.Cut(c.Head, ":")
		var err error
		if c.noted.Number, err = strconv.ParseInt(number, 10, 64); err == nil {
			c.noted.Hash, err = audit.ParseHash(hash)
		}
		if err != nil || c.noted.Number < 1 {
			return errors.New("--head: a number, a colon and 64 hexadecimal digits are expected, as this command prints them")
		}
	}
	return c.readKeys()
}

// Run says whether the record is as it was written.
func (c *auditVerifyCommand) Run(ctx context.Context, t terminal) error {
	language, err := t.language()
	if err != nil {
		return err
	}
	known, err := c.knownKeys(ctx, t)
	if err != nil {
		return err
	}
	v := &recordVerification{trusts: func(key evidence.PublicKey) bool {
		for _, k := range known {
			if k == key {
				return true
			}
		}
		return c.trusts(key)
	}, noted: c.noted}
	if c.File != "" {
		if err = v.readFile(c.File); err == nil {
			err = v.whole()
		}
	} else {
		err = c.readStored(ctx, t, v)
	}
	if err == nil {
		err = v.finish()
	}
	return v.conclude(language, t.out, err)
}

// view opens the database of the installation to read it.
func (p place) view(ctx context.Context, t terminal) (*library.View, error) {
	folder, err := p.folder(t)
	if err != nil {
		return nil, err
	}
	return library.OpenView(ctx, library.Config{DatabaseURL: p.DatabaseURL, DataDir: folder})
}

func (c *auditVerifyCommand) readStored(ctx context.Context, t terminal, v *recordVerification) (err error) {
	view, err := c.view(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, view.Close()) }()
	return audit.Each(ctx, view, func(text []byte, hash string) error {
		if err := v.entry(text); err != nil {
			return err
		}
		if number, end := v.chain.End(); end.String() != hash {
			return &audit.Fault{Kind: audit.FaultBroken, Number: number}
		}
		return nil
	}, v.head)
}

// recordVerification follows a record from its first entry on.
type recordVerification struct {
	trusts func(evidence.PublicKey) bool
	noted  audit.Head // to be found; number 0 is none

	chain  audit.Chain
	heads  int
	signed int64 // the last entry that a head is of
	found  bool  // the noted head
}

func (v *recordVerification) entry(text []byte) error {
	e, err := v.chain.Add(text)
	if err != nil {
		return err
	}
	if _, hash := v.chain.End(); e.Number == v.noted.Number {
		if hash != v.noted.Hash {
			return &audit.Fault{Kind: audit.FaultHead, Number: e.Number}
		}
		v.found = true
	}
	return nil
}

// errStrangeHead says that a head is signed, but by a key that is not known.
type errStrangeHead struct {
	number int64
	key    string
}

func (e *errStrangeHead) Error() string {
	return fmt.Sprintf("head %d is signed with the unknown key %s", e.number, e.key)
}

func (v *recordVerification) head(s audit.SignedHead) error {
	number, hash := v.chain.End()
	h, err := audit.DecodeHead([]byte(s.Head))
	if err != nil {
		return &audit.Fault{Kind: audit.FaultHead, Number: number}
	}
	key, err := evidence.VerifyText([]byte(s.Head), s.Signature)
	if err != nil {
		return &audit.Fault{Kind: audit.FaultHead, Number: h.Number}
	}
	switch {
	case !v.trusts(key):
		return &errStrangeHead{h.Number, key.Fingerprint()}
	case h.Number > number:
		return &audit.Fault{Kind: audit.FaultShort, Number: h.Number}
	case h.Number != number || h.Hash != hash:
		return &audit.Fault{Kind: audit.FaultHead, Number: h.Number}
	}
	v.heads++
	v.signed = number
	return nil
}

// whole says whether an export is signed at its end, as each is that was not cut.
func (v *recordVerification) whole() error {
	if number, _ := v.chain.End(); number == 0 || number != v.signed {
		return &audit.Fault{Kind: audit.FaultUnsigned, Number: number}
	}
	return nil
}

func (v *recordVerification) finish() error {
	if v.noted.Number > 0 && !v.found {
		return &audit.Fault{Kind: audit.FaultShort, Number: v.noted.Number}
	}
	return nil
}

// mostLine bounds a line of an export; entries are far shorter.
const mostLine = 1 << 20

func (v *recordVerification) readFile(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		line := lines.Bytes()
		if !bytes.HasPrefix(line, []byte(audit.HeadStart)) {
			if err := v.entry(line); err != nil {
				return err
			}
			continue
		}
		var h audit.SignedHead
		if err := json.Unmarshal(line, &h); err != nil {
			number, _ := v.chain.End()
			return &audit.Fault{Kind: audit.FaultHead, Number: number}
		}
		if err := v.head(h); err != nil {
			return err
		}
	}
	return lines.Err()
}

// conclude says what was found, and the fault where there was one.
func (v *recordVerification) conclude(l *catalogue.Language, out io.Writer, found error) error {
	number, hash := v.chain.End()
	var said []string
	var fault *audit.Fault
	var strange *errStrangeHead
	switch {
	case errors.As(found, &fault):
		said = append(said, markWrong+l.Text("audit.fault."+string(fault.Kind), "Number", l.Number(int(fault.Number))))
	case errors.As(found, &strange):
		said = append(said, markWrong+l.Text("audit.stranger", "Number", l.Number(int(strange.number)), "Key", strange.key))
	case found != nil:
		return found
	}
	if number > 0 {
		said = append(said, markGood+l.Count("audit.entries", int(number)))
	}
	switch {
	case v.heads > 0:
		said = append(said, markGood+l.Count("audit.heads", v.heads, "Number", l.Number(int(v.signed))))
	case found == nil:
		said = append(said, markMissing+l.Text("audit.noHeads"))
	}
	if found == nil && number > 0 {
		said = append(said, l.Text("audit.end", "Head", fmt.Sprintf("%d:%s", number, hash)))
	}
	if found == nil && number == 0 {
		said = append(said, markMissing+l.Text("audit.empty"))
	}
	if _, err := fmt.Fprintln(out, strings.Join(said, "\n")); err != nil {
		return err
	}
	if found != nil {
		return errReported
	}
	return nil
}

type auditExportCommand struct {
	place
}

// Run prints the record.
func (c *auditExportCommand) Run(ctx context.Context, t terminal) (err error) {
	view, err := c.view(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, view.Close()) }()
	keys, err := c.keys(ctx, t, nil)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(t.out)
	err = audit.WriteExport(ctx, view, keys.SignText, out)
	return errors.Join(err, out.Flush())
}
