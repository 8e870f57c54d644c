package web

import (
	"bytes"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// richStore holds check 1, done, of document 1 against documents 2 to 4, and
// checks in every other state.
func richStore(t testing.TB) *fakeStore {
	t.Helper()
	s := newFakeStore()
	e, texts := evidencetest.Application()
	var xml bytes.Buffer
	if err := evidence.Encode(&xml, e); err != nil {
		t.Fatal(err)
	}
	s.evidence[1] = xml.Bytes()
	s.texts, s.files[1] = texts, []byte("PK\x03\x04 the file")
	s.documents[1] = record.Document{ID: 1, Identity: e.Document.Identity, State: record.DocumentReady, Size: 48213, Characters: e.Document.Characters, Pages: 3, CreatedAt: testTime}
	for _, source := range e.Sources {
		s.documents[source.ID] = record.Document{ID: source.ID, Identity: source.Identity, InLibrary: true, State: record.DocumentReady, Size: 9000, Characters: source.Characters, CreatedAt: testTime}
	}
	s.documents[5] = record.Document{ID: 5, Identity: evidence.Identity{Filename: "broken.pdf", Title: "broken"}, InLibrary: true, State: record.DocumentFailed, Failure: record.Failure{Name: record.FailureDamaged}, Size: 12, CreatedAt: testTime}
	s.documents[6] = record.Document{ID: 6, Identity: evidence.Identity{Filename: "new.pdf", Title: "new"}, InLibrary: true, State: record.DocumentWaiting, Size: 12, CreatedAt: testTime}
	s.documents[7] = record.Document{ID: 7, Identity: evidence.Identity{Filename: "form.docx", Title: "空白申请书"}, Form: true, State: record.DocumentReady, Size: 900, Characters: 4, CreatedAt: testTime}
	s.documents[8] = record.Document{ID: 8, Identity: evidence.Identity{Filename: "scan.pdf"}, Form: true, State: record.DocumentFailed, Failure: record.Failure{Name: record.FailureNoText}, Size: 12, CreatedAt: testTime}
	s.texts[7], s.texts[8] = evidencetest.Document("（一）…", 0), &extract.Document{}
	s.texts[5], s.texts[6] = &extract.Document{}, &extract.Document{}
	s.checks[1] = record.Check{ID: 1, Document: record.Document{ID: 1}, State: record.CheckDone, Progress: 100, CreatedAt: testTime, StartedAt: testTime, FinishedAt: testTime,
		Countable: e.Scores.Countable, Covered: e.Scores.Covered, Sources: len(e.Sources), Left: record.Tally{Covered: -1}}
	s.checks[2] = record.Check{ID: 2, Document: record.Document{ID: 6}, State: record.CheckRunning, Progress: 40, CreatedAt: testTime, StartedAt: testTime}
	s.checks[3] = record.Check{ID: 3, Document: record.Document{ID: 5}, State: record.CheckFailed, Failure: record.Failure{Name: record.FailureEncrypted}, CreatedAt: testTime, FinishedAt: testTime}
	s.checks[4] = record.Check{ID: 4, Document: record.Document{ID: 4}, State: record.CheckQueued, CreatedAt: testTime}
	return s
}
