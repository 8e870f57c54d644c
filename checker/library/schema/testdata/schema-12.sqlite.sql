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
    is_standard BOOLEAN NOT NULL DEFAULT FALSE,
    call_id     INTEGER NOT NULL DEFAULT 0,
    search      TEXT NOT NULL DEFAULT '',
    reference   TEXT NOT NULL DEFAULT '',
    status      TEXT NOT NULL DEFAULT '',
    arrival     INTEGER NOT NULL DEFAULT 0,
    format      TEXT NOT NULL DEFAULT '',
    entered     INTEGER NOT NULL DEFAULT 0,
    web         TEXT NOT NULL DEFAULT '',
    batch       BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX documents_sha256 ON documents (sha256);
CREATE INDEX documents_web ON documents (id) WHERE web <> '';
CREATE INDEX documents_ready ON documents (units, in_library, state) WHERE in_library AND state = 'ready';
CREATE INDEX documents_waiting ON documents (id) WHERE state = 'waiting';
CREATE INDEX documents_forms ON documents (id) WHERE is_form;
CREATE INDEX documents_year ON documents (year, id);
CREATE INDEX documents_programme ON documents (programme, year, id);
CREATE INDEX documents_institution ON documents (institution, id);
CREATE INDEX documents_entered ON documents (entered) WHERE entered > 0;
CREATE INDEX documents_shelf ON documents (year, institution, programme, status, format, id) WHERE in_library;
CREATE INDEX documents_shelf_year ON documents (year, id) WHERE in_library;
CREATE INDEX documents_shelf_institution ON documents (institution, id) WHERE in_library;
CREATE INDEX documents_shelf_programme ON documents (programme, id) WHERE in_library;
CREATE INDEX documents_shelf_status ON documents (status, id) WHERE in_library;
CREATE INDEX documents_shelf_format ON documents (format, id) WHERE in_library;
CREATE INDEX documents_shelf_title ON documents (title, id) WHERE in_library;
CREATE INDEX documents_shelf_applicant ON documents (applicant, id) WHERE in_library;
CREATE INDEX documents_applicant ON documents (applicant_key, id) WHERE applicant_key <> '';
CREATE INDEX documents_number ON documents (number_key, id) WHERE number_key <> '';
CREATE INDEX documents_reference ON documents (reference, id) WHERE reference <> '';
CREATE INDEX documents_call ON documents (call_id, id) WHERE call_id <> 0;
CREATE TABLE texts (
    doc_id    INTEGER PRIMARY KEY REFERENCES documents (id),
    text      TEXT NOT NULL,
    structure TEXT NOT NULL
);
CREATE TABLE figures (
    doc_id  INTEGER PRIMARY KEY REFERENCES documents (id),
    version INTEGER NOT NULL,
    hashes  BLOB NOT NULL,
    written INTEGER NOT NULL
);
CREATE INDEX figures_written ON figures (written);
CREATE TABLE words (
    doc_id  INTEGER PRIMARY KEY REFERENCES documents (id),
    version INTEGER NOT NULL,
    words   BLOB NOT NULL
);
CREATE INDEX words_version ON words (version, doc_id);
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
CREATE TABLE call_sentences (
    doc_id       INTEGER NOT NULL REFERENCES documents (id),
    ordinal      INTEGER NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset   INTEGER NOT NULL,
    a            INTEGER NOT NULL,
    b            INTEGER NOT NULL,
    c            INTEGER NOT NULL,
    d            INTEGER NOT NULL,
    e            INTEGER NOT NULL,
    call_id      INTEGER NOT NULL,
    CHECK ((a | b | c | d | e) BETWEEN 0 AND 1048575),
    PRIMARY KEY (doc_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX call_sentences_a ON call_sentences (call_id, a, doc_id, ordinal);
CREATE INDEX call_sentences_b ON call_sentences (call_id, b, doc_id, ordinal);
CREATE INDEX call_sentences_c ON call_sentences (call_id, c, doc_id, ordinal);
CREATE INDEX call_sentences_d ON call_sentences (call_id, d, doc_id, ordinal);
CREATE INDEX call_sentences_e ON call_sentences (call_id, e, doc_id, ordinal);
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
    left_here   INTEGER NOT NULL DEFAULT 0,
    left_quoted INTEGER NOT NULL DEFAULT 0,
    left_largest INTEGER NOT NULL DEFAULT 0,
    largest_id  INTEGER NOT NULL DEFAULT 0,
    flags       INTEGER NOT NULL DEFAULT 0,
    unread      INTEGER NOT NULL DEFAULT 0,
    findings    TEXT NOT NULL DEFAULT '',
    rank        INTEGER NOT NULL DEFAULT 0,
    arrivals    INTEGER NOT NULL DEFAULT 0,
    compared    BOOLEAN NOT NULL DEFAULT FALSE,
    batch       BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX checks_doc_id ON checks (doc_id, id);
CREATE INDEX checks_uncounted ON checks (id) WHERE state = 'done' AND left_covered < 0;
CREATE INDEX checks_open ON checks (state) WHERE state IN ('queued', 'running');
CREATE TABLE edges (
    check_id   INTEGER NOT NULL REFERENCES checks (id),
    source_id  INTEGER NOT NULL,
    doc_id     INTEGER NOT NULL,
    same_call  INTEGER NOT NULL,
    relation   TEXT NOT NULL,
    year       INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    here       INTEGER NOT NULL,
    there      INTEGER NOT NULL,
    PRIMARY KEY (check_id, source_id)
) WITHOUT ROWID;
CREATE INDEX edges_source ON edges (source_id, doc_id);
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
CREATE INDEX decisions_check_id ON decisions (check_id, id);
CREATE TABLE opinions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    check_id   INTEGER NOT NULL REFERENCES checks (id),
    account_id INTEGER NOT NULL,
    reviewer   TEXT NOT NULL,
    verdict    TEXT NOT NULL,
    reason     TEXT NOT NULL,
    given_at   TIMESTAMP NOT NULL
);
CREATE INDEX opinions_check_id ON opinions (check_id, id);
CREATE TABLE calls (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    programme  TEXT NOT NULL,
    year       INTEGER NOT NULL,
    deadline   TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    settings   TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    changed_by TEXT NOT NULL,
    changed_at TIMESTAMP NOT NULL,
    arrivals   INTEGER NOT NULL
);
CREATE TABLE collections (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX collections_name ON collections (name);
CREATE TABLE collection_documents (
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    doc_id        INTEGER NOT NULL REFERENCES documents (id)
);
CREATE UNIQUE INDEX collection_documents_collection ON collection_documents (collection_id, doc_id);
CREATE INDEX collection_documents_doc_id ON collection_documents (doc_id);
CREATE TABLE call_forms (
    call_id INTEGER NOT NULL REFERENCES calls (id),
    doc_id  INTEGER NOT NULL REFERENCES documents (id)
);
CREATE UNIQUE INDEX call_forms_call ON call_forms (call_id, doc_id);
CREATE INDEX call_forms_doc_id ON call_forms (doc_id);
CREATE TABLE call_collections (
    call_id       INTEGER NOT NULL REFERENCES calls (id),
    collection_id INTEGER NOT NULL REFERENCES collections (id)
);
CREATE UNIQUE INDEX call_collections_call ON call_collections (call_id, collection_id);
CREATE INDEX call_collections_collection ON call_collections (collection_id);
CREATE TABLE call_changes (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    call_id    INTEGER NOT NULL REFERENCES calls (id),
    value      TEXT NOT NULL,
    changed_by TEXT NOT NULL,
    changed_at TIMESTAMP NOT NULL
);
CREATE INDEX call_changes_call ON call_changes (call_id, id);
CREATE TABLE worklist (
    doc_id       INTEGER PRIMARY KEY REFERENCES documents (id),
    call_id      INTEGER NOT NULL,
    state        TEXT NOT NULL,
    verdict      TEXT NOT NULL,
    year         INTEGER NOT NULL,
    overall      INTEGER NOT NULL,
    without_own  INTEGER NOT NULL,
    without_quoted INTEGER NOT NULL,
    largest      INTEGER NOT NULL,
    sources      INTEGER NOT NULL,
    flags        INTEGER NOT NULL,
    unread       INTEGER NOT NULL,
    rank         INTEGER NOT NULL,
    doubtful     INTEGER NOT NULL,
    reviewers    INTEGER NOT NULL,
    newest_id    INTEGER NOT NULL,
    shown_id     INTEGER NOT NULL,
    ended_at     INTEGER NOT NULL,
    decided_at   INTEGER NOT NULL,
    programme    TEXT NOT NULL,
    institution  TEXT NOT NULL,
    applicant    TEXT NOT NULL,
    number       TEXT NOT NULL,
    title        TEXT NOT NULL,
    search       TEXT NOT NULL,
    wanted       INTEGER NOT NULL,
    opinions     INTEGER NOT NULL,
    agreeing     INTEGER NOT NULL,
    due          INTEGER NOT NULL
);
CREATE INDEX worklist_call ON worklist (call_id, doc_id);
CREATE INDEX worklist_overall ON worklist (overall, doc_id);
CREATE INDEX worklist_without_own ON worklist (without_own, doc_id);
CREATE INDEX worklist_without_quoted ON worklist (without_quoted, doc_id);
CREATE INDEX worklist_largest ON worklist (largest, doc_id);
CREATE INDEX worklist_sources ON worklist (sources, doc_id);
CREATE INDEX worklist_flags ON worklist (flags, doc_id);
CREATE INDEX worklist_unread ON worklist (unread, doc_id);
CREATE INDEX worklist_rank ON worklist (rank, doc_id);
CREATE INDEX worklist_year ON worklist (year, doc_id);
CREATE INDEX worklist_ended ON worklist (ended_at, doc_id);
CREATE INDEX worklist_decided ON worklist (decided_at, doc_id);
CREATE INDEX worklist_state ON worklist (state, doc_id);
CREATE INDEX worklist_verdict ON worklist (verdict, shown_id);
CREATE INDEX worklist_doubtful ON worklist (doubtful);
CREATE INDEX worklist_reviewers ON worklist (reviewers);
CREATE INDEX worklist_programme ON worklist (programme, doc_id);
CREATE INDEX worklist_institution ON worklist (institution, doc_id);
CREATE INDEX worklist_applicant ON worklist (applicant, doc_id);
CREATE INDEX worklist_number ON worklist (number, doc_id);
CREATE INDEX worklist_title ON worklist (title, doc_id);
CREATE INDEX worklist_opinions ON worklist (wanted, opinions, agreeing, verdict);
CREATE INDEX worklist_due ON worklist (due, doc_id);
CREATE TABLE tasks (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    deed       TEXT NOT NULL,
    call_id    INTEGER NOT NULL,
    choice     TEXT NOT NULL,
    actor      TEXT NOT NULL,
    place      TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('running', 'done', 'cancelled')),
    bytes      INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    ended_at   TIMESTAMP
);
CREATE INDEX tasks_place ON tasks (place, state);
CREATE TABLE task_items (
    task_id  INTEGER NOT NULL REFERENCES tasks (id),
    ordinal  INTEGER NOT NULL,
    doc_id   INTEGER NOT NULL,
    check_id INTEGER NOT NULL,
    name     TEXT NOT NULL,
    fate     TEXT NOT NULL,
    reason   TEXT NOT NULL,
    PRIMARY KEY (task_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX task_items_fate ON task_items (task_id, fate, ordinal);
CREATE TABLE saved_views (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL,
    name       TEXT NOT NULL,
    query      TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX saved_views_account ON saved_views (account_id, name);
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
CREATE TABLE imports (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    call_id    INTEGER NOT NULL,
    to_library BOOLEAN NOT NULL,
    checks     BOOLEAN NOT NULL,
    place      TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('running', 'done', 'cancelled')),
    created_by TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    ended_at   TIMESTAMP
);
CREATE TABLE import_items (
    import_id INTEGER NOT NULL REFERENCES imports (id),
    ordinal   INTEGER NOT NULL,
    name      TEXT NOT NULL,
    line      INTEGER NOT NULL,
    place     TEXT NOT NULL,
    fate      TEXT NOT NULL,
    reason    TEXT NOT NULL,
    value     TEXT NOT NULL,
    given     TEXT NOT NULL,
    reference TEXT NOT NULL,
    status    TEXT NOT NULL,
    doc_id    INTEGER NOT NULL
);
CREATE UNIQUE INDEX import_items_import ON import_items (import_id, ordinal);
CREATE INDEX import_items_doc_id ON import_items (doc_id) WHERE doc_id <> 0;
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
CREATE UNIQUE INDEX accounts_subject ON accounts (provider, subject) WHERE subject <> '';
CREATE TABLE sessions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    hash       TEXT NOT NULL,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    created_at TIMESTAMP NOT NULL,
    seen_at    TIMESTAMP NOT NULL,
    address    TEXT NOT NULL,
    agent      TEXT NOT NULL,
    pending    BOOLEAN NOT NULL,
    logout     TEXT NOT NULL DEFAULT ''
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
    assigned_at TIMESTAMP NOT NULL,
    due         TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX assignments_account ON assignments (account_id, doc_id);
CREATE INDEX assignments_doc_id ON assignments (doc_id);
CREATE TABLE stamps (
    sha256     TEXT PRIMARY KEY,
    subject    TEXT NOT NULL CHECK (subject IN ('evidence', 'decided', 'head', 'deletion')),
    subject_id INTEGER NOT NULL,
    response   BLOB NOT NULL,
    failure    TEXT NOT NULL,
    attempts   INTEGER NOT NULL,
    next_at    TIMESTAMP NOT NULL,
    asked_at   TIMESTAMP NOT NULL,
    stamped_at TIMESTAMP
);
CREATE INDEX stamps_subject ON stamps (subject, subject_id);
CREATE INDEX stamps_waiting ON stamps (next_at) WHERE stamped_at IS NULL;
CREATE TABLE holds (
    doc_id    INTEGER PRIMARY KEY REFERENCES documents (id),
    reason    TEXT NOT NULL,
    placed_by TEXT NOT NULL,
    placed_at TIMESTAMP NOT NULL
);
CREATE TABLE deletions (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    documents   INTEGER NOT NULL,
    certificate TEXT NOT NULL,
    made_at     TIMESTAMP NOT NULL
);
CREATE TABLE deletion_requests (
    check_id   INTEGER PRIMARY KEY REFERENCES checks (id),
    reason     TEXT NOT NULL,
    account_id INTEGER NOT NULL,
    asked_by   TEXT NOT NULL,
    asked_at   TIMESTAMP NOT NULL
);
CREATE TABLE setting_changes (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    value      TEXT NOT NULL,
    changed_by TEXT NOT NULL,
    changed_at TIMESTAMP NOT NULL
);
CREATE INDEX setting_changes_name ON setting_changes (name, id);
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
CREATE TABLE flows (
    hash       TEXT PRIMARY KEY,
    browser    TEXT NOT NULL,
    address    TEXT NOT NULL,
    provider   TEXT NOT NULL,
    kept       TEXT NOT NULL,
    expires_at TIMESTAMP NOT NULL
);
CREATE INDEX flows_address ON flows (address);
CREATE INDEX flows_expires ON flows (expires_at);
CREATE TABLE familiar (
    subject  TEXT PRIMARY KEY,
    until_at TIMESTAMP NOT NULL
);
CREATE INDEX familiar_until ON familiar (until_at);
CREATE TABLE web_sites (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL,
    rules         TEXT NOT NULL,
    collection_id INTEGER NOT NULL,
    paused        BOOLEAN NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    TIMESTAMP NOT NULL,
    changed_by    TEXT NOT NULL,
    changed_at    TIMESTAMP NOT NULL,
    change        INTEGER NOT NULL,
    round_at      TIMESTAMP,
    wake_at       TIMESTAMP NOT NULL,
    job_id        INTEGER NOT NULL
);
CREATE UNIQUE INDEX web_sites_name ON web_sites (name);
CREATE TABLE web_pages (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    site_id   INTEGER NOT NULL REFERENCES web_sites (id),
    address   TEXT NOT NULL,
    role      TEXT NOT NULL CHECK (role IN ('start', 'list', 'article')),
    depth     INTEGER NOT NULL,
    fate      TEXT NOT NULL,
    status    INTEGER NOT NULL,
    detail    TEXT NOT NULL,
    title     TEXT NOT NULL,
    etag      TEXT NOT NULL,
    modified  TEXT NOT NULL,
    doc_id    INTEGER NOT NULL,
    published TEXT NOT NULL,
    found_at  TIMESTAMP NOT NULL,
    asked_at  TIMESTAMP,
    next_at   TIMESTAMP,
    tries     INTEGER NOT NULL,
    calm      INTEGER NOT NULL
);
CREATE UNIQUE INDEX web_pages_address ON web_pages (site_id, address);
CREATE INDEX web_pages_due ON web_pages (site_id, next_at, id);
CREATE INDEX web_pages_fate ON web_pages (site_id, fate, id);
CREATE INDEX web_pages_doc_id ON web_pages (doc_id) WHERE doc_id <> 0;
CREATE INDEX web_pages_any ON web_pages (address);
CREATE TABLE web_versions (
    doc_id      INTEGER PRIMARY KEY REFERENCES documents (id),
    page_id     INTEGER NOT NULL REFERENCES web_pages (id),
    text_sha256 TEXT NOT NULL,
    seen_at     TIMESTAMP NOT NULL,
    compared    TEXT NOT NULL CHECK (compared IN ('waiting', 'done', 'failed')),
    compared_at TIMESTAMP,
    job_id      INTEGER NOT NULL
);
CREATE INDEX web_versions_page ON web_versions (page_id, doc_id);
CREATE INDEX web_versions_seen ON web_versions (seen_at);
CREATE INDEX web_versions_compared ON web_versions (compared, doc_id) WHERE compared <> 'done';
CREATE TABLE web_repeats (
    doc_id      INTEGER NOT NULL REFERENCES documents (id),
    source_id   INTEGER NOT NULL REFERENCES documents (id),
    site_id     INTEGER NOT NULL,
    source_site INTEGER NOT NULL,
    check_id    INTEGER NOT NULL,
    of_source   BOOLEAN NOT NULL,
    here        INTEGER NOT NULL,
    there       INTEGER NOT NULL,
    characters  INTEGER NOT NULL,
    day         TEXT NOT NULL,
    found_at    TIMESTAMP NOT NULL,
    PRIMARY KEY (doc_id, source_id)
) WITHOUT ROWID;
CREATE INDEX web_repeats_source ON web_repeats (source_id, doc_id);
CREATE INDEX web_repeats_day ON web_repeats (day, doc_id, source_id);
CREATE INDEX web_repeats_check ON web_repeats (check_id);
CREATE TABLE web_hosts (
    host    TEXT PRIMARY KEY,
    free_at TIMESTAMP NOT NULL
);
CREATE TABLE harvest_sources (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('oai', 'folder')),
    rules         TEXT NOT NULL,
    place         TEXT NOT NULL,
    collection_id INTEGER NOT NULL,
    paused        BOOLEAN NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    TIMESTAMP NOT NULL,
    changed_by    TEXT NOT NULL,
    changed_at    TIMESTAMP NOT NULL,
    change        INTEGER NOT NULL,
    round_at      TIMESTAMP,
    ended_at      TIMESTAMP,
    since         TEXT NOT NULL,
    progress      TEXT NOT NULL,
    trouble       TEXT NOT NULL,
    wake_at       TIMESTAMP NOT NULL,
    job_id        INTEGER NOT NULL
);
CREATE UNIQUE INDEX harvest_sources_name ON harvest_sources (name);
CREATE TABLE harvest_items (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    source_id INTEGER NOT NULL REFERENCES harvest_sources (id),
    key       TEXT NOT NULL,
    name      TEXT NOT NULL,
    stamp     TEXT NOT NULL,
    fate      TEXT NOT NULL,
    reason    TEXT NOT NULL,
    detail    TEXT NOT NULL,
    status    INTEGER NOT NULL,
    given     TEXT NOT NULL,
    links     TEXT NOT NULL,
    came_from TEXT NOT NULL,
    sha256    TEXT NOT NULL,
    doc_id    INTEGER NOT NULL,
    seen_at   TIMESTAMP NOT NULL,
    asked_at  TIMESTAMP,
    next_at   TIMESTAMP,
    tries     INTEGER NOT NULL
);
CREATE UNIQUE INDEX harvest_items_key ON harvest_items (source_id, key);
CREATE INDEX harvest_items_due ON harvest_items (source_id, next_at, id);
CREATE INDEX harvest_items_fate ON harvest_items (source_id, fate, id);
CREATE INDEX harvest_items_doc_id ON harvest_items (doc_id) WHERE doc_id <> 0;
CREATE INDEX harvest_items_sha256 ON harvest_items (source_id, sha256) WHERE sha256 <> '';
CREATE TABLE harvest_versions (
    doc_id    INTEGER PRIMARY KEY REFERENCES documents (id),
    item_id   INTEGER NOT NULL REFERENCES harvest_items (id),
    stored_at TIMESTAMP NOT NULL
);
CREATE INDEX harvest_versions_item ON harvest_versions (item_id, doc_id);
CREATE TABLE claims (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    subject    TEXT NOT NULL,
    doc_id     INTEGER NOT NULL REFERENCES documents (id),
    account_id INTEGER NOT NULL,
    statement  TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'refused', 'revoked', 'withdrawn')),
    made_at    TIMESTAMP NOT NULL,
    news       BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX claims_accepted ON claims (subject) WHERE state = 'accepted';
CREATE INDEX claims_subject ON claims (subject, id);
CREATE INDEX claims_doc_id ON claims (doc_id);
CREATE INDEX claims_account ON claims (account_id, id);
CREATE INDEX claims_state ON claims (state, id);
CREATE TABLE claim_files (
    claim_id INTEGER NOT NULL REFERENCES claims (id),
    ordinal  INTEGER NOT NULL,
    name     TEXT NOT NULL,
    size     INTEGER NOT NULL,
    sha256   TEXT NOT NULL,
    bytes    BLOB NOT NULL,
    PRIMARY KEY (claim_id, ordinal)
) WITHOUT ROWID;
CREATE TABLE claim_events (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    claim_id   INTEGER NOT NULL REFERENCES claims (id),
    state      TEXT NOT NULL,
    reason     TEXT NOT NULL,
    account_id INTEGER NOT NULL,
    at         TIMESTAMP NOT NULL
);
CREATE INDEX claim_events_claim ON claim_events (claim_id, id);
CREATE TABLE answers (
    account_id  INTEGER NOT NULL,
    token_id    INTEGER NOT NULL,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    request     TEXT NOT NULL,
    since       INTEGER NOT NULL,
    status      INTEGER NOT NULL,
    location    TEXT NOT NULL,
    body        TEXT NOT NULL,
    begun_at    TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, token_id, key)
) WITHOUT ROWID;
CREATE INDEX answers_begun ON answers (begun_at);
CREATE TABLE submissions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL,
    upload     TEXT NOT NULL,
    doc_id     INTEGER NOT NULL,
    check_id   INTEGER NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    taken_at   TIMESTAMP
);
CREATE INDEX submissions_open ON submissions (expires_at) WHERE taken_at IS NULL;
CREATE TABLE report_links (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    hash       TEXT NOT NULL,
    check_id   INTEGER NOT NULL REFERENCES checks (id),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    note       TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    used_at    TIMESTAMP,
    ended_at   TIMESTAMP
);
CREATE UNIQUE INDEX report_links_hash ON report_links (hash);
CREATE INDEX report_links_check ON report_links (check_id, id);
CREATE TABLE webhooks (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT NOT NULL,
    address    TEXT NOT NULL,
    events     TEXT NOT NULL,
    secret     TEXT NOT NULL,
    paused     BOOLEAN NOT NULL,
    created_by TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);
CREATE TABLE deliveries (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id INTEGER NOT NULL REFERENCES webhooks (id),
    event      TEXT NOT NULL,
    subject_id INTEGER NOT NULL,
    body       TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('held', 'waiting', 'delivered', 'failed')),
    attempts   INTEGER NOT NULL,
    status     INTEGER NOT NULL,
    failure    TEXT NOT NULL,
    next_at    TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL,
    ended_at   TIMESTAMP
);
CREATE UNIQUE INDEX deliveries_held ON deliveries (webhook_id, event, subject_id) WHERE state = 'held';
CREATE INDEX deliveries_due ON deliveries (next_at, id) WHERE state = 'waiting';
CREATE INDEX deliveries_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;
