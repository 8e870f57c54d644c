package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"zhiwen/server/worker"
)

func TestMetrics(t *testing.T) {
	d := newDisk(t.TempDir())
	d.full.Store(true)
	m := newMetrics(d)
	m.request(http.MethodGet, "/checks/:id", http.StatusOK, time.Second)
	m.job(worker.Ended{Subject: "check", Took: time.Second, Compared: 7})
	m.job(worker.Ended{Subject: "document", Failure: "damaged", Compared: -1})
	server := httptest.NewServer(promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	defer server.Close()
	r, err := http.Get(server.URL)
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
		`zhiwen_check_candidates_sum 7`, `zhiwen_check_candidates_count 1`, `zhiwen_disk_paused 1`, `zhiwen_disk_free_bytes `, `process_resident_memory_bytes `,
	} {
		if !strings.Contains(fmt.Sprint("\n", string(b)), "\n"+want) {
			t.Errorf("no line %s", want)
		}
	}
}
