package host

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"

	"zhiwen/server/doctor"
	"zhiwen/server/worker"
)

// sources say that work is paused, and that all else is well.
func sources() Sources {
	return Sources{
		Free: func() uint64 { return 1 }, Paused: func() bool { return true }, Lost: func() bool { return false },
		Faults: func(doctor.Kind) int { return 0 }, Looked: func() int64 { return 0 }, Expires: func() int64 { return 0 },
	}
}

func TestMetrics(t *testing.T) {
	m := NewFigures(sources())
	m.Request(http.MethodGet, "/checks/:id", http.StatusOK, time.Second)
	m.Job(worker.Ended{Subject: "check", Took: time.Second, Compared: 7})
	m.Job(worker.Ended{Subject: "document", Failure: "damaged", Compared: -1})
	server := httptest.NewServer(m.Handler())
	defer server.Close()
	r, err := http.Get(server.URL + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`zhiwen_http_request_seconds_count{method="GET",route="/checks/:id",status="200"} 1`,
		`zhiwen_job_seconds_count{outcome="done",subject="check"} 1`,
		`zhiwen_failures_total{failure="damaged",subject="document"} 1`,
		`zhiwen_check_candidates_sum 7`, `zhiwen_check_candidates_count 1`, `zhiwen_disk_paused 1`, `zhiwen_disk_free_bytes 1`, `process_resident_memory_bytes `,
	} {
		if !strings.Contains(fmt.Sprint("\n", string(b)), "\n"+want) {
			t.Errorf("no line %s", want)
		}
	}
}

// Every figure and label that the dashboard asks for is one of /metrics.
func TestDashboard(t *testing.T) {
	m := NewFigures(sources())
	m.Request(http.MethodGet, "/", http.StatusOK, time.Second)
	m.Job(worker.Ended{Subject: "document", Failure: "damaged", Compared: 1})
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]map[string]bool{} // figures, and their labels
	for _, f := range families {
		labels := map[string]bool{"job": true} // by Prometheus itself
		for _, l := range f.GetMetric()[0].GetLabel() {
			labels[l.GetName()] = true
		}
		names := []string{f.GetName()}
		if f.GetType() == dto.MetricType_HISTOGRAM {
			names = []string{f.GetName() + "_sum", f.GetName() + "_count", f.GetName() + "_bucket"}
			labels["le"] = true
		}
		for _, name := range names {
			known[name] = labels
		}
	}
	file, err := os.ReadFile("../../docs/deploy/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(file, &dashboard); err != nil || len(dashboard.Panels) < 10 {
		t.Fatalf("%d panels: %v", len(dashboard.Panels), err)
	}
	figure := regexp.MustCompile(`\b((?:zhiwen|process|go)_[a-z_]+)\{([a-z]+)=~`)
	name := regexp.MustCompile(`\b(?:zhiwen|process|go)_[a-z_]+`)
	by := regexp.MustCompile(`by \(([a-z, ]+)\)`)
	asked := map[string]bool{}
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			found := figure.FindAllStringSubmatch(target.Expr, -1)
			if len(found) == 0 || len(found) != len(name.FindAllString(target.Expr, -1)) {
				t.Errorf("%s: no figure of this job in %q", p.Title, target.Expr)
			}
			for _, f := range found {
				asked[f[1]] = true
				if known[f[1]] == nil {
					t.Errorf("%s: there is no figure %s", p.Title, f[1])
				}
				for _, labels := range by.FindAllStringSubmatch(target.Expr, -1) {
					for _, l := range strings.Split(labels[1], ", ") {
						if !known[f[1]][l] {
							t.Errorf("%s: %s has no label %s", p.Title, f[1], l)
						}
					}
				}
			}
		}
	}
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "zhiwen_") && !asked[f.GetName()] && !asked[f.GetName()+"_count"] && f.GetName() != "zhiwen_integrity_looked_seconds" {
			t.Errorf("no panel shows %s", f.GetName())
		}
	}
}
