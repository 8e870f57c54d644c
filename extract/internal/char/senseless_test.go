package char

import (
	"strings"
	"testing"
)

func TestSenseless(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a text", strings.Repeat(chinese, 3), false},
		{"short", "哪扫沙罚针", false},
		{"exchanged", strings.Repeat("哪扫沙罚针肚喂趟疤锈", 30), true},
		{"English", strings.Repeat("plain words ", 100), false},
		{"names in a list", strings.Repeat("张三、李四、", 60), false},
		{"radicals for characters", strings.Repeat("⽆⼈⽤⽇⽉", 10), false},
		{"codes of Han characters in a font of 8 bits", "4çÅ⁄NSFCˇžÖ¦^`²Ö’0.1¦^’{›˙ù⁄NSFCˇžÖw©˙LATEX˝⁄§dù°¦^`²Ö±9±eA⁄©⁄|¤µfinal.tex§cov.pdf§make.bat§head.tex§fix.texÚnsfc.sty\"Ù¥", true},
		{"Vietnamese", "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được tạo hoá ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình bằng hữu.", false},
		{"Czech", "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství. Příliš žluťoučký kůň úpěl ďábelské ódy.", false},
		{"French", "«Tous les êtres humains naissent libres et égaux en dignité et en droits.» «Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.»", false},
		{"measures", strings.Repeat("20 ± 0.5 °C, 3.5 µm × 2 µm, § 4. ", 8), false},
		{"contents", strings.Repeat("1.1 ····················· 12 ", 9), false},
		{"seldom characters", strings.Repeat("靣盯甴诸乧淲座囿祟绐罒", 5), true},
	} {
		if got := Senseless(c.text); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}
