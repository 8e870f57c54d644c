package doctor

import "strings"

// Holding is a kind of data in the tables of the database.
type Holding string

// The sorts. The catalogue has what each is ("doctor.holds.HOLDING").
const (
	HoldsFiles     Holding = "files"
	HoldsDocuments Holding = "documents"
	HoldsTexts     Holding = "texts"
	HoldsUnits     Holding = "units" // what is compared
	HoldsChecks    Holding = "checks"
	HoldsEvidence  Holding = "evidence"
	HoldsDecisions Holding = "decisions"
	HoldsCalls     Holding = "calls"
	HoldsTasks     Holding = "tasks" // and imports
	HoldsPeople    Holding = "people"
	HoldsRecord    Holding = "record"
	HoldsSettings  Holding = "settings"
	HoldsWeb       Holding = "web"
	HoldsClaims    Holding = "claims"
	HoldsJobs      Holding = "jobs"
)

// Holdings are all of them.
var Holdings = []Holding{
	HoldsFiles, HoldsDocuments, HoldsTexts, HoldsUnits, HoldsChecks, HoldsEvidence, HoldsDecisions, HoldsCalls,
	HoldsTasks, HoldsPeople, HoldsRecord, HoldsSettings, HoldsWeb, HoldsClaims, HoldsJobs,
}

// holdings are those of each table; those of the queue of jobs begin with river.
var holdings = map[string]Holding{
	"files": HoldsFiles, "documents": HoldsDocuments, "texts": HoldsTexts,
	"figures": HoldsUnits, "words": HoldsUnits, "sentences": HoldsUnits, "call_sentences": HoldsUnits,
	"text_ids": HoldsTexts, "text_keys": HoldsTexts,
	"paper_sentences": HoldsUnits, "paper_documents": HoldsUnits,
	"checks": HoldsChecks, "edges": HoldsChecks, "worklist": HoldsChecks, "evidence": HoldsEvidence, "check_shares": HoldsChecks,
	"decisions": HoldsDecisions, "deletion_requests": HoldsDecisions, "opinions": HoldsDecisions, "assignments": HoldsDecisions,
	"calls": HoldsCalls, "call_forms": HoldsCalls, "call_collections": HoldsCalls, "call_changes": HoldsCalls,
	"collections": HoldsCalls, "collection_documents": HoldsCalls,
	"tasks": HoldsTasks, "task_items": HoldsTasks, "imports": HoldsTasks, "import_items": HoldsTasks,
	"accounts": HoldsPeople, "sessions": HoldsPeople, "links": HoldsPeople, "tokens": HoldsPeople, "attempts": HoldsPeople,
	"flows": HoldsPeople, "familiar": HoldsPeople, "saved_views": HoldsPeople,
	"audit": HoldsRecord, "audit_heads": HoldsRecord, "stamps": HoldsRecord, "deletions": HoldsRecord,
	"settings": HoldsSettings, "setting_changes": HoldsSettings, "roles": HoldsSettings, "marks": HoldsSettings, "holds": HoldsSettings,
	"web_sites": HoldsWeb, "web_pages": HoldsWeb, "web_versions": HoldsWeb, "web_repeats": HoldsWeb, "web_hosts": HoldsWeb,
	"harvest_sources": HoldsTasks, "harvest_items": HoldsTasks, "harvest_versions": HoldsTasks,
	"claims": HoldsClaims, "claim_files": HoldsClaims, "claim_events": HoldsClaims,
	"answers": HoldsPeople, "submissions": HoldsPeople, "report_links": HoldsPeople, "webhooks": HoldsSettings, "deliveries": HoldsSettings,
	"servers": HoldsJobs,
}

// Holds returns what a table holds; "" where that is not known.
func Holds(table string) Holding {
	if strings.HasPrefix(table, "river") {
		return HoldsJobs
	}
	return holdings[table]
}
