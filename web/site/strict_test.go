package site

import (
	"slices"
	"testing"
)

func TestSilentFaults(t *testing.T) {
	for raw, want := range map[string][]silent{
		`{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}`: nil,
		`{"a":1,"b":2,"a":1}`:                       {{"a", doubledField}},
		`{"p":[{"n":1},{"n":1,"\u006e":2}]}`:        {{"p[1].n", doubledField}},
		`{"t":"\ud83d\ude00 \\ud800 \u4e2d"}`:       nil,
		`{"t":"\ud83d"}`:                            {{"t", loneSurrogate}},
		`{"t":["x","\uDE00\uD83D"]}`:                {{"t[1]", loneSurrogate}},
		`{"t":"\\\ud800"}`:                          {{"t", loneSurrogate}},
		`{"\udfff":1}`:                              {{"", loneSurrogate}},
		`{"t":"\ud83d\ud83d\ude00"}`:                {{"t", loneSurrogate}},
		`null`:                                      nil,
	} {
		if got := silentFaults([]byte(raw)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", raw, got, want)
		}
	}
}
