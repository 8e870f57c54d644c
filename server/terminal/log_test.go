package terminal

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"zhiwen/checker/audit"
)

// A line says its level and its time with the zone; durations are numbers of milliseconds.
func TestLogFields(t *testing.T) {
	var b bytes.Buffer
	log := Terminal{Err: &b, Logging: "json"}.Log()
	log.InfoContext(audit.By(context.Background(), audit.Actor{Request: "R"}), "job done", "check", 7, "took", 1500*time.Microsecond)
	var line map[string]any
	if err := json.Unmarshal(b.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	at, _ := line["time"].(string)
	if _, err := time.Parse(time.RFC3339Nano, at); err != nil {
		t.Errorf("time %q", at)
	}
	if line["level"] != "INFO" || line["took_ms"] != 1.5 || line["check"] != 7.0 || line["request"] != "R" || line["took"] != nil {
		t.Errorf("%v", line)
	}
}
