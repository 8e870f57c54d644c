package web

import (
	"context"
	"slices"

	"zhiwen/checker/record"
)

// fakeAddresses are what is known of addresses.
type fakeAddresses struct {
	known  map[string]record.AddressAnswer
	asked  [][]string
	seen   [][]string
	broken error
}

func (j *fakeJobs) AskAddresses(_ context.Context, addresses []string) ([]record.AddressAnswer, error) {
	f := &j.addresses
	f.asked = append(f.asked, slices.Clone(addresses))
	out := make([]record.AddressAnswer, len(addresses))
	for i, a := range addresses {
		out[i] = f.known[a]
	}
	return out, f.broken
}

func (j *fakeJobs) SeeAddresses(_ context.Context, addresses []string) (record.SeenAddresses, error) {
	f := &j.addresses
	f.seen = append(f.seen, slices.Clone(addresses))
	return record.SeenAddresses{Queued: 1, Known: 2, Ignored: len(addresses) - 3}, f.broken
}
