package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"zhiwen/server/worker"
)

// metrics are the figures of a running server, in the form that Prometheus reads. No
// name of a person or document is in them. They are safe for concurrent use.
type metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.HistogramVec
	jobs       *prometheus.HistogramVec
	failures   *prometheus.CounterVec
	candidates prometheus.Histogram
}

// newMetrics makes them for a server that works in a folder.
func newMetrics(room *disk) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "zhiwen_http_request_seconds", Help: "How long requests took, by route and status.",
			Buckets: []float64{.005, .02, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 90},
		}, []string{"method", "route", "status"}),
		jobs: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "zhiwen_job_seconds", Help: "How long jobs took, by what they work on and how they ended.",
			Buckets: []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800},
		}, []string{"subject", "outcome"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "zhiwen_failures_total", Help: "Documents and checks that failed for good, by reason.",
		}, []string{"subject", "failure"}),
		candidates: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "zhiwen_check_candidates", Help: "How many documents of the library a check compared with whole.",
			Buckets: []float64{0, 1, 5, 10, 25, 50, 100, 250, 500},
		}),
	}
	m.registry.MustRegister(m.requests, m.jobs, m.failures, m.candidates,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "zhiwen_disk_free_bytes", Help: "What is free on the disk of the data folder."}, func() float64 {
			_, free, _ := room.space(room.folder)
			return float64(free)
		}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "zhiwen_disk_paused", Help: "1 while work is paused for want of room on the disk."}, func() float64 {
			if room.full.Load() {
				return 1
			}
			return 0
		}),
	)
	return m
}

// request notes a request; route is the pattern of its path, "" for none.
func (m *metrics) request(method, route string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// job notes the end of a job.
func (m *metrics) job(e worker.Ended) {
	outcome := "done"
	if e.Failure != "" {
		outcome = "failed"
		m.failures.WithLabelValues(e.Subject, string(e.Failure)).Inc()
	}
	m.jobs.WithLabelValues(e.Subject, outcome).Observe(e.Took.Seconds())
	if e.Compared >= 0 {
		m.candidates.Observe(float64(e.Compared))
	}
}

// serve answers /metrics on an address of its own, which no reader of pages reaches,
// until ctx ends.
func (m *metrics) serve(ctx context.Context, log *slog.Logger, listener net.Listener) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: readHeaderTimeout, WriteTimeout: readHeaderTimeout, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.ErrorContext(ctx, "metrics are not served any more", "error", err)
	}
}
