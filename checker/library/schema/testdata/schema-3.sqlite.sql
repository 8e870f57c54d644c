CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE files (
    sha256 TEXT PRIMARY KEY,
    size   INTEGER NOT NULL,
    bytes  BLOB NOT NULL
);
CREATE TABLE documents (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256      TEXT NOT NULL REFERENCES files (sha256),
    filename    TEXT NOT NULL,
    title       TEXT NOT NULL,
    applicant   TEXT NOT NULL,
    institution TEXT NOT NULL,
    year        INTEGER NOT NULL,
    programme   TEXT NOT NULL,
    keywords    TEXT NOT NULL,
    in_library  BOOLEAN NOT NULL,
    is_template BOOLEAN NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
    failure     TEXT NOT NULL,
    characters  INTEGER NOT NULL,
    pages       INTEGER NOT NULL,
    units       INTEGER NOT NULL,
    job_id      INTEGER NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    scans_read  INTEGER NOT NULL DEFAULT 0,
    scans       INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX documents_sha256 ON documents (sha256);
CREATE INDEX documents_library ON documents (in_library, state, year);
CREATE TABLE texts (
    doc_id    INTEGER PRIMARY KEY REFERENCES documents (id),
    text      TEXT NOT NULL,
    structure TEXT NOT NULL
);
CREATE TABLE sentences (
    doc_id       INTEGER NOT NULL REFERENCES documents (id),
    ordinal      INTEGER NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset   INTEGER NOT NULL,
    a            INTEGER NOT NULL,
    b            INTEGER NOT NULL,
    c            INTEGER NOT NULL,
    d            INTEGER NOT NULL,
    e            INTEGER NOT NULL,
    CHECK ((a | b | c | d | e) BETWEEN 0 AND 1048575),
    PRIMARY KEY (doc_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX sentences_a ON sentences (a, doc_id, ordinal);
CREATE INDEX sentences_b ON sentences (b, doc_id, ordinal);
CREATE INDEX sentences_c ON sentences (c, doc_id, ordinal);
CREATE INDEX sentences_d ON sentences (d, doc_id, ordinal);
CREATE INDEX sentences_e ON sentences (e, doc_id, ordinal);
CREATE TABLE checks (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    doc_id      INTEGER NOT NULL REFERENCES documents (id),
    state       TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    progress    INTEGER NOT NULL CHECK (progress BETWEEN 0 AND 100),
    failure     TEXT NOT NULL,
    job_id      INTEGER NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    started_at  TIMESTAMP,
    finished_at TIMESTAMP,
    countable   INTEGER NOT NULL,
    covered     INTEGER NOT NULL,
    sources     INTEGER NOT NULL,
    matches     INTEGER NOT NULL
);
CREATE INDEX checks_doc_id ON checks (doc_id);
CREATE INDEX checks_open ON checks (state) WHERE state IN ('queued', 'running');
CREATE TABLE evidence (
    check_id INTEGER PRIMARY KEY REFERENCES checks (id),
    xml      BLOB NOT NULL
);
CREATE TABLE decisions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    check_id   INTEGER NOT NULL REFERENCES checks (id),
    subject    TEXT NOT NULL CHECK (subject IN ('check', 'source', 'match')),
    subject_id INTEGER NOT NULL,
    verdict    TEXT NOT NULL,
    reason     TEXT NOT NULL,
    comment    TEXT NOT NULL,
    reviewer   TEXT NOT NULL,
    decided_at TIMESTAMP NOT NULL
);
CREATE INDEX decisions_check_id ON decisions (check_id);
CREATE TABLE servers (
    name    TEXT PRIMARY KEY,
    seen_at TIMESTAMP NOT NULL
);
