package record

import (
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
)

// JoinDoubts writes doubts as ReadDoubts reads them: parted by commas, each as
// kind:of:count:reason without the empty fields at its end. A count of at least so many
// has a plus sign.
func JoinDoubts(doubts []evidence.Doubt) string {
	said := make([]string, len(doubts))
	for i, d := range doubts {
		count := ""
		if d.Count > 0 {
			count = strconv.Itoa(d.Count)
		}
		if d.Least {
			count += "+"
		}
		said[i] = strings.TrimRight(strings.Join([]string{string(d.Kind), string(d.Of), count, string(d.Reason)}, ":"), ":")
	}
	return strings.Join(said, ",")
}

// ReadDoubts reads the output of JoinDoubts and the older form without counts; it leaves out
// unknown kinds.
func ReadDoubts(text string) []evidence.Doubt {
	var out []evidence.Doubt
	for said := range strings.SplitSeq(text, ",") {
		fields := append(strings.Split(said, ":"), "", "", "")
		d := evidence.Doubt{Kind: evidence.DoubtKind(fields[0]), Of: evidence.Counted(fields[1]), Reason: evidence.Reason(fields[3])}
		if !slices.Contains(evidence.DoubtKinds(), d.Kind) {
			continue
		}
		count, least := strings.CutSuffix(fields[2], "+")
		d.Least = least
		d.Count, _ = strconv.Atoi(count) // none is 0
		out = append(out, d)
	}
	return out
}

// Share is a part of the characters that count of a document, as it may be shown.
type Share struct {
	Part, Whole int
	Doubts      []evidence.Doubt // of the document
}

// Told reports whether the share says something. Nothing found says nothing where text was
// not compared, and of no text there is no share.
func (s Share) Told() bool {
	return s.Whole > 0 && (s.Part > 0 || !slices.ContainsFunc(s.Doubts, evidence.Doubt.Hollow))
}

// Of returns the share as a number from 0 to 1.
func (s Share) Of() float64 { return float64(s.Part) / float64(max(s.Whole, 1)) }

// Marked reports whether a share that is told is not to be read without its doubts.
func (s Share) Marked() bool { return s.Told() && len(s.Doubts) > 0 }
