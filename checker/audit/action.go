package audit

// Action is what was done. The names are kept for ever: entries hold them.
type Action string

// The actions. Of each there is a name for readers in the catalogue.
const (
	Upload       Action = "upload"   // a document came
	Download     Action = "download" // the file of a document was given out
	View         Action = "view"     // a page with text of a document was shown
	Export       Action = "export"   // a report or evidence was given out
	Print        Action = "print"    // a report was given out as PDF
	Search       Action = "search"   // the library was searched
	Describe     Action = "describe" // the basic information of a document was changed
	Delete       Action = "delete"   // something was deleted
	Check        Action = "check"    // a check was asked for
	Cancel       Action = "cancel"   // a check was cancelled
	Retry        Action = "retry"    // a failed document is to be read again
	Finish       Action = "finish"   // a check or a document was done
	Fail         Action = "fail"     // a check or the reading of a document failed
	Decide       Action = "decide"   // a decision was made
	Withdraw     Action = "withdraw" // a decision was taken back
	Add          Action = "add"      // something was added: a role, a mark, an account, …
	Change       Action = "change"   // something was changed
	End          Action = "end"      // something was ended
	LogIn        Action = "log-in"   // somebody logged in
	LogOut       Action = "log-out"  // somebody logged out
	LogInRefused Action = "log-in-refused"
	Refuse       Action = "refuse" // a request was refused for want of rights
	Start        Action = "start"  // the program started
	Stop         Action = "stop"   // the program stopped
	Backup       Action = "backup"
	Restore      Action = "restore"
)

// Actions returns all of them, in the order in which people choose among them.
func Actions() []Action {
	return []Action{
		Upload, Check, Finish, Fail, Cancel, Retry, View, Download, Export, Print, Search, Decide, Withdraw, Describe, Add, Change, End,
		Delete, LogIn, LogOut, LogInRefused, Refuse, Start, Stop, Backup, Restore,
	}
}

// Subject is what sort of thing something was done to.
type Subject string

// The subjects.
const (
	SubjectDocument   Subject = "document"
	SubjectCheck      Subject = "check"
	SubjectRole       Subject = "role"    // an entry of the table of roles of sections
	SubjectMark       Subject = "mark"    // of a field in a blank form
	SubjectAccount    Subject = "account" // a person's
	SubjectSession    Subject = "session"
	SubjectToken      Subject = "token"
	SubjectCall       Subject = "call"       // for applications
	SubjectCollection Subject = "collection" // of library documents
	SubjectLibrary    Subject = "library"    // as a whole
	SubjectRecord     Subject = "record"     // this record
	SubjectKeys       Subject = "keys"       // that evidence is signed with
	SubjectProgram    Subject = "program"
	SubjectImport     Subject = "import" // of many files
	SubjectSetting    Subject = "setting"
	SubjectTask       Subject = "task"       // something done to many applications
	SubjectSite       Subject = "site"       // of the web, that is followed
	SubjectClaim      Subject = "claim"      // of an article or application as somebody's own
	SubjectSubmission Subject = "submission" // of a program, whose file comes afterwards
	SubjectWebhook    Subject = "webhook"
	SubjectHarvest    Subject = "harvest" // of another system
)

// Subjects returns all subjects.
func Subjects() []Subject {
	return []Subject{
		SubjectDocument, SubjectCheck, SubjectRole, SubjectMark, SubjectAccount, SubjectSession, SubjectToken, SubjectCall,
		SubjectCollection, SubjectLibrary,
		SubjectRecord, SubjectKeys, SubjectProgram, SubjectImport, SubjectSetting, SubjectTask, SubjectSite,
		SubjectClaim, SubjectSubmission, SubjectWebhook, SubjectHarvest,
	}
}

// DetailNames returns the names in details of acts for which readers have words.
func DetailNames() []string {
	return []string{
		"addresses", "asked", "by", "checks", "document", "documents", "evidence", "failure", "is", "link", "login", "made", "match",
		"provider", "queued", "reason", "renewed", "reviewer", "roles", "scopes", "sha256", "shards", "source", "state", "task", "token",
		"verdict", "version", "what",
	}
}
