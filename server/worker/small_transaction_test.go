package worker

import (
	"context"
	"fmt"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/server/oai"
)

// What others name in one answer is stored in small transactions, so that nobody who writes waits for all of it: where one
// fails, those before it are stored.
func TestSmallTransactions(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c).open()
		// The database fails at whatever is called poison.
		for _, x := range []struct{ table, column string }{{"harvest_items", "key"}, {"web_pages", "address"}} {
			if w.store.SQLite() != nil {
				librarytest.Exec(
					t,
					w.store,
					fmt.Sprintf(
						`CREATE TRIGGER poison_%s BEFORE INSERT ON %[1]s WHEN NEW.%s LIKE '%%poison' BEGIN SELECT RAISE(ABORT, 'poison'); END`,
						x.table,
						x.column,
					),
				)
			} else {
				librarytest.Exec(t, w.store, fmt.Sprintf(`ALTER TABLE %s ADD CONSTRAINT poison CHECK (%s NOT LIKE '%%poison')`, x.table, x.column))
			}
		}

		id, err := w.store.PutHarvest(
			ctx,
			0,
			record.HarvestRules{Name: "r", Kind: record.HarvestOAI, Address: "https://x.example/oai", Minutes: 60, Most: 1000},
			"",
			0,
			"王处",
		)
		if err != nil {
			t.Fatal(err)
		}
		page := &oai.Page{Token: "next"}
		for i := range noteBatch {
			page.Records = append(page.Records, oai.Record{Identifier: fmt.Sprint("r", i), Stamp: stampBefore})
		}
		page.Records = append(page.Records, oai.Record{Identifier: "poison", Stamp: stampBefore})
		r := &repository{pool: w.pool}
		if err := r.take(ctx, w.source(id), page); err == nil {
			t.Error("records: no error")
		}
		if s := w.source(id); s.Total != noteBatch || s.Cursor.Token != "" {
			t.Errorf("records: %d are stored, the list goes on at %q", s.Total, s.Cursor.Token)
		}
		page.Records[noteBatch].Identifier = "good"
		if err := r.take(ctx, w.source(id), page); err != nil {
			t.Error(err)
		}
		if s := w.source(id); s.Total != noteBatch+1 || s.Cursor.Token != "next" || s.Cursor.Known != 0 {
			t.Errorf("records: %d are stored, the list goes on: %+v", s.Total, s.Cursor)
		}

		var found []follow.Found
		for i := range noteBatch {
			found = append(found, follow.Found{Address: fmt.Sprint("https://x.example/", i), Role: record.PageArticle})
		}
		site, err := w.store.PutSite(
			ctx,
			0,
			record.SiteRules{Name: "s", Starts: []string{"https://x.example/"}, Hours: 1, Pause: 1, Most: 1000},
			0,
			"王处",
		)
		if err != nil {
			t.Fatal(err)
		}
		v := &visit{pool: w.pool, site: w.site(site)}
		list := record.WebPage{AskedAt: time.Now()}
		if added, left, err := v.add(ctx, list, append(found, follow.Found{Address: "poison", Role: record.PageList})); err == nil ||
			added != noteBatch ||
			left != 0 {
			t.Errorf("pages: %d added, %d left, %v", added, left, err)
		}
		if total := w.site(site).Total; total != noteBatch {
			t.Errorf("pages: %d are stored", total)
		}
	})
}
