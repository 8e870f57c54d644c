package web

import (
	"context"
	"slices"

	"zhiwen/checker/record"
)

// fakeClaims are what people claim; whose name an account has it does not know.
type fakeClaims struct {
	claims  []record.Claim
	files   map[int64][]record.ClaimUpload // by claim
	events  []record.ClaimEvent
	named   map[string][]int64 // documents by address or number
	refused error              // given back by the next change
}

func (s *fakeStore) Claiming(context.Context) (bool, error) {
	return len(s.followed.sites)+len(s.claimed.claims) > 0, nil
}

func (s *fakeStore) Verified(_ context.Context, documents []int64) (map[int64]bool, error) {
	out := map[int64]bool{}
	for _, c := range s.claimed.claims {
		if c.State == record.ClaimAccepted && slices.Contains(documents, c.Document) {
			out[c.Document] = true
		}
	}
	return out, nil
}

func (s *fakeStore) Claim(_ context.Context, id int64) (record.Claim, error) {
	for _, c := range s.claimed.claims {
		if c.ID == id {
			return c, nil
		}
	}
	return record.Claim{}, record.ErrNotFound
}

func (s *fakeStore) Claims(_ context.Context, f record.ClaimFilter) (out []record.Claim, total int, _ error) {
	for _, c := range slices.Backward(s.claimed.claims) {
		if (f.Account == 0 || f.Account == c.Account) && (f.State == "" || f.State == c.State) && (f.Document == 0 || f.Document == c.Document) {
			out = append(out, c)
		}
	}
	return page(out, f.Limit, f.Offset), len(out), nil
}

func (s *fakeStore) ClaimCounts(ctx context.Context, f record.ClaimFilter) (map[record.ClaimState]int, error) {
	f.State, f.Limit, f.Offset = "", 0, 0
	claims, _, err := s.Claims(ctx, f)
	counts := map[record.ClaimState]int{}
	for _, c := range claims {
		counts[c.State]++
	}
	return counts, err
}

func (s *fakeStore) ClaimFiles(_ context.Context, claim int64) (out []record.ClaimFile, _ error) {
	for i, f := range s.claimed.files[claim] {
		out = append(out, record.ClaimFile{Ordinal: i + 1, Name: f.Name, Size: int64(len(f.Data))})
	}
	return out, nil
}

func (s *fakeStore) ClaimFile(ctx context.Context, claim int64, ordinal int) (record.ClaimFile, []byte, error) {
	files, err := s.ClaimFiles(ctx, claim)
	if err != nil || ordinal < 1 || ordinal > len(files) {
		return record.ClaimFile{}, nil, record.ErrNotFound
	}
	return files[ordinal-1], s.claimed.files[claim][ordinal-1].Data, nil
}

func (s *fakeStore) ClaimEvents(_ context.Context, claim int64, limit, offset int) (out []record.ClaimEvent, total int, _ error) {
	for _, e := range s.claimed.events {
		if claim == 0 || claim == e.Claim {
			out = append(out, e)
		}
	}
	if claim == 0 {
		slices.Reverse(out)
	}
	return page(out, limit, offset), len(out), nil
}

func (s *fakeStore) Claimable(_ context.Context, text string) ([]int64, error) {
	return s.claimed.named[text], nil
}

func (s *fakeStore) MakeClaim(_ context.Context, n record.NewClaim) (int64, error) {
	f := &s.claimed
	if f.refused != nil {
		return 0, f.refused
	}
	id := int64(len(f.claims) + 1)
	made := record.ClaimEvent{Claim: id, State: record.ClaimOpen, Account: n.Account, By: "the claimant", At: testTime}
	f.claims = append(f.claims, record.Claim{
		ID: id, Document: n.Document, Title: "What is claimed", Account: n.Account, Claimant: "the claimant", Statement: n.Statement, State: record.ClaimOpen, MadeAt: testTime, Last: made,
	})
	f.events = append(f.events, made)
	if f.files == nil {
		f.files = map[int64][]record.ClaimUpload{}
	}
	f.files[id] = n.Files
	return id, nil
}

func (s *fakeStore) JudgeClaim(_ context.Context, id int64, to record.ClaimState, reason string, by int64) error {
	return s.changeClaim(record.ClaimEvent{Claim: id, State: to, Reason: reason, Account: by, By: "the judge", At: testTime})
}

func (s *fakeStore) WithdrawClaim(_ context.Context, id, by int64) error {
	return s.changeClaim(record.ClaimEvent{Claim: id, State: record.ClaimWithdrawn, Account: by, By: "the claimant", At: testTime})
}

func (s *fakeStore) changeClaim(e record.ClaimEvent) error {
	f := &s.claimed
	if f.refused != nil {
		return f.refused
	}
	for i := range f.claims {
		if f.claims[i].ID == e.Claim {
			f.claims[i].State, f.claims[i].Last, f.claims[i].News = e.State, e, e.Account != f.claims[i].Account
			f.events = append(f.events, e)
			return nil
		}
	}
	return record.ErrNotFound
}

func (s *fakeStore) SeeClaim(_ context.Context, id, account int64) error {
	for i := range s.claimed.claims {
		if c := &s.claimed.claims[i]; c.ID == id && c.Account == account {
			c.News = false
		}
	}
	return nil
}

func (s *fakeStore) ClaimNews(_ context.Context, account int64) (n int, _ error) {
	for _, c := range s.claimed.claims {
		if c.Account == account && c.News {
			n++
		}
	}
	return n, nil
}

// someClaims returns one that waits, with a file, and one that was accepted, of two accounts.
func someClaims() fakeClaims {
	waits := record.ClaimEvent{Claim: 1, State: record.ClaimOpen, Account: 3, By: "three", At: testTime}
	made := record.ClaimEvent{Claim: 2, State: record.ClaimOpen, Account: 4, By: "four", At: testTime}
	accepted := record.ClaimEvent{Claim: 2, State: record.ClaimAccepted, Reason: "the contract says so", Account: 5, By: "five", At: testTime}
	return fakeClaims{
		claims: []record.Claim{
			{ID: 1, Document: 2, Title: "An article", Account: 3, Claimant: "three", Statement: "I wrote it.", State: record.ClaimOpen, MadeAt: testTime, Rivals: 1, Last: waits},
			{ID: 2, Document: 2, Title: "An article", Account: 4, Claimant: "four", Statement: "No, I did.", State: record.ClaimAccepted, MadeAt: testTime, Last: accepted},
		},
		files:  map[int64][]record.ClaimUpload{1: {{Name: "证明<b>.html", Data: []byte("<script>alert(1)</script>")}}},
		events: []record.ClaimEvent{waits, made, accepted},
	}
}
