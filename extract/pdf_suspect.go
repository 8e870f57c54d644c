package extract

// suspects are the texts of a page that might not be seen. Asking pdfium which
// text a character is of costs much, and what it hands out stays in memory
// until the file is closed; so only characters near a suspect are asked for,
// and none where all texts of the page are drawn alike.
type suspects struct {
	texts  [unpainted + 1]int // of the page, by how they are drawn
	strips map[int][]box      // the suspects', by height
}

const (
	// suspectSlack, in points, is how far from the box that pdfium states for a
	// text its characters may stand: fonts lie about their heights.
	suspectSlack = 12
	// suspectStrip, in points, is the height of a strip: about a line.
	suspectStrip = 16
	// crowded is how many suspects of a strip are looked through; beyond that
	// pdfium is asked at once.
	crowded = 200
)

// add notes a text; place, asked of suspects alone, is where it stands.
func (s *suspects) add(how visibility, place func() (box, bool)) {
	s.texts[how]++
	if how == shown {
		return
	}
	b, ok := place()
	if !ok {
		return
	}
	b = box{b.x0 - suspectSlack, b.y0 - suspectSlack, b.x1 + suspectSlack, b.y1 + suspectSlack}
	if s.strips == nil {
		s.strips = map[int][]box{}
	}
	from, to := stripAt(b.y0), stripAt(b.y1)
	for i := from; i <= min(to, from+maxStrips); i++ {
		s.strips[i] = append(s.strips[i], b)
	}
}

// maxStrips bounds what a text of any height costs; pages are not higher.
const maxStrips = 1_000

func stripAt(y float32) int { return int(y / suspectStrip) }

// none says whether all texts are seen.
func (s *suspects) none() bool { return s.texts[whitish] == 0 && s.texts[unpainted] == 0 }

// at tells how a character at a place is drawn, and whether that is sure.
func (s *suspects) at(x, y float32) (how visibility, sure bool) {
	all := s.texts[shown] + s.texts[whitish] + s.texts[unpainted]
	for how, n := range s.texts {
		if n == all {
			return visibility(how), true
		}
	}
	near := s.strips[stripAt(y)]
	if len(near) > crowded {
		return shown, false
	}
	for _, b := range near {
		if b.holds(x, y) {
			return shown, false
		}
	}
	return shown, true
}
