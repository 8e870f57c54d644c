package schema_test

// rowsOfDesk returns what the desk left: a call with an application, a collection, an import, a task, and the
// rest.
func rowsOfDesk() []row {
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
		{`INSERT INTO setting_changes VALUES (2, 'counting', '{"exclude":["form"],"leastLength":13}', '王处', ` + at + `)`, nil},
		{`INSERT INTO setting_changes VALUES (3, 'counting', '{"exclude":["form","common"],"leastLength":20}', '王处', ` + at + `)`, nil},
		{`INSERT INTO calls VALUES (2, '青年 2026', '青年', 2026, '', 'open', '{"exclude":["heading"],"opinions":2}', '王处', ` + at + `, '王处', ` + at + `, 0)`, nil},
		{`INSERT INTO calls VALUES (3, '重点 2026', '重点', 2026, '', 'open', '{"exclude":[]}', '王处', ` + at + `, '王处', ` + at + `, 0)`, nil},
		{`UPDATE checks SET patient = $1 WHERE id = 10`, no},
	}
}

// rowsOfOthers returns what followed places and other programs left: a followed site with a page that repeats another,
// a harvested folder, a claim, and what other programs left.
func rowsOfOthers() []row {
	const at = `'2026-01-02 03:06:00+00:00'`
	yes, no := []any{true}, []any{false}
	return []row{
		{`UPDATE documents SET web = '{"url":"https://a.example/1"}', batch = $1 WHERE id = 4`, yes},
		{`UPDATE checks SET compared = $1, batch = $1 WHERE id = 9`, yes},
		{`INSERT INTO figures VALUES (3, 1, $1, 1)`, []any{[]byte("12345678")}},
		{`INSERT INTO words VALUES (3, 1, $1)`, []any{[]byte("words")}},
		{`INSERT INTO web_sites VALUES (1, '站', '{}', 1, $1, '王处', ` + at + `, '王处', ` + at + `, 1, NULL, ` + at + `, 0)`, no},
		{`INSERT INTO web_pages VALUES (1, 1, 'https://a.example/1', 'article', 1, 'stored', 200, '', '题', '"e"', '', 4, '2026-01-01', ` + at + `, ` + at + `, NULL, 1, 0)`, nil},
		{`INSERT INTO web_versions VALUES (4, 1, '0e', ` + at + `, 'done', ` + at + `, 0)`, nil},
		{`INSERT INTO web_repeats VALUES (4, 3, 1, 0, 9, $1, 8000, 9000, 4, '2026-01-02', ` + at + `)`, no},
		{`INSERT INTO web_hosts VALUES ('a.example', ` + at + `)`, nil},
		{`INSERT INTO harvest_sources VALUES (1, '旧库', 'folder', '{}', 'here:/past', 1, $1, '王处', ` + at + `, '王处', ` + at + `, 1, NULL, NULL, '', '{}', '', ` + at + `, 0)`, no},
		{`INSERT INTO harvest_items VALUES (1, 1, 'past.txt', 'past.txt', '5', 'stored', '', '', 0, '{}', '[]', '', '0a', 3, ` + at + `, ` + at + `, NULL, 1)`, nil},
		{`INSERT INTO harvest_versions VALUES (3, 1, ` + at + `)`, nil},
		{`INSERT INTO claims VALUES (1, 'document 3', 3, 1, '是我写的', 'accepted', ` + at + `, $1)`, yes},
		{`INSERT INTO claim_files VALUES (1, 0, 'draft.txt', 5, '0a', $1)`, []any{[]byte("draft")}},
		{`INSERT INTO claim_events VALUES (1, 1, 'accepted', '草稿在前', 1, ` + at + `)`, nil},
		{`INSERT INTO answers VALUES (1, 1, 'k', 'f', 'r', 1, 201, '/api/v1/checks/9', '{}', ` + at + `)`, nil},
		{`INSERT INTO submissions VALUES (1, 1, 'u', 4, 9, ` + at + `, ` + at + `, NULL)`, nil},
		{`INSERT INTO report_links VALUES (1, 'h8', 9, 1, '', ` + at + `, ` + at + `, NULL, NULL)`, nil},
		{`INSERT INTO webhooks VALUES (1, '系统', 'https://b.example/in', 'check.finished', 's', $1, '王处', ` + at + `)`, no},
		{`INSERT INTO deliveries VALUES (1, 1, 'check.finished', 9, '{}', 'delivered', 1, 200, '', ` + at + `, ` + at + `, ` + at + `)`, nil},
	}
}
