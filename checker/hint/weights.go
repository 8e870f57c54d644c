package hint

// The weights and tails are what .ci/measure/rewritten -fit prints (docs/hint-engine.md says of which sets).

// sameWeights decide about places of the language of the window. The languages share them, and not the tails: an English word has more
// synonyms than a Chinese one shares characters.
var sameWeights = Features{-21.648, -8.776, 6.887, 1.914, 5.889, 1.389, 0.346, 7.337, -5.166, 2.125, -1.924, 2.011, -4.038, 7.997}

// monolingual decides about places of the language of the window. English windows near a subject are too few for a
// tail of their own, and Chinese ones on it reach no more than those near it where it matters.
var monolingual = [languages]model{
	Chinese: {weights: sameWeights, tails: [subjects]tail{
		{-4.713, -4.117, -3.547, -3.023, -2.538, -2.043, -1.615, -1.143, -0.744, -0.429, -0.19, 0.043},
		{-3.791, -3.184, -2.713, -2.275, -1.86, -1.15, -0.456, 0.388},
		{-3.791, -3.184, -2.713, -2.275, -1.86, -1.15, -0.456, 0.388},
	}},
	English: {weights: sameWeights, tails: [subjects]tail{
		{-5.597, -4.951, -4.295, -3.828, -3.355, -2.927, -1.134, -0.15, 0.069},
		{-5.597, -4.951, -4.295, -3.828, -3.355, -2.927, -1.134, -0.15, 0.069},
		{-3.599, -2.266, -1.923},
	}},
}

// across decides about places of the other language.
var across = model{
	weights: Features{-34.518, 0, -0.048, 6.627, 10.953, 4.562, 1.547, 5.770, -0.509, 3.883, -1.755, -0.331, 0, 0},
	tails: [subjects]tail{
		{-6.952, -6.368, -5.823, -5.195, -4.568, -3.996, -3.4, -2.884, -2.29, -1.637, -1.207, -0.823},
	},
}
