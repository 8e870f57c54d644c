package host

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"zhiwen/server/doctor"
	"zhiwen/server/worker"
)

// Figures are the figures of a running server, in the form that Prometheus reads. No
// name of a person or document is in them. They are safe for concurrent use.
type Figures struct {
	registry   *prometheus.Registry
	requests   *prometheus.HistogramVec
	jobs       *prometheus.HistogramVec
	failures   *prometheus.CounterVec
	candidates prometheus.Histogram
}

// Sources provides the current values of metrics.
type Sources struct {
	Free   func() uint64 // bytes of the disk of the data folder
	Paused func() bool   // work, for want of room there
	Lost   func() bool   // the database
	Faults func(doctor.Kind) int
	Looked func() int64 // for faults, in seconds since 1970; 0 is never
	// Expires is until when the certificate holds, in seconds since 1970. It is nil where a
	// proxy encrypts, or nobody.
	Expires func() int64
}

// NewFigures makes them.
func NewFigures(from Sources) *Figures {
	m := &Figures{
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
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "zhiwen_disk_free_bytes", Help: "What is free on the disk of the data folder."},
			func() float64 {
				return float64(from.Free())
			}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "zhiwen_disk_paused",
			Help: "1 while work is paused for want of room on the disk."}, func() float64 {
			return truth(from.Paused())
		}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "zhiwen_database_lost", Help: "1 while the database does not answer."},
			func() float64 {
				return truth(from.Lost())
			}),
	)
	for _, kind := range doctor.Kinds {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "zhiwen_integrity_faults", Help: "What of the stored is damaged, by kind, as the last look has found.",
			ConstLabels: prometheus.Labels{"kind": string(kind)},
		}, func() float64 { return float64(from.Faults(kind)) }))
	}
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "zhiwen_integrity_looked_seconds",
		Help: "When the last look whether what is stored is whole has ended, in seconds since 1970; 0 is never.",
	}, func() float64 { return float64(from.Looked()) }))
	if from.Expires != nil {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "zhiwen_certificate_expires_seconds",
			Help: "Until when the certificate of HTTPS holds, in seconds since 1970; 0 until it was shown once.",
		}, func() float64 { return float64(from.Expires()) }))
	}
	return m
}

// truth returns 1 for true and 0 for false.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Request notes a request; route is the pattern of its path, "" for none.
func (m *Figures) Request(method, route string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// Job notes the end of a job.
func (m *Figures) Job(e worker.Ended) {
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

// Handler answers requests for the figures.
func (m *Figures) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}
