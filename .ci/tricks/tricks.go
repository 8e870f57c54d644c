package main

// tricks returns all tricks, by kind.
func tricks() []*trick {
	var out []*trick
	out = append(out, crowdTricks()...)
	out = append(out, keptTricks()...)
	out = append(out, charTricks()...)
	out = append(out, betweenTricks()...)
	out = append(out, looks()...)
	out = append(out, wordSeen()...)
	out = append(out, wordPlaces()...)
	out = append(out, htmlTricks()...)
	out = append(out, rtfTricks()...)
	out = append(out, odtTricks()...)
	out = append(out, pdfHide()...)
	out = append(out, pdfUnseens()...)
	out = append(out, ofdTricks()...)
	out = append(out, wholeTricks()...)
	out = append(out, honestTricks()...)
	return out
}
