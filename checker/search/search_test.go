package search

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/text/word"
)

// shelf is an index with the texts it was given.
type shelf struct {
	*Index
	dir   string
	mu    sync.Mutex
	texts map[int64]string
}

func (s *shelf) text(_ context.Context, id int64) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.texts[id]
	if !ok {
		return "", fmt.Errorf("no text %d", id)
	}
	return t, nil
}

func (s *shelf) put(t testing.TB, id int64, identity evidence.Identity, text string) {
	t.Helper()
	s.mu.Lock()
	s.texts[id] = text
	s.mu.Unlock()
	if err := s.Put(t.Context(), record.Document{ID: id, Identity: identity}, text); err != nil {
		t.Fatal(err)
	}
}

func (s *shelf) open(t testing.TB) {
	t.Helper()
	words, err := word.Open("")
	if err != nil {
		t.Fatal(err)
	}
	if s.Index, err = Open(s.dir, words, s.text); err != nil {
		t.Fatal(err)
	}
}

func newShelf(t testing.TB) *shelf {
	t.Helper()
	s := &shelf{dir: filepath.Join(t.TempDir(), "search"), texts: make(map[int64]string)}
	s.open(t)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// filled returns a shelf of a few documents that the tests below speak of.
func filled(t testing.TB) *shelf {
	t.Helper()
	s := newShelf(t)
	s.put(t, 1, evidence.Identity{
		Title: "多源异构医疗数据的隐私保护融合方法研究", Applicant: "林晚舟", Institution: "云泽理工大学",
		Year: 2021, Programme: "面上项目", Keywords: []string{"联邦学习", "差分隐私"},
	}, "一、立项依据\n医疗数据分散在各家医院。联邦学习使各方不必交换原始数据，由中国科学院计算技术研究所提出的方法尤为重要。\n"+
		"二、研究内容\n研究差分隐私与安全多方计算的结合。\n")
	s.put(t, 2, evidence.Identity{
		Title: "高寒草甸土壤微生物对氮沉降的响应", Applicant: "苏砚秋", Institution: "祁山农业大学",
		Year: 2021, Programme: "青年科学基金项目", Keywords: []string{"土壤微生物"},
	}, "本项目在青藏高原布设长期样地。林晚舟教授提供数据。COVID-19 期间野外工作中断。\n土壤的pH值为6.5。")
	s.put(t, 3, evidence.Identity{
		Title: "Learned Indexes for Sparse Sensor Networks", Applicant: "Mara Okonjo-Lindqvist", Institution: "Northmere Institute",
		Year: 2023, Programme: "Standard Grant", Keywords: []string{"sensor networks", "learned index"},
	}, "We study how sensing nodes index their observations. The networks are sparse.\n\nPrivacy is preserved by design.")
	s.put(t, 4, evidence.Identity{
		Title: "青年女性職業發展的社會支持網絡", Applicant: "林晚", Institution: "雲澤理工大學", Year: 2019,
	}, "臺灣與香港的比較研究，涉及隱私。")
	return s
}

func ids(r Result) []int64 {
	var out []int64
	for _, h := range r.Hits {
		out = append(out, h.ID)
	}
	return out
}

func TestSearch(t *testing.T) {
	s := filled(t)
	tests := []struct {
		name  string
		query Query
		want  []int64 // best first
	}{
		{"all, newest first", Query{}, []int64{4, 3, 2, 1}},
		{"white space is nothing", Query{Text: " \u3000\t"}, []int64{4, 3, 2, 1}},
		{"year", Query{Values: of(record.ShelfYear, "2021")}, []int64{2, 1}},
		{"institution that is not known", Query{Values: of(record.ShelfInstitution, "")}, nil},
		{"status that is not known", Query{Text: "隐私", Values: of(record.ShelfStatus, "")}, []int64{1, 4}},
		{"among some", Query{Text: "隐私", IDs: []int64{1, 2}}, []int64{1}},
		{"among none", Query{IDs: []int64{}}, nil},
		{"by title", Query{Text: "隐私", Sort: record.ShelfByTitle}, []int64{1, 4}},
		{"by year, latest first", Query{Sort: record.ShelfByYear, Descending: true}, []int64{3, 2, 1, 4}},
		{"oldest first", Query{Sort: record.ShelfByArrival}, []int64{1, 2, 3, 4}},
		{"word of a title", Query{Text: "微生物"}, []int64{2}},
		{"word inside a long word", Query{Text: "科学院"}, []int64{1}},
		{"word inside a long word, another", Query{Text: "研究所"}, []int64{1}},
		{"long word in text", Query{Text: "中国科学院"}, []int64{1}},
		{"no spaces between words", Query{Text: "医疗数据联邦学习"}, []int64{1}},
		{"all words must be there", Query{Text: "医疗 氮沉降"}, nil},
		{"words in different fields", Query{Text: "云泽 联邦学习 安全多方计算"}, []int64{1}},
		{"phrase", Query{Text: "“各家医院”"}, []int64{1}},
		{"phrase out of order", Query{Text: "“医院各家”"}, nil},
		{"phrase over punctuation", Query{Text: `"必交换原始数据，由中国科学院"`}, []int64{1}},
		{"phrase with a particle", Query{Text: "“数据的隐私保护”"}, []int64{1}},
		{"phrase with a particle too few", Query{Text: "“数据隐私保护”"}, nil},
		{"phrase of one word twice", Query{Text: "“隐私与隐私”"}, nil},
		{"phrase not over keywords", Query{Text: "“联邦学习差分隐私”"}, nil},
		{"only a particle", Query{Text: "“的”"}, []int64{4, 1, 2}},
		{"phrase in English", Query{Text: `"networks are sparse"`}, []int64{3}},
		{"phrase in English, out of order", Query{Text: `"sparse networks are"`}, nil},
		{"applicant before mention", Query{Text: "林晚舟"}, []int64{1, 2}},
		{"applicant's whole name first", Query{Text: "林晚"}, []int64{4, 1, 2}},
		{"applicant in Latin", Query{Text: "okonjo"}, []int64{3}},
		{"English forms of a word", Query{Text: "sense INDEXING"}, []int64{3}},
		{"full width", Query{Text: "ＣＯＶＩＤ－１９"}, []int64{2}},
		{"joined by a hyphen", Query{Text: "covid-19"}, []int64{2}},
		{"number", Query{Text: "6.5"}, []int64{2}},
		{"traditional for simplified", Query{Text: "隱私保護"}, []int64{1}},
		{"simplified for traditional", Query{Text: "社会支持网络"}, []int64{4}},
		{"radicals for characters", Query{Text: "⻘年科学基⾦"}, []int64{2}},
		{"keyword", Query{Text: "差分隐私"}, []int64{1}},
		{"programme", Query{Text: "青年科学基金"}, []int64{2}},
		{"word and year", Query{Text: "隐私", Values: of(record.ShelfYear, "2019")}, []int64{4}},
		{"nothing but signs", Query{Text: "??? -- ((("}, nil},
		{"query syntax is text", Query{Text: "+title:privacy^3 AND (index~2 OR *)"}, nil},
		{"unpaired quotation mark", Query{Text: `"微生物`}, []int64{2}},
		{"empty quotation", Query{Text: `"" 微生物`}, []int64{2}},
		{"not UTF-8", Query{Text: "微生物\xff\x00"}, []int64{2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.query.Limit = 10
			got, err := s.Search(t.Context(), tt.query)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, ids(got)); diff != "" {
				t.Errorf("Search(%+v) (-want +got):\n%s", tt.query, diff)
			}
			if got.Total != len(tt.want) {
				t.Errorf("total %d, want %d", got.Total, len(tt.want))
			}
		})
	}
}

// of returns the value of one field.
func of(field record.ShelfField, value string) map[record.ShelfField]string {
	return map[record.ShelfField]string{field: value}
}

// Of the fields that are not chosen by, and of one that is, is counted what can be chosen.
func TestFacets(t *testing.T) {
	s := filled(t)
	for _, values := range []map[record.ShelfField]string{nil, of(record.ShelfYear, "2021")} {
		got, err := s.Search(t.Context(), Query{Text: "数据 OR", Values: values})
		if err != nil {
			t.Fatal(err)
		}
		for field, of := range got.Facets {
			if len(of) != 0 {
				t.Errorf("%s %v of nothing found", field, of)
			}
		}
		got, err = s.Search(t.Context(), Query{Text: "隐私", Values: values, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]record.Facet{{Value: "2021", Count: 1}, {Value: "2019", Count: 1}}, got.Facets[record.ShelfYear]); diff != "" {
			t.Errorf("years with filter %v (-want +got):\n%s", values, diff)
		}
		want := []record.Facet{{Value: "", Count: 2}}
		if values != nil {
			want[0].Count = 1
		}
		if diff := cmp.Diff(want, got.Facets[record.ShelfStatus]); diff != "" {
			t.Errorf("statuses with filter %v (-want +got):\n%s", values, diff)
		}
	}
	found, err := s.Find(t.Context(), Query{Text: "隐私"}, 10)
	if diff := cmp.Diff([]int64{4, 1}, found); diff != "" || err != nil {
		t.Errorf("Find: %v %s", err, diff)
	}
}

func TestPages(t *testing.T) {
	s := filled(t)
	var got []int64
	for offset := 0; offset < 6; offset += 2 {
		r, err := s.Search(t.Context(), Query{Limit: 2, Offset: offset})
		if err != nil {
			t.Fatal(err)
		}
		if r.Total != 4 {
			t.Errorf("total %d at offset %d", r.Total, offset)
		}
		got = append(got, ids(r)...)
	}
	if diff := cmp.Diff([]int64{4, 3, 2, 1}, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

// show writes fragments with marks in brackets.
func show(fragments []Fragment) []string {
	var out []string
	for _, f := range fragments {
		var b strings.Builder
		for _, s := range f.Segments {
			if s.Marked {
				b.WriteString("[" + s.Text + "]")
			} else {
				b.WriteString(s.Text)
			}
		}
		out = append(out, f.Field+": "+b.String())
	}
	return out
}

func TestFragments(t *testing.T) {
	s := filled(t)
	tests := []struct {
		query string
		want  []string
	}{
		{"隐私 多方", []string{
			"title: 多源异构医疗数据的[隐私]保护融合方法研究",
			"keywords: 联邦学习; 差分[隐私]",
			"text: 研究差分[隐私]与安全[多方]计算的结合。 ",
		}},
		{"云泽 科学院", []string{
			"institution: [云泽]理工大学",
			"text: 联邦学习使各方不必交换原始数据，由中国[科学院]计算技术研究所提出的方法尤为重要。 二、研究内容 研究差分隐私与安全多方计算的结合。 ",
		}},
		{"sensing", []string{
			"text: We study how [sensing] nodes index their observations. The networks are sparse. Privacy is ",
		}},
		{"社会支持网络", []string{"title: 青年女性職業發展的[社會支持網絡]"}},
	}
	for _, tt := range tests {
		t.Run(tt.query, func(t *testing.T) {
			got, err := s.Search(t.Context(), Query{Text: tt.query, Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Hits) != 1 {
				t.Fatalf("%d hits", len(got.Hits))
			}
			if diff := cmp.Diff(tt.want, show(got.Hits[0].Fragments)); diff != "" {
				t.Errorf("fragments (-want +got):\n%s", diff)
			}
		})
	}
}

// A text that is gone, or is another than the one indexed, costs passages, not
// the search.
func TestFragmentsOfOtherText(t *testing.T) {
	s := filled(t)
	for name, change := range map[string]func(){
		"gone":    func() { delete(s.texts, 2) },
		"shorter": func() { s.texts[2] = "样" },
	} {
		change()
		got, err := s.Search(t.Context(), Query{Text: "野外工作", Limit: 1})
		if err != nil || len(got.Hits) != 1 || len(got.Hits[0].Fragments) != 0 {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

func TestReplaceAndDelete(t *testing.T) {
	s := filled(t)
	find := func(text string) []int64 {
		t.Helper()
		r, err := s.Search(t.Context(), Query{Text: text, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return ids(r)
	}
	s.put(t, 2, evidence.Identity{Title: "冻土"}, "换过的内容")
	if got := find("微生物"); got != nil {
		t.Errorf("the replaced text is found: %v", got)
	}
	if got := find("冻土"); len(got) != 1 {
		t.Errorf("the new text is not found: %v", got)
	}
	for range 2 { // the second time it is not there
		if err := s.Delete(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
	}
	if got := find("冻土"); got != nil {
		t.Errorf("the deleted text is found: %v", got)
	}
	if n, err := s.Count(); n != 3 || err != nil {
		t.Errorf("count %d, %v", n, err)
	}
	for revision := range int64(12) {
		if err := s.Put(t.Context(), record.Document{ID: 3, Revision: revision}, "改过的题目"); err != nil {
			t.Fatal(err)
		}
	}
	all, err := s.Revisions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[int64]int64{1: 0, 3: 11, 4: 0}, all); diff != "" {
		t.Errorf("revisions (-want +got):\n%s", diff)
	}
}

// Readers and writers at once: nothing is lost, nothing is found that was never
// there.
func TestConcurrent(t *testing.T) {
	s := newShelf(t)
	const writers, each = 4, 12
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for i := range each {
				id := int64(w*each + i + 1)
				s.mu.Lock()
				s.texts[id] = "共同的内容"
				s.mu.Unlock()
				err := s.Put(t.Context(), record.Document{ID: id, Identity: evidence.Identity{Title: "并发写入", Year: 2000 + w}}, "共同的内容")
				if err != nil {
					t.Error(err)
				}
				if i%4 == 3 {
					if err := s.Delete(t.Context(), id); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	for range 2 {
		group.Go(func() {
			for range 30 {
				r, err := s.Search(t.Context(), Query{Text: "并发 “共同的内容”", Limit: 5})
				if err != nil {
					t.Error(err)
					return
				}
				if r.Total > writers*each {
					t.Errorf("%d found of %d", r.Total, writers*each)
				}
			}
		})
	}
	group.Wait()
	r, err := s.Search(t.Context(), Query{Text: "并发 “共同的内容”", Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	if want := writers * each * 3 / 4; r.Total != want {
		t.Errorf("%d found, want %d", r.Total, want)
	}
}

func TestCancelled(t *testing.T) {
	s := filled(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Search(ctx, Query{Text: "数据", Limit: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("search: %v", err)
	}
	if err := s.Put(ctx, record.Document{ID: 9, Identity: evidence.Identity{}}, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("put: %v", err)
	}
	if err := s.Delete(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("delete: %v", err)
	}
}

func FuzzSearch(f *testing.F) {
	s := filled(f)
	for _, q := range []string{"", "隐私", `"a b`, "“”", "\x00\xff", "+-&&||!(){}[]^~*?:\\/", "《》「", "👨‍👩‍👧 e\u0301", "𠮷野家"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		r, err := s.Search(t.Context(), Query{Text: q, Limit: 3})
		if err != nil {
			t.Fatalf("Search(%q): %v", q, err)
		}
		if len(r.Hits) > r.Total {
			t.Fatalf("Search(%q): %d hits of %d", q, len(r.Hits), r.Total)
		}
	})
}
