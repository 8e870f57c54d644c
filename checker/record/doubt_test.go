package record_test

import (
	"slices"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

func TestDoubtsOf(t *testing.T) {
	for _, c := range []struct {
		name      string
		countable int
		flags     []extract.FlagKind
		notices   []extract.NoticeKind
		want      []record.Doubt
	}{
		{"a text", 9_000, nil, []extract.NoticeKind{extract.Blank}, nil},
		{"hardly any text", 12, nil, nil, []record.Doubt{record.DoubtFew}},
		{"pages not read", 9_000, nil, []extract.NoticeKind{extract.Scanned}, []record.Doubt{record.DoubtMissing}},
		{"garbled parts", 9_000, []extract.FlagKind{extract.Garbled}, nil, []record.Doubt{record.DoubtGarbled}},
		{"a garbled file", 0, []extract.FlagKind{extract.Garbled}, nil, []record.Doubt{record.DoubtFew, record.DoubtGarbled}},
		{"recognised pages", 9_000, nil, []extract.NoticeKind{extract.Recognised}, []record.Doubt{record.DoubtGarbled}},
		{"garbled and hidden", 9_000, []extract.FlagKind{extract.HiddenText, extract.Garbled}, nil, []record.Doubt{record.DoubtGarbled, record.DoubtFlagged}},
		{"more findings than are kept", 9_000, nil, []extract.NoticeKind{extract.FlagsLeft}, []record.Doubt{record.DoubtFlagged}},
	} {
		e := &evidence.Evidence{}
		e.Scores.Countable = c.countable
		for _, k := range c.flags {
			e.Document.Flags = append(e.Document.Flags, evidence.Flag{Kind: string(k)})
		}
		var notices []extract.Notice
		for _, k := range c.notices {
			notices = append(notices, extract.Notice{Kind: k})
		}
		if got := record.DoubtsOf(e, notices); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
