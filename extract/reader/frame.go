package reader

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// frameMagic begins each frame between the processes, so that what a library
// prints in between cannot be taken for a result.
const frameMagic = "\x00zhiwen\n"

func writeFrame(w io.Writer, payload []byte) error {
	head := binary.BigEndian.AppendUint64([]byte(frameMagic), uint64(len(payload)))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

// readFrame reads a frame of at most limit bytes.
func readFrame(r io.Reader, limit int64) ([]byte, error) {
	head := make([]byte, len(frameMagic)+8)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	if string(head[:len(frameMagic)]) != frameMagic {
		return nil, errors.New("not a frame")
	}
	n := binary.BigEndian.Uint64(head[len(frameMagic):])
	if n > uint64(limit) {
		return nil, fmt.Errorf("frame of %d bytes, at most %d", n, limit)
	}
	payload := make([]byte, n)
	_, err := io.ReadFull(r, payload)
	return payload, err
}
