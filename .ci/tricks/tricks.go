package main

// tricks returns all tricks, by kind.
func tricks() []*trick {
	var out []*trick
	out = append(out, looks()...)
	return out
}
