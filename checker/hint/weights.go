package hint

// The weights and tails are what checker/internal/rewritten -fit prints (docs/hint-engine.md says of which sets).

// same decides about the language of the document.
var same = model{
	weights: Features{-28.880, -4.096, 2.425, 4.632, -0.423, 7.627, 1.787, 1.542, 4.590, 1.538, 5.377, -0.279, -0.440, -0.117, -1.629},
	tail:    []float64{-4.324, -3.742, -3.179, -2.606, -2.190, -1.562, -0.914, -0.477, -0.177, 0.322},
}

// across decides about the other one.
var across = model{
	weights: Features{-31.769, 0, 0, 1.033, 2.545, 3.358, 2.912, 2.366, 5.227, 3.431, 1.935, 0.203, -2.144, -0.208, -0.006},
	tail:    []float64{-6.868, -6.242, -5.632, -5.025, -4.436, -3.901, -3.189, -2.816, -1.830, -1.451},
}
