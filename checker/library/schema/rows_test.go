package schema_test

// rowsSince6 are what a program of version 6 left in the columns and tables that came with
// it: a call with an application, a collection, an import, a task, and the rest.
func rowsSince6() []row {
	const at = `'2026-01-02 03:05:00+00:00'`
	yes, no := []any{true}, []any{false}
	return []row{
		{`UPDATE documents SET call_id = 1, search = 'fresh', reference = 'F-1', status = 'funded', arrival = 2, format = 'txt', entered = 9 WHERE id = 4`, nil},
		{`UPDATE checks SET left_quoted = 3, left_largest = 2, largest_id = 3, flags = 1, unread = 2, findings = '[]', rank = 4, arrivals = 2 WHERE id = 9`, nil},
		{`UPDATE sessions SET logout = 'https://a.example/out'`, nil},
		{`INSERT INTO imports VALUES (1, '2026', 1, $1, $1, '', 'done', '王处', ` + at + `, ` + at + `)`, yes},
		{`INSERT INTO import_items VALUES (1, 0, 'a.txt', 2, '', 'stored', '', '', '{}', 'F-1', 'funded', 4)`, nil},
		{`INSERT INTO calls VALUES (1, '面上 2026', '面上', 2026, '2026-03-20', 'open', '{}', '王处', ` + at + `, '王处', ` + at + `, 2)`, nil},
		{`INSERT INTO collections VALUES (1, '旧申请', '王处', ` + at + `)`, nil},
		{`INSERT INTO collection_documents VALUES (1, 3)`, nil},
		{`INSERT INTO call_forms VALUES (1, 5)`, nil},
		{`INSERT INTO call_collections VALUES (1, 1)`, nil},
		{`INSERT INTO call_changes VALUES (1, 1, '{}', '王处', ` + at + `)`, nil},
		{`INSERT INTO edges VALUES (9, 3, 4, 0, 'other', 2024, 4, 8000, 10000)`, nil},
		{`INSERT INTO call_sentences VALUES (4, 0, 0, 5, 1, 2, 3, 4, 5, 1)`, nil},
		{`INSERT INTO worklist VALUES (4, 1, 'done', 'explain', 0, 8000, 8000, 8000, 8000, 1, 1, 2, 4, 0, 1, 10, 9, 1767323049000000, 1767323060000000, '', '', '', '', '', 'fresh', 1, 2, 1, 99999999)`, nil},
		{`INSERT INTO opinions (check_id, account_id, reviewer, verdict, reason, given_at)
			SELECT d.check_id, CASE WHEN d.reviewer = '张三 (Zhang)' THEN 1 ELSE 0 END, d.reviewer, d.verdict, d.comment, d.decided_at
			FROM decisions d WHERE d.subject = 'check' ORDER BY d.id`, nil},
		{`INSERT INTO tasks VALUES (1, 'papers', 1, '{}', '{}', 'here', 'done', 7, '王处', ` + at + `, ` + at + `)`, nil},
		{`INSERT INTO task_items VALUES (1, 1, 4, 9, 'fresh.txt', 'done', '')`, nil},
		{`INSERT INTO saved_views VALUES (1, 1, '高', 'least=30', ` + at + `)`, nil},
		{`INSERT INTO flows VALUES ('h5', 'h6', '127.0.0.1', 'oidc', '{}', ` + at + `)`, nil},
		{`INSERT INTO familiar VALUES ('h7', ` + at + `)`, nil},
		{`INSERT INTO stamps VALUES ('0d', 'evidence', 9, $1, '', 1, ` + at + `, ` + at + `, NULL)`, []any{[]byte("stamp")}},
		{`INSERT INTO holds VALUES (4, '异议', '王处', ` + at + `)`, nil},
		{`INSERT INTO deletions VALUES (1, 2, 'certificate', ` + at + `)`, nil},
		{`INSERT INTO setting_changes VALUES (1, 'agency', '"基金会"', '王处', ` + at + `)`, nil},
		{`UPDATE checks SET patient = $1 WHERE id = 10`, no},
	}
}
