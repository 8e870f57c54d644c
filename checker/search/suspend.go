package search

import (
	"fmt"

	"zhiwen/checker/record"
)

// use keeps the index open until done is called. The error is record.ErrNoRoom while
// it is suspended.
func (x *Index) use() (done func(), err error) {
	x.open.RLock()
	if x.bleve == nil {
		x.open.RUnlock()
		return nil, fmt.Errorf("the search index is closed until there is room on the disk again: %w", record.ErrNoRoom)
	}
	return x.open.RUnlock, nil
}

// Suspend closes the index until Resume: where a disk gets full, bleve's merging in
// the background can fail so that it ends the whole program, and nothing can catch
// that. Meanwhile all that is asked of the index fails with record.ErrNoRoom. It waits
// for what is under way.
func (x *Index) Suspend() error {
	x.open.Lock()
	defer x.open.Unlock()
	if x.bleve == nil {
		return nil
	}
	err := x.bleve.Close()
	x.bleve = nil
	if err != nil {
		return fmt.Errorf("suspend search index: %w", err)
	}
	return nil
}

// Resume opens the index again after Suspend. It has the errors of Open.
func (x *Index) Resume() error {
	x.open.Lock()
	defer x.open.Unlock()
	if x.bleve != nil {
		return nil
	}
	b, err := guard(reopen, x.dir)
	if err != nil {
		return fmt.Errorf("open search index %s again: %w", x.dir, err)
	}
	x.bleve = b
	return nil
}
