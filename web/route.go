package web

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/web/report"
)

// action answers a request or returns the error to answer with; what it has
// answered it has answered whole.
type action func(*gin.Context) error

// route is one line of the route table. A GET answers HEAD as well unless it
// is a stream. A POST gets a small form, or files where it is an upload. Pages and
// our own files may be compressed; what people have uploaded mostly is already, and
// event streams must not wait for more to compress. What gives out texts, files or
// findings names the act as which it goes into the record; what changes something is
// recorded where it is stored.
type route struct {
	method, path             string
	do                       action
	stream, compress, upload bool
	free                     bool // takes no place among requests: quick, and small
	act                      audit.Action
}

func (s *site) routes() []route {
	const get, post = http.MethodGet, http.MethodPost
	return []route{
		{method: get, path: "/", do: s.home, compress: true},
		{method: get, path: "/checks", do: s.checkList, compress: true},
		{method: post, path: "/checks", do: s.uploadChecks, upload: true},
		{method: post, path: "/samples", do: s.loadSamples},
		{method: get, path: "/checks/:id", do: byID(s.check), compress: true, act: audit.View},
		{method: get, path: "/checks/:id/matches/:match", do: byID(s.passage), compress: true, act: audit.View},
		{method: get, path: "/checks/:id/sources/:source", do: byID(s.pair), compress: true, act: audit.View},
		{method: get, path: "/checks/:id/pages", do: byID(s.originals), compress: true, act: audit.View},
		{method: get, path: "/checks/:id/pages/:page/picture", do: byID(s.originalPicture)},
		{method: get, path: "/checks/:id/sources/:source/pages", do: byID(s.pairOriginals), compress: true, act: audit.View},
		{method: get, path: "/checks/:id/sources/:source/pages/:page/picture", do: byID(s.sourcePicture)},
		{method: get, path: "/checks/:id/evidence.xml", do: byID(s.evidence), act: audit.Export},
		{method: get, path: "/checks/:id/decided.xml", do: byID(s.decidedEvidence), act: audit.Export},
		{method: get, path: "/checks/:id/report.html", do: s.exportHTML, compress: true, act: audit.Export},
		{method: get, path: "/checks/:id/report.pdf", do: s.exportPDF, act: audit.Print},
		{method: get, path: "/checks/:id/sources.csv", do: byID(s.exportSources), act: audit.Export},
		{method: get, path: "/checks/:id/matches.csv", do: byID(s.exportMatches), act: audit.Export},
		{method: post, path: "/checks/:id/decisions", do: byID(s.decision)},
		{method: post, path: "/checks/:id/cancel", do: byID(acting(s.Jobs.Cancel, report.CheckPath))},
		{method: post, path: "/checks/:id/retry", do: byID(checking(s.Jobs.Retry))},
		{method: post, path: "/checks/:id/delete", do: byID(s.deleteCheck)},

		{method: get, path: "/library", do: s.libraryList, compress: true},
		{method: post, path: "/library", do: s.uploadLibrary, upload: true},
		{method: get, path: "/forms", do: s.formList, compress: true},
		{method: post, path: "/forms", do: s.uploadForms, upload: true},
		{method: get, path: "/templates", do: s.formsMoved},
		{method: get, path: "/roles", do: s.roleList, compress: true},
		{method: post, path: "/roles", do: s.addRole},
		{method: post, path: "/roles/:id", do: byID(s.saveRole)},
		{method: post, path: "/roles/:id/end", do: byID(s.endRole)},
		{method: get, path: "/documents/:id", do: byID(s.document), compress: true, act: audit.View},
		{method: get, path: "/documents/:id/file", do: byID(s.documentFile), act: audit.Download},
		{method: post, path: "/documents/:id/check", do: byID(checking(s.Jobs.CheckDocument))},
		{method: post, path: "/documents/:id/details", do: byID(s.describe)},
		{method: post, path: "/documents/:id/marks", do: byID(s.addMark)},
		{method: get, path: "/documents/:id/mark", do: byID(s.mark), compress: true, act: audit.View},
		{method: get, path: "/documents/:id/mark/:page/picture", do: byID(s.markPicture)},
		{method: post, path: "/documents/:id/marks/:mark/delete", do: byID(s.deleteMark)},
		{method: get, path: "/documents/:id/rereads", do: byID(s.rereads), compress: true},
		{method: post, path: "/documents/:id/rereads", do: byID(s.takeOver)},
		{method: post, path: "/documents/:id/retry", do: byID(acting(s.Jobs.RetryDocument, func(int64) string { return "/library" }))},
		{method: post, path: "/documents/:id/delete", do: byID(s.deleteDocument)},
		{method: post, path: "/documents/:id/reviewers", do: byID(s.assign)},
		{method: post, path: "/documents/:id/reviewers/:account/end", do: byID(s.unassign)},

		{method: get, path: "/login", do: s.loginForm, compress: true},
		{method: post, path: "/login", do: s.logIn},
		{method: get, path: "/login/code", do: s.codeForm, compress: true},
		{method: post, path: "/login/code", do: s.logInByCode},
		{method: post, path: "/logout", do: s.logOut},
		{method: get, path: "/link/:key", do: s.linkForm, compress: true},
		{method: post, path: "/link/:key", do: s.useLink},
		{method: get, path: "/setup", do: s.setupForm, compress: true},
		{method: post, path: "/setup", do: s.setUp},
		{method: get, path: "/account", do: s.account, compress: true},
		{method: post, path: "/account/password", do: s.changePassword},
		{method: post, path: "/account/sessions/:id/end", do: byID(s.endOwnSession)},
		{method: post, path: "/account/sessions/end", do: s.endOwnSessions},
		{method: get, path: "/account/factor", do: s.factorForm, compress: true},
		{method: post, path: "/account/factor", do: s.setFactor},
		{method: post, path: "/account/factor/end", do: s.endOwnFactor},
		{method: post, path: "/account/tokens", do: s.newToken},
		{method: post, path: "/account/tokens/:id/end", do: byID(s.endToken)},
		{method: get, path: "/people", do: s.people, compress: true},
		{method: post, path: "/people", do: s.invite},
		{method: get, path: "/people/:id", do: byID(s.person), compress: true},
		{method: post, path: "/people/:id", do: byID(s.savePerson)},
		{method: post, path: "/people/:id/lock", do: byID(s.lockPerson)},
		{method: post, path: "/people/:id/unlock", do: byID(s.unlockPerson)},
		{method: post, path: "/people/:id/factor/end", do: byID(s.endFactor)},
		{method: post, path: "/people/:id/reset", do: byID(s.resetPerson)},
		{method: post, path: "/people/:id/sessions/end", do: byID(s.endSessions)},

		{method: get, path: "/audit", do: s.auditList, compress: true, act: audit.View},
		{method: get, path: "/audit.jsonl", do: s.exportRecord, compress: true, act: audit.Export},

		{method: get, path: "/events", do: s.events, stream: true},
		{method: post, path: "/language", do: s.switchLanguage},
		{method: post, path: "/reviewer", do: s.switchReviewer},
		{method: get, path: "/healthz", do: s.health, free: true},
		{method: get, path: "/readyz", do: s.ready},
		{method: get, path: "/static/:name", do: s.asset, compress: true, free: true},
		{method: get, path: "/favicon.ico", do: s.favicon, free: true},
	}
}

// byID makes a handler of one that takes the number in the path's ":id"; a path
// without a number leads nowhere.
func byID(do func(c *gin.Context, id int64) error) action {
	return func(c *gin.Context) error {
		id, err := paramID(c, "id")
		if err != nil {
			return err
		}
		return do(c, id)
	}
}
