package hint

// The weights and tails are what checker/internal/rewritten -fit prints (docs/hint-engine.md says of which sets).

// same decides about the language of the document.
var same = model{
	weights: Features{-38.246, -7.264, 4.093, 6.893, -2.433, 11.489, 2.120, 1.090, 5.968, 2.201, 7.009, -0.270, -0.902, 0.063, 6.218, 6.617},
	tails: [subjects]tail{
		{-5.043, -4.306, -3.709, -3.118, -2.636, -2.197, -1.792, -1.366, -0.969, -0.553, 0.621, 0.838},
		{-3.926, -3.189, -2.563, -2.031, -1.520, -0.841, 1.312, 2.120},
		{-2.475, -1.678, -0.016, 0.827, 1.940},
	},
}

// across decides about the other one.
var across = model{
	weights: Features{-34.944, 0.000, 0.000, 0.529, 2.080, 4.305, 3.600, 2.139, 5.818, 4.243, 2.049, -0.052, -2.050, -0.015, 0.000, 0.000},
	tails:   [subjects]tail{{-7.424, -6.648, -6.020, -5.427, -4.891, -4.445, -4.045, -3.421, -3.042, -2.542, -2.017}},
}
