package pdfium

import (
	"github.com/blevesearch/mmap-go"
	"github.com/tetratelabs/wazero/experimental"
)

// memory is what pdfium works in: reserved whole at the start, taken from the
// system page by page as it is written to. wazero's own, a Go slice that grows
// by a quarter at a time, is copied each time: a page that needs 170 MB would
// pass through 800 MB.
type memory struct {
	reserved mmap.MMap
	refused  bool // more was asked for than is reserved
}

// newMemory reserves so many bytes, a multiple of the system's page size.
func newMemory(size int) (*memory, error) {
	reserved, err := mmap.MapRegion(nil, size, mmap.RDWR, mmap.ANON, 0)
	if err != nil {
		return nil, err
	}
	return &memory{reserved: reserved}, nil
}

// Allocate hands the memory to wazero, once.
func (m *memory) Allocate(_, _ uint64) experimental.LinearMemory { return m }

// Reallocate returns the first bytes of the memory, nil where there are not so
// many: pdfium learns of it as C does.
func (m *memory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.reserved)) {
		m.refused = true
		return nil
	}
	return m.reserved[:size]
}

// Free returns the memory to the system. Its error has no consequence: the
// process ends soon.
func (m *memory) Free() { _ = m.reserved.Unmap() }
