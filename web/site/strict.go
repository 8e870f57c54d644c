package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Names of messages about values that encoding/json accepts and changes in silence.
const (
	doubledField  = "api.doubledField"
	loneSurrogate = "api.loneSurrogate"
)

// silent is one of them: the field and the name of its message.
type silent struct{ field, message string }

// silentFaults returns, in order, the fields of JSON that are named twice, of which encoding/json
// would keep the last, and the texts with half a character (\ud800), which it would replace.
func silentFaults(raw json.RawMessage) []silent {
	w := silentWalk{raw: raw, decoder: json.NewDecoder(bytes.NewReader(raw))}
	w.decoder.UseNumber()
	w.value("")
	return w.found
}

type silentWalk struct {
	raw     json.RawMessage
	decoder *json.Decoder
	found   []silent
}

// token returns the next token of a value at a path; nil at the end.
func (w *silentWalk) token(path string) json.Token {
	from := w.decoder.InputOffset()
	t, err := w.decoder.Token()
	if err != nil {
		return nil
	}
	if _, text := t.(string); text && halved(w.raw[from:w.decoder.InputOffset()]) {
		w.found = append(w.found, silent{path, loneSurrogate})
	}
	return t
}

func (w *silentWalk) value(path string) {
	switch w.token(path) {
	case json.Delim('{'):
		seen := map[string]bool{}
		for w.decoder.More() {
			key, ok := w.token(path).(string)
			if !ok {
				return
			}
			name := strings.TrimPrefix(path+"."+key, ".")
			if seen[key] {
				w.found = append(w.found, silent{name, doubledField})
			}
			seen[key] = true
			w.value(name)
		}
		w.token(path)
	case json.Delim('['):
		for i := 0; w.decoder.More(); i++ {
			w.value(fmt.Sprintf("%s[%d]", path, i))
		}
		w.token(path)
	}
}

// escapes are those of JSON, with two halves of a character as one where they belong together.
var escapes = regexp.MustCompile(`(?i)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})|\\.`)

// halved reports whether JSON text contains half of a surrogate pair.
func halved(text []byte) bool {
	for _, m := range escapes.FindAllSubmatch(text, -1) {
		if n, err := strconv.ParseUint(string(m[3]), 16, 16); err == nil && n >= 0xD800 && n <= 0xDFFF {
			return true
		}
	}
	return false
}
