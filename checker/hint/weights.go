package hint

// The weights and tails are what .ci/measure/rewritten -fit prints (docs/hint-engine.md says of which sets).

// same decides about the language of the document.
var same = model{
	weights: Features{-38.593, -7.588, 3.991, 6.930, -2.451, 11.629, 2.190, 1.161, 6.039, 2.191, 7.113, -0.272, -0.827, -0.045, 6.243,
		6.612},
	tails: [subjects]tail{
		{-4.988, -4.265, -3.662, -3.074, -2.587, -2.151, -1.670, -1.282, -0.794, -0.509, 0.345, 1.086},
		{-3.921, -3.134, -2.544, -1.986, -1.371, -0.836, 1.470, 1.486},
		{-2.499, -1.645, 0.003, 0.875, 1.952},
	},
}

// across decides about the other one.
var across = model{
	weights: Features{-28.911, 0.000, 0.000, 0.870, 3.083, 5.922, 4.438, 2.762, 4.518, 3.810, 2.170, -0.018, -3.074, 0.000, 0.000, 0.000},
	tails:   [subjects]tail{{-6.111, -5.592, -5.210, -4.787, -4.236, -3.836, -3.302, -3.006, -1.967, -1.282, -1.139}},
}
