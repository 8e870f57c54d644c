package char

const (
	chinese = "本项目研究深度图神经网络的可解释性。\n近年来，随着国家重大战略需求的提出，相关研究取得进展。\n"
)
