package web

import (
	"bytes"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/checker/setting"
	websetting "zhiwen/web/setting"
)

// logoForm returns the body of a form with a picture, and its type.
func logoForm(t *testing.T, file []byte, fields map[string]string) (body []byte, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("logo", "logo.png")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(file); err != nil {
		t.Fatal(err)
	}
	for name, value := range fields {
		if err := w.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}

// The agency's name and logo stand at the head of pages, on the report that stands alone,
// and there within the file; a picture that is none changes nothing and says why.
func TestAgency(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	send := func(file []byte, fields map[string]string) answer {
		t.Helper()
		body, contentType := logoForm(t, file, fields)
		return ask(t, h, http.MethodPost, "/settings/logo", bytes.NewReader(body), "Content-Type", contentType)
	}
	page := get(t, h, "/settings")
	checkPage(t, page)
	if len(all(page.page, "section.setting")) != 7 {
		t.Fatal("the page lacks settings")
	}
	if a := post(t, h, "/settings/agency", url.Values{"seen": {"0"}, "zh": {"某省自然科学基金委员会"}, "en": {"Science Foundation"}}); a.Code != http.StatusSeeOther {
		t.Fatalf("status %d", a.Code)
	}
	if a := post(t, h, "/settings/agency", url.Values{"seen": {"0"}, "zh": {"另一个"}}); a.Code != http.StatusConflict {
		t.Errorf("over what somebody else has set: status %d", a.Code)
	}
	if a := post(t, h, "/settings/agency", url.Values{"seen": {"1"}, "zh": {strings.Repeat("长", setting.MostTitle+1)}}); a.Code != http.StatusUnprocessableEntity || len(faultsOf(t, a, "agency")) != 1 {
		t.Errorf("a name that is too long: status %d", a.Code)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 300, 100))); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{
		"svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "nothing": nil,
		"cut off": picture.Bytes()[:60], "too large": append(picture.Bytes(), make([]byte, setting.MostLogoBytes)...), "far too large": make([]byte, 3*setting.MostLogoBytes),
	} {
		if a := send(file, map[string]string{"seen": "0"}); a.Code != http.StatusUnprocessableEntity || len(faultsOf(t, a, "logo")) != 1 {
			t.Errorf("%s: status %d", name, a.Code)
		}
	}
	behind := append(bytes.Clone(picture.Bytes()), []byte("<script>hidden</script>")...)
	if a := send(behind, map[string]string{"seen": "0"}); a.Code != http.StatusSeeOther {
		t.Fatalf("status %d", a.Code)
	}
	home := get(t, h, "/checks", "Accept-Language", "en")
	brand := one(t, home.page, "a.brand")
	if said := text(one(t, brand, "span")); said != "Science Foundation" {
		t.Errorf("the head says %q", said)
	}
	logo := attr(one(t, brand, "img"), "src")
	if a := get(t, h, logo); a.Code != http.StatusOK || a.Header().Get("Content-Type") != "image/png" || strings.Contains(a.Body.String(), "hidden") {
		t.Errorf("%s: status %d, %s", logo, a.Code, a.Header().Get("Content-Type"))
	}
	paper := get(t, h, "/checks/1/report.html", "Accept-Language", "zh")
	kind := one(t, paper.page, "p.cover-kind")
	if !strings.HasPrefix(attr(one(t, kind, "img"), "src"), "data:image/png;base64,iVBOR") || !strings.Contains(text(kind), "某省自然科学基金委员会") {
		t.Errorf("the paper begins with %s", text(kind))
	}
	policy := paper.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "img-src data:") || !strings.Contains(paper.Body.String(), `style-src 'unsafe-inline'; img-src data:`) {
		t.Errorf("the policy %q lets no picture in", policy)
	}
	newest := store.settings.changes[len(store.settings.changes)-1].ID
	if a := send(nil, map[string]string{"seen": strconv.FormatInt(newest, 10), "reset": "1"}); a.Code != http.StatusSeeOther {
		t.Errorf("reset: status %d", a.Code)
	}
	if a := get(t, h, logo); a.Code != http.StatusNotFound {
		t.Errorf("the logo that was taken away: status %d", a.Code)
	}
}

// Thresholds and what counts are set for all, shown with who set them, and wrong values
// are said at their fields.
func TestCheckSettings(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	set := func(name string, seen int64, fields url.Values) answer {
		fields.Set("seen", strconv.FormatInt(seen, 10))
		return post(t, h, "/settings/"+name, fields, "Cookie", "reviewer=%E7%8E%8B%E5%A4%84")
	}
	if a := set("thresholds", 0, url.Values{"notable-overall": {"12.5"}, "grave-overall": {"40"}}); a.Code != http.StatusSeeOther {
		t.Fatalf("status %d", a.Code)
	}
	if a := set("counting", 0, url.Values{"exclude": {"form", "quotation"}, "length": {"30"}, "share": {"1.5"}}); a.Code != http.StatusSeeOther {
		t.Fatalf("status %d", a.Code)
	}
	values, err := s.Store.Settings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := values.ThresholdsOf(record.CallSettings{}); got[record.FigureOverall] != (record.Threshold{Notable: 125, Grave: 400}) || got[record.FigureLargest] != (record.Threshold{}) {
		t.Errorf("thresholds %+v", got)
	}
	if want := (setting.Count{Exclude: []evidence.Reason{evidence.ReasonQuotation, evidence.ReasonForm}, LeastLength: 30, LeastShare: 15, FalseAlarms: 100}); !values.Counting.Equal(want) {
		t.Errorf("what counts: %+v", values.Counting)
	}
	page := get(t, h, "/settings")
	checkPage(t, page)
	if history := text(one(t, one(t, page.page, "#counting"), "details.setting-history")); !strings.Contains(history, "王处") || !strings.Contains(history, "30") {
		t.Errorf("the changes say %q", history)
	}
	for _, wrong := range []struct {
		name  string
		value url.Values
		field string
	}{
		{"thresholds", url.Values{"notable-overall": {"x"}}, "#notable-overall"},
		{"thresholds", url.Values{"notable-largest": {"50"}, "grave-largest": {"20"}}, "#notable-largest"},
		{"counting", url.Values{"length": {"-1"}, "share": {"0"}}, "#least-length"},
		{"counting", url.Values{"length": {"20"}, "share": {"80"}}, "#least-share"},
	} {
		seen := values.Newest[setting.Name(wrong.name)].ID
		a := set(wrong.name, seen, wrong.value)
		if fields := faultsOf(t, a, wrong.name); a.Code != http.StatusUnprocessableEntity || !slices.Equal(fields, []string{wrong.field}) {
			t.Errorf("%v: status %d, %v", wrong.value, a.Code, fields)
		}
		one(t, a.page, wrong.field)
	}
	if a := set("counting", values.Newest[setting.Counting].ID, url.Values{"reset": {"1"}}); a.Code != http.StatusSeeOther {
		t.Errorf("reset: status %d", a.Code)
	}
	if values, _ := s.Store.Settings(t.Context()); !values.Counting.Equal(setting.DefaultCount()) {
		t.Errorf("after reset: %+v", values.Counting)
	}
}

// Rules are looked at before they are saved, wrong ones are refused at their fields, and
// where a file has them the page says so and takes none.
func TestRetentionSettings(t *testing.T) {
	store := richStore(t)
	old := time.Now().Add(-400 * 24 * time.Hour)
	store.settings.retained = []retention.Document{
		{ID: 1, Kind: retention.Checked, State: "ready", Came: old}, {ID: 2, Kind: retention.Checked, State: "ready", Came: old, Held: true},
		{ID: 3, Kind: retention.Library, State: "ready", Came: old}, {ID: 4, Kind: retention.Checked, State: "ready", Came: time.Now()},
	}
	store.settings.deletions = []retention.Deletion{{ID: 1, Documents: 7, Certificate: []byte("zhiwen certificate of deletion 1\n"), At: old}}
	s, _ := testSite(t, store)
	h := s.handler()
	rule := url.Values{"seen": {"0"}, "rule-name": {"一年", ""}, "rule-kind": {"checked", "checked"}, "rule-days": {"365", ""}, "rule-verdict": {"", ""}, "rule-state": {"ready", ""}}
	try := url.Values{"do": {"preview"}}
	for k, v := range rule {
		try[k] = v
	}
	a := post(t, h, "/settings/retention", try)
	var figures []string
	for _, x := range all(one(t, one(t, a.page, "#preview"), "tbody"), "td") {
		figures = append(figures, text(x))
	}
	if a.Code != http.StatusOK || strings.Join(figures, " ") != "1 0 1 0" || len(store.settings.changes) != 0 {
		t.Fatalf("status %d: %q, %d changes", a.Code, figures, len(store.settings.changes))
	}
	if a := post(t, h, "/settings/retention", rule); a.Code != http.StatusSeeOther || len(store.settings.changes) != 1 {
		t.Fatalf("status %d", a.Code)
	}
	page := get(t, h, "/settings/retention")
	checkPage(t, page)
	if rows := all(page.page, "li.rule"); len(rows) != 2 || attr(one(t, rows[0], "#rule-name-0"), "value") != "一年" {
		t.Errorf("%d rows", len(rows))
	}
	link := one(t, one(t, one(t, page.page, "#certificates"), "ul"), "a")
	if a := get(t, h, attr(link, "href")); a.Code != http.StatusOK || !strings.HasPrefix(a.Body.String(), retention.Title) {
		t.Errorf("the certificate: status %d", a.Code)
	}
	if a := get(t, h, "/settings/retention/certificates/9"); a.Code != http.StatusNotFound {
		t.Errorf("no certificate: status %d", a.Code)
	}
	for field, value := range map[string]string{"rule-days": "0", "rule-kind": "all", "rule-verdict": "suspected", "rule-name": `"x"`} {
		wrong := url.Values{}
		for k, v := range rule {
			wrong[k] = v
		}
		wrong[field] = []string{value}
		wrong.Set("seen", "1")
		if a := post(t, h, "/settings/retention", wrong); a.Code != http.StatusUnprocessableEntity || len(faultsOf(t, a, "retention")) != 1 {
			t.Errorf("%s %q: status %d", field, value, a.Code)
		}
	}

	s.RulesFile, s.Rules = "/etc/zhiwen/rules.toml", []retention.Rule{{Name: "of the file", Kind: retention.Library, Days: 30}}
	h = s.handler()
	page = get(t, h, "/settings/retention")
	checkPage(t, page)
	if card := one(t, page.page, "#retention"); len(all(card, "form")) != 0 || !strings.Contains(text(card), "/etc/zhiwen/rules.toml") || !strings.Contains(text(card), "after 30 days") {
		t.Error("the page lets rules be set that do not count")
	}
	if a := post(t, h, "/settings/retention", rule); a.Code != http.StatusConflict || len(store.settings.changes) != 1 {
		t.Errorf("rules of the page beside a file: status %d", a.Code)
	}
}

// What the program was started with is shown with where it comes from, and nothing that
// is secret.
func TestProgramSettings(t *testing.T) {
	s, _ := testSite(t, newFakeStore())
	s.Started = []websetting.Started{
		{Name: "addr", Value: `"127.0.0.1:8080"`}, {Name: "cas-url", Value: `"https://cas"`, From: "/etc/zhiwen.toml:3"},
		{Name: "oidc-client-secret-file", Secret: true, From: "ZHIWEN_OIDC_CLIENT_SECRET"},
	}
	page := get(t, s.handler(), "/settings/program")
	checkPage(t, page)
	var rows []string
	for _, row := range all(one(t, one(t, page.page, "table.program"), "tbody"), "tr") {
		cells := all(row, "td")
		rows = append(rows, strings.Join(strings.Fields(text(cells[1])+" | "+text(cells[2])), " "))
	}
	if len(rows) != 3 || !strings.Contains(rows[1], "/etc/zhiwen.toml:3") || !strings.Contains(rows[2], "ZHIWEN_OIDC_CLIENT_SECRET") {
		t.Errorf("%q", rows)
	}
	if said := text(one(t, get(t, s.handler(), "/settings/program", "Accept-Language", "zh").page, "table.program")); !strings.Contains(said, "监听地址") || strings.Contains(said, "listen") {
		t.Errorf("in Chinese: %q", said)
	}
}

// faultsOf returns the fields that are said to be wrong in the card of a setting.
func faultsOf(t testing.TB, a answer, card string) (fields []string) {
	t.Helper()
	for _, list := range all(one(t, a.page, "#"+card), "ul.faults") {
		for _, link := range all(list, "a") {
			fields = append(fields, attr(link, "href"))
		}
	}
	return fields
}
