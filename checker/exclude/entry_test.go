package exclude_test

import (
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
)

// with returns the built-in table with entries that have nothing wrong.
func with(t testing.TB, entries ...exclude.Entry) *exclude.Table {
	t.Helper()
	table, err := exclude.Default().With(entries)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Every fault is told, by its name and with what is wrong.
func TestFaults(t *testing.T) {
	long := strings.Repeat("长", 61)
	for _, c := range []struct {
		name  string
		entry exclude.Entry
		want  []exclude.Fault
	}{
		{"good", exclude.Entry{Name: "a", Headings: []string{"廉洁条款"}}, nil},
		{"one character of a phrase", exclude.Entry{Name: "a", Reason: "declaration", Headings: []string{"廉洁条款"}, Words: []string{"廉"}}, nil},
		{"no name", exclude.Entry{Headings: []string{"廉洁条款"}}, []exclude.Fault{{exclude.FaultNameless, ""}}},
		{"nothing and more", exclude.Entry{Name: " ", Reason: "boring", Words: []string{"8"}, From: 2026, To: 2024}, []exclude.Fault{
			{exclude.FaultNameless, " "}, {exclude.FaultReason, "boring"}, {exclude.FaultYears, "2026–2024"}, {exclude.FaultNothing, ""}, {exclude.FaultShort, "8"},
		}},
		{"words for nothing", exclude.Entry{Name: "a", Headings: []string{"廉洁条款"}, Words: []string{"廉洁"}}, []exclude.Fault{{exclude.FaultIdle, ""}}},
		{"too short and too long", exclude.Entry{Name: "a", Headings: []string{"，廉", long}}, []exclude.Fault{{exclude.FaultShort, "，廉"}, {exclude.FaultLong, long}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []exclude.Fault
			for _, f := range c.entry.Faults() {
				got = append(got, *f)
				if !slices.Contains(exclude.FaultNames(), f.Name) || f.Error() == string(f.Name) || f.Error() == "" {
					t.Errorf("fault %q is not said: %v", f.Name, f)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
			if _, err := exclude.Default().With([]exclude.Entry{c.entry}); (err != nil) != (len(c.want) > 0) {
				t.Errorf("taken with %v", err)
			}
		})
	}
}

// What is said of a programme goes before what is said of all, and what was added
// before what is built in.
func TestParticularFirst(t *testing.T) {
	heading := []string{"研究目的"} // of the rationale, as the built-in table has it
	table := with(t,
		exclude.Entry{Name: "for all", Headings: heading},
		exclude.Entry{Name: "of a year", Headings: heading, From: 2026},
		exclude.Entry{Name: "of a programme", Headings: heading, Programme: "重点"})
	d := document("# 研究目的", own)
	for _, c := range []struct {
		who  evidence.Identity
		want string
	}{
		{evidence.Identity{Programme: "面上项目", Year: 2025}, "for all"},
		{evidence.Identity{Programme: "面上项目", Year: 2026}, "of a year"},
		{evidence.Identity{Programme: "重点项目", Year: 2026}, "of a programme"},
	} {
		if got := table.Roles(d.Sections, c.who); got[0] != c.want {
			t.Errorf("%+v: %q, want %q", c.who, got[0], c.want)
		}
	}
	if got := exclude.Default().Roles(d.Sections, evidence.Identity{}); got[0] != exclude.RoleRationale {
		t.Errorf("the built-in table is another one now: %q", got[0])
	}
}

// A section that has a reason takes no part as a whole where no words are given to
// know it by, up to the next heading; where the title is not read as a heading it
// is as much as could stand there without any word.
func TestSectionWithoutWords(t *testing.T) {
	table := with(t, exclude.Entry{Name: "廉洁", Reason: evidence.ReasonDeclaration, Headings: []string{"廉洁条款"}})
	long := strings.Repeat(own, 20)
	for _, c := range []struct {
		name string
		text []string
		kept string // what is left beside own
	}{
		{"a heading", []string{"# 研究内容", own, "# 廉洁条款", "这里是" + long, "# 其他内容", "随后的文字。"}, "随后的文字。"},
		{"a line", []string{"# 研究内容", own, "廉洁条款", "这里是一小段。", "这里是" + long}, long},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := document(c.text...)
			_, left := applied(d, exclude.New(d, evidence.Identity{}, table).Alone())
			if !strings.Contains(left, c.kept) || strings.Contains(left, "这里是一小段") || !strings.Contains(left, own) || c.name == "a heading" && strings.Contains(left, "这里是") {
				t.Errorf("left %q", left)
			}
		})
	}
}

// Equal additions have equal keys.
func TestKey(t *testing.T) {
	a, b := exclude.Entry{Name: "a", Headings: []string{"廉洁条款"}}, exclude.Entry{Name: "b", Headings: []string{"廉洁条款"}}
	one, again, other := with(t, a).Key(), with(t, a).Key(), with(t, b).Key()
	if one != again || one == other || one == "" || with(t).Key() != "" {
		t.Errorf("keys %q, %q, %q, and without entries %q", one, again, other, with(t).Key())
	}
	if got := with(t, a, b).Entries(); len(got) != len(exclude.Default().Entries())+2 || got[0].Name != "a" || got[2].Name != exclude.RoleRationale {
		t.Errorf("%d entries, first %v", len(got), got[:3])
	}
}

func BenchmarkWith(b *testing.B) {
	entries := []exclude.Entry{{Name: "a", Headings: []string{"廉洁条款"}}}
	for b.Loop() {
		if _, err := exclude.Default().With(entries); err != nil {
			b.Fatal(err)
		}
	}
}
