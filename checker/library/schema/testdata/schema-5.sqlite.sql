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
    is_form     BOOLEAN NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
    failure     TEXT NOT NULL,
    characters  INTEGER NOT NULL,
    pages       INTEGER NOT NULL,
    units       INTEGER NOT NULL,
    job_id      INTEGER NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    scans_read  INTEGER NOT NULL DEFAULT 0,
    scans       INTEGER NOT NULL DEFAULT 0,
    revision    INTEGER NOT NULL DEFAULT 0,
    number      TEXT NOT NULL DEFAULT '',
    applicant_key TEXT NOT NULL DEFAULT '',
    number_key  TEXT NOT NULL DEFAULT '',
    date        TEXT NOT NULL DEFAULT '',
    people      TEXT NOT NULL DEFAULT '{}',
    is_standard BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX documents_sha256 ON documents (sha256);
CREATE INDEX documents_waiting ON documents (id) WHERE state = 'waiting';
CREATE INDEX documents_forms ON documents (id) WHERE is_form;
CREATE INDEX documents_year ON documents (year, id);
CREATE INDEX documents_programme ON documents (programme, year, id);
CREATE INDEX documents_institution ON documents (institution, id);
CREATE INDEX documents_applicant ON documents (applicant_key, id) WHERE applicant_key <> '';
CREATE INDEX documents_number ON documents (number_key, id) WHERE number_key <> '';
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
    newest_id   INTEGER NOT NULL DEFAULT 0,
    patient     BOOLEAN NOT NULL DEFAULT FALSE,
    unseen      INTEGER NOT NULL DEFAULT 0,
    left_covered INTEGER NOT NULL DEFAULT -1,
    left_sources INTEGER NOT NULL DEFAULT -1,
    left_others  INTEGER NOT NULL DEFAULT -1,
    doubts      TEXT NOT NULL DEFAULT '',
    left_here   INTEGER NOT NULL DEFAULT 0
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
CREATE TABLE roles (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    entry    TEXT NOT NULL,
    added_by TEXT NOT NULL,
    added_at TIMESTAMP NOT NULL,
    ended_by TEXT NOT NULL,
    ended_at TIMESTAMP
);
CREATE TABLE marks (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    form_id  INTEGER NOT NULL REFERENCES documents (id),
    field    TEXT NOT NULL,
    label    TEXT NOT NULL,
    value    TEXT NOT NULL,
    year     INTEGER NOT NULL,
    added_by TEXT NOT NULL,
    added_at TIMESTAMP NOT NULL,
    nth      INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX marks_form ON marks (form_id);
CREATE TABLE accounts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    login       TEXT NOT NULL,
    login_key   TEXT NOT NULL,
    name        TEXT NOT NULL,
    institution TEXT NOT NULL,
    roles       TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('invited', 'active', 'locked')),
    password    TEXT NOT NULL,
    totp_secret TEXT NOT NULL,
    totp_step   INTEGER NOT NULL,
    recovery    TEXT NOT NULL,
    provider    TEXT NOT NULL,
    subject     TEXT NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    seen_at     TIMESTAMP
);
CREATE UNIQUE INDEX accounts_login ON accounts (login_key);
CREATE UNIQUE INDEX accounts_subject ON accounts (provider, subject) WHERE provider <> '';
CREATE TABLE sessions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    hash       TEXT NOT NULL,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    created_at TIMESTAMP NOT NULL,
    seen_at    TIMESTAMP NOT NULL,
    address    TEXT NOT NULL,
    agent      TEXT NOT NULL,
    pending    BOOLEAN NOT NULL
);
CREATE UNIQUE INDEX sessions_hash ON sessions (hash);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE TABLE links (
    hash       TEXT PRIMARY KEY,
    purpose    TEXT NOT NULL CHECK (purpose IN ('setup', 'invite', 'reset')),
    account_id INTEGER NOT NULL,
    expires_at TIMESTAMP NOT NULL
);
CREATE TABLE tokens (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    hash       TEXT NOT NULL,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    name       TEXT NOT NULL,
    scopes     TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at    TIMESTAMP
);
CREATE UNIQUE INDEX tokens_hash ON tokens (hash);
CREATE INDEX tokens_account ON tokens (account_id);
CREATE TABLE attempts (
    subject    TEXT PRIMARY KEY,
    failures   INTEGER NOT NULL,
    last_at    TIMESTAMP NOT NULL,
    until_at   TIMESTAMP NOT NULL
);
CREATE INDEX attempts_last ON attempts (last_at);
CREATE TABLE assignments (
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    doc_id      INTEGER NOT NULL REFERENCES documents (id),
    assigned_by TEXT NOT NULL,
    assigned_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX assignments_account ON assignments (account_id, doc_id);
CREATE INDEX assignments_doc_id ON assignments (doc_id);
CREATE TABLE servers (
    name    TEXT PRIMARY KEY,
    seen_at TIMESTAMP NOT NULL
);
CREATE TABLE audit (
    number     INTEGER PRIMARY KEY,
    entry      TEXT NOT NULL,
    hash       TEXT NOT NULL,
    at         TIMESTAMP NOT NULL,
    actor      TEXT NOT NULL,
    action     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    subject_id INTEGER NOT NULL
);
CREATE INDEX audit_subject ON audit (subject, subject_id, number);
CREATE INDEX audit_actor ON audit (actor, number);
CREATE INDEX audit_action ON audit (action, number);
CREATE TABLE audit_heads (
    number    INTEGER PRIMARY KEY,
    head      TEXT NOT NULL,
    signature TEXT NOT NULL
);
