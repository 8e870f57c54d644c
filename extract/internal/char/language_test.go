package char

import (
	"strings"
	"testing"
)

func TestNoise(t *testing.T) {
	for _, c := range []struct {
		name, before, noise, after string
	}{
		{"Chinese", "本项目拟研究深度神经网络的可解释性，提出新的评价指标，并在公开数据集上验证。", "", ""},
		{"classical Chinese", "子曰：学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？有子曰：其为人也孝弟，而好犯上者鲜矣；不好犯上而好作乱者，未之有也。君子务本，本立而道生。孝弟也者，其为仁之本与！", "", ""},
		{"traditional Chinese", "本計畫擬研究深度神經網路的可解釋性，提出新的評價指標，並在公開資料集上驗證其有效性與穩定性，為醫療影像分析提供可靠的依據。", "", ""},
		{"names", "项目组成员：赵雨欣、钱子墨、孙浩然、李梓萱、周沐辰、吴奕辰、郑若汐、王诗涵、冯俊杰、陈思远、褚嘉懿、卫明轩、蒋欣怡、沈天佑、韩雪松、杨柳青、朱天宇、秦时月、尤可欣、许志远", "", ""},
		{"English", "The proposed method learns to explain the decisions of deep neural networks from few examples.", "", ""},
		{"German", "Das vorgeschlagene Verfahren erklärt Entscheidungen tiefer neuronaler Netze anhand weniger Beispiele und wird überprüft.", "", ""},
		{"Czech", "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství. Příliš žluťoučký kůň úpěl ďábelské ódy.", "", ""},
		{"Finnish", "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.", "", ""},
		{"Vietnamese", "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền.", "", ""},
		{"Greek", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.", "", ""},
		{"Russian", "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.", "", ""},
		{"Korean", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.", "", ""},
		{"Japanese", "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。", "", ""},
		{"formulas", "λi = ∑j αj βij + γ(x − μ)², where ∂L/∂θ ≈ 0 and Δt ≪ τ; f ∘ g : X → Y, ∀ε > 0 ∃δ > 0", "", ""},
		{"an address", "The talk is at https://www.video.example/watch?v=xQ7zKvJq2Wp&list=PLqXzGk8vBwJ4hTfQzKpWxVjQ7zRk and https://vid.example/qZxKvWjXqGpQzVbKtJxQwZfKpGvXqJz ", "", ""},
		{"letters of formulas", "𝑥𝑞𝑧𝑗𝑘𝑤𝑣𝑝𝑔𝑏 𝑧𝑥𝑞𝑤𝑘𝑗𝑣𝑏𝑔 𝐗𝐐𝐙𝐊𝐖𝐕𝐉𝐁 𝑞𝑧𝑤𝑥𝑘𝑣𝑗 𝑝𝑔𝑏𝑥𝑧𝑞𝑤 𝛼𝛽𝛾𝛿𝜀𝜁𝜂𝜃 𝑘𝑤𝑣𝑥𝑞 𝑧𝑗𝑝𝑔 𝒳𝒬𝒵𝒦𝒲 𝑏𝑣𝑘𝑥 𝑞𝑤𝑧", "", ""},
		{"a program", "for (int i = 0; i < n; i++) { sum += a[i] * b[i]; printf(\"%d\\n\", sum); } std::vector<std::string> args(argv, argv + argc);", "", ""},
		{"a sequence", "ATGGCCATTGTAATGGGCCGCTGAAAGGGTGCCCGATAG", "", ""},
		{"Chinese in a font of other scripts", "本项目研究", "ʁϓęƓΡǊ٣ذ̹ůƋ८Ƨ̜џݔŞᙕϷྃՂތࠕŀкˡΡǊ", "的可解释性，提出新的评价指标。"},
		{"English with other letters", "The proposed method ", "gsv qfpvw yfmcv xpzjhk lwq bzk gzvh uql kjx zdg mpf qwv tgx jfz rnm wbx cvk hjq pzx dfw gkl qvb", " learns to explain the decisions of deep neural networks from few examples."},
		{"Chinese with other characters", "本项目研究的可解释性，提出新的评价指标。", strings.Repeat("哪扫沙罚针肚喂趟疤锈", 13), ""},
		{"letters set apart", "", strings.Repeat("P T Q N a R O b T O c T O U R O b W N W O P W S Z S Q R S O R O N Q W X W O Q d W ", 4), ""},
	} {
		got := Noise(c.before + c.noise + c.after)
		if c.noise == "" {
			if len(got) > 0 {
				t.Errorf("%s: %q is noise", c.name, c.before[got[0].Start:got[0].End])
			}
			continue
		}
		if len(got) != 1 {
			t.Errorf("%s: %d parts are noise", c.name, len(got))
			continue
		}
		s := c.before + c.noise + c.after
		inside := max(0, min(got[0].End, len(c.before)+len(c.noise))-max(got[0].Start, len(c.before)))
		if all := got[0].End - got[0].Start; 10*inside < 7*len(c.noise) || 10*inside < 9*all {
			t.Errorf("%s: %q of %q", c.name, s[got[0].Start:got[0].End], c.noise)
		}
	}
}
