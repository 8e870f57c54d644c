package worker

import (
	"errors"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// An officer shows where fields stand in a form: the next application on it is read by
// that, and one that was read before when the officer says so.
func TestShownForm(t *testing.T) {
	const printed = "青苗培育行动报名材料\n课题\n报名同学\n来自何处\n第一部分：立项缘由与思路\n请在此处说明想法的由来，以及打算怎样做。\n"
	filled := func(who string) string {
		return "青苗培育行动报名材料\n课题：" + who + "的图网络研究\n报名同学：" + who + "\n来自何处：某某中学\n第一部分：立项缘由与思路\n" + essay(who)
	}
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := t.Context()
		w := newWorld(t, c).start()
		form := upload("空白表", printed)
		form.Form = true
		// Without a label that is known: what the file's name says is no title of the form.
		before, other := forLibrary(upload("先前", filled("王小明"))), forLibrary(upload("别的", essay("别的表")))
		for _, u := range []*record.Upload{&before, &other} {
			u.Identity = evidence.Identity{Filename: u.Identity.Filename}
		}
		r := w.submit(form, before, other)
		for _, one := range r {
			w.waitDocument(one.Document, record.DocumentReady)
		}
		formID := r[0].Document
		if got := w.document(r[1].Document).Identity.Applicant; got != "" {
			t.Fatalf("the applicant is known without: %q", got)
		}
		if got, err := w.pool.FormOf(ctx, r[1].Document); err != nil || got != formID {
			t.Errorf("on form %d (%v), want %d", got, err, formID)
		}
		if got, err := w.pool.FormOf(ctx, r[2].Document); err != nil || got != 0 {
			t.Errorf("another text is on form %d (%v)", got, err)
		}
		teach := func(document int64, m record.Mark) error { return w.pool.Teach(ctx, document, m) }
		for name, test := range map[string]struct {
			document int64
			mark     record.Mark
			want     error
		}{
			"no field":          {formID, record.Mark{Known: extract.Known{Field: "colour", Label: "报名同学"}}, record.MarkField},
			"nothing chosen":    {formID, record.Mark{Known: extract.Known{Field: "applicant"}}, record.MarkEmpty},
			"not in the form":   {formID, record.Mark{Known: extract.Known{Field: "applicant", Label: "填报老师"}}, record.MarkAlien},
			"a whole paragraph": {formID, record.Mark{Known: extract.Known{Field: "title", Value: essay("x")}}, record.MarkLong},
			"of no form":        {r[1].Document, record.Mark{Known: extract.Known{Field: "applicant", Label: "报名同学"}}, record.MarkForm},
			"no document":       {1e9, record.Mark{}, record.ErrNotFound},
		} {
			if err := teach(test.document, test.mark); !errors.Is(err, test.want) {
				t.Errorf("%s: %v, want %v", name, err, test.want)
			}
		}
		// On the page of the application, with its value, and on the form's.
		for document, known := range map[int64]extract.Known{
			r[1].Document: {Field: "applicant", Label: "报名同学：王小明"},
			formID:        {Field: "programme", Value: "青苗培育行动"},
		} {
			if err := teach(document, record.Mark{Form: formID, Known: known, AddedBy: "张三"}); err != nil {
				t.Fatal(err)
			}
		}
		if err := teach(formID, record.Mark{Year: 1999, Known: extract.Known{Field: "institution", Label: "来自何处"}}); err != nil {
			t.Fatal(err)
		}
		next := forLibrary(upload("后来", filled("李小红")+"填表日期：2025年3月1日\n"))
		next.Identity = evidence.Identity{Filename: "后来.txt"}
		late := w.submit(next)[0].Document
		w.waitDocument(late, record.DocumentReady)
		if got := w.document(late).Identity; got.Applicant != "李小红" || got.Programme != "青苗培育行动" || got.Institution != "" {
			t.Errorf("read as %+v", got)
		}
		rereads, err := w.pool.Rereads(ctx, formID, "")
		if err != nil || len(rereads) != 1 || rereads[0].Document.ID != r[1].Document || rereads[0].Changes[0] != (record.Change{Field: "applicant", Reads: "王小明"}) {
			t.Fatalf("offered %+v (%v)", rereads, err)
		}
		if err := w.pool.TakeOver(ctx, formID, "", []int64{r[1].Document, r[2].Document}); err != nil {
			t.Fatal(err)
		}
		if got := w.document(r[1].Document).Identity; got.Applicant != "王小明" || got.Programme != "青苗培育行动" {
			t.Errorf("taken over %+v", got)
		}
		if d, err := w.store.Extraction(ctx, r[1].Document); err != nil || d.Metadata.Applicant != "王小明" {
			t.Errorf("the text says %+v (%v)", d.Metadata, err)
		}
		if rereads, err := w.pool.Rereads(ctx, formID, ""); err != nil || len(rereads) != 0 {
			t.Errorf("still offered %+v (%v)", rereads, err)
		}
	})
}
