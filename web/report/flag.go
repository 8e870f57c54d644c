package report

import (
	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/web/report/highlight"
)

// flagsOf lists findings with links to their places in the document.
func flagsOf(flags []evidence.Flag, d *extract.Document) []highlight.Flag {
	var out []highlight.Flag
	for _, f := range flags {
		out = append(out, highlight.Flag{Kind: f.Kind, Text: f.Text, Pages: f.Pages, Href: PlaceOf(d, f.Offset)})
	}
	return out
}

// Read returns a document as it was read, with what was found in it and nothing highlighted.
func Read(d *extract.Document) (highlight.Text, []highlight.Flag) {
	in := highlight.Input{Document: d}
	for _, f := range d.Flags {
		in.Flags = append(in.Flags, evidence.Flag{Kind: string(f.Kind), Offset: f.Start, Length: f.End - f.Start, Pages: f.Pages,
			Text: f.Text})
	}
	return highlight.Document(in), flagsOf(in.Flags, d)
}
