package web

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/finding"
	"zhiwen/checker/first"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/checker/score"
	"zhiwen/checker/search"
	checked "zhiwen/checker/setting"
	"zhiwen/extract"
	"zhiwen/server/doctor"
	"zhiwen/web/desk"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
	"zhiwen/web/report/highlight"
	"zhiwen/web/share"
	"zhiwen/web/site"
)

// families returns the keys made from values: of types, of the error table, of stored failures. A
// value that is new in its package and missing here is found by the tests that render it; one that
// is missing in the catalogue, here.
func families(faults []site.Fault) []string {
	var keys []string
	add := func(prefix string, values ...string) {
		for _, v := range values {
			keys = append(keys, prefix+"."+v)
		}
	}
	for _, k := range []evidence.Kind{evidence.Verbatim, evidence.Near, evidence.Reordered, evidence.Homophone, evidence.Disguised, evidence.Script, evidence.Rewritten} {
		add("kind", string(k))
	}
	for _, k := range evidence.HintKinds() {
		add("hintKind", string(k))
		add("cli.hintKind", string(k))
		add("kind", string(k.Confirmed()))
	}
	for _, x := range []record.Stored{
		record.StoredCall, record.StoredCallChange, record.StoredTask, record.StoredImportItem, record.StoredSite, record.StoredHarvest,
		record.StoredHarvestItem, record.StoredRole, record.StoredSetting, record.StoredPage, record.StoredSubmission,
	} {
		add("damaged", string(x))
	}
	add("document.damaged", record.DamagedKeywords, record.DamagedPeople, record.DamagedPage)
	for _, s := range evidence.Strengths() {
		add("hints.strength", string(s))
		add("hints.levelSaid", string(s))
	}
	for _, r := range report.Relations() {
		add("relation", string(r))
	}
	for _, r := range evidence.Reasons() {
		add("reason", string(r))
	}
	for _, s := range []evidence.Subject{evidence.SubjectCheck, evidence.SubjectSource, evidence.SubjectMatch} {
		for _, v := range s.Verdicts() {
			add("verdict", string(v))
		}
	}
	for _, x := range []score.OpinionState{
		score.OpinionsAwaited, score.OpinionsAgree, score.OpinionsMajority, score.OpinionFurther, score.OpinionsSplit, score.OpinionsEnded,
	} {
		add("opinions", string(x))
	}
	for _, x := range share.Whys() {
		add("share.why", string(x))
	}
	for _, x := range []score.Following{score.FollowsAll, score.FollowsMost, score.FollowsNone, score.FollowsSplit, score.FollowsBefore} {
		add("follows", string(x))
	}
	for _, r := range evidence.ReviewReasons() {
		add("why", string(r))
	}
	for _, s := range []extract.MetadataSource{extract.FromTable, extract.FromLabel, extract.FromCover, extract.FromProperties} {
		add("found", string(s))
	}
	for _, c := range report.Citations() {
		add("citation", string(c))
	}
	for _, name := range report.FigureNames() {
		add("figure", string(name))
		add("meaning", string(name))
	}
	for _, r := range record.Roles() {
		add("account-role", string(r))
		add("account-role-hint", string(r))
	}
	for _, s := range []record.AccountState{record.AccountInvited, record.AccountActive, record.AccountLocked} {
		add("account-state", string(s))
	}
	for _, x := range site.Scopes() {
		add("scope", string(x))
	}
	for _, d := range evidence.DoubtKinds() {
		add("doubt", string(d))
	}
	add("doubt", "repeated.characters", "repeated.times", "few.characters", "failed.documents", "missing.pages", "missing.parts", "missing.characters", "garbled.pages", "garbled.passages", "flagged.characters",
		"flagged.characters.least", "flagged.places", "excluded.characters", "passage.characters")
	add("role", phrase.RoleNames()...)
	for _, a := range audit.Actions() {
		add("audit.action", string(a))
	}
	for _, subject := range audit.Subjects() {
		add("audit.subject", string(subject))
	}
	add("lost", "database", "key") // this and the next: the command line's
	add("restore", "version", "database", "there")
	for _, f := range record.WebOutcomes() {
		add("webFate", string(f))
		if f.Failed() {
			add("webAdvice", string(f))
		}
	}
	for _, r := range []record.PageRole{record.PageStart, record.PageList, record.PageArticle} {
		add("pageRole", string(r))
	}
	for _, s := range record.ClaimStates() {
		add("claimState", string(s))
	}
	for _, s := range []record.ClaimState{record.ClaimAccepted, record.ClaimRefused, record.ClaimRevoked} {
		add("claimDeed", string(s))
	}
	add("siteState", "paused", "working", "resting")
	for _, k := range []record.HarvestKind{record.HarvestOAI, record.HarvestFolder} {
		add("harvest.kind", string(k))
		add("harvest.new", string(k))
	}
	for _, f := range record.HarvestOutcomes() {
		add("harvestFate", string(f))
	}
	for _, r := range record.HarvestReasons() {
		add("harvest.reason", string(r))
	}
	for _, f := range phrase.HarvestServerReasons() {
		add("harvest.reason", string(f))
	}
	add("harvestState", "paused", "silent", "working", "trouble", "waiting", "resting")
	add("harvest.fault", record.HarvestFaultNames()...)
	add("harvest.field", "name", "address", "set", "from", "path", "minutes", "pause", "most")
	add("harvest.column", "key", "name", "fate", "reason", "detail", "status", "listed", "asked", "next", "from", "versions", "document")
	for _, c := range first.DefaultOrder() {
		add("first.criterion", string(c))
	}
	add("first",
		"side.a", "side.b", "rights.both", "rights.neither", "rights.for", "similarity.same", "similarity.for", "time.unknown", "time.for",
		"time.same.second", "time.same.minute", "time.same.day", "time.same.month", "views.unknown", "views.same", "views.for",
	)
	for _, f := range []record.AddressFault{
		record.AddressMalformed, record.AddressPrivate, record.AddressForeign, record.AddressPaused, record.AddressNever,
		record.AddressFull,
	} {
		add("address.fault", string(f))
	}
	add("address.state", "unknown_queued", string(record.WebQueued), string(record.WebFetching))
	add("address.why",
		"original", "original.rights", "original.similarity", "original.time", "original.views", "repeats.rights", "repeats.similarity",
		"repeats.time", "repeats.views", "tie", "failed", "listed", "same", "removed", "stored", "waiting",
	)
	add("sites.fault", "empty", "many", "long", "address", "foreign", "host", "expression", "group", "zone", "hours", "pause", "most")
	for _, field := range extract.TaughtFields() {
		add("sites.field", "taught-"+field)
	}
	add("sites.field", "name", "starts", "hosts", "articles", "lists", "never", "zone", "hours", "pause", "most")
	add("settings.fault",
		"title", "share", "order", "length", "leastShare", "falseAlarms", "rules", "twin", "logoLarge", "logoKind", "logoSize",
		"logoDamaged", "unknown", "network", "networks", "contact", "criteria",
	)
	for _, name := range checked.Names() {
		add("settings.usual", string(name))
	}
	for _, k := range retention.Kinds() {
		add("retention.kind", string(k))
	}
	for _, v := range retention.Verdicts() {
		add("retention.verdict", string(v))
	}
	add("retention.state", retention.States()...)
	add("retention.kept", string(retention.KeptOpen), string(retention.KeptHeld), string(retention.KeptBusy))
	add("retention.fault", "name", "kind", "days", "verdicts", "states")
	add("audit.detail", audit.DetailNames()...)
	add("audit.what",
		"assigned", "changes", "decided", "decisions", "delay", "deletion", "distributed", "file", "hold", "left-library", "library",
		"link", "mark", "matches", "network", "opinion", "opinions", "pages", "papers", "password", "provider", "report-link",
		"second-factor", "sources", "taken", "token", "wait",
	)
	add("audit.is", "added", "ended", "followed", "invite", "none", "paused", "reset", "resumed", "set", "setup")
	add("field", "status")
	for _, k := range finding.Kinds() {
		add("finding", string(k))
	}
	for _, u := range []finding.Use{finding.UseUnsaid, finding.UseNone, finding.UseSome, finding.UseNamed} {
		if u != finding.UseUnsaid {
			add("finding.use", string(u))
		}
	}
	for _, r := range finding.Reasons() {
		add("finding.reason", string(r))
	}
	add("verify.algorithm", string(evidence.Ed25519), string(evidence.SM2))
	for _, k := range []audit.FaultKind{
		audit.FaultForm, audit.FaultGap, audit.FaultBroken, audit.FaultColumns, audit.FaultHead, audit.FaultShort, audit.FaultCut,
		audit.FaultGone, audit.FaultUnsigned, audit.FaultLate, audit.FaultStamp,
	} {
		add("audit.fault", string(k))
	}
	for _, name := range exclude.FaultNames() {
		add("roles.fault", string(name))
	}
	for _, f := range []record.MarkFault{
		record.MarkField, record.MarkEmpty, record.MarkSigns, record.MarkLong, record.MarkPrinted, record.MarkNoYear, record.MarkYear,
		record.MarkAlien, record.MarkForm, record.MarkKnown, record.MarkOther,
	} {
		add("marks.fault", string(f))
	}
	for _, m := range highlight.Marks() {
		add("mark", string(m))
	}
	for _, c := range report.Causes() {
		add("cause", string(c))
	}
	for _, f := range []extract.FlagKind{extract.HiddenText, extract.DeletedText, extract.Watermark, extract.ZeroWidth, extract.LookAlike, extract.SaysOther, extract.Backwards, extract.Duplicate, extract.Macros, extract.Unsure, extract.Garbled} {
		add("flag", string(f))
	}
	for _, k := range extract.NoticeKinds {
		add("notice", string(k)+".title", string(k)+".advice")
	}
	add("field", search.FieldTitle, search.FieldApplicant, search.FieldInstitution, search.FieldProgramme, search.FieldKeywords, search.FieldText, "year", "date", "number", "participants", "cooperating", "period", "abstract")
	for _, s := range []record.CheckState{record.CheckQueued, record.CheckRunning, record.CheckDone, record.CheckFailed, record.CheckCancelled} {
		add("state", string(s))
	}
	for _, x := range record.Outcomes() {
		add("fate", string(x))
	}
	for _, x := range record.Refusals() {
		add("refusal", string(x))
	}
	add("import-state", string(record.ImportRunning), string(record.ImportDone), string(record.ImportCancelled))
	for _, x := range record.WorkStates() {
		add("state", string(x))
	}
	for _, x := range desk.Columns() {
		add("work.by", string(x))
	}
	for _, x := range record.WorkSorts() {
		add("work.by", string(x))
	}
	for _, k := range evidence.HintKinds() {
		add("book.hints", string(k))
	}
	for _, x := range record.ShelfFields() {
		add("library.field", string(x))
	}
	for _, x := range record.ShelfSorts() {
		add("library.by", string(x))
	}
	for _, x := range record.Statuses() {
		add("status", string(x))
	}
	for _, x := range []extract.Format{extract.TXT, extract.DOCX, extract.DOC, extract.PDF, extract.RTF, extract.HTML, extract.MHT, extract.ODT, extract.OFD} {
		add("format", string(x))
	}
	for _, x := range record.FigureNames() {
		add("work.bound", string(x)+"-from", string(x)+"-to")
	}
	for _, x := range record.BulkActions() {
		add("work.do", string(x))
	}
	add("work.tab", "open", "grave", "decided", "all")
	for _, x := range []finding.Level{finding.Nothing, finding.Look, finding.Grave} {
		add("work.severity", x.String())
	}
	add("work.do", string(record.BulkUndo))
	add("work.left", "finding", "figure", "doubt", "unchecked")
	add("why.flag", string(finding.ByInvisible), string(finding.ByLookAlike))
	add("why.disguised", string(finding.ByHidden), string(finding.ByInvisible), string(finding.ByLookAlike), string(finding.ByEntries), string(finding.ByMatches))
	for _, x := range record.TaskOutcomes() {
		add("tasks.fate", string(x))
	}
	for _, x := range record.LeftReasons() {
		add("tasks.reason", string(x))
	}
	add("tasks.state", string(record.TaskRunning), string(record.TaskDone), string(record.TaskCancelled))
	add("calls.state", string(record.CallOpen), string(record.CallClosed))
	add("state", string(record.DocumentWaiting), string(record.DocumentReady), "gone")
	for _, f := range faults {
		add("fault", f.Name+".title", f.Name+".advice")
	}
	for _, outcome := range record.FetchOutcomes() {
		add("fault.fetch-"+string(outcome), "title", "advice")
	}
	for _, e := range append(record.Events(), record.EventTest) {
		add("event", string(e))
	}
	for _, state := range []record.DeliveryState{record.DeliveryHeld, record.DeliveryWaiting, record.DeliveryDelivered, record.DeliveryFailed} {
		add("delivery", string(state))
	}
	for _, f := range []record.DeliveryFailure{
		record.DeliveryPrivate, record.DeliverySlow, record.DeliveryUnreachable, record.DeliveryStatus,
	} {
		add("delivery.failure", string(f))
	}
	for _, name := range fileFaultNames() {
		add("fault", name+".title", name+".advice")
	}
	for _, kind := range extract.Kinds {
		name := phrase.FaultName(record.FailureOf(&extract.KindError{Kind: kind}))
		add("fault", name+".title", name+".advice")
	}
	return keys
}

// TestMessages holds what pages say against the catalogue: every key that is
// used exists, and every key that exists is used.
func TestMessages(t *testing.T) {
	s, _ := testSite(t, newFakeStore())
	fromTemplates := templateKeys(t)
	fromGo, maybe := goKeys(t)
	if len(fromTemplates) < 50 || len(fromGo) < 2 {
		t.Fatalf("found only %d keys in templates and %d in Go: the search is broken", len(fromTemplates), len(fromGo))
	}
	used := map[string]bool{}
	for _, key := range slices.Concat(fromTemplates, fromGo, families(s.Faults())) {
		used[key] = true
	}
	b, err := os.ReadFile("catalogue/zh.toml")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]any{}
	if err := toml.Unmarshal(b, &known); err != nil {
		t.Fatal(err)
	}
	for key := range used {
		if known[key] == nil {
			t.Errorf("no message %q", key)
		}
	}
	for _, literal := range commandLiterals(t) {
		used[literal], used["config."+literal] = true, true
	}
	for _, kind := range doctor.Kinds {
		used["doctor.fault."+string(kind)], used["doctor.advice."+string(kind)] = true, true
		if known["doctor.fault."+string(kind)] == nil || known["doctor.advice."+string(kind)] == nil {
			t.Errorf("no messages of the kind %q", kind)
		}
	}
	for _, refusal := range []database.Refusal{
		database.RefusedPrivilege, database.RefusedDatabase, database.RefusedUser, database.RefusedWriting, database.RefusedPooling,
	} {
		key := "trouble.refused." + string(refusal)
		if used[key] = true; known[key] == nil {
			t.Errorf("no message %q", key)
		}
	}
	for _, holding := range doctor.Holdings {
		key := "doctor.holds." + string(holding)
		if used[key] = true; known[key] == nil {
			t.Errorf("no message %q", key)
		}
	}
	for key := range known {
		if strings.HasPrefix(key, "program.help.") {
			continue // the server's tests hold them to its flags
		}
		if !used[key] && !maybe[key] {
			t.Errorf("message %q is used nowhere", key)
		}
	}
}

// fileFaultNames returns the names of what can be wrong with a file.
func fileFaultNames() []string {
	names := []string{"internal-job", "interrupted"}
	for _, e := range extract.Errors {
		names = append(names, e.Name)
	}
	return names
}
