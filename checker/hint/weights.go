package hint

// The weights and tails are what checker/internal/rewritten -fit prints (docs/hint-engine.md says of which sets).

// same decides about the language of the document.
var same = model{
	weights: Features{-34.205, -5.843, 2.437, 6.316, -2.673, 10.127, 1.325, 0.641, 5.843, 1.316, 4.973, -0.347, -0.350, -1.780, 4.328, 5.212},
	tail:    []float64{-4.452, -3.735, -3.125, -2.545, -1.988, -1.547, -1.263, -0.813, -0.340, 0.108, 1.209},
}

// across decides about the other one.
var across = model{
	weights: Features{-34.944, 0.000, 0.000, 0.529, 2.080, 4.305, 3.600, 2.139, 5.818, 4.243, 2.049, -0.052, -2.050, -0.015, 0.000, 0.000},
	tail:    []float64{-7.424, -6.648, -6.020, -5.427, -4.891, -4.445, -4.045, -3.421, -3.042, -2.542, -2.017},
}
