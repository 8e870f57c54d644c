package verify

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/stamp"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/web/catalogue"
)

// RecordCommand reports whether the record is as it was written.
type RecordCommand struct {
	installation.Place
	installation.Signers
	installation.Authorities
	Head string `placeholder:"NUMBER:HASH" help:"End of the audit log as noted earlier; the log must contain it."`
	File string `arg:"" optional:"" type:"existingfile" help:"Exported audit log; by default the log of the data folder or --database-url."`

	noted audit.Head
}

// Validate reads what the flags name; kong calls it, and takes its error for wrong
// usage.
func (c *RecordCommand) Validate() error {
	if c.Head != "" {
		number, hash, _ := strings.Cut(c.Head, ":")
		var err error
		if c.noted.Number, err = strconv.ParseInt(number, 10, 64); err == nil {
			c.noted.Hash, err = audit.ParseHash(hash)
		}
		if err != nil || c.noted.Number < 1 {
			return terminal.Misuse("cli.fault.head")
		}
	}
	return readSigners(&c.Signers)
}

// Run reports whether the record is as it was written.
func (c *RecordCommand) Run(ctx context.Context, t terminal.Terminal) error {
	language := t.Language()
	known, err := c.KnownKeys(ctx, t)
	if err != nil {
		return err
	}
	c.Known = append(c.Known, known...)
	authorities, err := c.AuthorityPool()
	if err != nil {
		return err
	}
	v := &recordVerification{trusts: c.Trusts, noted: c.noted, authorities: authorities}
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
	return v.conclude(language, t.Out, err)
}

func (c *RecordCommand) readStored(ctx context.Context, t terminal.Terminal, v *recordVerification) (err error) {
	view, err := c.View(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, view.Close()) }()
	err = audit.Each(ctx, view, func(text []byte, hash string) error {
		if err := v.entry(text); err != nil {
			return err
		}
		if number, end := v.chain.End(); end.String() != hash {
			return &audit.Fault{Kind: audit.FaultBroken, Number: number}
		}
		return nil
	}, v.head)
	if err == nil {
		err = view.CheckColumns(ctx)
	}
	if err == nil {
		err = view.CheckEnd(ctx)
	}
	if err == nil {
		err = v.unsigned.Check(time.Now())
	}
	return err
}

// recordVerification follows a record from its first entry on.
type recordVerification struct {
	trusts func([]evidence.PublicKey) bool
	noted  audit.Head // to be found; number 0 is none

	authorities *x509.CertPool // that certify time stamps; nil is anybody

	chain  audit.Chain
	heads  int
	signed int64 // the last entry that a head is of
	found  bool  // the noted head

	unsigned audit.Unsigned

	stamps  int       // of heads
	stamped time.Time // of the last of them
}

func (v *recordVerification) entry(text []byte) error {
	e, err := v.chain.Add(text)
	if err != nil {
		return err
	}
	v.unsigned.Add(e)
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
	keys, err := evidence.VerifyText([]byte(s.Head), s.Signature)
	if err != nil {
		return &audit.Fault{Kind: audit.FaultHead, Number: h.Number}
	}
	switch {
	case !v.trusts(keys):
		return &errStrangeHead{h.Number, keys[0].Fingerprint()}
	case h.Number > number:
		return &audit.Fault{Kind: audit.FaultShort, Number: h.Number}
	case h.Number != number || h.Hash != hash:
		return &audit.Fault{Kind: audit.FaultHead, Number: h.Number}
	}
	v.heads++
	v.unsigned.Signed()
	v.signed = number
	return v.stamp(h.Number, s)
}

// stamp looks at the time stamp of a head, where it has one.
func (v *recordVerification) stamp(number int64, s audit.SignedHead) error {
	if len(s.Stamp) == 0 {
		return nil
	}
	token, err := stamp.Read(s.Stamp)
	if err == nil {
		err = token.Of(sha256.Sum256([]byte(s.Head + s.Signature)))
	}
	if err == nil && v.authorities != nil {
		err = token.Certified(v.authorities)
	}
	if err != nil {
		return &audit.Fault{Kind: audit.FaultStamp, Number: number}
	}
	v.stamps++
	v.stamped = token.Time
	return nil
}

// whole reports whether an export is signed at its end, as each is that was not cut.
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
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		number, _ := v.chain.End()
		return &audit.Fault{Kind: audit.FaultForm, Number: number + 1}
	}
	return lines.Err()
}

// conclude prints the result, with the fault if there is one.
func (v *recordVerification) conclude(l *catalogue.Language, out io.Writer, found error) error {
	number, hash := v.chain.End()
	var said []string
	var fault *audit.Fault
	var strange *errStrangeHead
	switch {
	case errors.As(found, &fault):
		said = append(said, terminal.Wrong+l.Text("audit.fault."+string(fault.Kind), "Number", l.Number(int(fault.Number))))
	case errors.As(found, &strange):
		said = append(said, terminal.Wrong+l.Text("audit.stranger", "Number", l.Number(int(strange.number)), "Key", strange.key))
	case found != nil:
		return found
	}
	if number > 0 {
		said = append(said, terminal.Good+l.Count("audit.entries", int(number)))
	}
	switch {
	case v.heads > 0:
		said = append(said, terminal.Good+l.Count("audit.heads", v.heads, "Number", l.Number(int(v.signed))))
	case found == nil:
		said = append(said, terminal.Missing+l.Text("audit.noHeads"))
	}
	if v.stamps > 0 {
		at := v.stamped.Format("2006-01-02 15:04:05 UTC")
		if v.authorities == nil {
			said = append(said, terminal.Missing+l.Count("audit.stampsUnknown", v.stamps, "Time", at))
		} else {
			said = append(said, terminal.Good+l.Count("audit.stamps", v.stamps, "Time", at))
		}
	}
	if found == nil && number > 0 {
		said = append(said, l.Text("audit.end", "Head", fmt.Sprintf("%d:%s", number, hash)))
	}
	if found == nil && number == 0 {
		said = append(said, terminal.Missing+l.Text("audit.empty"))
	}
	if _, err := fmt.Fprintln(out, strings.Join(said, "\n")); err != nil {
		return err
	}
	if found != nil {
		return terminal.ErrReported
	}
	return nil
}
