package setting

import "zhiwen/checker/first"

// First is by what it is said who of two that repeat each other was first.
type First struct {
	Order []first.Criterion `json:"order"`
}

// DefaultFirst returns the default.
func DefaultFirst() First { return First{first.DefaultOrder()} }

// check returns a Fault, or nil if the value is valid.
func (f First) check() error {
	if err := first.CheckOrder(f.Order); err != nil {
		return &Fault{"first-0", "criteria", ""}
	}
	return nil
}
