// Package staged stores a call of sixty checked applications for tests of pages: eight that are grave, of each kind one,
// some to be looked at, and most that nothing was found in. Texts, people and findings are made up; equal input gives
// equal rows.
package staged

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// Rows is how many applications the call has. Grave is how many of them are grave: seven that have the text of others,
// and one that is largely the applicant's own of before. Harmless is how many have no finding, no doubt and low shares.
const (
	Rows     = 60
	Grave    = 8
	Harmless = 33
)

// Gravest are the titles of the three that a list should have first, with commas.
const Gravest = "云边协同的智能运维技术,面向任职的方法研究,少样本条件下的缺陷检测"

// Name is that of the call.
const Name = "2026年度面上项目集中受理"

// length is how many characters an application has.
const length = 3312

// pageCount is how many pages a file has: pages that were not read are counted up to it.
const pageCount = 40

// librarySize is how many documents each was compared with.
const librarySize = 200

// taken is text that an application shares with another.
type taken struct {
	characters int
	applicant  string // "" is the application's own
	year       int
	call       bool // the other was handed in to the same call
	cited      bool
	sharers    int // further applications that have the same text
}

// row is what an application of the call is made of.
type row struct {
	title, applicant, institution string
	taken                         []taken
	hidden                        int // characters that no reader sees
	spaces                        int // zero-width ones
	unread                        int // pages
}

// graves are seven with the text of others, in the order in which a list should have them.
var graves = []row{
	{title: "云边协同的智能运维技术", applicant: "吴刚", institution: "清河大学",
		taken: []taken{{characters: 3190, applicant: "钱俊", year: 2026, call: true, sharers: 2}}},
	{title: "面向任职的方法研究", applicant: "杨平霞", institution: "南渚大学", taken: []taken{{characters: 3300, applicant: "张伟", year: 2024}}},
	{title: "少样本条件下的缺陷检测", applicant: "王磊", institution: "西南科技学院",
		taken: []taken{{characters: 1722, applicant: "赵敏", year: 2026, call: true, sharers: 7}}},
	{title: "城市内涝的多尺度预报", applicant: "冯立", institution: "东江水利大学", taken: []taken{{characters: 1500, applicant: "邓海", year: 2023}}},
	{title: "稀土发光材料的缺陷调控", applicant: "石磊", institution: "北原大学", taken: []taken{{characters: 1300, applicant: "黎明", year: 2022}}},
	{title: "肿瘤微环境的代谢重编程", applicant: "许晴", institution: "临江医科大学", taken: []taken{{characters: 1150, applicant: "贺强", year: 2021}}},
	{title: "民族地区基层治理研究", applicant: "罗云", institution: "西岭学院", taken: []taken{{characters: 1250, applicant: "", year: 0}}},
}

// others are twenty to be looked at: by what was taken, hidden or not read, or by a share above a threshold.
func others() (out []row) {
	for i := range 12 {
		out = append(out, row{taken: []taken{{characters: 200 + 20*i, applicant: fmt.Sprintf("孙华%d", i), year: 2025}}})
	}
	out[0].hidden, out[1].spaces = 900, 1
	out = append(out, row{unread: 31}, row{unread: 2}, row{hidden: 120},
		row{taken: []taken{{characters: 2540, applicant: "自己", year: 2024}}})
	for i := range 4 {
		out = append(out, row{taken: []taken{{characters: 420 + i*40, applicant: "李娜", year: 2023, cited: true}}})
	}
	return out
}

// rows returns all applications, in an order that says nothing.
func rows() []row {
	out := append(append([]row{}, graves...), others()...)
	for i := len(out); i < Rows; i++ {
		r := row{}
		if i%3 == 0 {
			r.taken = []taken{{characters: 20 + i, applicant: "何文", year: 2020}}
		}
		if i%2 == 0 {
			r.spaces = 1
		}
		out = append(out, r)
	}
	named(out)
	r := rand.New(rand.NewPCG(3, 60)) // #nosec G404 -- made-up rows
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// named returns the rows that have none a title, an applicant and an institution.
func named(out []row) {
	surnames, names := []rune("钱林何苏金钟周郑陈韩吕梁宋唐曹彭"), []rune("进舟文秋丽默平远航宁佳璐峰宇琳涛")
	topics := []string{"面向计算机视觉的可信评估", "多源异构数据联邦学习", "学习型索引与稀疏传感网络", "高寒湿地土壤有机碳", "面向工厂里的装配线", "区域医联体慢病协同建模", "复杂海况下的目标感知", "盐碱地作物根际微生物"}
	places := []string{"南岭师范大学", "云泽理工大学", "青岚海洋研究所", "祁山农业大学", "江望农业大学", "南渚医科大学"}
	for i := range out {
		if out[i].title == "" {
			out[i].title = fmt.Sprintf("%s（%d）", topics[i%len(topics)], i)
		}
		if out[i].applicant == "" {
			out[i].applicant = string([]rune{surnames[i%len(surnames)], names[(i*7)%len(names)], names[(i*3+1)%len(names)]})
		}
		if out[i].institution == "" {
			out[i].institution = places[i%len(places)]
		}
	}
}

// text makes n characters of sentences that no text of another number has.
func text(number, n int) string {
	r := rand.New(rand.NewPCG(uint64(number), 60)) // #nosec G404 -- made-up text
	characters := []rune("冻土退化过程中壤有机碳分解的微生物调控制森林湿地水文循环模型参数观测样方温度季节变异遥感影像算法优结构材料界面应力裂纹扩展细胞信号通路基因表达蛋白药物靶点临床试验患者随访")
	out := make([]rune, n)
	for i := range out {
		if out[i] = characters[r.IntN(len(characters))]; i%25 == 24 {
			out[i] = '。'
		}
	}
	return string(out)
}

// Call stores the call of Rows with its applications, checked, and returns its id.
func Call(ctx context.Context, store *library.Store, engine *checker.Engine) (call int64, err error) {
	return put(ctx, store, engine, Name, 0, rows())
}

// Calm stores a call of n applications that are all harmless, checked, and returns its id.
func Calm(ctx context.Context, store *library.Store, engine *checker.Engine, n int) (call int64, err error) {
	out := make([]row, n)
	named(out)
	return put(ctx, store, engine, "2026年度青年项目集中受理", Rows, out)
}

// put stores a call with the applications of rows; their texts have the numbers from first on.
func put(ctx context.Context, store *library.Store, engine *checker.Engine, name string, first int, rows []row) (call int64, err error) {
	call, err = store.PutCall(ctx, record.Call{Name: name, Programme: "面上项目", Year: 2026, Deadline: "2026-03-20", State: record.CallOpen},
		"")
	if err != nil {
		return 0, err
	}
	return call, store.InTx(ctx, func(tx *library.Tx) error {
		for i, r := range rows {
			if err := add(ctx, tx, engine, call, first+i, r); err != nil {
				return fmt.Errorf("application %d: %w", i, err)
			}
		}
		return nil
	})
}

// document returns a text without sections.
func document(s string) *extract.Document {
	n := len([]rune(s))
	return &extract.Document{Method: "txt", Text: s, Sections: []extract.Section{},
		Paragraphs: []extract.Paragraph{{Span: extract.Span{End: n}, Kind: extract.Body}}}
}

// add stores an application with the documents that it shares text with, and its check.
func add(ctx context.Context, tx *library.Tx, engine *checker.Engine, call int64, number int, r row) error {
	whole := text(number, length)
	runes := []rune(whole)
	d := document(whole)
	identity := evidence.Identity{Filename: fmt.Sprintf("S%03d.txt", number), Title: r.title, Applicant: r.applicant,
		Institution: r.institution, Year: 2026}
	ev := &evidence.Evidence{Engine: evidence.Engine{Name: "zhiwen", Version: "1", Profile: "default"},
		Library: evidence.Snapshot{Documents: librarySize}}
	if r.hidden > 0 {
		d.Flags = append(d.Flags, extract.Flag{Kind: extract.HiddenText, Text: strings.Repeat("隐", r.hidden)})
	}
	for range r.spaces {
		d.Flags = append(d.Flags, extract.Flag{Kind: extract.ZeroWidth, Span: extract.Span{Start: 7, End: 8}})
	}
	if r.unread > 0 {
		pages := make([]int, r.unread)
		for i := range pages {
			pages[i] = i + 1
		}
		d.Notices = append(d.Notices, extract.Notice{Kind: extract.PageUnread, Pages: pages})
	}
	for _, x := range r.taken {
		if err := source(ctx, tx, engine, ev, number, r, x, runes); err != nil {
			return err
		}
	}
	ids, err := tx.Load(ctx, []library.Prepared{{Upload: record.Upload{Identity: identity, Data: []byte(whole), Call: call}, Document: d,
		Units: engine.Units(d)}})
	if err != nil {
		return err
	}
	identity.SHA256 = strings.Repeat("0a", 32) // not looked at
	ev.Document = evidence.Document{ID: ids[0], Characters: length, Pages: pageCount, Method: "txt", Identity: identity,
		Flags: evidence.FlagsOf(d), Notices: evidence.NoticesOf(d)}
	score.Update(ev, d)
	var xml bytes.Buffer
	if err := evidence.Encode(&xml, ev); err != nil {
		return err
	}
	check, err := tx.CreateCheck(ctx, ids[0])
	if err != nil {
		return err
	}
	if err := tx.StartCheck(ctx, check); err != nil {
		return err
	}
	summary := record.SummaryOf(ev, d.AllNotices())
	found := finding.Of(finding.Input{Evidence: ev})
	summary.Findings = finding.Encode(append(found, finding.Noted(ev)...))
	summary.Rank = finding.Severity(finding.Facts{Found: found, Doubts: summary.Doubts})
	return tx.FinishCheck(ctx, check, summary, xml.Bytes())
}

// source stores the documents that have a text, which is the beginning of an application, and notes them as sources.
func source(ctx context.Context, tx *library.Tx, engine *checker.Engine, ev *evidence.Evidence, number int, r row, x taken,
	runes []rune) error {
	passage := evidence.Passage{Length: x.characters, Text: string(runes[:x.characters])}
	various := evidence.Several{Characters: x.characters, Places: []evidence.Place{{Length: x.characters}}}
	for i := range x.sharers + 1 {
		theirs := passage.Text + text(10_000+100*number+i, 400)
		identity := evidence.Identity{Filename: fmt.Sprintf("L%03d-%d.txt", number, i), Title: "另一份申请书", Applicant: x.applicant,
			Institution: "某大学", Year: x.year}
		relation := evidence.Other
		switch {
		case x.applicant == "自己":
			identity.Applicant, relation = r.applicant, evidence.SameApplicant
		case x.applicant == "":
			relation = evidence.Unknown
		case i > 0:
			identity.Applicant = fmt.Sprintf("%s%d", x.applicant, i)
		}
		d := document(theirs)
		ids, err := tx.Load(ctx, []library.Prepared{{Upload: record.Upload{Identity: identity, Data: []byte(theirs)}, Document: d,
			Units: engine.Units(d)}})
		if err != nil {
			return err
		}
		identity.SHA256 = strings.Repeat("0b", 32)
		m := evidence.Match{ID: len(ev.Sources) + 1, Kind: evidence.Verbatim, Similarity: 1, This: passage, Source: passage,
			Citation: evidence.NotCited}
		if x.cited {
			m.Citation = evidence.Cited
		}
		ev.Sources = append(ev.Sources, evidence.Source{ID: ids[0], Characters: len([]rune(theirs)), Relation: relation, SameCall: x.call,
			Identity: identity, Matches: []evidence.Match{m}})
		various.Sources = append(various.Sources, evidence.Sharer{ID: ids[0], Characters: x.characters})
		various.Applications, various.Applicants, various.Institutions = i+1, i+1, 1
	}
	if x.sharers > 0 {
		ev.Several = append(ev.Several, various)
	}
	return nil
}
