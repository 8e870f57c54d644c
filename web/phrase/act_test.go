package phrase

import (
	"testing"

	"zhiwen/checker/audit"
	"zhiwen/web/catalogue"
)

// The record is said in the reader's language: states and parts by their names, hashes and
// what is not known as they are.
func TestActDetail(t *testing.T) {
	languages, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		subject      audit.Subject
		action       audit.Action
		name, value  string
		wantZH, want string
	}{
		{audit.SubjectImport, audit.End, "state", "done", "已完成", "Done"},
		{audit.SubjectTask, audit.End, "state", "cancelled", "已停止", "Stopped"},
		{audit.SubjectAccount, audit.Change, "state", "locked", "已停用", "Locked"},
		{audit.SubjectClaim, audit.Decide, "state", "accepted", "已认可", "accepted"},
		{audit.SubjectSite, audit.Change, "state", "followed", "恢复抓取", "fetching resumed"},
		{audit.SubjectTask, audit.Add, "what", "verdict", "记为“未见问题”", "Mark “No concern”"},
		{audit.SubjectDocument, audit.Describe, "what", "year,status", "年份、资助状态", "Year, funding status"},
		{audit.SubjectDocument, audit.Change, "what", "left library", "移出申请书库", "removed from the library"},
		{audit.SubjectDocument, audit.Change, "what", "assigned", "已分配评审专家", "reviewer assigned"},
		{audit.SubjectAccount, audit.Change, "roles", "officer,auditor", "项目主管、审计员", "Programme officer, Auditor"},
		{audit.SubjectAccount, audit.Change, "scopes", "read,decide", "读取、作出审定", "read, make decisions"},
		{audit.SubjectAccount, audit.Change, "is", "none", "无", "none"},
		{audit.SubjectCheck, audit.Decide, "verdict", "no-concern", "未见问题", "No concern"},
		{audit.SubjectCheck, audit.Fail, "failure", "encrypted", "文件受密码保护", "The file is protected by a password"},
		{audit.SubjectCheck, audit.Export, "what", "evidence.xml", "evidence.xml", "evidence.xml"},
		{audit.SubjectDocument, audit.Upload, "sha256", "00ff", "00ff", "00ff"},
		{audit.SubjectProgram, audit.Change, "state", "of another version", "of another version", "of another version"},
	} {
		act := audit.Act{Subject: tc.subject, Action: tc.action, Detail: map[string]string{tc.name: tc.value}}
		for code, want := range map[string]string{catalogue.Chinese: tc.wantZH, catalogue.English: tc.want} {
			if got := ActDetail(languages.Choose(code, ""), act, tc.name); got != want {
				t.Errorf("%s %s=%s in %s: %q, want %q", tc.subject, tc.name, tc.value, code, got, want)
			}
		}
	}
	if got := ActDetailName(languages.Choose(catalogue.Chinese, ""), "provider"); got != "登录方式" {
		t.Errorf("the name of a detail is %q", got)
	}
}
