package checker

import (
	"bytes"
	"context"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/verify"
	"zhiwen/extract"
)

// verified fails the test unless evidence, written and read again, agrees with
// itself and with the texts it was made of.
func verified(t testing.TB, ev *evidence.Evidence, in Input, lib Library) {
	t.Helper()
	for _, texts := range []verify.Texts{{}, {Document: in.Document}, {Document: in.Document, Sources: sourceTexts(t, ev, lib)}} {
		for _, d := range verify.Evidence(written(t, ev), texts) {
			t.Errorf("with document %v and %d sources: %+v", texts.Document != nil, len(texts.Sources), d)
		}
	}
}

func written(t testing.TB, ev *evidence.Evidence) *evidence.Evidence {
	t.Helper()
	var b bytes.Buffer
	if err := evidence.Encode(&b, ev); err != nil {
		t.Fatal(err)
	}
	if err := evidence.Validate(b.Bytes()); err != nil {
		t.Fatal(err)
	}
	read, err := evidence.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func sourceTexts(t testing.TB, ev *evidence.Evidence, lib Library) map[int64]*extract.Document {
	t.Helper()
	out := map[int64]*extract.Document{}
	for _, s := range ev.Sources {
		found, err := lib.Sources(context.Background(), []int64{s.ID})
		if err != nil || len(found) != 1 {
			t.Fatalf("source %d: %d found, %v", s.ID, len(found), err)
		}
		out[s.ID] = found[0].Document
	}
	return out
}
